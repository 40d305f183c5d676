import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { merge } from '../../../../test/merged.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const organisations = (...rows: string[]) => `Nombre;RUT;Tipo;Comuna;Correo\n${rows.join('\n')}\n`;
const projects = (...partners: string[]) =>
  [
    'Código;Tipo;Estado;Título;Responsable;Escuela;Inicio;Término;Resumen;Socios',
    ...partners.map(
      (cell, n) =>
        `VCM-${n};PAC;Cerrado;Huertos ${n};${PEOPLE.Academic};ENF;15/03/2019;30/07/2019;Resumen;"${cell}"`,
    ),
    '',
  ].join('\n');

const judged = async (noun: 'organisations' | 'projects', file: string) =>
  (await rowsOf(campus, await read(campus, noun, file))).map(r => [
    r.result,
    ...r.errors.map(e => `${e.field}: ${e.message}`),
  ]);

const idOf = async (name: string) =>
  (
    await campus.db
      .selectFrom('organisations')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;

const named = async (name: string) =>
  campus.db
    .selectFrom('organisations')
    .select(['name', 'rut', 'type', 'comuna_code', 'contact_email'])
    .where('name', 'ilike', name)
    .execute();

/** `Taller Sur`, with a RUT of its own or without, merged into `Taller del Sur`. */
async function mergeWorkshops({ merged = '', kept = '' }: { merged?: string; kept?: string }) {
  await take(
    campus,
    'organisations',
    organisations(`Taller Sur;${merged};ONG;;`, `Taller del Sur;${kept};Empresa;;`),
  );
  const [from, into] = [await idOf('Taller Sur'), await idOf('Taller del Sur')];
  await merge(campus.db, from, into);
  return { from, into };
}

const MERGED =
  'name: Esa organización se unió con «Taller del Sur»: quita la fila o corrige «Taller del Sur» en el directorio.';
const [RUT, SECOND] = ['65.002.000-6', '65.003.000-1'];

describe('a file of organisations', () => {
  it('brings no merged one back, by its name or by its RUT, and leaves what is stored alone', async () => {
    await mergeWorkshops({ merged: RUT, kept: SECOND });
    const before = [await named('taller sur'), await named('taller del sur')];
    const file = organisations(
      'TALLER SUR;;Empresa;Talcahuano;taller@sur.example',
      `Taller Sur;${RUT};Empresa;Talcahuano;`,
      `Otro nombre;${RUT};Empresa;Talcahuano;`,
    );
    for (const row of file.split('\n').slice(1, -1))
      expect(await judged('organisations', organisations(row)), row).toEqual([['wrong', MERGED]]);
    const rest = `${file}Taller Nuevo;;ONG;;\n`;
    const done = await take(campus, 'organisations', rest, { only: 'good' });
    expect(done.counts).toMatchObject({ new: 1, changed: 0 });
    expect([await named('taller sur'), await named('taller del sur')]).toEqual(before);
  });

  it('does not rename the one kept where the RUT of what was merged is its own now', async () => {
    const { from, into } = await mergeWorkshops({ merged: RUT });
    await sql`update organisations set rut = null where id = ${from}`.execute(campus.db);
    await sql`update organisations set rut = '65002000-6' where id = ${into}`.execute(campus.db);
    expect(
      await judged(
        'organisations',
        organisations(`Taller Sur;${RUT};Empresa;;`, `Taller Austral;${SECOND};ONG;;`),
      ),
    ).toEqual([['wrong', MERGED], ['new']]);
    expect(await judged('organisations', organisations(`Taller Austral;${RUT};Empresa;;`))).toEqual([
      ['changed'],
    ]);
  });

  it('means who has the name today, and another RUT with the name of a merged one is a new one', async () => {
    await mergeWorkshops({ merged: RUT });
    await campus.db
      .updateTable('organisations')
      .set({ name: 'Taller Sur' })
      .where('name', '=', 'Taller del Sur')
      .execute();
    const rows = ['Taller Sur;;Empresa;Talcahuano;', `Taller Sur;${SECOND};Empresa;;`];
    expect(await judged('organisations', organisations(rows[0] ?? ''))).toEqual([['changed']]);
    await sql`update organisations set rut = '65004000-7' where merged_into is null and name = 'Taller Sur'`.execute(
      campus.db,
    );
    expect(await judged('organisations', organisations(rows[1] ?? ''))).toEqual([['new']]);
  });

  it('completes a merged one without RUT no more', async () => {
    await mergeWorkshops({});
    expect(await judged('organisations', organisations(`Taller Sur;${RUT};ONG;;`))).toEqual([
      ['wrong', MERGED],
    ]);
  });

  it('is not undone once what it brought was merged, in words; likely duplicates do not hold it', async () => {
    const done = await take(
      campus,
      'organisations',
      organisations('Taller Sur;;ONG;;', 'Taller del Sur;;ONG;;'),
    );
    const [from, into] = [await idOf('Taller Sur'), await idOf('Taller del Sur')];
    await sql`insert into organisation_pairs (a_id, b_id, likeness)
      values (least(${from}::uuid, ${into}::uuid), greatest(${from}::uuid, ${into}::uuid), 0.8)`.execute(
      campus.db,
    );
    await merge(campus.db, from, into);
    const refused = await undo(campus, done);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('se usan en 1 unión de organizaciones');
    await sql`delete from organisation_merges`.execute(campus.db);
    await sql`update organisations set merged_into = null, kept_id = null where id = ${from}`.execute(
      campus.db,
    );
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await named('taller%sur')).toEqual([]);
  });
});

