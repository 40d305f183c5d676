import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../src/server/tables/spreadsheet.ts';
import { officeFiles } from './fixtures/offices/files.ts';
import { bare, NORTE, SUR } from './fixtures/offices/people.ts';
import { AUSTRAL, CENTRO } from './fixtures/offices/projects.ts';
import { unzipped } from './zips.ts';

const MADE = officeFiles();
const stored = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures/offices', name));
/** Unpacked, as another zlib may pack the same otherwise. */
const contentOf = async (name: string, bytes: Buffer) =>
  name.endsWith('.xlsx')
    ? (await unzipped(bytes)).map(([part, content]) => [part, content.toString()])
    : bytes.toString('latin1');

describe.each(Object.keys(MADE))('the spreadsheet %s', name => {
  const bytes = stored(name);

  it('is as it is made', async () => {
    expect(await contentOf(name, bytes)).toEqual(await contentOf(name, MADE[name] ?? Buffer.alloc(0)));
  });

  it('is read without a sign lost, and names nobody who may exist', async () => {
    const cells: string[] = [];
    for await (const row of (await readSpreadsheet(bytes)).rows) cells.push(...row.cells);
    expect(cells.join()).not.toMatch(/\ufffd/);
    const mails = cells.filter(cell => cell.includes('@'));
    expect(mails.filter(mail => !/@[a-z]+\.example$/i.test(mail))).toEqual([]);
  });
});

describe('the projects of the offices are led by people of the others, but for those to be decided', () => {
  it('in austral', () => {
    const known = new Set(NORTE.map(({ names, father, mother }) => `${names} ${father} ${mother}`));
    const leads = AUSTRAL.slice(1, -1).map(row => row[3] ?? '');
    const whole = (lead: string) => [...known].some(name => bare(name) === bare(lead));
    expect(leads.filter(lead => !whole(lead))).toEqual([
      'Héctor Figueroa',
      'María Fuentes',
      'L. Muñoz',
      'Roberto Inzunza Mardones',
    ]);
    expect(leads).toHaveLength(20);
  });

  it('in centro', () => {
    const known = new Set(SUR.map(({ names, father, mother }) => `${father} ${mother}, ${names}`));
    expect(CENTRO.map(({ lead }) => lead).filter(lead => !known.has(lead))).toEqual(['Soto Lagos, Pamela']);
    expect(CENTRO).toHaveLength(20);
  });
});
