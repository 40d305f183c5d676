import { sql } from 'kysely';
import { inTransaction } from '../../db/again.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { AuditObject } from '../../domain/audit/objects.ts';
import type { Role } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import type { SessionUser } from '../../domain/kit/session.ts';
import { SESSION } from '../../domain/kit/session-times.ts';
import { someActiveAdmin } from '../../server/commands/administrators.ts';
import { type AuditEntry, type Command, command, runAudited } from '../../server/commands/command.ts';
import { hashToken } from '../../server/sign-in/known-tokens.ts';
import { openSession } from '../../server/sign-in/session.ts';
import type { Identity } from '../../server/sign-in/verify.ts';
import type { listAccounts } from './contract.ts';
import { openSessions } from './own-sessions/queries.ts';
import { accountByKey, accountsOf, type Person, personByEmail, readAccounts } from './queries.ts';

export interface SignInContext {
  db: Database;
  /** Lower case; whoever owns one of them becomes the first administrator. */
  adminEmails: readonly string[];
  requestId: string;
}

export interface SignInRequest {
  identity: Identity;
  /** The ID token is over: good enough to renew its owner's session, for nothing else. */
  expired: boolean;
  /** Session token of the request, null when it carries none. */
  token: string | null;
  /** What the person sees in their list of sessions. */
  device: string;
}

const TEXT = {
  blocked: 'Tu cuenta está bloqueada. Escribe a la oficina de Vinculación para recuperarla.',
  tenant: 'Tu cuenta pertenece a otra organización. Ingresa con la cuenta de tu institución.',
  taken:
    'Ya existe una cuenta con este correo. Ingresa como lo haces siempre y vincula esta otra desde tu perfil.',
  unconfirmed: 'Tu proveedor no confirma que este correo sea tuyo. Ingresa con la cuenta de tu institución.',
  foreign: 'Esa cuenta ya pertenece a otra persona.',
  current: 'Ingresaste con esta cuenta. Para quitarla, ingresa con otra.',
} as const;

/** Somebody verified who may not come in; leaves a line in the audit. */
class Refusal extends AppError {
  readonly entry: AuditEntry;
  constructor(
    reason: 'blocked' | 'tenant' | 'taken' | 'unconfirmed',
    objectType: AuditObject,
    objectId: string,
  ) {
    super('account_refused', TEXT[reason]);
    this.entry = { action: 'sign_in.refused', objectType, objectId, changes: { reason: [null, reason] } };
  }
}

const emailOfAccount = (identity: Identity) => (identity.emailTrusted ? identity.email : null);

