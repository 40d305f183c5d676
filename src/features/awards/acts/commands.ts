import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { ActFacts, Heading, StoredAct } from '../../../domain/calls/act.ts';
import { actDocument } from '../../../domain/calls/act-document.ts';
import { appealUntil } from '../../../domain/calls/appeals.ts';
import { type Call, moneyOf } from '../../../domain/calls/calls.ts';
import type { Session } from '../../../domain/calls/committee.ts';
import type { Result } from '../../../domain/calls/proposals.ts';
import { RANKED } from '../../../domain/calls/proposals.ts';
import { costOf, cutoffs, rank, tieGrounds } from '../../../domain/calls/ranking.ts';
import { heaviestOf } from '../../../domain/calls/scoring.ts';
import { callTitle } from '../../../domain/catalogues/call-title.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import type { Command } from '../../../server/commands/command.ts';
import type { Asker } from '../../../server/http/turns.ts';
import { pdfBytes } from '../../../server/pdf/pdf.ts';
import { contendersOf, type RankedProposal } from '../queries.ts';

type Run = Command<Actor | null>;

/** A proposal with its result. */
export interface Decided {
  readonly proposal: RankedProposal;
  readonly result: Result;
  /** What the rules proposed. */
  readonly proposed: Result;
  readonly reason: string;
}

interface Resolved {
  readonly call: Call;
  readonly cause: NonNullable<ActFacts['cause']>;
  /** Best first. */
  readonly decided: readonly Decided[];
  readonly session: Session | null;
}

interface Around {
  readonly leads: Record<string, string>;
  readonly faculties: Record<string, string>;
  readonly bases: string[];
  readonly inadmissible: NonNullable<ActFacts['inadmissible']>;
}

/** What an act names that the ranking does not: people, units, files, and who was found inadmissible since the last act. */
async function readAround(tx: Transaction, call: Call, ids: readonly string[]): Promise<Around> {
  const { rows } = await sql<Around>`
    select
      coalesce((select json_object_agg(p.id, u.name) from projects p join users u on u.id = p.lead_id
        where p.id = any(${[...ids]}::uuid[])), '{}') as leads,
      coalesce((select json_object_agg(id, name) from faculties
        where id = any(${call.quotas.map(q => q.facultyId)}::uuid[])), '{}') as faculties,
      array(select name from call_files where call_id = ${call.id} order by uploaded_at, id) as bases,
      coalesce((select json_agg(json_build_object('code', p.code, 'title', p.title, 'lead', u.name,
          'school', coalesce(s.name, ''), 'reason', coalesce(h.reason, '')) order by p.code)
        from projects p join users u on u.id = p.lead_id left join schools s on s.id = p.school_id
          join lateral (select action, reason, at from project_history where project_id = p.id and undone_at is null
            and to_status <> from_status order by id desc limit 1) h on h.action = ${lit.action('dismiss')}
        where p.call_id = ${call.id} and p.status = ${lit.status('rejected')} and h.at > coalesce(
          (select max(at) from call_acts where call_id = ${call.id}), '-infinity')), '[]') as inadmissible`.execute(
    tx,
  );
  return rows[0] ?? { leads: {}, faculties: {}, bases: [], inadmissible: [] };
}

const sessionFacts = (
  { committee }: Call,
  session: Session | null,
): NonNullable<ActFacts['session']> | null => {
  if (!session || committee.members.length === 0) return null;
  const { day, place, notes, present } = session;
  const attendants = (there: boolean) =>
    committee.members.filter(m => present.includes(m.id) === there).map(({ name, role }) => ({ name, role }));
  return {
    day,
    place,
    notes,
    quorum: committee.quorum,
    present: attendants(true),
    absent: attendants(false),
  };
};

/** The last day to appeal what this act decides; `null` where nothing of it can be appealed. */
async function appealsUntil(run: Run, { call, cause }: Resolved): Promise<string | null> {
  if (cause !== 'resolution' || call.appealDays === 0) return null;
  return localDay(appealUntil(run.now, call.appealDays, await readHolidays(run.tx)));
}

