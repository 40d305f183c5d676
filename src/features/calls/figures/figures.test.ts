import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { openCall } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import type { Figures } from './contract.ts';

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const LINES = [
  { id: randomUUID(), name: 'Una', cap: 5_000_000, budget: 9_000_000 },
  { id: randomUUID(), name: 'Otra', cap: 5_000_000, budget: 6_000_000 },
];
const newLines = () => LINES.map(l => ({ ...l, id: randomUUID() }));

interface Row {
  status: string;
  amount: number;
  line: number;
  /** Code of its school; none when left out. */
  school?: string;
  /** Confirmed reviews. */
  reviews?: number;
  /** It was in evaluation once. */
  evaluated?: boolean;
  sent?: boolean;
}

const REVIEWERS = [PEOPLE.colleague, PEOPLE.stranger].map(userIdOf);

async function add(call: string, row: Row, n: number) {
  const id = randomUUID();
  const lead = userIdOf(PEOPLE.academic);
  const sent = row.sent === false ? null : new Date();
  await sql`insert into projects (id, code, kind, kind_version, title, lead_id, created_by, school_id, status,
      submitted_at, call_id, line_id, amount_requested)
    values (${id}, ${`FEX-1990-${String(n).padStart(4, '0')}`}, 'fexs', 1, 'Propuesta', ${lead}, ${lead},
      (select id from schools where code = ${row.school ?? ''}), ${row.status}, ${sent}, ${call},
      (select id from call_lines where call_id = ${call} and position = ${row.line}), ${row.amount})`.execute(
    server.db,
  );
  if (row.evaluated)
    await sql`insert into project_history (project_id, action, from_status, to_status)
      values (${id}, 'admit', 'admissibility', 'evaluation')`.execute(server.db);
  for (const reviewer of REVIEWERS.slice(0, row.reviews ?? 0))
    await sql`insert into reviews (project_id, user_id, state, blind, score, confirmed_at)
      values (${id}, ${reviewer}, 'confirmed', false, 70, now())`.execute(server.db);
}

it('counts how far each proposal came, and the money, whole, by faculty and by line', async () => {
  const { rows: schools } = await sql<{ code: string; faculty: string }>`
    select distinct on (s.faculty_id) s.code, f.name as faculty
    from schools s join faculties f on f.id = s.faculty_id where s.active order by s.faculty_id, s.code limit 2`.execute(
    server.db,
  );
  const [one, two] = schools;
  if (!one || !two) throw new Error('the demo has two faculties');
  const { id } = await openCall(admin, { name: 'Con cifras', lines: LINES });
  const all: Row[] = [
    { status: 'draft', amount: 1_000_000, line: 0, school: one.code, sent: false },
    { status: 'director_review', amount: 1_000_000, line: 0, school: one.code },
    { status: 'rejected', amount: 2_000_000, line: 1, school: two.code },
    { status: 'withdrawn', amount: 500_000, line: 0, school: two.code, evaluated: true },
    { status: 'evaluation', amount: 3_000_000, line: 0, school: one.code, reviews: 1 },
    { status: 'resolution', amount: 2_000_000, line: 1, school: two.code, reviews: 2 },
    { status: 'approved', amount: 4_000_000, line: 0, school: one.code, reviews: 2 },
    { status: 'running', amount: 1_500_000, line: 1, reviews: 2 },
    { status: 'not_awarded', amount: 700_000, line: 1, school: two.code, reviews: 2 },
  ];
  for (const [n, row] of all.entries()) await add(id, row, n);
  const figures = done(await admin.get<Figures>(`/calls/${id}/figures`));
  expect(figures).toMatchObject({ budget: 15_000_000, left: 9_500_000 });
  expect(figures.total).toEqual({
    received: 8,
    admitted: 6,
    reviewed: 4,
    awarded: 2,
    asked: 14_700_000,
    granted: 5_500_000,
  });
  const faculties = Object.fromEntries(figures.faculties.map(({ id: _, name, ...f }) => [name ?? '', f]));
  expect(faculties).toEqual({
    [one.faculty]: {
      received: 3,
      admitted: 2,
      reviewed: 1,
      awarded: 1,
      asked: 8_000_000,
      granted: 4_000_000,
    },
    [two.faculty]: { received: 4, admitted: 3, reviewed: 2, awarded: 0, asked: 5_200_000, granted: 0 },
    '': { received: 1, admitted: 1, reviewed: 1, awarded: 1, asked: 1_500_000, granted: 1_500_000 },
  });
  expect(figures.lines.map(l => [l.name, l.received, l.granted, l.left])).toEqual([
    ['Una', 4, 4_000_000, 5_000_000],
    ['Otra', 4, 1_500_000, 4_500_000],
  ]);
});

it('leaves as a file, by line, by faculty and whole', async () => {
  const { id } = await openCall(admin, { name: 'En archivo', lines: newLines() });
  await add(id, { status: 'approved', amount: 4_000_000, line: 0, reviews: 2 }, 90);
  const get = (format: string) =>
    fetch(`${server.url}/api/calls/${id}/figures/export?format=${format}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
  const csv = await (await get('csv')).text();
  expect(csv.trim().split(/\r?\n/)).toEqual([
    expect.stringMatching(
      /desglose;nombre;recibidas;admitidas;evaluadas;adjudicadas;solicitado;adjudicado;presupuesto;queda$/,
    ),
    'Línea;Una;1;1;1;1;4000000;4000000;9000000;5000000',
    'Línea;Otra;0;0;0;0;0;0;6000000;6000000',
    'Facultad;;1;1;1;1;4000000;4000000;;',
    'Total;;1;1;1;1;4000000;4000000;15000000;11000000',
  ]);
  expect((await get('xlsx')).headers.get('content-type')).toContain('spreadsheetml');
  expect((await get('pdf')).status).toBe(400);
});

it('its proposals are found among the projects, by those who may see them', async () => {
  const { id } = await openCall(admin, { name: 'Por convocatoria', lines: newLines() });
  const rows: Row[] = [
    { status: 'draft', amount: 1000, line: 0, sent: false },
    { status: 'running', amount: 1000, line: 0 },
  ];
  for (const [n, row] of rows.entries()) await add(id, row, 100 + n);
  const found = async (who: Client) =>
    done(await who.get<{ rows: { status: string }[] }>(`/projects?call=${id}`))
      .rows.map(r => r.status)
      .sort();
  expect(await found(admin)).toEqual(['draft', 'running']);
  expect(await found(await clientAs(server, PEOPLE.stranger))).toEqual(['running']);
  expect((await admin.get('/projects?call=otra')).status).toBe(400);
});

it('is empty, not missing, before anybody applies', async () => {
  const { id } = await openCall(admin, {
    name: 'Vacía',
    lines: LINES.map(l => ({ ...l, id: randomUUID() })),
  });
  expect(done(await admin.get<Figures>(`/calls/${id}/figures`))).toMatchObject({
    total: { received: 0, asked: 0 },
    left: 15_000_000,
    faculties: [],
  });
  expect((await admin.get(`/calls/${randomUUID()}/figures`)).status).toBe(404);
});

it('is the office’s alone', async () => {
  const { id } = await openCall(admin, { name: 'Reservada' });
  for (const who of [PEOPLE.academic, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer])
    for (const path of ['figures', 'figures/export?format=csv'])
      expect((await (await clientAs(server, who)).get(`/calls/${id}/${path}`)).status).toBe(403);
});