async function insertAccount(tx: Transaction, userId: string, identity: Identity): Promise<string> {
  const { id } = await tx
    .insertInto('user_accounts')
    .values({
      user_id: userId,
      provider: identity.provider,
      tenant: identity.tenant,
      subject: identity.subject,
      // Kept only when the provider answers for it: `mayLink` depends on that.
      email: emailOfAccount(identity),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * May this identity join the person who has its e-mail already? Not when one of their accounts came with an
 * unconfirmed e-mail (somebody may have taken the address first), nor when they have another account at the same
 * provider (the address was given to a new person).
 */
async function mayLink(tx: Transaction, userId: string, { provider, tenant }: Identity): Promise<boolean> {
  const accounts = await accountsOf(tx, userId);
  return accounts.every(
    account => account.email !== null && !(account.provider === provider && account.tenant === tenant),
  );
}

type Enrolled = Person & { accountId: string };

/** The office wrote to exactly this address, and nobody has come with it yet. */
const isAwaited = async (tx: Transaction, { id, invitedAt }: { id: string; invitedAt: string | null }) =>
  invitedAt !== null && (await accountsOf(tx, id)).length === 0;

/** A first sign-in: joins a known person by e-mail where that is safe, else makes a new one. */
async function enrol(
  { tx, record }: Command<null>,
  identity: Identity,
  adminEmails: readonly string[],
): Promise<Enrolled> {
  const { email, emailTrusted } = identity;
  const domains = await readSetting(tx, 'signInDomains');
  const rule = domains.find(({ domain }) => domain === email.split('@')[1]);
  const firstAdmin = adminEmails.includes(email);
  const known = await personByEmail(tx, email);
  const ours = rule !== undefined || firstAdmin || (known && (await isAwaited(tx, known))) === true;
  // Their other first sign-in at this very moment may have made both, person and account, since we looked.
  const since = known && (await accountByKey(tx, identity));
  if (since) return since;
  if (known?.state === 'blocked') throw new Refusal('blocked', 'user', known.id);
  if (known && !(ours && emailTrusted && (await mayLink(tx, known.id, identity))))
    throw new Refusal('taken', 'user', known.id);
  if (ours && !emailTrusted) throw new Refusal('unconfirmed', 'provider', identity.provider);
  const person = known ?? (await createPerson({ tx, record }, identity, firstAdmin, rule?.becomes));
  const accountId = await insertAccount(tx, person.id, identity);
  record({
    action: 'account.linked',
    objectType: 'user',
    objectId: person.id,
    changes: { provider: [null, identity.provider] },
  });
  return { ...person, accountId };
}

async function createPerson(
  { tx, record }: Pick<Command<null>, 'tx' | 'record'>,
  { email, name }: Identity,
  firstAdmin: boolean,
  becomes: 'Academic' | 'pending' | undefined,
): Promise<Person> {
  const roles: Role[] = [];
  if (becomes === 'Academic') roles.push('Academic');
  if (firstAdmin) roles.push('Admin');
  const person = await tx
    .insertInto('users')
    .values({ email, name, roles, state: roles.length > 0 ? 'active' : 'pending' })
    .returning(['id', 'email', 'name', 'roles', 'state'])
    .executeTakeFirstOrThrow();
  record({
    action: 'user.created',
    objectType: 'user',
    objectId: person.id,
    changes: { state: [null, person.state], roles: [null, person.roles] },
  });
  return person;
}

/** Gives the environment's administrators their role while they wait, or when nobody else holds it. */
async function promote(
  { tx, record }: Command<null>,
  person: Enrolled,
  { email, emailTrusted }: Identity,
  adminEmails: readonly string[],
): Promise<Enrolled> {
  if (!emailTrusted || !adminEmails.includes(email) || person.roles.includes('Admin')) return person;
  if (person.state !== 'pending' && (await someActiveAdmin(tx))) return person;
  const roles: Role[] = [...person.roles, 'Admin'];
  await tx
    .updateTable('users')
    .set({ roles, state: 'active', updated_at: sql`now()` })
    .where('id', '=', person.id)
    .execute();
  record({
    action: 'user.updated',
    objectType: 'user',
    objectId: person.id,
    changes: { roles: [person.roles, roles], state: [person.state, 'active'] },
  });
  return { ...person, roles, state: 'active' };
}

/** Who ends sessions of an account and who renews one wait for each other: a renewal must not outlive the end. */
const lockAccount = (tx: Transaction, accountId: string) =>
  sql`select from user_accounts where id = ${accountId} for no key update`.execute(tx);

async function sessionToRenew(tx: Transaction, token: string, now: Date) {
  const read = () =>
    tx
      .selectFrom('sessions')
      .select(['token_hash', 'account_id', 'session_id', 'signed_in_at', 'device'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
  const found = await read();
  if (found) await lockAccount(tx, found.account_id);
  const session = found && (await read());
  if (!session) throw new AppError('unauthenticated');
  return { ...session, signedInAt: new Date(session.signed_in_at) };
}

type Renewable = Awaited<ReturnType<typeof sessionToRenew>>;

/** What the renewed token takes over. The replaced one lives two minutes more, for requests under way and other tabs. */
async function renew(tx: Transaction, current: Renewable, now: Date) {
  const { token_hash, session_id, signedInAt, device } = current;
  if (now.getTime() - signedInAt.getTime() >= SESSION.longest) throw new AppError('unauthenticated');
  await tx
    .updateTable('sessions')
    .set({ expires_at: sql`least(expires_at, ${new Date(now.getTime() + SESSION.grace)})` })
    .where('token_hash', '=', token_hash)
    .execute();
  return { signedInAt, sessionId: session_id, device };
}

async function noteSignIn(tx: Transaction, person: Enrolled, identity: Identity, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', person.id).execute();
  await tx
    .updateTable('user_accounts')
    .set({ email: emailOfAccount(identity) })
    .where('id', '=', person.accountId)
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', person.id)
    .where('expires_at', '<=', now.toISOString())
    .execute();
}

async function signInOnce(
  command: Command<null>,
  { adminEmails }: SignInContext,
  { identity, expired, token, device }: SignInRequest,
): Promise<{ token: string; user: SessionUser }> {
  const { tx, now } = command;
  const current = token === null ? undefined : await sessionToRenew(tx, token, now);
  const known = await accountByKey(tx, identity);
  const renewal = current && current.account_id === known?.accountId ? current : undefined;
  if (expired && !renewal) throw new AppError('unauthenticated');
  if (!identity.tenantAccepted) throw new Refusal('tenant', 'tenant', identity.tenant);
  if (known?.state === 'blocked') throw new Refusal('blocked', 'user', known.id);
  const enrolled = known ?? (await enrol(command, identity, adminEmails));
  const person = await promote(command, enrolled, identity, adminEmails);
  if (!renewal) await noteSignIn(tx, person, identity, now);
  const taken = renewal ? await renew(tx, renewal, now) : { signedInAt: now, device };
  const fresh = await openSession(tx, { userId: person.id, accountId: person.accountId, now, ...taken });
  const { id, email, name, state } = person;
  return { token: fresh, user: { id, email, name, roles: state === 'pending' ? [] : [...person.roles] } };
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505';

/**
 * Opens a session for a verified identity. With the token of a live session of the same account it is a renewal,
 * which keeps the time of the first sign-in; a token that is over is refused, never replaced.
 */
export async function signIn(
  context: SignInContext,
  request: SignInRequest,
): Promise<{ token: string; user: SessionUser }> {
  const { db, requestId } = context;
  const inOne = <T>(run: (command: Command<null>) => Promise<T>) =>
    inTransaction(db, tx => runAudited(tx, { actor: null, now: new Date(), requestId }, run));
  const once = () => inOne(command => signInOnce(command, context, request));
  try {
    return await once().catch(error => {
      // Two first sign-ins of one person at once: the slower one finds what the faster one made.
      if (isUniqueViolation(error)) return once();
      throw error;
    });
  } catch (error) {
    if (error instanceof Refusal) await inOne(async ({ record }) => record(error.entry));
    throw error;
  }
}

/** Ends a session with all its tokens, the replaced ones in their last two minutes included. */
export async function endSession(
  tx: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await lockAccount(tx, accountId);
  await tx.deleteFrom('sessions').where('session_id', '=', id).execute();
}

export const signOut = (db: Database, session: { id: string; accountId: string }): Promise<void> =>
  inTransaction(db, tx => endSession(tx, session));

interface OwnAccounts {
  /** Account of this session. */
  currentId: string | undefined;
}

export const linkAccount = command(
  'active',
  async (
    { tx, actor, record },
    { identity, currentId }: OwnAccounts & { identity: Identity },
  ): Promise<OutputOf<typeof listAccounts>> => {
    if (!identity.tenantAccepted) throw new AppError('account_refused', TEXT.tenant);
    const owner = await accountByKey(tx, identity);
    if (owner && owner.id !== actor.id) throw new AppError('rule', TEXT.foreign);
    if (!owner) {
      await insertAccount(tx, actor.id, identity);
      record({
        action: 'account.linked',
        objectType: 'user',
        objectId: actor.id,
        changes: { provider: [null, identity.provider] },
      });
    }
    return readAccounts(tx, actor.id, currentId);
  },
);

export const unlinkAccount = command(
  'active',
  async (
    { tx, actor, record },
    { accountId, currentId }: OwnAccounts & { accountId: string },
  ): Promise<{ ended: string[]; accounts: OutputOf<typeof listAccounts> }> => {
    // The account of this session stays, so nobody is ever left without one.
    if (accountId === currentId) throw new AppError('rule', TEXT.current);
    const sessions = await openSessions(tx, actor.id);
    const removed = await tx
      .deleteFrom('user_accounts')
      .where('id', '=', accountId)
      .where('user_id', '=', actor.id)
      .returning('provider')
      .executeTakeFirst();
    if (!removed) throw notFound();
    record({
      action: 'account.unlinked',
      objectType: 'user',
      objectId: actor.id,
      changes: { provider: [removed.provider, null] },
    });
    return {
      // They go with the account.
      ended: sessions.filter(session => session.accountId === accountId).map(session => session.id),
      accounts: await readAccounts(tx, actor.id, currentId),
    };
  },
);
