import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import readWorkbook, { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { askFor, openFile, prepareAll, readRegister } from '../../../test/downloads.ts';
import { callToResolve, reviewersOf } from '../../../test/evaluation.ts';
import { type Created, completePacs, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { unzipped } from '../../../test/zips.ts';
import { tablesIn } from '../../domain/registers/column.ts';
import { REGISTER_NAMES } from '../../domain/registers/names.ts';
import { registerOf } from '../../domain/registers/registers.ts';

openUniversity({ rateLimit: 0 });

const FORMULA = '=HYPERLINK("https://x.example";"Ver")';
let formula: Created;
let proposals: Created[];
let call: string;
beforeAll(async () => {
  formula = await completePacs(clients.academic, refs, FORMULA);
  const { academic: lead, admin, director } = clients;
  ({ projects: proposals, call } = await callToResolve(server, { admin, lead, director }, refs, [
    [4, 3],
    [2, 5],
  ]));
});

async function readCsvs(client: Client, register: string, query = ''): Promise<Map<string, string>> {
  const { id } = done(await askFor(client, register, { query, format: 'csv' }));
  await prepareAll();
  const bytes = Buffer.from(await (await openFile(client, id)).arrayBuffer());
  return new Map((await unzipped(bytes)).map(([name, content]) => [name, content.toString()]));
}
const rowsOf = async (client: Client, register: string, sheet: string, query = '') => {
  const [head = [], ...rows] = await readSheet(await readRegister(client, register, query), sheet);
  return rows.map(row => Object.fromEntries(head.map((column, n) => [String(column), row[n]])));
};

describe('a register', () => {
  it.each(REGISTER_NAMES)(
    '%s has a sheet for each table, one of definitions and one of its origin',
    async name => {
      const sheets = await readWorkbook(await readRegister(clients.admin, name));
      const tables = tablesIn(registerOf(name), 'all');
      expect(sheets.map(s => s.sheet)).toEqual([
        ...tables.map(([, { title }]) => title),
        ...['Definiciones', 'Origen'],
      ]);
      const columns = sheets.slice(0, -2).flatMap(({ sheet, data }) => (data[0] ?? []).map(c => [sheet, c]));
      const definitions = sheets.at(-2)?.data.slice(1) ?? [];
      expect(definitions.map(([sheet, column]) => [sheet, column])).toEqual(columns);
      for (const [, column, meaning, content] of definitions)
        expect([column, String(meaning).length > 4, String(content).length > 3]).toEqual([
          column,
          true,
          true,
        ]);
    },
  );

  it('is of the projects that its filters let through, and says so', async () => {
    const query = `scope=all&kind=incs&call=${call}`;
    const rows = await rowsOf(clients.admin, 'projects', 'Proyectos', query);
    expect(rows.map(r => r.codigo).toSorted()).toEqual(proposals.map(p => p.code).toSorted());
    const origin = await readSheet(await readRegister(clients.admin, 'projects', query), 'Origen');
    const told = new Map(origin.map(([key, value]) => [key, value]));
    expect(told.get('Proyectos')).toBe(proposals.length);
    expect(told.get('De')).toBe('Toda la universidad');
    expect(told.get('Convocatoria')).toBe('Fondo de prueba');
    expect(told.get('Datos al')).toBeInstanceOf(Date);
    const other = done(await clients.admin.get<{ projects: number }>(`/registers?${query}`));
    expect(other.projects).toBe(proposals.length);
  });

  it('as CSVs is a ZIP of its tables, in which no text runs as a formula', async () => {
    const files = await readCsvs(clients.admin, 'partners');
    expect([...files.keys()]).toEqual(['socios.csv', 'convenios.csv', 'definiciones.csv', 'origen.csv']);
    const projects = (await readCsvs(clients.admin, 'projects')).get('proyectos.csv') ?? '';
    const line = projects.split('\r\n').find(each => each.startsWith(formula.code)) ?? '';
    expect(line).toContain(`"'=HYPERLINK(""https://x.example"";""Ver"")"`);
    const [row] = (await rowsOf(clients.admin, 'projects', 'Proyectos')).filter(
      r => r.codigo === formula.code,
    );
    expect(row?.titulo).toBe(FORMULA);
  });

  it('is refused outside of the rights of who asks', async () => {
    for (const [client, name, query] of [
      [clients.academic, 'projects', 'scope=all'],
      [clients.academic, 'reviews', 'scope=mine'],
      [clients.dean, 'projects', 'scope=all'],
      [clients.dean, 'reviews', ''],
    ] as const)
      expect((await askFor(client, name, { query })).status).toBe(403);
    expect((await askFor(clients.admin, 'nothing')).status).toBe(400);
    expect((await askFor(clients.admin, 'projects', { query: 'period=2026-9' })).status).toBe(400);
    expect((await askFor(clients.admin, 'projects', { id: 'x' })).status).toBe(400);
  });

  it('of one’s own projects opens while they are one’s own', async () => {
    const lead = userIdOf(PEOPLE.academic);
    const { id } = done(await askFor(clients.academic, 'projects', { query: 'scope=mine' }));
    await prepareAll();
    const link = async () => (await clients.academic.post(`/downloads/${id}/link`, {})).status;
    expect(await link()).toBe(200);
    const change = (who: string) =>
      sql`update projects set lead_id = ${who} where id = ${formula.id}`.execute(server.db);
    await change(userIdOf(PEOPLE.colleague));
    expect(await link()).toBe(403);
    await change(lead);
    expect(await link()).toBe(200);
  });

  it('tells heads nothing that whoever accounts for the money alone reads', async () => {
    const sheets = await readWorkbook(await readRegister(clients.dean, 'money', 'scope=units'));
    expect(sheets.map(s => s.sheet)).toEqual(['Presupuesto', 'Definiciones', 'Origen']);
    expect(sheets[0]?.data[0]).not.toContain('gastado');
  });
});

describe('the register of reviews', () => {
  it('has each mark of each criterion, of projects in which the office has no part', async () => {
    const query = `scope=all&call=${call}`;
    const reviews = await rowsOf(clients.admin, 'reviews', 'Evaluaciones', query);
    expect(reviews.map(r => [r.codigo, r.evaluador !== null, r.situacion])).toEqual(
      proposals.flatMap(({ code }) => [1, 2].map(() => [code, true, 'Confirmada'])),
    );
    const marks = await rowsOf(clients.admin, 'reviews', 'Criterios', query);
    const points = marks.filter(m => m.codigo === proposals[0]?.code).map(m => m.puntos);
    expect(new Set(points)).toEqual(new Set([3, 4]));
    expect(marks.every(m => typeof m.ponderacion === 'number' && m.justificacion !== null)).toBe(true);

    // Whoever of the office takes part in one is told of none that competes with it, while their call is open.
    const { otherAdmin } = clients;
    const codesOf = async (client: Client) =>
      new Set((await rowsOf(client, 'reviews', 'Evaluaciones', query)).map(r => r.codigo));
    expect((await codesOf(otherAdmin)).size).toBe(2);
    await sql`insert into project_parts (project_id, part, user_id)
      values (${proposals[0]?.id}, 'member', ${userIdOf(PEOPLE.otherAdmin)})`.execute(server.db);
    expect((await codesOf(otherAdmin)).size).toBe(0);
    expect((await codesOf(clients.admin)).size).toBe(2);
    await sql`update calls set state = 'closed' where id = ${call}`.execute(server.db);
    expect(await codesOf(otherAdmin)).toEqual(new Set([proposals[1]?.code]));
  });

  it('tells a reviewer of their own alone, and not whose proposals they are', async () => {
    const { first } = await reviewersOf(server);
    const sheets = await readWorkbook(await readRegister(first.client, 'reviews', 'scope=reviews'));
    const [reviews, marks] = sheets;
    for (const sheet of [reviews, marks])
      for (const hidden of ['titulo', 'facultad', 'escuela', 'evaluador', 'estado'])
        expect(sheet?.data[0]).not.toContain(hidden);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from reviews where user_id = ${first.id}`.execute(server.db);
    expect(reviews?.data).toHaveLength(1 + (rows[0]?.n ?? 0));
  });
});

const run = promisify(execFile);
const office = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);

it.runIf(office)(
  'LibreOffice opens it',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-office-'));
    try {
      await writeFile(path.join(folder, 'registro.xlsx'), await readRegister(clients.admin, 'money'));
      await run('soffice', [
        `-env:UserInstallation=file://${folder}/profile`,
        ...[
          '--headless',
          '--convert-to',
          'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1',
        ],
        ...['--outdir', folder, path.join(folder, 'registro.xlsx')],
      ]);
      const made = (await readdir(folder)).filter(name => name.endsWith('.csv')).toSorted();
      expect(made).toEqual(
        ['Definiciones', 'Gastos', 'Origen', 'Pagos', 'Presupuesto', 'Reintegros'].map(
          s => `registro-${s}.csv`,
        ),
      );
      expect(await readFile(path.join(folder, 'registro-Definiciones.csv'), 'utf8')).toContain('gastado');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
