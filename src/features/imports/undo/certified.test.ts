import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { take, undo } from '../../../../test/imports.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

it('past projects whose people have a certificate are not taken back', async () => {
  const titles = 'Código;Tipo;Estado;Título;Responsable;Escuela;Inicio;Término';
  const row = `A/1;EXT;Cerrado;Feria de oficios;${PEOPLE.Academic};ENF;01-03-2014;30-11-2019`;
  const done = await take(campus, 'projects', `${titles}\n${row}\n`);
  const { id } = await campus.db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', 'A/1')
    .executeTakeFirstOrThrow();
  const issued = await campus.send('POST', '/certificates/projects/issue', { ids: [id], notify: false });
  expect(issued.body).toEqual({ rows: [{ id, issued: 1, refused: null }] });
  const { status, body } = await undo(campus, done);
  expect([status, body.detail]).toEqual([
    422,
    'No se puede deshacer. A/1 «Feria de oficios» tiene 1 certificado emitido. ' +
      'Un certificado emitido no se quita: corrige lo importado en vez de deshacer.',
  ]);
});
