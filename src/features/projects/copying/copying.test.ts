import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import type { Client } from '../../../../test/client.ts';
import { clientOf } from '../../../../test/client.ts';
import { organisationIdOf, PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import {
  type Created,
  completePacs,
  detailOf,
  done,
  fillSections,
  pacsSections,
  startDraft,
} from '../../../../test/factories.ts';
import { fillEverySection } from '../../../../test/filled-sections.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { writeSetting } from '../../../db/settings.ts';
import { kindSections } from '../../../domain/kinds/definition.ts';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import { KIND_SLUGS, type KindSlug } from '../../../domain/kinds/slugs.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { copyFields } from '../../../domain/sections/copy.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { FIRST_QUOTAS } from '../../../domain/settings/quotas.ts';
import type { searchCopySources } from './contract.ts';

type Found = OutputOf<typeof searchCopySources>;
type Data = Record<string, unknown>;

openUniversity();

const copyOf = (client: Client, source: { id: string; kind: string }, more: Data = {}) =>
  client.post<Created>('/projects', {
    id: randomUUID(),
    kind: source.kind,
    title: 'La copia',
    copyOf: source.id,
    ...more,
  });
const sources = async (client: Client, kind: KindSlug, query = '') =>
  done(await client.get<Found>(`/copy-sources/${kind}?${query}`));
const storedOf = async (id: string) => {
  const { rows } = await sql<{ section: string; data: Data }>`
    select section, data from project_sections where project_id = ${id}`.execute(server.db);
  return Object.fromEntries(rows.map(row => [row.section, row.data]));
};
const rowsOf = async (table: string, id: string) => {
  const { rows } = await sql<Data>`select * from ${sql.table(table)} where project_id = ${id}`.execute(
    server.db,
  );
  return rows.map(({ project_id: _project, id: _id, since: _since, ...row }) => JSON.stringify(row)).sort();
};

/** Every section of a kind filled in, whatever its form would say. */
async function filled(kind: KindSlug) {
  const source = await startDraft(clients.academic, kind, { title: `Lleno ${kind}` });
  const named = (id: string) => ({ id, name: '' });
  const { rows } = await sql<{ id: string }>`select id from themes where active limit 1`.execute(server.db);
  const { rows: institutional } = await sql<{ id: string }>`
    insert into institutional_indicators (name, kind, unit, direction, accumulates, scope, level, roll_up)
    values (${`Institucional ${kind}`}, 'number', ${'«indicators indicators.*.unit»'}, 'up', 'sum', 'external',
      'output', 'sum') returning id`.execute(server.db);
  const { sections } = fillEverySection({
    person: named(userIdOf(PEOPLE.colleague)),
    school: named(schoolIdOf('ENF')),
    careers: named(refs.careerId ?? ''),
    theme: named(rows[0]?.id ?? ''),
    project: named(source.id),
    organisation: named(organisationIdOf('65000014-5')),
    offering: named(refs.offeringId),
    call: named(randomUUID()),
    callLine: named(randomUUID()),
    institutionalIndicator: named(institutional[0]?.id ?? ''),
  });
  const fitting = {
    ...sections,
    identification: { ...sections.identification, leadId: refs.leadId, previousProjectId: null },
    // Within the limits of their fields, which what has a value of its own is beyond.
    team: { members: [{ ...(sections.team.members as Data[])[0], hoursPerWeek: 4 }] },
    venture: { ...sections.venture, readiness: 5 },
  };
  for (const [section, data] of Object.entries(fitting))
    await sql`insert into project_sections (project_id, section, data, version)
      values (${source.id}, ${section}, ${JSON.stringify(data)}, 1)
      on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  return { source, sections: fitting as Record<string, Data> };
}

describe('what is copied', () => {
  it.each(KIND_SLUGS)('of a %s: every section of the kind, but for what is of one project', async kind => {
    const { source, sections } = await filled(kind);
    const made = done(await copyOf(clients.academic, source, { period: '2027-1' }));
    const detail = await detailOf(clients.academic, made);
    const text = JSON.stringify(await storedOf(made.id));
    // Nothing of the dates, files, links and calls of the source is anywhere in it.
    expect(text).not.toMatch(/"20[34]\d-\d\d-\d\d"|0190f000-0000-7000-8000-00000000f11e|ajeno\.example\/\d/);
    expect(text).not.toMatch(/"actual":\d|"consentToPublish":true|"amountRequested":\d|"moneyRaised":\d/);
    for (const { slug, data } of detail.sections) {
      if (slug === 'questions' || slug === 'fund') continue;
      const { empty } = sectionOf(slug);
      // Fields the kind hides would be stored without anybody seeing them.
      const fields = kindSections(FIRST_KINDS[kind], true).find(s => s.slug === slug)?.fields ?? [];
      const expected = copyFields(fields, sections[slug] ?? {});
      expect({ ...empty, ...data }, slug).toMatchObject(expected);
    }
    const { identification } = await storedOf(made.id);
    expect(identification).toMatchObject({
      ...{ title: 'La copia', leadId: refs.leadId, schoolId: schoolIdOf('ENF'), period: '2027-1' },
      ...{ startDate: null, endDate: null, consentToPublish: false, previousProjectId: null },
    });
    expect(detail).toMatchObject({ title: 'La copia', status: 'draft', turn: { mine: true } });
    expect(await rowsOf('files', made.id)).toEqual([]);
  });

  it('has the rows that follow from its sections, as if it had been typed', async () => {
    const memberId = userIdOf(PEOPLE.colleague);
    const source = await startDraft(clients.academic, 'pacs');
    const typed = await startDraft(clients.academic, 'pacs');
    const { identification, ...rest } = pacsSections({ ...refs, memberId }, 'Con equipo');
    for (const each of [source, typed])
      await fillSections(clients.academic, each, {
        ...rest,
        ...(identification && {
          identification: { ...identification, alternateId: userIdOf(PEOPLE.stranger) },
        }),
      });
    const made = done(await copyOf(clients.academic, source));
    for (const table of [
      'project_members',
      'project_parts',
      'project_partners',
      'project_careers',
      'project_offerings',
      'project_comunas',
      'project_goals',
      'project_holders',
    ])
      expect(await rowsOf(table, made.id), table).toEqual(await rowsOf(table, typed.id));
    // Whoever is in its team reads it, and was told.
    expect((await detailOf(clients.colleague, made)).title).toBe('La copia');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from notifications
      where user_id = ${memberId} and project_id = ${made.id}`.execute(server.db);
    expect(rows[0]?.n).toBe(1);
  });

  it('leaves out what is no longer active, and the form asks for it', async () => {
    const memberId = userIdOf(PEOPLE.colleague);
    const source = await startDraft(clients.academic, 'pacs');
    await fillSections(clients.academic, source, pacsSections({ ...refs, memberId }, 'Con bajas'));
    await sql`update course_offerings set active = false where id = ${refs.offeringId}`.execute(server.db);
    await sql`update careers set active = false where id = ${refs.careerId}`.execute(server.db);
    await sql`update users set state = 'blocked' where id = ${memberId}`.execute(server.db);
    await sql`update organisations set active = false where id = ${refs.organisationId}`.execute(server.db);
    try {
      const made = done(await copyOf(clients.academic, source));
      const stored = await storedOf(made.id);
      expect(stored.identification).toMatchObject({ careerIds: [] });
      expect(stored.courses).toMatchObject({ courses: [{ offeringId: null, serviceHours: 30 }] });
      expect(stored.team).toMatchObject({ members: [{ userId: null, role: 'academic' }] });
      expect(stored.partners).toMatchObject({ partners: [{ organisationId: null, role: 'codesign' }] });
      const context = { sections: {}, documents: [], files: [], call: null };
      const missing = (['courses', 'team', 'partners'] as const).flatMap(slug =>
        sectionOf(slug).missing(stored[slug], context),
      );
      expect(missing.map(m => m.path)).toEqual([
        'courses.0.offeringId',
        'members.0.name',
        'partners.0.organisationId',
      ]);
    } finally {
      await sql`update course_offerings set active = true where id = ${refs.offeringId}`.execute(server.db);
      await sql`update careers set active = true where id = ${refs.careerId}`.execute(server.db);
      await sql`update users set state = 'active' where id = ${memberId}`.execute(server.db);
      await sql`update organisations set active = true where id = ${refs.organisationId}`.execute(server.db);
    }
  });

  it('is told in its history and in the audit by the code of the source', async () => {
    const source = await completePacs(clients.academic, refs, 'De donde viene');
    const made = done(await copyOf(clients.academic, source));
    const { history } = await detailOf(clients.academic, made);
    expect(history).toMatchObject([{ action: 'create', note: `Copia de ${source.code}.` }]);
    const [entry] = await auditOf(server, made.id, 'project.create');
    expect(entry).toMatchObject({ changes: { copyOf: [null, source.code] } });
  });
});

