import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, it } from 'vitest';
import { type Campus, openCampus } from '../../../test/catalogue.ts';
import { apply, read, rowsOf } from '../../../test/imports.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());
it('shows', async () => {
  let out = '';
  const one = async (noun: any, name: string) => {
    const seen = await read(campus, noun, await readFile(`test/fixtures/offices/${name}`));
    const rows = await rowsOf(campus, seen);
    const values = (await campus.send('GET', `/imports/${seen.id}/values`)).body;
    out += `\n##### ${name}\n${JSON.stringify({ ...seen, columns: seen.columns.map(c => c.title + ' | ' + c.sample) }, null, 1)}\n`;
    out += JSON.stringify(values, null, 0) + '\n';
    for (const r of rows)
      out += `${r.line} ${r.result} ${JSON.stringify(r.values)} ${r.errors.map(e => `!! ${e.field}: ${e.message}`).join(' ')}\n`;
    return apply(campus, seen, { only: 'good' });
  };
  const r = await one('users', 'norte-personas.xlsx');
  out += JSON.stringify(r.body) + '\n';
  const r2 = await one('users', 'sur-personas.csv');
  out += JSON.stringify(r2.body) + '\n';
  const r3 = await one('projects', 'austral-proyectos.csv');
  out += JSON.stringify(r3.body) + '\n';
  const r4 = await one('projects', 'centro-proyectos.xlsx');
  out += JSON.stringify(r4.body) + '\n';
  const r5 = await one('users', 'litoral-nomina.txt');
  out += JSON.stringify(r5.body) + '\n';
  const r6 = await one('careers', 'litoral-carreras.txt');
  out += JSON.stringify(r6.body) + '\n';
  await writeFile('/tmp/offices.txt', out);
}, 120000);
