import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { uploadFile } from '../../../test/files.ts';
import { photoWith } from '../../../test/photos.ts';
import type { Publication } from './contract.ts';

let server: TestApp;
let lead: Client;
let office: Client;
let project: Created;
let base: string;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await approvedPacs(server, lead, await nursing(lead));
  base = `/projects/${project.kind}/${project.id}/publication`;
});

const read = async (who = lead) => done(await who.get<Publication>(base));
const fieldsOf = ({ consented, showsResults, photos, version }: Publication) => ({
  ...{ consented, showsResults, version },
  photos: photos.filter(p => p.position !== null).map(({ file, caption }) => ({ file, caption })),
});
const save = async (changes: object, who = lead) =>
  who.put<Publication>(base, { ...fieldsOf(await read(lead)), ...changes });
const identification = async () => {
  const found = (await detailOf(lead, project)).sections.find(s => s.slug === 'identification');
  if (!found) throw new Error('the project has no identification');
  return found as typeof found & { data: Record<string, unknown> };
};
const isListed = async () =>
  (await sql`select from published_projects where id = ${project.id}`.execute(server.db)).rows.length === 1;
const photo = async (consent: 'not_needed' | 'pending' | null = 'not_needed') => {
  const file = await uploadFile(server, lead, project, { name: 'feria.jpg', bytes: await photoWith() });
  const people = consent === 'not_needed' ? 'nobody' : 'adults';
  if (consent)
    done(
      await lead.put(`/projects/${project.kind}/${project.id}/files/${file.id}/photo`, {
        ...{ people, consent, note: '' },
      }),
    );
  return file.id;
};

describe('the publication of a project', () => {
  it('is decided by whoever leads it once it is approved, and holds at once', async () => {
    const off = done(await save({ consented: false }));
    expect(off).toMatchObject({ isPublic: false, hindrances: ['Falta el consentimiento para publicarlo.'] });
    expect(await isListed()).toBe(false);
    const { data: before } = await identification();
    const on = done(await save({ consented: true, showsResults: true }));
    expect(on).toMatchObject({ isPublic: true, hindrances: [], consented: true, showsResults: true });
    expect(on.address).toBe(`${server.env.publicUrl}/publico/proyectos/${project.code}`);
    expect(await isListed()).toBe(true);
    // The Ficha says the same, and nothing else of it has changed.
    expect((await identification()).data).toEqual({ ...before, consentToPublish: true });
    const audit = await auditOf(server, project.id);
    expect(audit.map(a => a.action)).toEqual(
      expect.arrayContaining(['project.publication', 'project.save.identification']),
    );
  });

  it('sent again, or in which nothing changed, writes nothing', async () => {
    const fields = fieldsOf(await read());
    const { version } = done(await lead.put<Publication>(base, fields));
    expect(version).toBe(fields.version);
    expect((await auditOf(server, project.id)).filter(a => a.action === 'project.publication')).toEqual([]);
  });

  it('is refused where somebody changed it since, with what they saved', async () => {
    done(await save({ consented: true }));
    const before = await read();
    done(await save({ showsResults: true }, office));
    const { status, body } = await lead.put<{ extra: { publication: Publication } }>(base, {
      ...fieldsOf(before),
      consented: false,
    });
    expect([status, body.extra.publication.showsResults, body.extra.publication.consented]).toEqual([
      409,
      true,
      true,
    ]);
    expect(await isListed()).toBe(true);
  });

  it('does not disturb a request to change the dates, which leaves consent alone', async () => {
    const ask = `/projects/${project.kind}/${project.id}/changes`;
    done(await save({ consented: true }));
    const { data, version } = await identification();
    done(
      await lead.post(ask, {
        ...{ section: 'identification', version, reason: 'La escuela cambió su calendario.' },
        ...{ id: crypto.randomUUID(), data: { ...data, endDate: '2027-06-30' } },
      }),
    );
    done(await save({ consented: false }));
    const { changes } = await detailOf(office, project);
    const [change] = changes.filter(c => c.state === 'open');
    const director = await clientAs(server, PEOPLE.director);
    const { version: now } = await identification();
    done(
      await director.post(`${ask}/${change?.id}/decision`, {
        accept: true,
        version: now,
        reason: 'De acuerdo.',
      }),
    );
    expect((await identification()).data).toMatchObject({ endDate: '2027-06-30', consentToPublish: false });
    expect(await isListed()).toBe(false);
  });

  it('says each reason for which nobody sees it', async () => {
    done(await save({ consented: false }));
    await setStatus(server, project, 'cancelled');
    const pages = done(await office.get<{ updatedAt: string }>('/public-pages'));
    done(await office.put('/public-pages', { catalogue: false, updatedAt: pages.updatedAt }));
    expect((await read()).hindrances).toHaveLength(3);
    const { updatedAt } = done(await office.get<{ updatedAt: string }>('/public-pages'));
    done(await office.put('/public-pages', { catalogue: true, updatedAt }));
  });

  it('is a question of the Ficha before the project is approved', async () => {
    const draft = await startDraft(lead);
    const of = `/projects/${draft.kind}/${draft.id}/publication`;
    const shown = done(await lead.get<Publication>(of));
    expect(shown).toMatchObject({
      mayManage: false,
      manageRefusal: expect.stringContaining('Identificación'),
    });
    const answer = await lead.put(of, { ...fieldsOf(shown), consented: true });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('Identificación') },
    });
    const name = await lead.put(`${of}/name`, { shown: true });
    expect(name.status).toBe(403);
  });
});