describe('whose own', () => {
  const REFUSED = 'Elige un proyecto tuyo, de este tipo.';
  const refused = async (client: Client, source: { id: string; kind: string }, more: Data = {}) => {
    const answer = await copyOf(client, source, more);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: REFUSED, errors: [{ path: 'copyOf', message: REFUSED }] },
    });
    expect(await sources(client, source.kind as KindSlug, `id=${source.id}`)).toEqual([]);
  };

  it('lead and alternate copy; who is in the team alone, a stranger or the unit does not', async () => {
    const source = await startDraft(clients.academic, 'pacs');
    const { identification, ...rest } = pacsSections(
      { ...refs, memberId: userIdOf(PEOPLE.colleague) },
      'De dos',
    );
    await fillSections(clients.academic, source, {
      ...rest,
      ...(identification && {
        identification: { ...identification, alternateId: userIdOf(PEOPLE.stranger) },
      }),
    });
    done(await copyOf(clients.academic, source));
    done(await copyOf(clients.stranger, source));
    await refused(clients.colleague, source);
    await refused(clients.director, source);
    await refused(clients.admin, source);
    expect((await copyOf(clients.reviewer, source)).status).toBe(403);
    expect((await clients.reviewer.get('/copy-sources/pacs')).status).toBe(403);
    expect((await clientOf(server.url, '').get('/copy-sources/pacs')).status).toBe(401);
  });

  it('who led it copies it while in its team, and no longer once they have left', async () => {
    const source = await completePacs(clients.academic, refs, 'Pasó de manos');
    const lead = userIdOf(PEOPLE.academic);
    const { rows } = await sql<{ id: number }>`
      insert into project_history (project_id, at, actor_id, action, from_status, to_status)
      values (${source.id}, now(), ${lead}, 'submit', 'draft', 'director_review') returning id`.execute(
      server.db,
    );
    await sql`insert into project_snapshots (history_id, project_id, sections)
      values (${rows[0]?.id}, ${source.id}, ${JSON.stringify({ identification: { leadId: lead } })})`.execute(
      server.db,
    );
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.colleague)} where id = ${source.id}`.execute(
      server.db,
    );
    await refused(clients.academic, source);
    await server.db.insertInto('project_members').values({ project_id: source.id, user_id: lead }).execute();
    done(await copyOf(clients.academic, source));
  });

  it('of the same kind only, and one that is there', async () => {
    const source = await startDraft(clients.academic, 'pacs');
    expect((await copyOf(clients.academic, { ...source, kind: 'exts' })).status).toBe(422);
    expect((await copyOf(clients.academic, { kind: 'pacs', id: randomUUID() })).status).toBe(422);
    expect((await copyOf(clients.academic, { kind: 'pacs', id: 'x' })).status).toBe(400);
  });

  it('the office copies for somebody what is theirs', async () => {
    const source = await completePacs(clients.academic, refs, 'De Camila');
    const forLead = { leadId: refs.leadId };
    const made = done(await copyOf(clients.admin, source, forLead));
    expect((await detailOf(clients.academic, made)).lead.id).toBe(refs.leadId);
    const other = { leadId: userIdOf(PEOPLE.colleague) };
    expect(await copyOf(clients.admin, source, other)).toMatchObject({
      status: 422,
      body: { detail: 'Elige un proyecto de la persona responsable, de este tipo.' },
    });
    const found = await sources(clients.admin, 'pacs', `leadId=${refs.leadId}&id=${source.id}`);
    expect(found.map(f => f.code)).toEqual([source.code]);
    expect((await clients.colleague.get(`/copy-sources/pacs?leadId=${refs.leadId}`)).status).toBe(403);
  });

  it('nobody copies what they review blindly', async () => {
    const source = await completePacs(clients.academic, refs, 'A ciegas');
    const [me, submitted] = [userIdOf(PEOPLE.academic), new Date()];
    await sql`update projects set status = 'evaluation', submitted_at = ${submitted} where id = ${source.id}`.execute(
      server.db,
    );
    await sql`insert into reviews (project_id, user_id, state, blind) values (${source.id}, ${me}, 'accepted', true)`.execute(
      server.db,
    );
    await refused(clients.academic, source);
  });
});

describe('the list', () => {
  it('finds by code or words, newest first, past ones too', async () => {
    const old = await startDraft(clients.stranger, 'exts', { title: 'Humedal antiguo' });
    await sql`update projects set historic = true, period = '2014-1', status = 'closed' where id = ${old.id}`.execute(
      server.db,
    );
    const recent = await startDraft(clients.stranger, 'exts', { title: 'Humedal reciente' });
    const found = await sources(clients.stranger, 'exts', 'q=humedal');
    expect(found.map(f => [f.code, f.title, f.historic])).toEqual([
      [recent.code, 'Humedal reciente', false],
      [old.code, 'Humedal antiguo', true],
    ]);
    expect(found[1]?.year).toBe(2014);
    expect((await sources(clients.stranger, 'exts', `q=${old.code}`)).map(f => f.id)).toEqual([old.id]);
    expect(await sources(clients.stranger, 'pacs', 'q=humedal')).toEqual([]);
  });
});

describe('with the rules of every draft', () => {
  it('sent twice, in two tabs at once too, there is one', async () => {
    const source = await completePacs(clients.academic, refs, 'Una vez');
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => copyOf(clients.academic, source, { id })));
    expect(new Set(answers.map(a => done(a).code)).size).toBe(1);
    const { history } = await detailOf(clients.academic, { kind: 'pacs', id });
    expect(history).toHaveLength(1);
  });

  it('the limit of drafts holds, and leaves nothing behind', async () => {
    const source = await startDraft(clients.dean, 'pacs');
    await server.db
      .transaction()
      .execute(tx => writeSetting(tx, 'quotas', { ...FIRST_QUOTAS, drafts: 1 }, userIdOf(PEOPLE.admin)));
    const id = randomUUID();
    expect((await copyOf(clients.dean, source, { id })).status).toBe(422);
    expect(await rowsOf('project_sections', id)).toEqual([]);
  });
});