describe('a file of past projects', () => {
  const partnersOf = async (code: string) => {
    const { rows } = await sql<{ id: string }>`
      select l.organisation_id as id
      from projects p join project_partners l on l.project_id = p.id where p.code = ${code} order by 1`.execute(
      campus.db,
    );
    return rows.map(row => row.id);
  };

  it('means the one kept by the name or RUT of what was merged, once', async () => {
    const { into } = await mergeWorkshops({ merged: RUT });
    await take(campus, 'projects', projects('Taller Sur; Taller del Sur', RUT));
    expect(await partnersOf('VCM-0')).toEqual([into]);
    expect(await partnersOf('VCM-1')).toEqual([into]);
  });

  it('leaves what a project chose before as it is, whichever name the file gives it', async () => {
    await take(campus, 'organisations', organisations('Taller Sur;;ONG;;', 'Taller del Sur;;ONG;;'));
    await take(campus, 'projects', projects('Taller Sur'));
    const [from, into] = [await idOf('Taller Sur'), await idOf('Taller del Sur')];
    await merge(campus.db, from, into);
    for (const cell of ['Taller Sur', 'Taller del Sur', 'Taller Sur; Taller del Sur'])
      expect(await judged('projects', projects(cell)), cell).toEqual([['unchanged']]);
    await take(campus, 'organisations', organisations('Imprenta Austral;;Empresa;;'));
    await take(campus, 'projects', projects('Taller del Sur; Imprenta Austral'));
    const both = [from, await idOf('Imprenta Austral')].sort();
    expect(await partnersOf('VCM-0')).toEqual(both);
    const { rows } = await sql<{ ids: string[] }>`
      select array(select x ->> 'organisationId' from jsonb_array_elements(s.data -> 'partners') x order by 1) as ids
      from project_sections s where s.section = 'partners' and s.project_id = (
        select id from projects where code = 'VCM-0')`.execute(campus.db);
    expect(rows).toEqual([{ ids: both }]);
  });

  it('takes who has a name today before one that was merged', async () => {
    await mergeWorkshops({});
    await take(campus, 'organisations', organisations(`Taller Sur Dos;;ONG;;`));
    await sql`update organisations set name = 'Taller Sur' where name = 'Taller Sur Dos'`.execute(campus.db);
    const { rows } = await sql<{ id: string }>`
      select id from organisations where name = 'Taller Sur' and merged_into is null`.execute(campus.db);
    await take(campus, 'projects', projects('Taller Sur'));
    expect(await partnersOf('VCM-0')).toEqual(rows.map(row => row.id));
  });
});
