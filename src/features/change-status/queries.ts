import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { can, managesReviews } from '../../domain/access/can.ts';
import { needsAward } from '../../domain/calls/award-money.ts';
import { type Call, moneyOf } from '../../domain/calls/calls.ts';
import { AWARDED, type Status } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { choiceRefusal, transitionFor } from '../../domain/workflow/transitions.ts';
import { readMailed } from '../../server/notices/announce.ts';
import { spentByLine, spentOn } from '../awards/queries.ts';
import { countStanding } from '../certificates/queries.ts';
import { kindLookup } from '../kinds/queries.ts';
import { readCommitted } from '../payments/queries.ts';
import { iso, rowJoins, rowJson, type StoredRow, showRow } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import { stepEvent } from '../workflow/notices/queries.ts';
import { nextTurn } from '../workflow/transitions/queries.ts';
import type {
  chosenProjects,
  Effect,
  EffectMoney,
  getBatch,
  listBatches,
  Place,
  previewChange,
} from './contract.ts';

type Holders = Omit<Place, 'people'> & { readonly userIds: readonly string[] };
type Uncertified = Omit<Effect, 'suspends' | 'reinstates'>;
type Bare = Omit<Uncertified, 'before' | 'after' | 'money'> & {
  before: Holders | null;
  after: Holders | null;
};
/** Without what other rows tell: names, and what is left of lines. */
type Unnamed = Bare & { asking: Asking | null };
interface Asking extends Pick<EffectMoney, 'needed' | 'lineId' | 'amount'> {
  readonly call: Call;
  /** What it has of its line by an award; `null` where it is not awarded. */
  readonly spent: { readonly lineId: string | null; readonly amount: number | null };
}

/** Administrators see every project. */
export async function rowsOf(
  db: Database,
  actor: Actor,
  { ids }: BodyOf<typeof chosenProjects>,
): Promise<OutputOf<typeof chosenProjects>> {
  const [{ rows }, kindOf] = await Promise.all([
    sql<{ row: StoredRow }>`
      select ${rowJson} as row from projects p ${rowJoins}
      where p.id = any(${[...ids]}::uuid[]) order by p.code`.execute(db),
    kindLookup(db),
  ]);
  return rows.map(({ row }) => showRow(row, actor, kindOf));
}

/** What each project would become; the rules are those of the step itself, nothing is written. */
export async function previewOf(
  db: Database,
  actor: Actor,
  { to, projects }: BodyOf<typeof previewChange>,
): Promise<OutputOf<typeof previewChange>> {
  const kinds = await kindLookup(db);
  const effects: Unnamed[] = [];
  for (const address of projects)
    effects.push(
      await effectOn(db, actor, address, to, kinds).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return { ...NOTHING, id: address.id, refused: error.message };
      }),
    );
  return addCertificates(db, await addNames(db, await addMoney(db, effects)), to);
}
const NO_EFFECT = { after: null, note: null, mailed: [], asking: null, frees: 0 };
const NOTHING = { ...NO_EFFECT, version: 0, from: null, before: null };

async function effectOn(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
  to: Status,
  kinds: Awaited<ReturnType<typeof kindLookup>>,
): Promise<Unnamed> {
  const project = await readProject(db, actor, address);
  const kind = definitionOf(kinds, project);
  const subject = subjectOf(project, kind);
  const verdict = can(actor, 'override', subject);
  const row = transitionFor('override', project.status);
  const refused = verdict.allowed ? choiceRefusal(subject, to) : verdict.reason;
  const isSecret = project.status === 'evaluation' && !managesReviews(actor, subject);
  const userIds = isSecret ? [] : project.holderIds;
  const before = { userIds, office: project.officeTurn, due: project.dueAt };
  const now = { id: project.id, version: project.version, from: project.status, before };
  if (refused || !row) return { ...now, ...NO_EFFECT, refused: refused ?? '' };
  const { to: place, turn } = await nextTurn(db, { project, kind, row, given: { to } }, subject, actor.id);
  const facts = { project, action: 'override', to: place, turn, onBehalf: false } as const;
  const event = stepEvent({ ...facts, actorId: actor.id, observations: 0 });
  const mailed = await readMailed(db, event, project.id);
  const after = {
    userIds: turn.holders.map(h => h.userId),
    office: turn.office,
    due: turn.dueAt?.toISOString() ?? null,
  };
  return { ...now, refused: null, after, note: turn.note, mailed, ...moneyEffect(project, to) };
}

function moneyEffect(project: StoredProject, to: Status): Pick<Unnamed, 'asking' | 'frees'> {
  const { call, lineId, amountAsked } = project;
  if (!call) return { asking: null, frees: 0 };
  const amount = AWARDED.includes(project.status) ? spentOn(project) : null;
  const needed = needsAward(project, to);
  const asking = { call, needed, lineId, amount: amountAsked, spent: { lineId, amount } };
  return { asking, frees: AWARDED.includes(to) ? 0 : (amount ?? 0) };
}

