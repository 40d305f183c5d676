import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { runDue } from '../../workflow/transitions/jobs.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const TITLES = 'Código;Tipo;Estado;Título;Responsable;Escuela;Año;Monto solicitado;Monto adjudicado';
const row = (code: string, kind: string, status: string, money: string) =>
  `${code};${kind};${status};Huertos escolares;${PEOPLE.Academic};ENF;2019;${money}`;
const fileOf = (...rows: string[]) => `${TITLES}\n${rows.join('\n')}\n`;

const awards = async () =>
  (
    await sql`select code, amount_requested as asked, amount_awarded as awarded from projects
      where historic order by code`.execute(campus.db)
  ).rows;

it('a past project was awarded what its sheet says, else what it asked for', async () => {
  const file = fileOf(
    row('F1', 'FEX', 'Cerrado', 'M$ 2.000;1,5 millones'),
    row('F2', 'FEX', 'Cerrado', 'M$ 2.000;'),
    row('F3', 'FEX', 'No adjudicado', 'M$ 2.000;0'),
  );
  await take(campus, 'projects', file);
  const first = [
    { code: 'F1', asked: 2_000_000, awarded: 1_500_000 },
    { code: 'F2', asked: 2_000_000, awarded: 2_000_000 },
    { code: 'F3', asked: 2_000_000, awarded: null },
  ];
  expect(await awards()).toEqual(first);
  expect((await take(campus, 'projects', file)).counts).toMatchObject({ unchanged: 3 });

  const changed = fileOf(
    row('F1', 'FEX', 'Cerrado', '3.000.000;1.500.000'),
    row('F2', 'FEX', 'Cerrado', '3.000.000;2.000.000'),
  );
  const done = await take(campus, 'projects', changed);
  expect((await awards()).slice(0, 2)).toEqual([
    { code: 'F1', asked: 3_000_000, awarded: 1_500_000 },
    { code: 'F2', asked: 3_000_000, awarded: 2_000_000 },
  ]);
  expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
  expect(await awards()).toEqual(first);
});

it('nothing is awarded to who was turned down, nor where there is no fund and a cost of its own', async () => {
  const rows = [row('R1', 'FEX', 'Rechazada', ';5000;'), row('P1', 'PAC', 'Cerrado', ';5000;9000')];
  const file = fileOf(...rows).replace(TITLES, `${TITLES};Presupuesto`);
  const errors = (await rowsOf(campus, await read(campus, 'projects', file))).map(each => each.errors);
  expect(errors).toEqual([
    [{ field: 'awarded', message: 'Un proyecto en «Rechazado» no tiene monto adjudicado.' }],
    [{ field: 'awarded', message: 'Los proyectos de tipo PAC no tienen «Fondo».' }],
  ]);
});

it('an award of the past asks nothing of anybody, and stands in no figure of a call', async () => {
  await take(campus, 'projects', fileOf(row('F1', 'FEX', 'Cerrado', ';$1.500.000')));
  const { id } = await campus.db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', 'F1')
    .executeTakeFirstOrThrow();
  const { body } = await campus.send('GET', `/projects/fexs/${id}`);
  expect(body).toMatchObject({ amountAwarded: 1_500_000, turn: { people: [], due: null, overdue: false } });
  // The year alone is the whole of it, and it stands as it does since its end.
  expect(body).toMatchObject({ startDate: null, endDate: '2019-12-31' });
  const { body: money } = await campus.send('GET', `/projects/fexs/${id}/payments`);
  expect(money).toMatchObject({ awarded: 1_500_000, paid: 0, payments: [] });
  await runDue(campus);
  const { rows } = await sql`
    select from projects where historic and (call_id is not null or line_id is not null or due_at is not null)
    union all select from project_holders h join projects p on p.id = h.project_id where p.historic
    union all select from notifications union all select from mails`.execute(campus.db);
  expect(rows).toEqual([]);
});

it('this year alone is no day to come: a closed project is closed since today at the latest', async () => {
  const year = new Date().getUTCFullYear() + 1;
  const file = fileOf(row('F1', 'FEX', 'Cerrado', ';')).replace('2019', String(year));
  await take(campus, 'projects', file);
  const { rows } = await sql`select end_date::text as "end", status_since <= now() as since from projects
    where historic`.execute(campus.db);
  expect(rows).toEqual([{ end: `${year}-12-31`, since: true }]);
});
