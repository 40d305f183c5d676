import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Campus, describeCatalogue, openCampus } from '../../../test/catalogue.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import {
  type Created,
  detailOf,
  done,
  fillSections,
  pacsSections,
  type References,
  startDraft,
} from '../../../test/factories.ts';
import { startDemoProjects } from '../../demo/projects.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Indicator } from '../../domain/sections/indicators.ts';
import type {
  getInstitutionalTotal,
  InstitutionalIndicator,
  listProjectValues,
  ROLL_UPS,
} from './contract.ts';

const valid = (n: unknown) => ({
  ...{
    name: `Indicador de pruebas ${n}`,
    description: 'Se cuenta una vez.',
    kind: 'number',
    unit: 'personas',
  },
  ...{ direction: 'up', accumulates: 'sum', scope: 'external', level: 'outcome', rollUp: 'sum' },
});
const NO_SUM = 'Los puntos de una escala no se suman: elige otro.';

describeCatalogue({
  path: '/institutional-indicators',
  object: 'institutionalIndicator',
  valid: async (_campus, n) => valid(n),
  change: { name: 'Vecinas y vecinos', kind: 'ratio', accumulates: 'last', unit: 'horas', rollUp: 'max' },
  duplicate: ['name', 'Ya existe un indicador institucional con ese nombre.'],
  activation: true,
  officeOnly: true,
  wrong: [
    [{ name: '' }, 'name', 'Este campo es obligatorio.'],
    [{ name: 'ab' }, 'name', 'Escribe al menos 3 caracteres.'],
    // As the database counts them.
    [{ name: 'a🎓' }, 'name', 'Escribe al menos 3 caracteres.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
    [{ description: 'x'.repeat(1001) }, 'description', 'Escribe como máximo 1000 caracteres.'],
    [{ unit: 'x'.repeat(61) }, 'unit', 'Escribe como máximo 60 caracteres.'],
    [{ kind: 'qualitative' }, 'kind', 'Elige una de las opciones.'],
    [{ kind: null }, 'kind', 'Elige una de las opciones.'],
    [{ rollUp: 'last' }, 'rollUp', 'Elige una de las opciones.'],
    [{ kind: 'scale', rollUp: 'max' }, 'accumulates', NO_SUM],
    [{ kind: 'scale', accumulates: 'last' }, 'rollUp', NO_SUM],
    [{ kind: 'milestone' }, 'accumulates', 'De un hito vale la medición más reciente.'],
    [
      { kind: 'percentage', accumulates: 'average' },
      'rollUp',
      'Los casos de los proyectos solo se suman si el valor que cuenta es la suma o el último.',
    ],
  ],
});

describe('an indicator of the institution', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
    await startDemoProjects(campus);
  });
  afterAll(() => campus.close());

  it('keeps neither unit nor direction where its kind has none', async () => {
    const milestone = { ...valid('hito'), kind: 'milestone', accumulates: 'last', direction: 'down' };
    const { body } = await campus.send('POST', '/institutional-indicators', milestone);
    expect(body).toMatchObject({ kind: 'milestone', unit: '', direction: 'up' });
  });

  it('is offered to everybody while it is in use', async () => {
    const { body: row } = await campus.send('POST', '/institutional-indicators', valid('ofrecido'));
    const offered = async () => {
      const path = '/catalogues/institutional-indicators';
      const { body } = await campus.send('GET', path, undefined, campus.as('Academic'));
      return Object.values(body as Record<string, { id: string }>).find(i => i.id === row.id);
    };
    const { description: _, rollUp: _rollUp, ...shown } = valid('ofrecido');
    expect(await offered()).toEqual({ ...shown, id: row.id });
    const off = { active: false, updatedAt: row.updatedAt };
    await campus.send('PUT', `/institutional-indicators/${row.id}/active`, off);
    expect(await offered()).toBeUndefined();
  });

  it('of the demonstration has what its projects came to', async () => {
    const { rows = [] } = (await campus.send('GET', '/institutional-indicators?q=evaluan')).body;
    const total = await campus.send('GET', `/institutional-indicators/${rows[0]?.id}/total`);
    expect(total.body).toMatchObject({ total: 90, withValue: 1, withoutValue: 0, reached: 1 });
  });

  it.each(['Director', 'Dean', 'Academic', 'Reviewer'] as const)(
    'shows its values to no %s',
    async person => {
      const { rows = [] } = (await campus.send('GET', '/institutional-indicators')).body;
      for (const part of ['total', 'values', 'values/export?format=csv']) {
        const answer = await campus.app.inject({
          url: `/api/institutional-indicators/${rows[0]?.id}/${part}`,
          headers: campus.as(person),
        });
        expect(answer.statusCode, part).toBe(403);
      }
    },
  );

  it('that there is not has no total, and a period that is none is refused', async () => {
    const at = '/institutional-indicators/01890000-0000-7000-8000-000000000000';
    expect((await campus.send('GET', `${at}/total`)).status).toBe(404);
    expect((await campus.send('GET', `${at}/total?period=ayer`)).status).toBe(400);
    expect((await campus.send('GET', `${at}/values?period=ayer`)).status).toBe(400);
  });
});

