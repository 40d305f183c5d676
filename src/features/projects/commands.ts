import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { parseSetting } from '../../db/settings.ts';
import { startRefusal } from '../../domain/calls/calls.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, invalid } from '../../domain/kit/problem.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import { searchText } from '../../domain/sections/rows.ts';
import { draftRefusal, type Quotas } from '../../domain/settings/quotas.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { announce } from '../../server/notices/announce.ts';
import { callsTaking } from '../calls/queries.ts';
import type { CurrentKind } from '../kinds/queries.ts';
import { writeEntry } from '../project-record/history/commands.ts';
import { draftsOf, noRoom } from '../project-record/quotas/queries.ts';
import type { createProject as contract } from './contract.ts';
import { copySections } from './copying/commands.ts';
import { readCopySource } from './copying/queries.ts';

type Draft = BodyOf<typeof contract>;
type Created = OutputOf<typeof contract>;

interface Choice {
  lead: { id: string; name: string };
  schoolId: string | null;
  quotas: Quotas;
}

/** Lead and school as asked for, or the person's own; both must be active. Holds the lead: see `holdPerson`. */
async function readChoice(tx: Transaction, actor: Actor, draft: Draft): Promise<Choice> {
  const leadId = draft.leadId ?? actor.id;
  if (leadId !== actor.id && !isAdmin(actor)) throw forbidden('crear proyectos a nombre de otra persona');
  const lead = await tx
    .selectFrom('users as u')
    .leftJoin('schools as s', join => join.onRef('s.id', '=', 'u.home_school_id').on('s.active', '=', true))
    .select(['u.id', 'u.name', 's.id as schoolId'])
    .select(eb => eb.selectFrom('settings').select('value').where('key', '=', 'quotas').as('quotas'))
    .where('u.id', '=', leadId)
    .where('u.state', '=', 'active')
    .forNoKeyUpdate('u')
    .executeTakeFirst();
  if (!lead) throw invalid('leadId', 'Elige una persona con cuenta activa.');
  const quotas = parseSetting('quotas', lead.quotas);
  if (!draft.schoolId) return { lead, schoolId: lead.schoolId, quotas };
  const school = await tx
    .selectFrom('schools')
    .select('id')
    .where('id', '=', draft.schoolId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!school) throw invalid('schoolId', 'Elige una escuela activa.');
  return { lead, schoolId: school.id, quotas };
}

/** The call asked for, or the only one there is; refuses what cannot be started without one. */
async function requireCall(tx: Transaction, draft: Draft, kind: CurrentKind, now: Date) {
  const { calls } = await callsTaking(tx, draft.kind, now);
  const refusal = startRefusal(kind.definition, calls.length);
  if (refusal) throw new AppError('rule', refusal);
  const asked = calls.find(c => c.id === draft.callId);
  if (draft.callId && !asked)
    throw new AppError('rule', 'Esa convocatoria no está abierta.', {
      errors: [{ path: 'callId', message: 'Elige una convocatoria abierta.' }],
    });
  return asked ?? (kind.definition.call === 'required' && calls.length === 1 ? calls[0] : undefined);
}

/** Holds the row of this kind and year until the end, so that no number is given twice. */
async function nextCode(tx: Transaction, kind: string, prefix: string, now: Date): Promise<string> {
  const year = Number(localDay(now).slice(0, 4));
  const { rows } = await sql<{ code: string; taken: boolean }>`
    with c as (
      insert into project_correlatives as c (kind, year, last) values (${kind}, ${year}, 1)
      on conflict (kind, year) do update set last = c.last + 1
      returning ${`${prefix}-${year}-`}::text || lpad(last::text, greatest(4, length(last::text)), '0') as code
    )
    select code, exists (select from projects p where p.code = c.code) as taken from c`.execute(tx);
  const [next] = rows;
  if (!next) throw new Error('no number was given');
  // A spreadsheet of past projects may have brought this code along.
  return next.taken ? nextCode(tx, kind, prefix, now) : next.code;
}

/** What a draft begins with: what was asked for, and its call. */
function firstSections(draft: Draft, leadId: string, schoolId: string | null, callId: string | undefined) {
  const { title, period } = draft;
  const identification = {
    ...SECTIONS.identification.empty,
    title,
    leadId,
    schoolId,
    period: period ?? '',
  };
  const fund = { ...SECTIONS.fund.empty, callId };
  return [
    { section: 'identification', data: identification },
    ...(callId ? [{ section: 'fund', data: fund }] : []),
  ];
}

