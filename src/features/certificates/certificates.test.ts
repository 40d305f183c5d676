import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activityWith,
  certificatesOf,
  closeProject,
  giveCertificates,
  readOut,
} from '../../../test/certified-projects.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { callToResolve } from '../../../test/evaluation.ts';
import { approvedPacs } from '../../../test/execution.ts';
import { type Created, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { codeOf, showCode } from '../../domain/certificates/codes.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Certificate } from './contract.ts';
import { issueReviewedWork } from './issuing/commands.ts';
import type { ReviewedWork } from './issuing/contract.ts';

openUniversity({ rateLimit: 0 });

const ANA = { name: 'Ana Soto Vera', rut: '12.345.678-5' };
const WHY = 'Se inscribió por error.';
let project: Created;
let lead: string;
let ana: string;

/** A closed project with a lead and one who came, as fresh as each test wants it. */
async function certified(): Promise<void> {
  await giveCertificates('pacs', 'closing');
  project = await approvedPacs(server, clients.academic, refs);
  await activityWith(clients.academic, project, [ANA]);
  await closeProject(project);
  const rows = await certificatesOf(clients.admin, `&project=${project.id}`);
  [lead = '', ana = ''] = rows.map(r => r.id);
}
beforeAll(certified);

const get = (who: keyof typeof clients, id: string) =>
  clients[who].get<Certificate & Problem>(`/certificates/${id}`);
const revoke = (who: keyof typeof clients, id: string, reason = WHY) =>
  clients[who].post<Certificate & Problem>(`/certificates/${id}/revocation`, { reason });
const replace = (who: keyof typeof clients, id: string, more: object = {}) =>
  clients[who].post<Certificate & Problem>(`/certificates/${id}/replacement`, {
    ...{ name: 'Ana Soto Vega', document: 'RUT 12.345.678-5', reason: WHY },
    ...more,
  });

describe('the list', () => {
  it('shows own ones, those of led projects and headed schools, all to the office; nothing to anybody else', async () => {
    const seen = async (who: keyof typeof clients) =>
      (await certificatesOf(clients[who], `&project=${project.id}`)).map(r => r.id).toSorted();
    const all = [lead, ana].toSorted();
    expect({
      admin: await seen('admin'),
      academic: await seen('academic'),
      director: await seen('director'),
      dean: await seen('dean'),
      colleague: await seen('colleague'),
      stranger: await seen('stranger'),
      otherDean: await seen('otherDean'),
      reviewer: await seen('reviewer'),
    }).toEqual({
      ...{ admin: all, academic: all, director: all, dean: all },
      ...{ colleague: [], stranger: [], otherDean: [], reviewer: [] },
    });
    for (const who of ['colleague', 'stranger', 'otherDean', 'reviewer'] as const)
      expect([who, (await get(who, ana)).status]).toEqual([who, 404]);
    expect((await clients.colleague.get(`/projects/pacs/${project.id}/certificates`)).status).toBe(403);
    expect((await clients.director.get(`/projects/pacs/${project.id}/certificates`)).status).toBe(200);
  });

  it('shows a member of the team their own, and marks it as theirs', async () => {
    await sql`update certificates set user_id = ${userIdOf(PEOPLE.stranger)} where id = ${ana}`.execute(
      server.db,
    );
    expect((await certificatesOf(clients.stranger, '&mine=true')).map(r => [r.id, r.isMine])).toEqual([
      [ana, true],
    ]);
    await sql`update certificates set user_id = null where id = ${ana}`.execute(server.db);
  });

  it('finds a code however it is written, a folio and words of a name', async () => {
    const { code, folio } = done(await get('admin', ana));
    const mistaken = showCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    const wrong = codeOf(Array.from({ length: 15 }, () => 7));
    for (const [q, found] of [
      [mistaken, 1],
      [code.slice(0, 15), 1],
      [wrong, 0],
      [folio, 1],
      ['vera SOTO', 1],
      ['<script>', 0],
      ['%', 0],
    ] as const)
      expect([
        q,
        await certificatesOf(clients.admin, `&q=${encodeURIComponent(q)}&project=${project.id}`),
      ]).toEqual([q, Array.from({ length: found }, () => expect.objectContaining({ id: ana }))]);
    const query = (more: string) => certificatesOf(clients.admin, `&project=${project.id}${more}`);
    expect(readOut(await query('&role=lead&state=valid'))).toEqual([
      ['lead', 'Camila Rojas Fuentes', 'valid'],
    ]);
    expect(await query('&state=revoked')).toEqual([]);
    expect(await query('&year=2001')).toEqual([]);
  });
});

describe('revoking', () => {
  it('is the office’s, with a reason, once and for good', async () => {
    await certified();
    for (const who of ['academic', 'director', 'dean'] as const)
      expect([who, (await revoke(who, ana)).status, (await replace(who, ana)).status]).toEqual([
        who,
        403,
        403,
      ]);
    expect((await revoke('admin', ana, 'corta')).status).toBe(400);
    expect(done(await revoke('admin', ana))).toMatchObject({
      ...{ state: 'revoked', revocationReason: WHY, revocationRefused: 'Ya está anulado.' },
      revokedBy: expect.any(String),
    });
    expect((await revoke('admin', ana)).status).toBe(422);
    await expect(
      sql`update certificates set revoked_at = null, revocation_reason = '' where id = ${ana}`.execute(
        server.db,
      ),
    ).rejects.toThrow(/stays revoked/);
    const { rows } = await sql<{ action: string }>`select action from audit where object_id = ${ana}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ action: 'certificate.revoke' }]);
    expect(done(await get('academic', ana)).revocationRefused).toBeUndefined();
  });

  it('nobody revokes or corrects their own', async () => {
    await certified();
    await sql`update certificates set user_id = ${userIdOf(PEOPLE.admin)} where id = ${ana}`.execute(
      server.db,
    );
    const refused = [await revoke('admin', ana), await replace('admin', ana)];
    expect(refused.map(r => [r.status, r.body.detail?.includes('tuyo')])).toEqual([
      [422, true],
      [422, true],
    ]);
  });
});

describe('correcting', () => {
  it('issues another in its place with everything else as it was, and revokes the first', async () => {
    await certified();
    const before = done(await get('admin', ana));
    const made = done(await replace('admin', ana));
    expect(made).toMatchObject({
      name: 'Ana Soto Vega',
      replaces: before.folio,
      state: 'valid',
      role: 'participant',
    });
    expect(made.content).toEqual({ ...before.content, name: 'Ana Soto Vega', document: 'RUT 12.345.678-5' });
    expect(made.code).not.toBe(before.code);
    expect(done(await get('admin', ana))).toMatchObject({ state: 'revoked', replacedBy: made.folio });
    expect((await replace('admin', ana)).status).toBe(422);
    // The second is corrected as the first was, and no run gives the person another.
    const third = done(await replace('admin', made.id, { name: 'Ana Soto Vera' }));
    expect(third.replaces).toBe(made.folio);
    const again = await clients.admin.post<{ rows: { issued: number }[] }>('/certificates/projects/issue', {
      ids: [project.id],
      notify: false,
    });
    expect(done(again).rows.map(r => r.issued)).toEqual([0]);
  });

  it('also one that was revoked, once; two at once make one', async () => {
    await certified();
    done(await revoke('admin', ana));
    const answers = await Promise.all([replace('admin', ana), replace('admin', ana)]);
    expect(answers.map(a => a.status).toSorted()).toEqual([200, 422]);
    expect(done(await get('admin', ana)).revocationReason).toBe(WHY);
  });

  it('cleans what is typed and refuses what is none', async () => {
    await certified();
    const statuses = [];
    for (const more of [
      { name: '' },
      { name: 'x'.repeat(151) },
      { document: 'x'.repeat(61) },
      { reason: 'corta' },
    ])
      statuses.push((await replace('admin', ana, more)).status);
    expect(statuses).toEqual([400, 400, 400, 400]);
    const made = done(await replace('admin', ana, { name: '  Ana   <b>Soto</b> 🎓 ', document: '' }));
    expect(made.name).not.toMatch(/ {2}/);
    expect(made.content.document).toBe('');
  });

  it('what was issued does not change in the database', async () => {
    await certified();
    for (const change of [sql`name = 'Otra'`, sql`code = ${codeOf(Array.from({ length: 15 }, () => 3))}`])
      await expect(
        sql`update certificates set ${change} where id = ${ana}`.execute(server.db),
      ).rejects.toThrow(/does not change/);
  });
});

describe('reviewers', () => {
  it('are given one for a call once its result is final, for how much they reviewed and not what', async () => {
    const parts = { admin: clients.admin, lead: clients.academic, director: clients.director };
    const { call } = await callToResolve(server, parts, refs, [4, 3]);
    expect(await issueReviewedWork(server.db)).toBe(0);
    const issue = (who: keyof typeof clients = 'admin') =>
      clients[who].post<{ issued: number } & Problem>('/certificates/reviewers/issue', {
        ...{ callId: call, kind: 'incs', year: 2026, notify: true },
      });
    expect((await issue()).status).toBe(422);
    await sql`update calls set state = 'resolved' where id = ${call}`.execute(server.db);
    const works = done(await clients.admin.get<ReviewedWork[]>('/certificates/reviewers'));
    expect(works.find(w => w.callId === call)).toMatchObject({
      people: 2,
      issued: 0,
      name: 'Fondo de prueba',
    });
    expect(await issueReviewedWork(server.db)).toBe(2);
    expect(await issueReviewedWork(server.db)).toBe(0);
    expect(done(await issue())).toEqual({ issued: 0 });
    const [mine] = await certificatesOf(clients.reviewer, `&call=${call}`);
    expect(mine).toMatchObject({
      role: 'reviewer',
      isMine: true,
      work: 'Fondo de prueba 2026',
      project: null,
    });
    const { content } = done(await get('reviewer', mine?.id ?? ''));
    expect(content.statement).toBe(
      'evaluó 2 propuestas de la convocatoria «Fondo de prueba», como par evaluador.',
    );
    expect(JSON.stringify(content)).not.toMatch(/Propuesta [01]|INC-/);
    for (const who of ['academic', 'director', 'dean'] as const)
      expect([who, await certificatesOf(clients[who], `&call=${call}`)]).toEqual([who, []]);
  });

  it('are not told to an office that takes part in the call, until it is closed', async () => {
    const parts = { admin: clients.admin, lead: clients.academic, director: clients.director };
    const { call, projects } = await callToResolve(server, parts, refs, [4]);
    await sql`update calls set state = 'resolved' where id = ${call}`.execute(server.db);
    await issueReviewedWork(server.db);
    const list = () => certificatesOf(clients.admin, `&call=${call}`);
    const [one, ...others] = await list();
    expect([one?.role, others.length]).toEqual(['reviewer', 1]);
    await sql`insert into project_parts (project_id, part, user_id)
      values (${projects[0]?.id}, 'member', ${userIdOf(PEOPLE.admin)})`.execute(server.db);
    expect(await list()).toEqual([]);
    expect((await get('admin', one?.id ?? '')).status).toBe(404);
    expect((await revoke('admin', one?.id ?? '')).status).toBe(404);
    const works = done(await clients.admin.get<ReviewedWork[]>('/certificates/reviewers'));
    expect(works.find(w => w.callId === call)).toBeUndefined();
    const body = { callId: call, kind: 'incs', year: 2026, notify: false };
    expect((await clients.admin.post('/certificates/reviewers/issue', body)).status).toBe(422);
    await sql`update calls set state = 'closed' where id = ${call}`.execute(server.db);
    expect(await list()).toHaveLength(2);
  });

  it('of projects outside of calls, when the year is over', async () => {
    const { projects } = await callToResolve(
      server,
      { admin: clients.admin, lead: clients.academic, director: clients.director },
      refs,
      [5],
    );
    const year = Number(localDay(new Date()).slice(0, 4));
    await sql`update projects set call_id = null, line_id = null where id = ${projects[0]?.id}`.execute(
      server.db,
    );
    await sql`update reviews set confirmed_at = make_timestamptz(${year - 1}, 6, 1, 12, 0, 0)
      where project_id = ${projects[0]?.id}`.execute(server.db);
    // In the course of the year nobody is given theirs by themselves: the office may.
    expect(await issueReviewedWork(server.db, new Date(`${year}-07-01T12:00:00Z`))).toBe(0);
    const works = done(await clients.admin.get<ReviewedWork[]>('/certificates/reviewers'));
    expect(works.find(w => w.callId === null && w.year === year - 1)).toMatchObject({
      kind: 'incs',
      people: 2,
    });
    expect(await issueReviewedWork(server.db, new Date(`${year}-01-10T12:00:00Z`))).toBe(2);
    const body = { callId: null, kind: 'incs', year, notify: false };
    expect((await clients.admin.post('/certificates/reviewers/issue', body)).status).toBe(422);
  });
});