const errorsOf = ({ body }: { body: unknown }) => (body as Problem).errors;

type Total = OutputOf<typeof getInstitutionalTotal>;
type Values = OutputOf<typeof listProjectValues>;
type Draft = Partial<ReturnType<typeof valid>>;

describe('projects that name it', () => {
  let server: TestApp;
  let lead: Client;
  let director: Client;
  let office: Client;
  let refs: References;
  let made = 0;

  beforeAll(async () => {
    server = await startApp();
    [lead, director, office] = await Promise.all(
      [PEOPLE.academic, PEOPLE.director, PEOPLE.admin].map(mail => clientAs(server, mail)) as [
        Promise<Client>,
        Promise<Client>,
        Promise<Client>,
      ],
    );
    refs = await nursing(lead);
  });
  afterAll(() => server.close());

  const create = async (more: Draft = {}) =>
    done(
      await office.post<InstitutionalIndicator>('/institutional-indicators', {
        ...valid(`en uso ${++made}`),
        ...more,
      }),
    );
  const at = (row: { id: string }) => `/institutional-indicators/${row.id}`;
  const totalOf = async (row: { id: string }, search = '') =>
    done(await office.get<Total>(`${at(row)}/total${search}`));
  const entry = (more: Partial<Indicator>): Indicator => {
    const [first] = pacsSections(refs, '').indicators?.indicators ?? [];
    if (!first) throw new Error('a pacs has an indicator');
    return { ...first, ...more };
  };
  const save = async (project: Created, ...entries: object[]) => {
    const { sections } = await detailOf(lead, project);
    const version = sections.find(s => s.slug === 'indicators')?.version ?? 0;
    return lead.put<{ version: number; data: { indicators: Indicator[] } }>(
      `/projects/${project.kind}/${project.id}/sections/indicators`,
      { version, data: { indicators: entries } },
    );
  };
  const measure = async (project: Created, figures: object, indicatorId = 'i1') => {
    const base = `/projects/${project.kind}/${project.id}/measurements`;
    const id = randomUUID();
    done(await lead.post(base, { id, indicatorId, day: localDay(new Date()), ...figures }));
    const decision = { accept: true, measurements: [{ id, version: 1 }] };
    done(await director.post(`${base}/decision`, decision));
  };
  /** Approved, with an indicator that names the row. */
  const approvedWith = async (row: { id: string }, more: Partial<Indicator> = {}) => {
    const project = await approvedPacs(server, lead, refs);
    await setStatus(server, project, 'draft');
    done(await save(project, entry({ institutionalId: row.id, ...more })));
    await setStatus(server, project, 'running');
    return project;
  };

  it('take its kind and words, whatever was sent', async () => {
    const row = await create({ kind: 'ratio', accumulates: 'last', level: 'impact', direction: 'down' });
    const project = await startDraft(lead, 'pacs');
    const own = { name: 'Horas por estudiante', kind: 'number', unit: 'cosas', accumulates: 'max' } as const;
    const saved = done(await save(project, entry({ ...own, institutionalId: row.id }), entry({ id: 'i2' })));
    const given = {
      kind: 'ratio',
      unit: 'personas',
      direction: 'down',
      accumulates: 'last',
      level: 'impact',
    };
    expect(saved.data.indicators).toMatchObject([
      { ...given, name: own.name, institutionalId: row.id, target: 8 },
      { kind: 'number', unit: 'talleres', institutionalId: null },
    ]);
    const { sections } = await detailOf(lead, project);
    expect(sections.find(s => s.slug === 'indicators')?.data).toMatchObject(saved.data);
    expect(done(await office.get<InstitutionalIndicator>(at(row))).projects).toBe(1);
  });

  it('keep it from changing how it is measured and from being deleted, not from being renamed', async () => {
    const row = await create();
    await fillSections(lead, await startDraft(lead, 'pacs'), {
      indicators: { indicators: [entry({ institutionalId: row.id })] },
    });
    const { updatedAt } = row;
    const fields = { ...valid(`usado ${made}`), updatedAt };
    const refused = await office.put<Problem>(at(row), { ...fields, kind: 'ratio', accumulates: 'last' });
    const message = 'Ya hay proyectos que lo usan: no se puede cambiar. Crea otro y desactiva este.';
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual(['kind', 'accumulates'].map(path => ({ path, message })));
    const gone = await office.delete<Problem>(at(row));
    expect(gone.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 1 proyecto. Puedes desactivarlo.',
    );
    const renamed = { ...fields, description: 'Otra', unit: 'vecinos', rollUp: 'max' };
    expect(done(await office.put(at(row), renamed))).toMatchObject({ unit: 'vecinos', rollUp: 'max' });
  });

  it('keep it once it is out of use; it is chosen anew by nobody', async () => {
    const row = await create();
    const [before, after] = [await startDraft(lead, 'pacs'), await startDraft(lead, 'pacs')];
    done(await save(before, entry({ institutionalId: row.id })));
    done(await office.put(`${at(row)}/active`, { active: false, updatedAt: row.updatedAt }));
    const kept = done(await save(before, entry({ institutionalId: row.id, name: 'Otro nombre', unit: '' })));
    expect(kept.data.indicators[0]).toMatchObject({ institutionalId: row.id, unit: 'personas' });
    const refused = await save(after, entry({ institutionalId: row.id }));
    expect(errorsOf(refused)).toEqual([
      { path: 'indicators.0.institutionalId', message: 'Elige un indicador institucional de la lista.' },
    ]);
  });

  it('do not name it with what was measured otherwise', async () => {
    const row = await create();
    const project = await approvedPacs(server, lead, refs);
    await setStatus(server, project, 'running');
    await measure(project, { value: 3 });
    await setStatus(server, project, 'draft');
    const refused = await save(project, entry({ institutionalId: row.id }));
    const message =
      'Este indicador ya tiene mediciones, y el de la institución se mide de otra manera: elige otro o ninguno.';
    expect(errorsOf(refused)).toEqual([{ path: 'indicators.0.institutionalId', message }]);
    const same = await create({ accumulates: 'last' });
    expect((await save(project, entry({ institutionalId: same.id }))).status).toBe(200);
  });

  type RollUp = (typeof ROLL_UPS)[number]['value'];
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

  it.each<{ kind: string; accumulates: string; rollUp: RollUp }>([
    { kind: 'number', accumulates: 'sum', rollUp: 'sum' },
    { kind: 'number', accumulates: 'last', rollUp: 'max' },
    { kind: 'percentage', accumulates: 'sum', rollUp: 'sum' },
    { kind: 'ratio', accumulates: 'last', rollUp: 'sum' },
    { kind: 'ratio', accumulates: 'average', rollUp: 'average' },
    { kind: 'scale', accumulates: 'average', rollUp: 'average' },
    { kind: 'milestone', accumulates: 'last', rollUp: 'sum' },
  ])('$kind, $accumulates in each: $rollUp over all', async ({ kind, accumulates, rollUp }) => {
    const row = await create({ kind, accumulates, rollUp });
    const isShare = kind === 'percentage' || kind === 'ratio';
    const random = (most: number) => Math.floor(Math.random() * most) + 1;
    // What is divided by these ends within four decimals, and so does its half: nothing hangs on how halves are rounded.
    const whole = () => [1, 2, 4, 5, 8, 10][random(6) - 1] ?? 1;
    const values: number[] = [];
    const pooled: [number, number][] = [];
    for (let n = 0; n < 3; n++) {
      const project = await approvedWith(row, { scaleFrom: 1, scaleTo: 7, target: 5 });
      const taken = Array.from({ length: 2 }, (): [number, number] =>
        kind === 'milestone' ? [random(2) - 1, 1] : kind === 'scale' ? [random(7), 1] : [random(90), whole()],
      );
      for (const [numerator, denominator] of taken)
        await measure(project, isShare ? { numerator, denominator } : { value: numerator });
      const last = taken.at(-1) ?? [0, 1];
      const all: [number, number] = [sum(taken.map(t => t[0])), sum(taken.map(t => t[1]))];
      const share = ([a, b]: [number, number]) =>
        isShare ? round(((kind === 'ratio' ? 1 : 100) * a) / b) : a;
      pooled.push(accumulates === 'sum' ? all : last);
      if (accumulates === 'sum') values.push(share(all));
      else values.push(accumulates === 'last' ? share(last) : round(sum(taken.map(share)) / 2));
    }
    // None of these counts: not measured, measured but not awarded, measured but not accepted.
    await approvedWith(row);
    const returned = await approvedWith(row);
    await measure(returned, isShare ? { numerator: 1, denominator: 1 } : { value: 1 });
    await setStatus(server, returned, 'returned');
    const expected = {
      sum: isShare
        ? ((kind === 'ratio' ? 1 : 100) * sum(pooled.map(p => p[0]))) / sum(pooled.map(p => p[1]))
        : sum(values),
      average: sum(values) / 3,
      max: Math.max(...values),
    }[rollUp];
    const total = await totalOf(row);
    expect(total.total).toBeCloseTo(expected, 3);
    const target = kind === 'milestone' ? 1 : 5;
    const reached = values.filter(v => v === target || v / target >= 1).length;
    expect(total).toMatchObject({ withValue: 3, withoutValue: 1, reached });
    const { rows, total: count } = done(await office.get<Values>(`${at(row)}/values?sort=-value`));
    expect(count).toBe(4);
    expect(rows.map(r => r.value)).toEqual([...values.toSorted((a, b) => b - a), null]);
    expect(rows[0]).toMatchObject({ target, school: 'Escuela de Enfermería', period: '2026-2' });
  });

  it('have reached it the way they were to go: down to it, or close to where they were', async () => {
    for (const [direction, aims] of [
      ['down', { baseline: null, noBaseline: 'Es nuevo.', target: 10 }],
      ['keep', { baseline: 2, target: 8.2 }],
    ] as const) {
      const row = await create({ direction, accumulates: 'last', rollUp: 'average' });
      await measure(await approvedWith(row, aims), { value: 8 });
      expect(await totalOf(row), direction).toMatchObject({ total: 8, withValue: 1, reached: 1 });
    }
  });

  it('are asked for by period, found by title, and leave as a file', async () => {
    const row = await create();
    const project = await approvedWith(row, { id: 'i1' });
    await measure(project, { value: 12 });
    const values = async (search: string) =>
      done(await office.get<Values>(`${at(row)}/values${search}`)).rows.map(r => r.project.id);
    expect(await values('?period=2026-2')).toEqual([project.id]);
    expect(await values('?period=2025-1')).toEqual([]);
    expect(await values('?q=condores')).toEqual([project.id]);
    expect(await values('?q=otra')).toEqual([]);
    expect((await totalOf(row, '?period=2026-2')).total).toBe(12);
    expect(await totalOf(row, '?period=2025-1')).toMatchObject({
      ...{ total: null, withValue: 0, withoutValue: 0, reached: 0 },
    });
    const answer = await fetch(`${server.url}/api${at(row)}/values/export?format=csv&period=2026-2`, {
      headers: { authorization: `Bearer ${office.token}` },
    });
    const [names, line, ...rest] = (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(names).toBe('codigo;titulo;tipo;escuela;periodo;indicador;unidad;meta;valor;avance');
    expect(line).toMatch(/;pacs;Escuela de Enfermería;2026-2;Talleres realizados;personas;8;12;1,5$/);
    expect(rest).toEqual([]);
  });

  it('twice count once, and have reached it when both have', async () => {
    const row = await create();
    const project = await approvedPacs(server, lead, refs);
    await setStatus(server, project, 'draft');
    const both = ['i1', 'i2'].map(id => entry({ id, institutionalId: row.id, target: 5 }));
    done(await save(project, ...both));
    await setStatus(server, project, 'running');
    await measure(project, { value: 5 }, 'i1');
    await measure(project, { value: 4 }, 'i2');
    expect(await totalOf(row)).toMatchObject({ total: 9, withValue: 1, withoutValue: 0, reached: 0 });
    await measure(project, { value: 1 }, 'i2');
    expect(await totalOf(row)).toMatchObject({ total: 10, withValue: 1, reached: 1 });
  });
});
