import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, detailOf, done, startDraft } from '../../../../test/factories.ts';
import { merge, undoMerge } from '../../../../test/merged.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { Execution } from '../../execution/contract.ts';

/** Whom the project chose, and whom the office keeps. */
const CHOSEN = { name: 'Junta de Vecinos Cóndores de Higueras', rut: '65002000-6' };
const KEPT = { name: 'Junta Vecinal Unida del Sector Norte', rut: '65003000-1' };

let server: TestApp;
let lead: Client;
let admin: Client;
let project: Created;
let chosen: string;
let kept: string;

const add = async (values: { name: string; rut: string | null }) =>
  (
    await server.db
      .insertInto('organisations')
      .values({ ...values, type: 'organizacion_social', comuna_code: '08110' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  admin = await clientAs(server, PEOPLE.admin);
  chosen = await add(CHOSEN);
  kept = await add(KEPT);
  project = await approvedPacs(server, lead, { ...(await nursing(lead)), organisationId: chosen });
  done(
    await lead.post(`/projects/${project.kind}/${project.id}/meetings`, {
      ...{ id: randomUUID(), day: localDay(new Date()), organisationId: chosen },
    }),
  );
  await merge(server.db, chosen, kept);
});
afterAll(() => server.close());

const base = () => `/projects/${project.kind}/${project.id}`;

describe('what a project names of a merged organisation', () => {
  it('is the one kept, wherever it is read, and no link is rewritten', async () => {
    const detail = await detailOf(lead, project);
    expect(detail.labels[chosen]).toBe(KEPT.name);
    expect(JSON.stringify(detail)).not.toContain(CHOSEN.name);
    expect(detail.sections.find(s => s.slug === 'partners')?.data.partners).toMatchObject([
      { organisationId: chosen },
    ]);
    const { rows } = await sql`
      select organisation_id from project_partners where project_id = ${project.id}`.execute(server.db);
    expect(rows).toEqual([{ organisation_id: chosen }]);
  });

  it('is the one kept in what was sent before', async () => {
    const { history } = await detailOf(lead, project);
    const entry = history.find(h => h.action === 'submit');
    const sent = done(await lead.get<{ labels: Record<string, string> }>(`${base()}/history/${entry?.id}`));
    expect(sent.labels[chosen]).toBe(KEPT.name);
  });

  it('is the one kept in its meetings, which keep their own link when they are saved again', async () => {
    const [meeting] = done(await lead.get<Execution>(`${base()}/execution`)).meetings;
    expect(meeting?.organisation).toEqual({ id: chosen, name: KEPT.name });
    const { id, day, version } = meeting as NonNullable<typeof meeting>;
    done(await lead.put(`${base()}/meetings/${id}`, { day, organisationId: chosen, version }));
    const [saved] = done(await lead.get<Execution>(`${base()}/execution`)).meetings;
    expect(saved?.organisation?.id).toBe(chosen);
  });

  it('is the one kept in the calendar', async () => {
    const { url } = done(await lead.post<{ url: string }>('/calendar-feed'));
    const text = await (await fetch(`${server.url}${new URL(url).pathname}`)).text();
    const unfolded = text.replaceAll(/\r\n[ \t]/g, '');
    expect(unfolded).toContain(`Reunión con ${KEPT.name}`);
    expect(unfolded).not.toContain(CHOSEN.name);
  });

  it('is the one kept in the PDF', async () => {
    const answer = await fetch(`${server.url}/api${base()}/pdf`, {
      headers: { authorization: `Bearer ${lead.token}` },
    });
    const text = pdfPages(Buffer.from(await answer.arrayBuffer()))
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain(KEPT.name);
    expect(text).not.toContain(CHOSEN.name);
  });

  it('is what it chose again once that is undone', async () => {
    await undoMerge(server.db, chosen);
    expect((await detailOf(lead, project)).labels[chosen]).toBe(CHOSEN.name);
    await merge(server.db, chosen, kept);
  });
});

describe('GET /projects?partner=', () => {
  const codes = async (partner: string) =>
    done(await admin.get<{ rows: { id: string }[]; total: number }>(`/projects?partner=${partner}`));

  it('finds projects of either by the id of either, as often as they are there', async () => {
    for (const id of [kept, chosen]) {
      const { rows, total } = await codes(id);
      expect(rows.map(row => row.id)).toEqual([project.id]);
      expect(total).toBe(1);
    }
    expect((await codes(randomUUID())).total).toBe(0);
  });
});

describe('choosing an organisation', () => {
  const options = async (who: Client, query: string) =>
    done(await who.get<{ id: string; label: string }[]>(`/options/organisation?${query}`)).map(o => [
      o.id,
      o.label,
    ]);
  const search = (who: Client, q: string) => options(who, `q=${encodeURIComponent(q)}`);

  it('offers the one kept alone, found by either name and either RUT', async () => {
    for (const who of [lead, admin])
      for (const q of [KEPT.name, CHOSEN.name, 'cóndores higueras', '65.003.000-1', '65.002.000-6']) {
        const found = await search(who, q);
        expect(found, q).toEqual([[kept, KEPT.name]]);
      }
  });

  it('tells part of the RUT of one that was merged to administrators alone', async () => {
    expect(await search(admin, '65002')).toEqual([[kept, KEPT.name]]);
    expect(await search(lead, '65002')).toEqual([]);
  });

  it('names a merged one by its id as the one kept', async () => {
    expect(await options(lead, `id=${chosen}`)).toEqual([[kept, KEPT.name]]);
    expect(await options(lead, `id=${kept}`)).toEqual([[kept, KEPT.name]]);
  });

  it('is kept when it was merged in between, unless what is kept is out of use', async () => {
    const draft = await startDraft(lead, 'pacs');
    const choose = (organisationId: string) =>
      lead.put<{ errors?: { path: string }[] }>(`/projects/pacs/${draft.id}/sections/partners`, {
        version: 0,
        data: {
          partners: [
            {
              ...{ id: 'p1', organisationId, role: 'codesign', commitment: '', letterFileId: null },
              ...{ contactName: '', contactEmail: '', contactPhone: '' },
            },
          ],
        },
      });
    await server.db.updateTable('organisations').set({ active: false }).where('id', '=', kept).execute();
    const refused = await choose(chosen);
    await server.db.updateTable('organisations').set({ active: true }).where('id', '=', kept).execute();
    expect(refused.status).toBe(400);
    done(await choose(chosen));
    expect((await detailOf(lead, draft)).labels).toMatchObject({ [chosen]: KEPT.name });
  });
});
