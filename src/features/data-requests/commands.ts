import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { type AnswerFields, type DataRequestFields, isOpenRequest } from '../../domain/privacy/requests.ts';
import { DATA_RIGHTS, type DataRight } from '../../domain/privacy/rights.ts';
import { labelIn, lowerFirst } from '../../domain/text/format.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { takeNumber } from '../../server/commands/numbers.ts';
import { announce } from '../../server/notices/announce.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import type { DataRequest, OwnDataRequest } from './contract.ts';
import { tellAsker } from './mails/commands.ts';
import { extensionRefusal, findDataRequest, findOwnDataRequest } from './queries.ts';

interface Deciding {
  readonly id: string;
  readonly updatedAt: string;
  readonly lastResort?: string | undefined;
}

const SETTLED = 'Esta solicitud ya terminó: no cambia más.';

/** The request, standing still and open; 404 without it, 409 when it is newer than what the caller saw. */
async function lockOpen({ tx, actor }: Command, id: string, updatedAt?: string): Promise<DataRequest> {
  const { rows } = await sql`select from data_requests where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw notFound();
  const stored = await findDataRequest(tx, actor, id);
  if (updatedAt !== undefined && Date.parse(stored.updatedAt) !== Date.parse(updatedAt))
    throw new AppError('conflict', undefined, { extra: { stored } });
  if (!isOpenRequest(stored.state)) throw new AppError('rule', SETTLED);
  return stored;
}

/** The same for who decides on it: nobody decides what they asked themselves. */
async function lockDecided(run: Command, { id, updatedAt, lastResort }: Deciding): Promise<DataRequest> {
  const stored = await lockOpen(run, id, updatedAt);
  const of = { type: 'dataRequest', id } as const;
  requireFree(run, stored.bar, { of, verb: 'decidir sobre esta solicitud', lastResort });
  return stored;
}

interface NewRequest {
  readonly id: string;
  readonly right: DataRight;
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly details: string;
  readonly channel: string;
  readonly receivedOn: string;
  readonly userId: string | null;
}

/** Writes it under the next number of the year, and calls the office; nothing where it was written before. */
async function insertRequest(run: Command, fields: NewRequest): Promise<void> {
  const { tx, actor } = run;
  const { year, number } = await takeNumber(run, 'request');
  await sql`
    insert into data_requests (id, year, number, data_right, user_id, name, email, document, details, channel,
      received_on, created_by, updated_by)
    values (${fields.id}, ${year}, ${number}, ${fields.right}, ${fields.userId}, ${fields.name}, ${fields.email},
      ${fields.document}, ${fields.details}, ${fields.channel}, ${fields.receivedOn}, ${actor.id}, ${actor.id})`.execute(
    tx,
  );
}

/** Tells the office, and by mail whoever asked that it came in. */
async function announceNew(run: Command, request: DataRequest): Promise<void> {
  const { code, right, due, user } = request;
  const makers = user ? [user.id] : [];
  const event = { kind: 'data_request_waiting', code, right, due, reminder: null, makers } as const;
  await announce(run, { ...event, actorId: run.actor.id }, null);
  await tellAsker(run, request, { what: 'received', words: '' });
}

/** Whether it was written before. One is written at a time: sent twice at once, the second finds the first. */
async function isKnown(tx: Transaction, id: string): Promise<boolean> {
  await sql`select from settings where key = 'dataRequests' for no key update`.execute(tx);
  const { rows } = await sql`select from data_requests where id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** The account that goes by this address, if there is one: the request is shown to it, too. */
async function accountOf(tx: Transaction, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email <> '' and lower(email) = ${email} and state <> ${lit.user('blocked')}
      and merged_into is null`.execute(tx);
  return rows[0]?.id ?? null;
}

function refuseFuture({ now }: Command, receivedOn: string): void {
  const message = 'Todavía no llega ese día: escribe cuándo la recibió la oficina.';
  if (receivedOn > localDay(now))
    throw new AppError('rule', message, { errors: [{ path: 'receivedOn', message }] });
}

/** One open request of a right is enough: a second one is the first, sent again. */
async function refuseAsked(
  { tx }: Command,
  { id, userId, right }: Pick<NewRequest, 'id' | 'userId' | 'right'>,
): Promise<void> {
  if (userId === null) return;
  const { rows } = await sql<{ code: string }>`
    select d.code from data_requests d where d.user_id = ${userId} and d.data_right = ${right}
      and d.state = ${lit.dataRequest('open')} and d.id <> ${id}`.execute(tx);
  if (!rows[0]) return;
  const message = `Ya hay una solicitud de ${nameRight(right)} por responder: ${rows[0].code}.`;
  throw new AppError('rule', message, { errors: [{ path: 'right', message }] });
}
const nameRight = (right: DataRight) => lowerFirst(labelIn(DATA_RIGHTS, right));

export const recordDataRequest = command(
  'privacy.manage',
  async (run: Command, { id, ...fields }: DataRequestFields & { id: string }): Promise<DataRequest> => {
    const { tx, actor } = run;
    if (await isKnown(tx, id)) return findDataRequest(tx, actor, id);
    refuseFuture(run, fields.receivedOn);
    const asked = { ...fields, id, userId: await accountOf(tx, fields.email) };
    await refuseAsked(run, asked);
    await insertRequest(run, asked);
    const request = await findDataRequest(tx, actor, id);
    await announceNew(run, request);
    run.record({ action: 'dataRequest.record', objectType: 'dataRequest', objectId: id });
    return request;
  },
);

interface Filed {
  readonly id: string;
  readonly right: DataRight;
  readonly details: string;
}

/** From one's own profile: who it is needs no other proof than the account. */
export const fileDataRequest = command(
  'active',
  async (run: Command, { id, right, details }: Filed): Promise<OwnDataRequest> => {
    const { tx, actor, now } = run;
    if (await isKnown(tx, id)) return findOwnDataRequest(tx, actor, id);
    await refuseAsked(run, { id, userId: actor.id, right });
    const { rows } = await sql<{ name: string; email: string }>`
      select name, lower(email) as email from users where id = ${actor.id}`.execute(tx);
    const [me] = rows;
    if (!me) throw notFound();
    await insertRequest(run, {
      ...{ ...me, id, right, details, userId: actor.id },
      ...{ document: '', channel: 'application', receivedOn: localDay(now) },
    });
    await announceNew(run, await findDataRequest(tx, actor, id));
    run.record({ action: 'dataRequest.file', objectType: 'dataRequest', objectId: id });
    return findOwnDataRequest(tx, actor, id);
  },
);

interface Settling {
  readonly id: string;
  readonly state: 'answered' | 'withdrawn';
  readonly outcome: string | null;
  readonly identity: string;
  readonly answer: string;
}

async function settle(
  { tx, actor, now }: Command,
  { id, state, outcome, identity, answer }: Settling,
): Promise<void> {
  await sql`
    update data_requests set state = ${state}, outcome = ${outcome}, identity = ${identity}, answer = ${answer},
      settled_at = ${now}, settled_by = ${actor.id}, updated_at = now(), updated_by = ${actor.id}
    where id = ${id}`.execute(tx);
}

/** Whoever asked gives it up; the office may find it so a second time without harm. */
export const withdrawDataRequest = command(
  'active',
  async (run: Command, id: string): Promise<OwnDataRequest> => {
    const { tx, actor } = run;
    await findOwnDataRequest(tx, actor, id);
    await lockOpen(run, id);
    await settle(run, { id, state: 'withdrawn', outcome: null, identity: '', answer: '' });
    run.record({ action: 'dataRequest.withdraw', objectType: 'dataRequest', objectId: id });
    return findOwnDataRequest(tx, actor, id);
  },
);

/** The office was told by other ways that it is given up; kept is how it knows. */
export const dropDataRequest = command(
  'privacy.manage',
  async (run: Command, { note, ...asked }: Deciding & { readonly note: string }): Promise<DataRequest> => {
    const { identity } = await lockDecided(run, asked);
    await settle(run, { id: asked.id, state: 'withdrawn', outcome: null, identity, answer: note });
    run.record({ action: 'dataRequest.withdraw', objectType: 'dataRequest', objectId: asked.id });
    return findDataRequest(run.tx, run.actor, asked.id);
  },
);

export const correctDataRequest = command(
  'privacy.manage',
  async (
    run: Command,
    { id, updatedAt, lastResort, ...fields }: DataRequestFields & Deciding,
  ): Promise<DataRequest> => {
    const { tx, actor } = run;
    const stored = await lockDecided(run, { id, updatedAt, lastResort });
    if (stored.channel === 'application')
      throw new AppError('rule', 'La escribió la propia persona desde su cuenta: no se corrige.');
    refuseFuture(run, fields.receivedOn);
    const userId = await accountOf(tx, fields.email);
    await refuseAsked(run, { id, userId, right: fields.right });
    await sql`
      update data_requests set data_right = ${fields.right}, user_id = ${userId}, name = ${fields.name},
        email = ${fields.email}, document = ${fields.document}, details = ${fields.details},
        channel = ${fields.channel}, received_on = ${fields.receivedOn}, updated_at = now(), updated_by = ${actor.id}
      where id = ${id}`.execute(tx);
    // When it came decides until when it is answered; of the rest only that it changed.
    run.record({
      ...{ action: 'dataRequest.correct', objectType: 'dataRequest', objectId: id },
      changes: changesBetween({ receivedOn: stored.receivedOn }, { receivedOn: fields.receivedOn }),
    });
    return findDataRequest(tx, actor, id);
  },
);

/** In the application besides the mail, which leaves whatever they chose. */
async function announceSettled(run: Command, { code, right, user }: DataRequest, isAnswered: boolean) {
  if (!user) return;
  const event = { kind: 'data_request_settled', code, right, isAnswered } as const;
  await announce(run, { ...event, actorId: run.actor.id, userId: user.id }, null);
}

export const extendDataRequest = command(
  'privacy.manage',
  async (
    run: Command,
    { reason, ...asked }: Deciding & { readonly reason: string },
  ): Promise<DataRequest> => {
    const { tx, actor, now } = run;
    const refused = extensionRefusal(await lockDecided(run, asked));
    if (refused) throw new AppError('rule', refused);
    await sql`
      update data_requests set extended_at = ${now}, extension_reason = ${reason}, updated_at = now(),
        updated_by = ${actor.id} where id = ${asked.id}`.execute(tx);
    const request = await findDataRequest(tx, actor, asked.id);
    await announceSettled(run, request, false);
    await tellAsker(run, request, { what: 'extended', words: reason });
    run.record({ action: 'dataRequest.extend', objectType: 'dataRequest', objectId: asked.id });
    return request;
  },
);

const UNPROVEN = 'Escribe cómo comprobaste quién lo pide.';

export const answerDataRequest = command(
  'privacy.manage',
  async (
    run: Command,
    { outcome, identity, answer, ...asked }: Deciding & AnswerFields,
  ): Promise<DataRequest> => {
    const { tx, actor } = run;
    const { channel } = await lockDecided(run, asked);
    if (channel !== 'application' && identity === '')
      throw new AppError('rule', UNPROVEN, { errors: [{ path: 'identity', message: UNPROVEN }] });
    await settle(run, { id: asked.id, state: 'answered', outcome, identity, answer });
    const request = await findDataRequest(tx, actor, asked.id);
    await announceSettled(run, request, true);
    await tellAsker(run, request, { what: 'answered', words: answer });
    run.record({
      ...{ action: 'dataRequest.answer', objectType: 'dataRequest', objectId: asked.id },
      changes: { outcome: [null, outcome] },
    });
    return request;
  },
);
