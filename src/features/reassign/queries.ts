import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { Bar } from '../../domain/access/part-taking.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { draftRefusal } from '../../domain/settings/quotas.ts';
import { type Held, isUnit, type Successor, successionRefusal } from '../../domain/workflow/reassignment.ts';
import { readMailed } from '../../server/notices/announce.ts';
import { readBars } from '../../server/part-taking/queries.ts';
import { pairRefusals, proposalsIn } from '../evaluation/assigning/queries.ts';
import { type HeldRow, type Possessions, possessionsOf } from '../holdings/queries.ts';
import { draftCounts, unsentOf } from '../project-record/quotas/queries.ts';
import { reassignEvent } from '../workflow/notices/queries.ts';
import type { checkReassign, Handover } from './contract.ts';

/** A reviewer's part in an evaluation. */
export const isReview = (held: Held): boolean =>
  !isUnit(held) && held.holding === 'step' && held.status === 'evaluation';

export interface CheckedHandover {
  readonly move: Handover;
  /** What is to be handed over and to whom; `null` where either is not there (any more). */
  readonly held: HeldRow | null;
  readonly to: Successor | null;
  readonly bar: Bar | null;
  readonly refused: string | null;
}

/** Each handover with what speaks against it. */
export async function judge(
  db: Database | Transaction,
  actor: Actor,
  { person, rows }: Possessions,
  moves: readonly Handover[],
): Promise<CheckedHandover[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'state', 'roles'])
    .where('id', 'in', [...new Set(moves.map(m => m.to))])
    .execute();
  const heads = new Set(moves.filter(isUnit).map(m => m.to));
  const successors = new Map(people.map(p => [p.id, { ...p, willHead: heads.has(p.id) } as Successor]));
  const keyOf = (row: { holding: string; id: string }) => `${row.holding}/${row.id}`;
  const held = new Map(rows.map(row => [keyOf(row), row]));
  const ids = rows.flatMap(row => (isUnit(row) ? [] : [row.id]));
  const bars = await readBars(db, actor, ids);
  const judged = moves.map(move => {
    const [row, to] = [held.get(keyOf(move)) ?? null, successors.get(move.to) ?? null];
    // A thing is handed over once: what comes again finds it gone.
    held.delete(keyOf(move));
    const gone = row ? null : `${person.name} ya no lo tiene.`;
    const found = (row && !isUnit(row) && bars.get(row.id)) || null;
    // What was never sent waits for no decision.
    const isDraft = row !== null && !isUnit(row) && row.status === 'draft';
    const bar = isDraft ? null : found;
    const barred = bar && !bar.last ? bar.reason : null;
    // Nor does it tell its people who reviews what competes with it: such a reviewer withdraws by themselves.
    const asked = isDraft && found && !found.last ? { ...row, reviewerIds: [] } : row;
    const refused =
      gone ?? barred ?? (asked && to ? successionRefusal(asked, to, person.id) : 'Esa persona ya no existe.');
    return { move, held: row, to, bar, refused };
  });
  return withReviewers(db, await withRoom(db, judged), person);
}

/** Whoever takes over drafts has room for them, one after the other. */
async function withRoom(db: Database | Transaction, judged: CheckedHandover[]): Promise<CheckedHandover[]> {
  const drafts = judged.filter(
    ({ move, held, refused }) =>
      refused === null && held && !isUnit(held) && move.holding === 'lead' && held.status === 'draft',
  );
  if (drafts.length === 0) return judged;
  const limit = (await readSetting(db, 'quotas')).drafts;
  const unsent = await unsentOf(
    db,
    drafts.map(d => d.move.id),
  );
  const used = await draftCounts(
    db,
    drafts.map(d => d.move.to),
  );
  return judged.map(j => {
    if (!drafts.includes(j) || !j.to || !unsent.has(j.move.id)) return j;
    const has = used.get(j.to.id) ?? 0;
    const refused = draftRefusal(limit, has, j.to.name);
    if (refused === null) used.set(j.to.id, has + 1);
    return { ...j, refused };
  });
}

/** Whoever takes a review over is judged as whoever is invited. */
async function withReviewers(
  db: Database | Transaction,
  judged: CheckedHandover[],
  person: Possessions['person'],
): Promise<CheckedHandover[]> {
  const reviews = judged.filter(({ held, refused }) => refused === null && held && isReview(held));
  if (reviews.length === 0) return judged;
  const proposals = await proposalsIn(db, [...new Set(reviews.map(r => r.move.id))]);
  const pairs = reviews.map(({ move }) => ({ projectId: move.id, userId: move.to }));
  const refusals = await pairRefusals(db, new Map(proposals.map(p => [p.id, p])), pairs, false);
  const asked = new Set(proposals.flatMap(p => (p.askedIds.includes(person.id) ? [p.id] : [])));
  const done = `${person.name} ya confirmó su evaluación y la compara con otra: no se reasigna.`;
  const found = new Map(
    reviews.map((r, n) => [r, asked.has(r.move.id) ? done : (refusals[n] ?? null)] as const),
  );
  return judged.map(j => ({ ...j, refused: found.get(j) ?? j.refused }));
}

export async function checkHandovers(
  db: Database,
  actor: Actor,
  { from, moves }: { from: string; moves: readonly Handover[] },
): Promise<OutputOf<typeof checkReassign>> {
  const judged = await judge(db, actor, await possessionsOf(db, actor, from), moves);
  const accepted = judged.flatMap(({ held, to, refused }) =>
    held && to && refused === null ? [{ held, to }] : [],
  );
  const mailed = accepted.length > 0 ? await readMailed(db, reassignEvent(actor.id, from, accepted)) : [];
  return {
    rows: judged.map(({ move, refused }) => ({ holding: move.holding, id: move.id, refused })),
    mailed,
  };
}