describe('its photos', () => {
  it('are chosen with a caption, in their order', async () => {
    const [a, b] = [await photo(), await photo()];
    const chosen = [
      { file: b, caption: 'El taller en la sede' },
      { file: a, caption: 'La feria, vista desde la entrada' },
    ];
    const { photos, version } = done(await save({ photos: chosen }));
    expect(photos.map(({ file, caption, position, refusal }) => [file, caption, position, refusal])).toEqual([
      [b, 'El taller en la sede', 0, null],
      [a, 'La feria, vista desde la entrada', 1, null],
    ]);
    done(
      await lead.put<Publication>(base, {
        ...fieldsOf(await read()),
        version,
        photos: [...chosen].reverse(),
      }),
    );
    expect((await read()).photos.map(p => p.file)).toEqual([a, b]);
  });

  it('are refused without an answer, without authorisation, of another project, twice, too many', async () => {
    const [silent, pending] = [await photo(null), await photo('pending')];
    const paper = await uploadFile(server, lead, project, { name: 'a.jpg', bytes: await photoWith() });
    const wrong = async (photos: { file: string; caption: string }[]) => {
      const sent = { ...fieldsOf(await read()), photos };
      const { status, body } = await lead.put<{ errors: { path: string }[] }>(base, sent);
      return [status, body.errors.map(e => e.path)];
    };
    const caption = 'Una foto';
    expect(await wrong([{ file: silent, caption }])).toEqual([400, ['photos.0.file']]);
    expect(await wrong([{ file: pending, caption }])).toEqual([400, ['photos.0.file']]);
    expect(await wrong([{ file: crypto.randomUUID(), caption }])).toEqual([400, ['photos.0.file']]);
    expect(await wrong([{ file: paper.id, caption: '' }])).toEqual([400, ['photos.0.caption']]);
    const good = await photo();
    expect(await wrong([good, good].map(file => ({ file, caption })))).toEqual([400, ['photos']]);
    expect(await wrong(Array.from({ length: 13 }, () => ({ file: crypto.randomUUID(), caption })))).toEqual([
      ...[400, ['photos']],
    ]);
    expect((await read()).photos.filter(p => p.position !== null)).toEqual([]);
  });

  it('stay chosen, with the reason, where their authorisation is withdrawn later', async () => {
    const file = await photo();
    done(await save({ photos: [{ file, caption: 'La feria' }] }));
    const answer = { people: 'adults', consent: 'withdrawn', note: '' };
    done(await lead.put(`/projects/${project.kind}/${project.id}/files/${file}/photo`, answer));
    const [found] = (await read()).photos;
    expect(found).toMatchObject({ position: 0, refusal: 'Retiraron la autorización para publicarla.' });
    done(await save({ showsResults: true }));
    expect((await read()).photos[0]?.position).toBe(0);
  });
});

