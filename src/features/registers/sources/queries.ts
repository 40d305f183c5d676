import type { RegisterName } from '../../../domain/registers/names.ts';
import { money } from '../money/queries.ts';
import type { Reader, Source } from '../pieces/queries.ts';
import { portfolio } from '../portfolio/queries.ts';
import { results } from '../results/queries.ts';
import { marks, reviews } from '../reviews/queries.ts';

const { projects, activities, groups, team, partners, agreements } = portfolio;
const { indicators, evidence, steps } = results;

/** Sources that depend on who reads them are made for the reader. */
const SOURCES: Readonly<
  Record<RegisterName, Readonly<Record<string, Source | ((reader: Reader) => Source)>>>
> = {
  projects: { projects },
  activities: { activities },
  people: { groups, team },
  partners: { partners, agreements },
  money,
  indicators: { indicators, evidence },
  reviews: { reviews, marks },
  steps: { steps },
};

/** Throws where the table has none, which a test rules out. */
export function sourceOf(register: RegisterName, table: string, reader: Reader): Source {
  const source = SOURCES[register][table];
  if (!source) throw new Error(`No source of ${register}.${table}`);
  return typeof source === 'function' ? source(reader) : source;
}
