import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Clients, everybody, nursing, organisationIdOf } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { type Created, done, fillSections, startDraft, submittedPacs } from '../../../test/factories.ts';
import type { Partner, PartnerRow } from './contract.ts';

interface Page {
  rows: PartnerRow[];
  total: number;
}

let server: TestApp;
let people: Clients;
let project: Created;
/** Of the same partner, and only sent to its Director. */
let sent: Created;
const NEIGHBOURS = organisationIdOf('65000014-5');
const COUNCIL = organisationIdOf('69000001-6');

beforeAll(async () => {
  server = await startApp();
  people = await everybody(server);
  const refs = await nursing(people.academic);
  project = await approvedPacs(server, people.academic, refs);
  sent = await submittedPacs(people.academic, refs);
  const lines = ['partner_cash', 'partner_in_kind', 'unit'].map((source, n) => ({
    ...{
      id: `b${n}`,
      category: 'operation',
      description: 'Ítem',
      quantity: 2.5,
      unitCost: 1000 * (n + 1),
      source,
    },
  }));
  await sql`update project_sections set data = ${JSON.stringify({ lines })}::jsonb
    where project_id = ${project.id} and section = 'budget'`.execute(server.db);
});
afterAll(() => server.close());

const pageOf = async (who: keyof Clients, query = '') =>
  done(await people[who].get<Page>(`/partners?size=100${query}`));
const namesOf = async (who: keyof Clients, query: string) =>
  (await pageOf(who, query)).rows.map(row => row.name);
const partner = async (who: keyof Clients, id = NEIGHBOURS) =>
  done(await people[who].get<Partner>(`/partners/${id}`));

describe('the directory', () => {
  it('shows everybody who fills in projects names, types and comunas, and projects from approved on', async () => {
    for (const who of ['academic', 'stranger', 'director', 'otherDean', 'admin'] as const) {
      const { rows, total } = await pageOf(who);
      expect(total).toBe(6);
      expect(rows.find(row => row.id === NEIGHBOURS)).toMatchObject({
        ...{ name: 'Junta de Vecinos N.º 14 Los Cóndores', type: 'organizacion_social', projects: 1 },
        ...{ since: 2026, until: 2026, comuna: { code: '08110', name: 'Talcahuano', region: 'Biobío' } },
      });
      expect(rows.map(row => row.rut !== null)).toEqual(rows.map(() => who === 'admin'));
    }
    expect((await people.reviewer.get('/partners')).status).toBe(403);
    expect((await people.reviewer.get(`/partners/${NEIGHBOURS}`)).status).toBe(403);
  });

  it('tells contacts only to who works with the organisation', async () => {
    const told = async (who: keyof Clients) =>
      (await pageOf(who)).rows.filter(row => row.contact !== null).map(row => row.id);
    expect(await told('academic')).toEqual([NEIGHBOURS]);
    // Heads of its school and faculty.
    expect(await told('director')).toEqual([NEIGHBOURS]);
    expect(await told('dean')).toEqual([NEIGHBOURS]);
    for (const who of ['colleague', 'stranger', 'otherDirector', 'otherDean'] as const)
      expect(await told(who)).toEqual([]);
    expect(await told('admin')).toHaveLength(6);
  });

  it('narrows by words, type, region, comuna, projects and state', async () => {
    expect(await namesOf('stranger', '&q=condores')).toEqual(['Junta de Vecinos N.º 14 Los Cóndores']);
    expect(await namesOf('stranger', '&type=salud')).toEqual(['CESFAM Villa Los Ríos']);
    expect(await namesOf('stranger', '&comuna=08102')).toEqual(['Cooperativa Textil Lafkén']);
    expect(await namesOf('stranger', '&region=13')).toEqual([]);
    expect(await namesOf('stranger', '&projects=with')).toEqual(['Junta de Vecinos N.º 14 Los Cóndores']);
    expect(await namesOf('stranger', '&projects=without&region=08')).toHaveLength(5);
    expect(await namesOf('stranger', '&state=inactive')).toEqual([]);
    expect(await namesOf('stranger', '&sort=-name')).toEqual((await namesOf('stranger', '')).toReversed());
    for (const wrong of ['type=iglesia', 'region=8', 'comuna=x', 'projects=many', 'sort=rut', 'page=0'])
      expect((await people.stranger.get(`/partners?${wrong}`)).status, wrong).toBe(400);
  });

  it('finds by part of a RUT for administrators alone', async () => {
    expect(await namesOf('admin', '&q=65.000.014')).toEqual(['Junta de Vecinos N.º 14 Los Cóndores']);
    expect(await namesOf('stranger', '&q=65000014')).toEqual([]);
    expect(await namesOf('stranger', '&q=65.000.014-5')).toEqual(['Junta de Vecinos N.º 14 Los Cóndores']);
  });

  it('counts by comuna what the same filters list', async () => {
    const places = done(
      await people.stranger.get<{ comunas: { code: string; partners: number }[]; without: number }>(
        '/partners/places?region=08',
      ),
    );
    expect(places.without).toBe(0);
    expect(places.comunas).toContainEqual({ code: '08110', partners: 2 });
    expect(places.comunas.reduce((all, c) => all + c.partners, 0)).toBe(6);
  });
});

