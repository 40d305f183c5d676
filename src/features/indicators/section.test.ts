import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { type Created, detailOf, done } from '../../../test/factories.ts';
import { addIndicators, decide, measure, pathOf } from '../../../test/measurements.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { FieldError, Problem } from '../../domain/kit/problem.ts';
import type { Indicator } from '../../domain/sections/indicators.ts';

openUniversity();
let project: Created;
const lead = () => clients.academic;

/** Measured: `i1`, a scale `s` and, of which nothing was accepted, `w`. Not measured: `n`. */
beforeEach(async () => {
  project = await approvedPacs(server, lead(), refs);
  await addIndicators(server, project, [
    { id: 's', kind: 'scale', accumulates: 'last', scaleFrom: 1, scaleTo: 7 },
    { id: 'n', kind: 'number' },
    { id: 'w', kind: 'number' },
  ]);
  const sent = [
    done(await measure(lead(), project)),
    done(await measure(lead(), project, { indicatorId: 's' })),
  ];
  done(await measure(lead(), project, { indicatorId: 'w' }));
  done(await decide(clients.director, project, sent));
});

async function sectionOf(who: Client) {
  const section = (await detailOf(who, project)).sections.find(s => s.slug === 'indicators');
  if (!section) throw new Error('the kind has no indicators');
  return { version: section.version, list: section.data.indicators as Indicator[] };
}
/** Saves what `change` makes of the section as it stands. */
async function save(who: Client, change: (list: Indicator[]) => Partial<Indicator>[]) {
  const { version, list } = await sectionOf(who);
  return who.put<{ errors?: FieldError[]; data: { indicators: Indicator[] } }>(
    `${pathOf(project)}/sections/indicators`,
    { version, data: { indicators: change(list) } },
  );
}
const detailOfRefusal = (answer: { body: unknown }) => (answer.body as Problem).detail;
const without = (id: string) => (list: Indicator[]) => list.filter(i => i.id !== id);
const changed = (id: string, more: Partial<Indicator>) => (list: Indicator[]) =>
  list.map(i => (i.id === id ? { ...i, ...more } : i));

const REFUSED: [string, (list: Indicator[]) => Partial<Indicator>[], string[]][] = [
  ['left out', without('i1'), ['indicators']],
  ['of which nothing was accepted yet left out', without('w'), ['indicators']],
  ['of another kind', changed('i1', { kind: 'percentage' }), ['indicators.0.kind']],
  ['that adds up', changed('i1', { accumulates: 'sum' }), ['indicators.0.accumulates']],
  [
    'with other ends',
    changed('s', { scaleFrom: 0, scaleTo: 10 }),
    ['indicators.1.scaleFrom', 'indicators.1.scaleTo'],
  ],
  [
    'moved and of another kind, and another one left out',
    list => [...changed('s', { kind: 'number' })(list).reverse()].filter(i => i.id !== 'i1'),
    ['indicators', 'indicators.2.kind'],
  ],
];

describe('an indicator that was measured', () => {
  it.each(REFUSED)('%s is refused at its place, to the office, too', async (_, change, paths) => {
    const answer = await save(clients.admin, change);
    expect([answer.status, answer.body.errors?.map(e => e.path)]).toEqual([400, paths]);
    expect(answer.body.errors?.every(e => e.message.includes('ya tiene mediciones'))).toBe(true);
    // Set back for correction, it has been measured all the same.
    await setStatus(server, project, 'returned');
    for (const who of [lead(), clients.admin]) {
      const again = await save(who, change);
      expect([again.status, again.body.errors?.map(e => e.path)]).toEqual([400, paths]);
    }
  });

  it('may be named, explained and aimed otherwise; one that was not measured is free', async () => {
    const named = (list: Indicator[]) =>
      changed('i1', { name: 'Talleres dictados', target: 9, verification: 'Actas' })(list);
    done(await save(clients.admin, named));
    done(await save(clients.admin, changed('n', { kind: 'milestone' })));
    done(await save(clients.admin, list => [...without('n')(list).reverse()]));
    expect((await sectionOf(lead())).list.map(i => [i.id, i.actual])).toEqual([
      ['w', null],
      ['s', 4],
      ['i1', 4],
    ]);
  });

  it('has the value that was measured, whatever is sent, and none is stored', async () => {
    const { data } = done(await save(clients.admin, list => list.map(i => ({ ...i, actual: 99 }))));
    expect(data.indicators.map(i => i.actual)).not.toContain(99);
    expect((await sectionOf(clients.stranger)).list.map(i => i.actual)).toEqual([4, 4, null, null]);
    const { rows } = await sql<{ actual: unknown }>`
      select e -> 'actual' as actual from project_sections, jsonb_array_elements(data -> 'indicators') e
      where project_id = ${project.id} and section = 'indicators'`.execute(server.db);
    expect(rows.map(r => r.actual)).toEqual([null, null, null, null]);
  });

  it('is frozen for its team while the project runs', async () => {
    for (const who of [lead(), clients.colleague]) {
      const answer = await save(who, changed('i1', { target: 1 }));
      expect([answer.status, detailOfRefusal(answer)]).toEqual([403, expect.any(String)]);
    }
  });

  it('saved by a copy of the program that knows no kinds, it cannot become another one', async () => {
    // As it stores the section: keys that it does not know are lost.
    await sql`update project_sections set data = jsonb_set(data, '{indicators}', (select jsonb_agg(e - 'kind' - 'accumulates')
        from jsonb_array_elements(data -> 'indicators') e))
      where project_id = ${project.id} and section = 'indicators'`.execute(server.db);
    expect((await sectionOf(lead())).list.map(i => i.actual)).toEqual([4, 4, null, null]);
    done(await save(clients.admin, list => changed('i1', { target: 7 })(list)));
    const other = await save(clients.admin, changed('i1', { kind: 'ratio' }));
    expect(other.body.errors?.map(e => e.path)).toEqual(['indicators.0.kind']);
  });
});
