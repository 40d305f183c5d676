import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { type Call, moneyOf } from '../../../domain/calls/calls.ts';
import { costOf, type Proposed, type Result } from '../../../domain/calls/ranking.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import type { Command } from '../../../server/commands/command.ts';
import type { Asker } from '../../../server/http/turns.ts';
import { pdfBytes } from '../../../server/pdf/pdf.ts';
import type { RankedProposal } from '../queries.ts';
import { type ActFacts, actDocument, type Heading, type StoredAct } from './queries.ts';

interface Resolved {
  readonly call: Call;
  /** Best first. */
  readonly waiting: readonly RankedProposal[];
  readonly before: readonly RankedProposal[];
  readonly proposed: ReadonlyMap<string, Proposed>;
  readonly decisions: readonly { readonly id: string; readonly result: Result; readonly reason: string }[];
}

/** Names that the ranking itself does not need. */
async function namesOf({ tx }: Command, call: Call, ids: readonly string[]) {
  const { rows: leads } = await sql<{ id: string; lead: string }>`
    select p.id, u.name as lead from projects p join users u on u.id = p.lead_id
    where p.id = any(${[...ids]}::uuid[])`.execute(tx);
  const { rows: faculties } = await sql<{ id: string; name: string }>`
    select id, name from faculties where id = any(${call.quotas.map(q => q.facultyId)}::uuid[])`.execute(tx);
  return {
    lead: new Map(leads.map(r => [r.id, r.lead])),
    faculty: new Map(faculties.map(r => [r.id, r.name])),
  };
}

/** Everything the act says, as it is in this transaction. */
export async function writeAct(run: Command, resolved: Resolved): Promise<string> {
  const { call, waiting, before, proposed, decisions } = resolved;
  const names = await namesOf(
    run,
    call,
    waiting.map(w => w.id),
  );
  const decided = new Map(decisions.map(d => [d.id, d]));
  const { criteria } = call.rubric;
  const lineName = new Map(call.lines.map(l => [l.id, l.name]));
  const spentOn = (lineId: string) =>
    [...before, ...waiting.filter(w => decided.get(w.id)?.result === 'award')]
      .filter(w => w.lineId === lineId)
      .reduce((sum, w) => sum + costOf(w), 0);
  const facts: ActFacts = {
    ...{ call: call.name, year: call.year, by: run.actor.name, minimum: call.minimum },
    ...{ reviews: call.reviews, gap: call.gap, blind: call.blind },
    criteria: criteria.map(({ name, weight, maxPoints }) => ({ name, weight, maxPoints })),
    lines: call.lines.map(({ id, name, cap, ...money }) => ({
      ...{ name, cap, budget: moneyOf(money), awarded: spentOn(id) },
    })),
    quotas: call.quotas.map(q => ({ faculty: names.faculty.get(q.facultyId) ?? '', quota: q.quota })),
    rows: waiting.map((w, n) => ({
      ...{ rank: n + 1, code: w.code, title: w.title, lead: names.lead.get(w.id) ?? '' },
      ...{
        school: w.school?.name ?? '',
        faculty: w.faculty?.name ?? '',
        amount: w.amount,
        awarded: costOf(w),
      },
      ...{ line: lineName.get(w.lineId ?? '') ?? '', scores: w.scores, score: w.score, spread: w.spread },
      criteria: criteria.map(c => w.criteria[c.id]?.mean ?? 0),
      result: decided.get(w.id)?.result ?? 'not_award',
      proposed: proposed.get(w.id)?.result ?? 'not_award',
      reason: decided.get(w.id)?.reason || (proposed.get(w.id)?.reason ?? ''),
    })),
  };
  const { rows } = await sql<{ id: string }>`
    insert into call_acts (call_id, number, at, actor_id, facts)
    select ${call.id}, 1 + coalesce(max(number), 0), ${run.now}, ${run.actor.id}, ${JSON.stringify(facts)}::jsonb
    from call_acts where call_id = ${call.id} returning id`.execute(run.tx);
  return rows[0]?.id ?? '';
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
  const name = `Acta ${number} ${facts.call} ${facts.year}.pdf`;
  if (stored.pdf) return { name, pdf: stored.pdf };
  const drawn = await pdfBytes(asker, actDocument({ ...stored, at: new Date(stored.at) }, heading));
  const kept = await sql<{ pdf: Buffer }>`
    update call_acts set pdf = coalesce(pdf, ${drawn}) where id = ${act} returning pdf`.execute(db);
  return { name, pdf: kept.rows[0]?.pdf ?? drawn };
}