/** Everything the act says, as it is in this transaction. */
export async function writeAct(run: Run, resolved: Resolved): Promise<string> {
  const { call, cause, decided, session } = resolved;
  const all = rank(await contendersOf(run.tx, call, RANKED));
  const around = await readAround(
    run.tx,
    call,
    decided.map(d => d.proposal.id),
  );
  const facts: ActFacts = {
    ...{ call: call.name, year: call.year, by: run.actor?.name ?? null, minimum: call.minimum },
    ...{ reviews: call.reviews, gap: call.gap, blind: call.blind, cause },
    criteria: call.rubric.criteria.map(({ name, weight, maxPoints }) => ({ name, weight, maxPoints })),
    lines: linesOf(call, all, decided),
    quotas: call.quotas.map(q => ({ faculty: around.faculties[q.facultyId] ?? '', quota: q.quota })),
    rows: rowsOf(resolved, all, around),
    session: sessionFacts(call, session),
    ...{ bases: around.bases, inadmissible: around.inadmissible },
    appealsUntil: await appealsUntil(run, resolved),
  };
  const { rows } = await sql<{ id: string }>`
    insert into call_acts (call_id, number, at, actor_id, facts)
    select ${call.id}, 1 + coalesce(max(number), 0), ${run.now}, ${run.actor?.id ?? null}, ${JSON.stringify(facts)}::jsonb
    from call_acts where call_id = ${call.id} returning id`.execute(run.tx);
  return rows[0]?.id ?? '';
}

/** Money of each line once the act is carried out. */
function linesOf(call: Call, all: readonly RankedProposal[], decided: readonly Decided[]): ActFacts['lines'] {
  const known = new Set(decided.map(d => d.proposal.id));
  const awarded = [
    ...all.filter(c => AWARDED.includes(c.status) && !known.has(c.id)),
    ...decided.filter(d => d.result === 'award').map(d => d.proposal),
  ];
  const cutoff = cutoffs(awarded);
  return call.lines.map(({ id, name, cap, ...money }) => ({
    ...{ name, cap, budget: moneyOf(money), cutoff: cutoff.get(id) ?? null },
    awarded: awarded.filter(c => c.lineId === id).reduce((sum, c) => sum + costOf(c), 0),
  }));
}

/** In the order of the ranking, each with its place among all of the call. */
function rowsOf(
  { call, cause, decided }: Resolved,
  all: readonly RankedProposal[],
  { leads }: Around,
): ActFacts['rows'] {
  const { criteria } = call.rubric;
  const lineName = new Map(call.lines.map(l => [l.id, l.name]));
  const place = new Map(all.map((c, n) => [c.id, n + 1]));
  const ties = tieGrounds(all, heaviestOf(criteria)?.name ?? '');
  return decided.map(({ proposal: w, result, proposed, reason }) => {
    const tie = ties.get(w.id);
    return {
      ...{ rank: place.get(w.id) ?? 0, code: w.code, title: w.title, lead: leads[w.id] ?? '' },
      ...{
        school: w.school?.name ?? '',
        faculty: w.faculty?.name ?? '',
        amount: w.amount,
        awarded: costOf(w),
      },
      ...{ line: lineName.get(w.lineId ?? '') ?? '', scores: w.scores, score: w.score, spread: w.spread },
      criteria: criteria.map(c => w.criteria[c.id]?.mean ?? 0),
      ...{ result, proposed, reason },
      ...(tie !== undefined && { tie }),
      ...(w.upheld && { upheld: true }),
      ...(cause === 'waitlist' && { fromWaitlist: true }),
    };
  });
}

/** Drawn when first asked for, so that resolving waits for no PDF; from then on the same bytes. */
export async function actPdf(
  db: Database,
  { call, act }: { call: string; act: string },
  heading: Heading,
  asker: Asker,
): Promise<{ name: string; pdf: Buffer }> {
  const { rows } = await sql<StoredAct>`
    select number, at, facts, pdf from call_acts where id = ${act} and call_id::text = ${call}`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound();
  const { facts, number } = stored;
  const name = `Acta ${number} ${callTitle({ name: facts.call, year: facts.year })}.pdf`;
  if (stored.pdf) return { name, pdf: stored.pdf };
  const drawn = await pdfBytes(asker, actDocument({ ...stored, at: new Date(stored.at) }, heading));
  const kept = await sql<{ pdf: Buffer }>`
    update call_acts set pdf = coalesce(pdf, ${drawn}) where id = ${act} returning pdf`.execute(db);
  return { name, pdf: kept.rows[0]?.pdf ?? drawn };
}
