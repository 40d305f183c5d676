import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { kindSlug } from '../../features/project-record/contract.ts';
import { PARTNERS } from './catalogues.ts';
import { readTable } from './tables.ts';

/** What somebody of a school might do with a partner, in words; several projects may come of one. */
export interface Idea {
  readonly kind: KindSlug;
  readonly school: string;
  readonly title: string;
  readonly summary: string;
  readonly problem: string;
  readonly relevance: string;
  readonly general: string;
  readonly specific: string;
  readonly methodology: string;
  /** RUT of an organisation of the directory, and what it does. */
  readonly partner: readonly [rut: string, commitment: string];
  readonly comuna: string;
  readonly theme: string;
  readonly goals: readonly number[];
  readonly people: number;
  readonly indicator: readonly [name: string, unit: string, target: number];
  /** What the indicator came to, where the result tells it. */
  readonly reached: number | null;
  readonly cost: readonly [what: string, pesos: number];
  /** Names of what it does, in its order. */
  readonly activities: readonly string[];
  /** Something that happened, what remained, and what would be done differently. */
  readonly tale: string;
  readonly result: string;
  readonly lesson: string;
  /** Type of an event or of a contract, or the name of a venture. */
  readonly own: string;
}

type Column = Exclude<keyof Idea, 'cost'> | 'commitment' | 'unit' | 'target' | 'item' | 'pesos';

const readIdeas = (file: string): Idea[] =>
  readTable<Column>(file).map(
    ({ partner, commitment, indicator, unit, target, reached, item, pesos, ...row }) => ({
      ...row,
      kind: kindSlug.parse(row.kind),
      partner: [PARTNERS[partner] ?? '', commitment],
      goals: row.goals.split(',').map(Number),
      people: Number(row.people),
      indicator: [indicator, unit, Number(target)],
      reached: reached === '' ? null : Number(reached),
      cost: [item, Number(pesos)],
      activities: row.activities.split('|'),
    }),
  );

export const IDEAS: readonly Idea[] = ['health.csv', 'land.csv', 'culture.csv'].flatMap(readIdeas);
