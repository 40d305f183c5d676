import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { openCall } from '../../../../test/calls.ts';
import type { Client } from '../../../../test/client.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import {
  ask,
  EXPENSES,
  get,
  lead,
  openStated,
  type Part,
  pathOf,
  project,
  type Stated,
  TOTAL,
  writeStatement,
} from '../../../../test/stated.ts';
import { clients, refs, server } from '../../../../test/university.ts';

openStated();

describe('a statement on paper', () => {
  const solid = (text: string) => text.replace(/\s/g, '');
  const textOf = async (statement: string) =>
    solid(pdfPages((await get(statement, 'document')).bytes).join(''));

  it('tells project, who sent and decided it, its expenses in order and what became of each', async () => {
    const text = await textOf(await writeStatement(EXPENSES, 'approved'));
    for (const words of [
      'Rendición de gastos N.º 2',
      project.code,
      'Camila Rojas Fuentes',
      'Aprobada',
      '03-11-2026 12:00 por Camila Rojas Fuentes',
      '10-11-2026 12:30 por Beatriz Navarrete',
      'Revisada con los originales.',
      '05-10-2026',
      'Librería Andes SpA',
      '76000063-9',
      'Cuadernos para el taller',
      'Operación, Unidad',
      '$30.500',
      'USD 120,5 a $951,32',
      '$114.634',
      '-$15.000',
      'de Factura 1234',
      'La licencia es personal.',
      'La usa todo el equipo.',
      '$345.000',
      '$285.000',
      'Responsable del proyecto',
      'Firmas',
    ])
      expect([words, text.includes(solid(words))]).toEqual([words, true]);
    const places = ['N.º 1234', 'N.º 57', 'N.º INV-9', 'N.º 88'].map(words => text.indexOf(solid(words)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every(at => at > 0)).toBe(true);
  });

  it('before the office has looked at it, of no state but its own', async () => {
    const text = await textOf(
      await writeStatement(EXPENSES.map(e => ({ ...e, state: 'submitted', observation: '', answer: '' }))),
    );
    expect(text).toContain('Enrevisión');
    for (const words of ['Observaciones', 'Rechazado', 'Aprobado', 'Revisada'])
      expect([words, text.includes(words)]).toEqual([words, false]);
  });

  it('names the call and the line of an award, and is kept under the code of the project', async () => {
    const call = await openCall(clients.admin, { name: 'Fondo de prueba' });
    const set = (id: string | null, line: string | null) =>
      sql`update projects set call_id = ${id}, line_id = ${line} where id = ${project.id}`.execute(server.db);
    await set(call.id, call.lineId);
    const statement = await writeStatement(EXPENSES.slice(0, 1));
    const { bytes, headers } = await get(statement, 'document');
    await set(null, null);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${project.code}-rendicion-2.pdf"`);
    const text = pdfPages(bytes).join('');
    expect(solid(text)).toContain(solid('Fondo de prueba'));
    expect(solid(text)).toContain(solid('Línea general'));
  });

  it('of many expenses comes on many pages, each with its heads', async () => {
    const many = Array.from({ length: 120 }, (_, n) => ({
      voucher: { number: `${n}`, rut: '76000063-9', supplier: 'Librería Andes SpA', gross: 1000 },
    }));
    const pages = pdfPages((await get(await writeStatement(many), 'document')).bytes);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages[1]).toContain('Proveedor');
  });
});

describe('a statement as a table', () => {
  it('has its expenses in order as raw values, which add up to its total', async () => {
    const statement = await writeStatement(EXPENSES, 'approved');
    const { bytes, headers } = await get(statement, 'export');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${project.code}-rendicion-2.xlsx"`,
    );
    const [names = [], ...rows] = await readSheet(bytes);
    expect(names.every(name => /^[a-z_]+$/.test(String(name)))).toBe(true);
    const column = (name: string) => rows.map(row => row[names.indexOf(name)]);
    expect(column('folio')).toEqual(['1234', '57', 'INV-9', '88']);
    expect(column('numero')).toEqual([1, 2, 3, 4]);
    expect(column('bruto_en_moneda')[2]).toBe(120.5);
    expect(column('tipo_de_cambio')[2]).toBe(951.32);
    expect(column('retenido')).toEqual([0, 30_500, 0, 0]);
    expect(column('liquido')[1]).toBe(169_500);
    expect(column('fecha')[0]).toEqual(new Date('2026-10-05T00:00:00Z'));
    expect(column('estado')).toEqual(['approved', 'approved', 'refused', 'approved']);
    expect(column('corrige')[3]).toBe('Factura 1234');
    expect(column('categoria_texto')[0]).toBe('Operación');
    expect(column('monto').reduce<number>((sum, n) => sum + Number(n), 0)).toBe(TOTAL);
  });

  it('or as CSV', async () => {
    const { bytes } = await get(await writeStatement(EXPENSES), 'export', '?format=csv');
    const lines = bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^\uFEFFnumero;fecha;tipo;folio;/);
    expect(lines[1]).toContain(';2026-10-05;');
  });
});

describe('who may have them', () => {
  const PARTS: readonly Part[] = ['document', 'export', 'papers'];
  const answers = async (who: Client, statement: string, of = project) => {
    const all: number[] = [];
    for (const part of PARTS) {
      const answer = await ask(who, statement, part, of);
      await answer.arrayBuffer();
      all.push(answer.status);
    }
    return all;
  };

  it.each(['academic', 'colleague', 'admin', 'otherAdmin'] as const)('%s has them', async who => {
    expect(await answers(clients[who], await writeStatement(EXPENSES))).toEqual([200, 200, 200]);
  });

  it.each(['director', 'dean', 'stranger', 'reviewer', 'otherDirector'] as const)(
    '%s finds none',
    async who => {
      expect(await answers(clients[who], await writeStatement(EXPENSES))).toEqual([404, 404, 404]);
    },
  );

  it('nobody finds one of another project, or of no project', async () => {
    const statement = await writeStatement(EXPENSES);
    const other = await approvedPacs(server, clients.academic, refs);
    for (const who of [clients.academic, clients.admin]) {
      expect(await answers(who, statement, other)).toEqual([404, 404, 404]);
      expect(await answers(who, randomUUID())).toEqual([404, 404, 404]);
      expect(await answers(who, 'ninguna')).toEqual([404, 404, 404]);
    }
    const answer = await fetch(pathOf(statement, 'papers'));
    expect(answer.status).toBe(401);
  });

  it.each(['submitted', 'returned', 'approved'])('whatever its state: %s', async state => {
    const observed = { state: state === 'returned' ? 'observed' : state, observation: 'Falta el detalle.' };
    expect(
      await answers(lead(), await writeStatement([{ ...EXPENSES[0], ...observed } as Stated], state)),
    ).toEqual([200, 200, 200]);
  });
});
