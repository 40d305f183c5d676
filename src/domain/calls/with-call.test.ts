import { expect, it } from 'vitest';
import { kindDefinitionSchema } from '../kinds/definition.ts';
import { incs } from '../kinds/incs.ts';
import { withCall } from './calls.ts';

const CALL = {
  ...{ questions: [], documents: [], correctionDays: 5, rubric: { criteria: [] } },
  ...{ reviews: 2, minimum: 60, gap: 20, consensusDays: 3 },
};
const { sections, ...rest } = incs;
const applying = (of: typeof sections) =>
  withCall(kindDefinitionSchema.parse({ ...rest, sections: of }), CALL);

it('whatever a kind has published, what applies has a budget to ask by', () => {
  const without = applying(sections.filter(s => s.slug !== 'budget'));
  expect(without.sections.at(-1)).toMatchObject({ slug: 'budget' });
});

it('nothing that is added up is hidden from who applies', () => {
  const hidden = { lines: { hidden: true }, 'lines.*.source': { hidden: true, label: 'Quién paga' } };
  const shown = applying(sections.map(s => (s.slug === 'budget' ? { ...s, fields: hidden } : s)));
  expect(shown.sections.find(s => s.slug === 'budget')?.fields).toMatchObject({
    lines: { hidden: false, required: true },
    'lines.*.source': { hidden: false, required: true, label: 'Quién paga' },
  });
});
