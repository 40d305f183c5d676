import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from './catalogue.ts';
import { clientAs } from './client.ts';
import { type Created, detailOf, done, startDraft } from './factories.ts';
import { checkArrived, sendUpload, startUpload } from './files.ts';
import { read, rowsOf, take } from './imports.ts';
import { sampleFiles } from './samples.ts';

/** A name as it comes from another program, and as it is read. */
const DIRTY = '\ufeffAna\t Mar\u200bía\u202e Pé\u0000rez\u00ad \u2066Mun\u0303oz\u2069\u{e0041} ';
const CLEAN = 'Ana María Pérez Muñoz';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

describe('names of people lose what nobody sees', () => {
  it('as the office writes them, new and changed, and in the mail that invites', async () => {
    const fields = { email: 'ana@biosur.example', roles: ['Academic'], invite: true };
    const made = await campus.send('POST', '/users', { ...fields, name: DIRTY });
    expect(made.body).toMatchObject({ name: CLEAN });
    const { id, updatedAt } = made.body as { id: string; updatedAt: string };
    const mail = await campus.db
      .selectFrom('mails')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(mail)).toContain(CLEAN);
    const name = 'Ana\u2028Pé\u061crez';
    const changed = await campus.send('PUT', `/users/${id}`, { ...fields, invite: false, name, updatedAt });
    expect(changed.body).toMatchObject({ name: 'Ana Pérez' });
    const empty = await campus.send('POST', '/users', {
      email: 'b@biosur.example',
      name: '\u202e\u200b\u0007',
    });
    expect(empty).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'name', message: 'Este campo es obligatorio.' }] },
    });
  });

  it('in a list that is imported, and as typed over it', async () => {
    const file = `correo;nombre\nimportada@biosur.example;${DIRTY.replaceAll('\u0000', '\u0007')}\notra@biosur.example;x\n`;
    const seen = await read(campus, 'users', file);
    expect((await rowsOf(campus, seen))[0]?.values.name).toBe(CLEAN);
    const typed = await campus.send('PUT', `/imports/${seen.id}/rows/3`, {
      field: 'name',
      text: 'Lu\u200bis\u202e Soto',
    });
    expect(typed.body.row).toMatchObject({ values: { name: 'Luis Soto' } });
    await take(campus, 'users', file.replace(';x', ';LU\u200bIS SOTO'));
    const stored = await campus.db
      .selectFrom('users')
      .select(['email', 'name'])
      .where('email', 'in', ['importada@biosur.example', 'otra@biosur.example'])
      .orderBy('email')
      .execute();
    expect(stored.map(row => row.name)).toEqual([CLEAN, 'Luis Soto']);
  });

  it('in teams, of founders, of partners and of their contacts', async () => {
    const academic = await clientAs(campus, PEOPLE.Academic);
    const project = await startDraft(academic);
    const save = async (section: string, data: object) =>
      done(
        await academic.put<{ data: object }>(`/projects/pacs/${project.id}/sections/${section}`, {
          version: 0,
          data,
        }),
      ).data;
    const members = [{ id: 'a', name: DIRTY, organisation: DIRTY, role: 'student' }];
    expect(await save('team', { members })).toMatchObject({
      members: [{ name: CLEAN, organisation: CLEAN }],
    });
    expect(await save('partners', { partners: [{ id: 'a', contactName: DIRTY }] })).toMatchObject({
      partners: [{ contactName: CLEAN }],
    });
    expect(await save('plan', { activities: [{ id: 'a', responsible: DIRTY }] })).toMatchObject({
      activities: [{ responsible: CLEAN }],
    });
    const made = done(
      await academic.post<{ id: string }>('/organisations', {
        name: 'Coope\u200brativa\u202e Ñirre',
        type: 'empresa',
        contactName: DIRTY,
      }),
    );
    const stored = await campus.db
      .selectFrom('organisations')
      .select(['name', 'contact_name'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ name: 'Cooperativa Ñirre', contact_name: CLEAN });
  });
});

describe('names of files lose what nobody sees and the way to them', () => {
  const pdf = () => sampleFiles().pdf ?? Buffer.alloc(0);

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\ana\\informe.pdf', 'informe.pdf'],
    ['informe\u202efdp.exe', 'informefdp.exe.pdf'],
    ['Acta 1:2\r\n<b>"ñ"</b>\u0000.pdf', 'b_.pdf'],
    ['\u200b', 'archivo.pdf'],
    ['con.pdf', '_con.pdf'],
    [`${'ñ'.repeat(250)}.pdf`, `${'ñ'.repeat(125)}.pdf`],
  ])('%j of a project is kept and sent as %j', async (name, kept) => {
    const academic = await clientAs(campus, PEOPLE.Academic);
    const project: Created = await startDraft(academic);
    const base = `/projects/pacs/${project.id}`;
    const bytes = pdf();
    const upload = done(await startUpload(academic, project, { name, bytes }));
    const { file } = done(await sendUpload([academic], project, upload, bytes));
    expect(file.name).toBe(kept);
    await checkArrived(campus);
    expect((await detailOf(academic, project)).files[0]?.name).toBe(kept);
    const { url } = done(await academic.post<{ url: string }>(`${base}/files/${file.id}/link`));
    const sent = (await fetch(`${campus.url}/api${url}`)).headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''(.*)$/.exec(sent)?.[1];
    expect(encoded ? decodeURIComponent(encoded) : /filename="(.*)"$/.exec(sent)?.[1]).toBe(kept);
  });

  it('of the bases of a call and of a list that is imported, too', async () => {
    const office = await clientAs(campus, PEOPLE.Admin);
    const { id } = done(
      await office.post<{ id: string }>('/calls', { name: 'Fondo', year: 2026, kind: 'fexs' }),
    );
    const name = encodeURIComponent('C:\\bases\\Ba\u200bses\u202e 2026.pdf');
    expect(done(await office.put<{ name: string }>(`/calls/${id}/files?name=${name}`, pdf())).name).toBe(
      'Bases 2026.pdf',
    );
    const response = await campus.app.inject({
      method: 'POST',
      url: `/api/imports/users?name=${name}`,
      headers: { ...campus.as('Admin'), 'content-type': 'application/octet-stream' },
      payload: Buffer.from('correo;nombre\na@biosur.example;Ana Soto\n'),
    });
    expect(response.json()).toMatchObject({ fileName: 'Bases 2026.pdf' });
  });
});