async function addMoney(
  db: Database,
  effects: readonly Unnamed[],
): Promise<(Bare & Pick<Effect, 'money'>)[]> {
  const calls = [...new Set(effects.flatMap(e => e.asking?.call.id ?? []))];
  const none: ReadonlyMap<string, number> = new Map();
  const ids = effects.flatMap(e => (e.asking ? e.id : []));
  const [spent, committed] =
    calls.length === 0 ? [none, none] : await Promise.all([spentByLine(db, calls), readCommitted(db, ids)]);
  return effects.map(({ asking, frees, ...effect }) => {
    // What was paid or spent stays with it, wherever it goes.
    const kept = committed.get(effect.id) ?? 0;
    return {
      ...effect,
      frees: Math.max(0, frees - kept),
      money: asking && moneyOfEffect(asking, spent, kept),
    };
  });
}

function moneyOfEffect(
  { call, spent: own, ...suggested }: Asking,
  spent: ReadonlyMap<string, number>,
  kept: number,
): EffectMoney {
  const lines = call.lines.map(line => {
    const others = (spent.get(line.id) ?? 0) - (own.lineId === line.id ? (own.amount ?? kept) : 0);
    return { id: line.id, name: line.name, left: moneyOf(line) - others };
  });
  return { ...suggested, lines };
}

/** A project closed before certifies nothing while it is open again. */
async function addCertificates(db: Database, effects: readonly Uncertified[], to: Status): Promise<Effect[]> {
  const moving = effects.filter(
    ({ refused, from }) => refused === null && (from === 'closed') !== (to === 'closed'),
  );
  const standing = await countStanding(
    db,
    moving.map(e => e.id),
  );
  return effects.map(effect => {
    const { valid = 0, suspended = 0 } = standing.get(effect.id) ?? {};
    return to === 'closed'
      ? { ...effect, suspends: 0, reinstates: suspended }
      : { ...effect, suspends: valid, reinstates: 0 };
  });
}

async function addNames(
  db: Database,
  effects: readonly (Bare & Pick<Effect, 'money'>)[],
): Promise<Uncertified[]> {
  const ids = [...new Set(effects.flatMap(e => [...(e.before?.userIds ?? []), ...(e.after?.userIds ?? [])]))];
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute();
  const place = (h: Holders | null): Place | null =>
    h && { office: h.office, due: h.due, people: people.filter(p => h.userIds.includes(p.id)) };
  return effects.map(e => ({ ...e, before: place(e.before), after: place(e.after) }));
}

/** The rows `b` of the history that belong to a batch, as one row a batch. */
const batchColumns = sql`
  b.batch_id as id, ${iso(sql`min(b.at)`)} as at, b.to_status as "to", min(b.reason) as reason,
  (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = b.actor_id) as by,
  count(*)::int as changed, count(b.undone_at)::int as undone`;

const RECENT = 20;

export async function recentBatches(db: Database): Promise<OutputOf<typeof listBatches>> {
  const { rows } = await sql<OutputOf<typeof listBatches>[number]>`
    select ${batchColumns} from project_history b
    where b.batch_id is not null and b.action = ${lit.action('override')}
    group by b.batch_id, b.actor_id, b.to_status order by max(b.id) desc limit ${RECENT}`.execute(db);
  return rows;
}

export interface BatchRow {
  id: string;
  kind: string;
  version: number;
  status: Status;
  undone: boolean;
  /** What happened after it, and by whom. */
  later: { name: string | null } | null;
}

const laterStep = sql`(select json_build_object('name', u.name) from project_history l
  left join users u on u.id = l.actor_id where l.project_id = p.id and l.id > b.id order by l.id desc limit 1)`;

/** Projects of a batch as they stand now. `only` narrows to some of them. */
export async function batchRows(db: Database, batch: string, only: readonly string[]): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select p.id, p.kind, p.version, p.status, b.undone_at is not null as undone, ${laterStep} as later
    from project_history b join projects p on p.id = b.project_id
    where b.batch_id = ${batch} and b.action = ${lit.action('override')}
      and p.id = any(${only}::uuid[])`.execute(db);
  return rows;
}

/** Why a change can no longer be taken back because of what followed; `null` when nothing did. */
export const laterRefusal = ({ undone, later }: Pick<BatchRow, 'undone' | 'later'>): string | null => {
  if (undone || !later) return null;
  return later.name ? `${later.name} ya actuó después del cambio.` : 'Ya hubo otro paso después del cambio.';
};

type StoredBatch = OutputOf<typeof getBatch>;
type StoredProjects = (Omit<StoredBatch['projects'][number], 'locked'> & { later: BatchRow['later'] })[];

export async function findBatch(db: Database, actor: Actor, batch: string): Promise<StoredBatch> {
  const { rows } = await sql<Omit<StoredBatch, 'projects'> & { projects: StoredProjects }>`
    select ${batchColumns}, json_agg(json_build_object('id', p.id, 'kind', p.kind, 'code', p.code,
      'title', p.title, 'from', b.from_status, 'status', p.status, 'undone', b.undone_at is not null,
      'later', ${laterStep}) order by p.code) as projects
    from project_history b join projects p on p.id = b.project_id
    where b.batch_id = ${batch} and b.action = ${lit.action('override')}
    group by b.batch_id, b.actor_id, b.to_status`.execute(db);
  const found = rows[0];
  if (!found) throw notFound();
  const others =
    found.by.id === actor.id ? null : `Solo puede deshacerlo ${found.by.name}, que hizo el cambio.`;
  const projects = found.projects.map(({ later, ...p }) => ({
    ...p,
    locked: p.undone ? null : (laterRefusal({ undone: p.undone, later }) ?? others),
  }));
  return { ...found, projects };
}
