import { describe, expect, it } from 'vitest';
import { fillEverySection, type Leaf } from '../../../test/filled-sections.ts';
import { copyFields, withoutPaths } from './copy.ts';
import { keyOf } from './field.ts';
import { type SectionSlug, sectionOf } from './index.ts';

const ID = '0190f000-0000-7000-8000-000000000001';
const target = { id: ID, name: 'algo' };
const { sections, leaves } = fillEverySection({
  ...{ person: target, school: target, careers: target, theme: target, project: target },
  ...{ organisation: target, offering: target, call: target, callLine: target },
  institutionalIndicator: target,
});
const copyOf = (section: SectionSlug) => copyFields(sectionOf(section).fields, sections[section]);
const taken = ({ section, top, field }: Leaf): unknown => {
  const value = copyOf(section)[keyOf(top)];
  return top === field ? value : (value as Record<string, unknown>[] | undefined)?.[0]?.[keyOf(field)];
};
const nameOf = ({ section, field }: Leaf) => `${section}.${field.path}`;

/** Written by hand: whoever adds a field decides here, too, whether a copy takes it. */
const LEFT = [
  'identification.title',
  'identification.period',
  'identification.startDate',
  'identification.endDate',
  'identification.leadId',
  'identification.schoolId',
  'identification.previousProjectId',
  'identification.consentToPublish',
  'partners.partners.*.letterFileId',
  'team.members.*.from',
  'team.members.*.to',
  'event.sessions.*.date',
  'fund.callId',
  'fund.lineId',
  'fund.amountRequested',
  'contract.signedContractFileId',
  'contract.deliverables.*.dueDate',
  'venture.moneyRaised',
  'plan.activities.*.from',
  'plan.activities.*.to',
  'indicators.indicators.*.baselineDay',
  'indicators.indicators.*.actual',
  'attachments.links.*.title',
  'attachments.links.*.url',
];
/** How many fields a copy takes: a new one makes this test fail until somebody has thought of it. */
const TAKEN = 102;

describe('a copy of a project', () => {
  it('takes every field but those listed', () => {
    expect(leaves.filter(leaf => taken(leaf) === undefined).map(nameOf)).toEqual(LEFT);
    expect(leaves.length - LEFT.length).toBe(TAKEN);
  });

  it('takes them as they are, of counts what was planned alone', () => {
    const counted = (value: unknown) =>
      Object.fromEntries(
        Object.entries(value as Record<string, object>).map(([group, count]) => [
          group,
          { ...count, actual: null },
        ]),
      );
    for (const leaf of leaves.filter(each => !LEFT.includes(nameOf(each))))
      expect(taken(leaf), nameOf(leaf)).toEqual(
        leaf.field.type === 'counts' ? counted(leaf.stored) : leaf.stored,
      );
  });

  it('has no date, call, file, actual figure or consent, whatever field it would be in', () => {
    const copied = leaves.filter(leaf => taken(leaf) !== undefined);
    const types = new Set(copied.map(leaf => leaf.field.type));
    for (const type of ['date', 'period', 'call', 'callLine', 'file'] as const)
      expect(types.has(type), type).toBe(false);
    const words = /actual|consent|amountRequested|raised|evidence|accepted/i;
    expect(copied.map(nameOf).filter(name => words.test(name))).toEqual([]);
  });

  it('keeps the ids of entries, which other sections point at', () => {
    expect(copyOf('objectives').specific).toMatchObject([{ id: 'objective-1' }]);
    expect(copyOf('plan').activities).toMatchObject([{ id: 'entry-1', objectiveId: 'objective-1' }]);
  });
});

it('what stands at a path is left out: items leave their list, fields become empty', () => {
  const data = { a: ['x', 'y', 'z'], list: [{ id: '1', who: 'p', text: 't' }, { id: '2' }], rest: 1 };
  expect(withoutPaths(data, ['a.0', 'a.2', 'list.0.who'])).toEqual({
    a: ['y'],
    list: [{ id: '1', text: 't' }, { id: '2' }],
    rest: 1,
  });
  expect(withoutPaths(data, ['list', 'nothing.0'])).toEqual({ a: data.a, rest: 1 });
  expect(withoutPaths(data, [])).toEqual(data);
});
