import { type Contender, type LineProjection, projectAwards } from '../../../domain/calls/ranking.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getRanking, Ranked } from '../contract.ts';
import { type Choices, choiceOf, costOf, moneyLineOf } from './choices.tsx';

type Ranking = OutputOf<typeof getRanking>;

export interface LineStanding extends LineProjection {
  readonly id: string;
  readonly name: string;
  /** CLP: of the line, awarded already, and awarded by what is chosen now. */
  readonly budget: number;
  readonly awarded: number;
  readonly chosen: number;
}

/** What a ranking comes to with what is chosen now. */
export interface Standing {
  /** In evaluation: scores, places and cut-offs are provisional. */
  readonly pending: readonly Ranked[];
  readonly results: ReturnType<typeof projectAwards>['results'];
  readonly lines: readonly LineStanding[];
  /** Below which row a line's cut-off lies, by the row's id: its name, none where the call has no lines, and score. */
  readonly cuts: ReadonlyMap<string, readonly { readonly line: string | null; readonly score: number }[]>;
}

export const isPending = ({ reviewsNeeded }: Ranked): boolean => reviewsNeeded !== null;
/** Still to be confirmed. */
export const lackingIn = ({ reviewsNeeded, scores }: Ranked): number =>
  Math.max(0, (reviewsNeeded ?? 0) - scores.length);

const contenderOf = ({ awarded, ...row }: Ranked): Contender => ({
  ...row,
  ...(awarded !== null && { awarded }),
  reviewCount: row.scores.length,
  facultyId: row.faculty?.id ?? null,
});

/** As it is awarded, or chosen to be. */
function awardOf(row: Ranked, choices: Choices): Contender[] {
  if (AWARDED.includes(row.status)) return [contenderOf(row)];
  if (row.proposed === null || choiceOf(choices, row).result !== 'award') return [];
  return [{ ...contenderOf(row), lineId: moneyLineOf(choices, row), awarded: costOf(choices, row) }];
}

export function standingOf(ranking: Ranking, choices: Choices): Standing {
  const { rows, lines } = ranking;
  const pending = rows.filter(isPending);
  const awards = rows.flatMap(row => awardOf(row, choices));
  const projection = projectAwards(pending.map(contenderOf), ranking, awards);
  const { results } = projection;
  const moneyLine = new Map(awards.map(c => [c.id, c.lineId]));
  for (const { id, lineId } of pending) {
    const found = results.get(id);
    if (found?.result === 'award') moneyLine.set(id, found.lineId ?? lineId);
  }
  const cuts = new Map<string, { line: string | null; score: number }[]>();
  for (const [line, { cutoff: score }] of projection.lines) {
    const last = rows.findLast(r => r.score === score && moneyLine.get(r.id) === line);
    if (score === null || !last) continue;
    const name = lines.find(l => l.id === line)?.name ?? null;
    cuts.set(last.id, [...(cuts.get(last.id) ?? []), { line: name, score }]);
  }
  return {
    ...{ pending, results, cuts },
    lines: lines.flatMap(line => {
      const projected = projection.lines.get(line.id);
      const all = awards
        .filter(c => c.lineId === line.id)
        .reduce((sum, c) => sum + (c.awarded ?? c.amount), 0);
      return projected ? [{ ...line, ...projected, chosen: all - line.awarded }] : [];
    }),
  };
}