/** Sections, turn and history of a new draft; answers how many others its lead has, the row being held. */
async function writeFirst(
  run: Command,
  leadId: string,
  { id, copyOf }: { id: string; copyOf: string | null },
  sections: readonly { section: string; data: unknown }[],
): Promise<number> {
  const { tx, actor } = run;
  const onBehalfOf = leadId === actor.id ? null : leadId;
  const note = copyOf === null ? null : `Copia de ${copyOf}.`;
  await writeEntry(run, { projectId: id, action: 'create', from: null, to: 'draft', onBehalfOf, note });
  const { rows } = await sql<{ drafts: number }>`
    with s as (
      insert into project_sections (project_id, section, data, updated_by)
      select ${id}, section, data, ${actor.id}
      from json_to_recordset(${JSON.stringify(sections)}) s (section text, data jsonb)
    )
    insert into project_holders (project_id, user_id, via) values (${id}, ${leadId}, 'lead')
    returning ${draftsOf(sql`${leadId}`)} - 1 as drafts`.execute(tx);
  return rows[0]?.drafts ?? 0;
}

/** The same form sent twice: rolls back what this call began, the number included. */
class SentTwice extends Error {}

interface Start {
  readonly draft: Draft;
  readonly kind: CurrentKind;
}
type TakingCall = Awaited<ReturnType<typeof requireCall>>;

/** The project's own row, under a number of its own. */
async function insertProject(
  { tx, actor, now }: Command,
  { draft, kind }: Start,
  { lead, schoolId }: Choice,
  call: TakingCall,
): Promise<string> {
  const code = await nextCode(tx, draft.kind, kind.definition.prefix, now);
  const inserted = await tx
    .insertInto('projects')
    .values({
      id: draft.id,
      code,
      kind: draft.kind,
      kind_version: kind.version,
      title: draft.title,
      lead_id: lead.id,
      school_id: schoolId,
      period: draft.period ?? null,
      call_id: call?.id ?? null,
      due_at: call?.closesAt ?? null,
      created_by: actor.id,
      updated_by: actor.id,
      search_text: searchText(draft.title, lead.name),
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new SentTwice();
  return code;
}

const create = command('projects.create', async (run, start: Start): Promise<Created> => {
  const { tx, actor, now, record } = run;
  const { draft, kind } = start;
  const call = await requireCall(tx, draft, kind, now);
  const choice = await readChoice(tx, actor, draft);
  const { lead, schoolId, quotas } = choice;
  const code = await insertProject(run, start, choice, call);
  const source = draft.copyOf
    ? await readCopySource(tx, actor, { id: draft.copyOf, kind: draft.kind, leadId: lead.id })
    : null;
  const sections = firstSections(draft, lead.id, schoolId, call?.id);
  const begun = { id: draft.id, copyOf: source?.code ?? null };
  const others = await writeFirst(run, lead.id, begun, sections);
  const refused = draftRefusal(quotas.drafts, others, lead.id === actor.id ? null : lead.name);
  if (refused) throw noRoom(refused, lead.id === actor.id ? undefined : 'leadId');
  const changes = source ? { changes: { copyOf: [null, source.code] as [null, string] } } : {};
  record({ action: 'project.create', objectType: 'project', objectId: draft.id, ...changes });
  if (source) await copySections(run, draft.id, source, kind.definition);
  if (lead.id !== actor.id) {
    const project = { ...draft, code };
    await announce(
      { tx, now },
      { kind: 'draft_created', actorId: actor.id, leadId: lead.id },
      {
        project,
        status: 'draft',
        holders: [lead.id],
        office: false,
        due: call ? new Date(call.closesAt) : null,
      },
    );
  }
  return { id: draft.id, code, kind: draft.kind };
});

/** Starts a draft. Sending the same form again answers with the draft it made the first time. */
export async function createProject(
  context: Parameters<typeof create>[0],
  input: Parameters<typeof create>[1],
): Promise<Created> {
  try {
    return await create(context, input);
  } catch (error) {
    if (!(error instanceof SentTwice)) throw error;
    const made = await context.db
      .selectFrom('projects')
      .select(['id', 'code', 'kind', 'created_by'])
      .where('id', '=', input.draft.id)
      .executeTakeFirst();
    if (made?.created_by !== context.actor.id || made.kind !== input.draft.kind)
      throw new AppError('conflict', 'Ese formulario ya se usó. Vuelve a empezar.');
    return { id: made.id, code: made.code, kind: input.draft.kind };
  }
}
