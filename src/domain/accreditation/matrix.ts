import { z } from 'zod';
import { plain } from '../text/plain.ts';
import { RULES } from '../text/rule-messages.ts';
import { id, isWebAddress, text, thingName } from '../text/rules.ts';
import { EVIDENCE_NAMES, type EvidenceName } from './evidence.ts';

export const MOST = { criteria: 60, statements: 60, links: 20 } as const;

/** Says at each entry after the first that another one has the same. */
const once =
  <T>(field: string, keyOf: (entry: T) => string, message: string) =>
  (all: readonly T[], context: z.RefinementCtx) => {
    for (const [n, entry] of all.entries())
      if (all.findIndex(other => keyOf(other) === keyOf(entry)) < n)
        context.addIssue({ code: 'custom', path: [n, field], message });
  };

const address = text(500).refine(isWebAddress, RULES.webAddress);

const statement = z.object({
  /** Names it for good, whatever its words become. */
  key: id,
  text: text(2000, 1),
  evidence: z.array(z.enum(EVIDENCE_NAMES)).max(EVIDENCE_NAMES.length),
  /** What stands elsewhere: a policy, a page. */
  links: z.array(z.object({ title: thingName(150, 1), url: address })).max(MOST.links),
  /** What its reader is to know of it. */
  note: text(2000).default(''),
});
export type Statement = z.output<typeof statement>;

export const criterion = z.object({
  key: id,
  /** As the accreditor numbers it. */
  code: thingName(20, 1),
  name: thingName(300, 1),
  statements: z
    .array(statement)
    .max(MOST.statements)
    .superRefine(once('text', s => plain(s.text), 'Otro enunciado de este criterio dice lo mismo.')),
});
export type Criterion = z.output<typeof criterion>;

/** The criteria of a matrix in their order, in the words of the office. */
export const criteria = z
  .array(criterion)
  .max(MOST.criteria)
  .superRefine(once('code', c => plain(c.code), 'Otro criterio tiene este código.'));

/** How many things each kind of evidence comes to, of a unit and its years. */
export type Found = Readonly<Partial<Record<EvidenceName, number>>>;

/** Nothing shows it: no link, and none of its evidence was found. */
export const isGap = ({ evidence, links }: Pick<Statement, 'evidence' | 'links'>, found: Found): boolean =>
  links.length === 0 && evidence.every(name => !found[name]);

/** What a matrix asks for, each kind once. */
export const evidenceOf = (all: readonly Criterion[]): EvidenceName[] => {
  const asked = new Set(all.flatMap(c => c.statements.flatMap(s => s.evidence)));
  return EVIDENCE_NAMES.filter(name => asked.has(name));
};