describe('the name of who leads it', () => {
  it('is shown by themselves alone, and taken off by whoever manages', async () => {
    expect((await read()).lead).toMatchObject({ isShown: false, name: 'Camila Rojas Fuentes' });
    expect((await office.put(`${base}/name`, { shown: true })).status).toBe(403);
    done(await lead.put(`${base}/name`, { shown: true }));
    expect((await read()).lead.isShown).toBe(true);
    done(await office.put(`${base}/name`, { shown: false }));
    expect((await read()).lead.isShown).toBe(false);
  });

  it('is nobody’s once another person leads', async () => {
    done(await lead.put(`${base}/name`, { shown: true }));
    done(await save({ consented: true }));
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.colleague)} where id = ${project.id}`.execute(
      server.db,
    );
    const { rows } = await sql<{ lead_name: string | null }>`
      select lead_name from published_projects where id = ${project.id}`.execute(server.db);
    expect(rows).toEqual([{ lead_name: null }]);
    expect((await read(office)).lead.isShown).toBe(false);
  });
});

describe('the office', () => {
  const withhold = (body: object, who = office) => who.put<Publication>(`${base}/withholding`, body);

  it('keeps a project from the public pages whatever its people decide, and lets it back', async () => {
    done(await save({ consented: true }));
    expect((await withhold({ withheld: true, reason: 'Corto' })).status).toBe(400);
    const held = done(await withhold({ withheld: true, reason: 'Nombra a una persona en el resumen.' }));
    expect(held).toMatchObject({
      isPublic: false,
      withheld: { reason: 'Nombra a una persona en el resumen.' },
    });
    expect(done(await save({ consented: true, showsResults: true })).isPublic).toBe(false);
    expect((await read()).withheld).toMatchObject({ by: expect.any(String) });
    const { rows } = await sql<{ title: string; mail: boolean }>`
      select title, exists (select from mails where user_id = n.user_id and project_id = n.project_id
          and html like '%Nombra a una persona en el resumen.%') as mail
      from notifications n where project_id = ${project.id} and title like '%catálogo%'
        and user_id = ${userIdOf(PEOPLE.academic)}`.execute(server.db);
    expect(rows).toEqual([{ title: 'Tu proyecto se retiró del catálogo público', mail: true }]);
    expect(done(await withhold({ withheld: false, reason: '' })).isPublic).toBe(true);
    expect((await withhold({ withheld: true, reason: 'Otra vez, con motivo.' }, lead)).status).toBe(403);
  });

  it('decides nothing of the kind on a project that its person takes part in', async () => {
    await sql`insert into project_parts (project_id, user_id, part, since) values
      (${project.id}, ${userIdOf(PEOPLE.admin)}, 'member', now())`.execute(server.db);
    expect((await read(office)).mayWithhold).toBe(false);
    const answer = await withhold({ withheld: true, reason: 'Por un motivo de la oficina.' });
    expect(answer).toMatchObject({ status: 403 });
  });
});

it('is read by who reads all of the project, and by nobody else', async () => {
  done(await save({ consented: true }));
  const who = { colleague: 200, director: 200, dean: 200, stranger: 404, reviewer: 404 } as const;
  for (const [name, status] of Object.entries(who)) {
    const client = await clientAs(server, PEOPLE[name as keyof typeof who]);
    const answer = await client.get<Publication>(base);
    expect([name, answer.status]).toEqual([name, status]);
    if (status === 200) expect(answer.body).toMatchObject({ mayManage: false, mayWithhold: false });
    const sent = { consented: false, showsResults: false, photos: [], version: answer.body.version ?? 0 };
    expect((await client.put(base, sent)).status).toBe(status === 200 ? 403 : 404);
  }
  expect(await isListed()).toBe(true);
});

it('the catalogue is opened and closed by the office, against what it saw', async () => {
  const before = done(await office.get<{ updatedAt: string; projects: number }>('/public-pages'));
  expect(before).toMatchObject({ catalogue: true, projects: expect.any(Number) });
  expect((await lead.get('/public-pages')).status).toBe(403);
  done(await office.put('/public-pages', { catalogue: false, updatedAt: before.updatedAt }));
  const late = await office.put('/public-pages', { catalogue: false, updatedAt: before.updatedAt });
  expect(late.status).toBe(409);
  const { updatedAt } = done(await office.get<{ updatedAt: string }>('/public-pages'));
  done(await office.put('/public-pages', { catalogue: true, updatedAt }));
});