describe('the page of a partner', () => {
  it('shows each reader the projects they may see, the budget of those they read whole', async () => {
    const money = { cash: 2500, inKind: 5000, accounted: 0 };
    const shown = async (who: keyof Clients) =>
      (await partner(who)).items.map(({ id, money: paid, roles }) => [id, paid, roles]);
    const ofSent = [sent.id, { cash: 0, inKind: 0, accounted: 0 }, ['codesign']];
    const whole = [ofSent, [project.id, money, ['codesign']]];
    for (const who of ['academic', 'director', 'dean', 'admin'] as const)
      expect(await shown(who), who).toEqual(whole);
    // In the team of the one that was approved.
    expect(await shown('colleague')).toEqual([[project.id, money, ['codesign']]]);
    for (const who of ['stranger', 'otherDirector', 'otherDean'] as const)
      expect(await shown(who), who).toEqual([[project.id, null, ['codesign']]]);
  });

  it('names whom projects name to those who read them whole', async () => {
    expect((await partner('academic')).contacts).toMatchObject([
      { name: 'Ramón Gatica', email: 'ramon@contacto.example', project: { id: sent.id } },
    ]);
    expect((await partner('stranger')).contacts).toEqual([]);
    expect((await partner('otherDean')).contacts).toEqual([]);
  });

  it('shows nothing of drafts to others, and 404 for what is not there', async () => {
    const refs = await nursing(people.academic);
    const draft = await startDraft(people.academic, 'pacs');
    await fillSections(people.academic, draft, {
      partners: {
        partners: [
          {
            ...{ id: 'p1', organisationId: COUNCIL, contactName: '', contactEmail: '', contactPhone: '' },
            ...{ role: 'execution', commitment: '', letterFileId: null },
          },
        ],
      },
    });
    expect((await partner('academic', COUNCIL)).items.map(item => item.id)).toEqual([draft.id]);
    // Nobody opens contacts for themselves by a draft.
    expect((await partner('academic', COUNCIL)).contact).toBeNull();
    expect((await partner('director', COUNCIL)).items).toEqual([]);
    expect((await partner('director', COUNCIL)).contact).toBeNull();
    expect((await partner('stranger', COUNCIL)).items).toEqual([]);
    expect((await people.stranger.get(`/partners/${refs.leadId}`)).status).toBe(404);
    expect((await people.stranger.get('/partners/nada')).status).toBe(400);
  });

  it('counts people as activities were recorded, and as the accepted report corrects them', async () => {
    const reached = async () =>
      (await partner('stranger')).items.find(item => item.id === project.id)?.people;
    expect(await reached()).toBeNull();
    await sql`insert into activities (id, project_id, name, day, counts, author_id, updated_by)
      select gen_random_uuid(), p.id, 'Taller', '2026-09-01', '{"direct": 12}', p.lead_id, p.lead_id
      from projects p where p.id = ${project.id}`.execute(server.db);
    expect(await reached()).toBe(12);
    await sql`insert into reports (project_id, people, people_reason, author_id, updated_by)
      select p.id, '{"direct": 9}', 'Se repetían personas.', p.lead_id, p.lead_id from projects p where p.id = ${project.id}`.execute(
      server.db,
    );
    expect(await reached()).toBe(12);
    await setStatus(server, project, 'closed');
    expect(await reached()).toBe(9);
    await setStatus(server, project, 'approved');
  });

  it('of a merged organisation is that of the one kept, with the projects of both', async () => {
    const set = (into: string | null) =>
      sql`update organisations set merged_into = ${into}, kept_id = ${into} where id = ${NEIGHBOURS}`.execute(
        server.db,
      );
    await set(COUNCIL);
    try {
      const kept = await partner('stranger');
      expect([kept.id, kept.name, kept.projects]).toEqual([COUNCIL, 'Municipalidad de Talcahuano', 1]);
      expect(kept.items.map(item => item.id)).toEqual([project.id]);
      expect(await pageOf('stranger')).toMatchObject({ total: 5 });
      expect((await partner('director', COUNCIL)).contact).not.toBeNull();
    } finally {
      await set(null);
    }
  });
});
