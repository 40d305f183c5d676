import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  activityWith,
  certificatesOf,
  closeProject,
  giveCertificates,
  readOut,
} from '../../../../test/certified-projects.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { act, type Created, done, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { readCode } from '../../../domain/certificates/codes.ts';
import type { CertificateRule } from '../../../domain/certificates/rules.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import { purgeAttendances } from '../../attendance/purge/commands.ts';
import type { Certificate } from '../contract.ts';
import type { ProjectCertificates } from './contract.ts';

openUniversity({ rateLimit: 0 });

const ANA = { name: 'Ana Soto Vera', rut: '12.345.678-5' };
const LUIS = { name: 'Luis Ñanco', email: 'luis@correo.cl' };
const NOBODY = { name: 'Sin datos' };
const WHY = 'Se corrige el informe final.';

async function approved(rule: CertificateRule): Promise<Created> {
  await giveCertificates('pacs', rule);
  return approvedPacs(server, clients.academic, refs);
}
const of = (project: Created) => `&project=${project.id}`;
const issue = (who: keyof typeof clients, { kind, id }: Created, activity: string) =>
  clients[who].post<{ issued: number } & Problem>(
    `/projects/${kind}/${id}/activities/${activity}/certificates`,
  );
const issueClosed = (ids: readonly string[], notify = false) =>
  clients.admin.post<{ rows: { id: string; issued: number; refused: string | null }[] }>(
    '/certificates/projects/issue',
    { ids, notify },
  );
const shown = async (id: string) => done(await clients.admin.get<Certificate>(`/certificates/${id}`));

describe('a project that gives certificates as it closes', () => {
  it('gives one to each person and role when the office accepts its report, and to nobody before', async () => {
    const project = await approved('closing');
    await activityWith(clients.academic, project, [ANA, LUIS, NOBODY]);
    const first = addDays(localDay(new Date()), -3);
    await activityWith(clients.academic, project, [{ ...ANA, name: 'Ana Soto V.' }], { day: first });
    expect(await certificatesOf(clients.admin, of(project))).toEqual([]);
    await closeProject(project);
    const rows = await certificatesOf(clients.admin, of(project));
    expect(readOut(rows)).toEqual([
      ['lead', 'Camila Rojas Fuentes', 'valid'],
      ['participant', 'Ana Soto Vera', 'valid'],
      ['participant', 'Luis Ñanco', 'valid'],
      ['participant', 'Sin datos', 'valid'],
    ]);
    expect(new Set(rows.map(r => r.folio.slice(0, 4)))).toEqual(new Set([localDay(new Date()).slice(0, 4)]));
    expect(rows.map(r => Number(r.folio.slice(5)) - Number(rows[0]?.folio.slice(5)))).toEqual([0, 1, 2, 3]);
    expect(rows.every(r => readCode(r.code) === r.code)).toBe(true);
    const { content } = await shown(rows[1]?.id ?? '');
    expect(content.document).toBe('RUT 12.345.678-5');
    expect(content.statement).toMatch(/^participó en 2 actividades del proyecto «.+»\.$/);
    expect(Object.fromEntries(content.lines.map(l => [l.label, l.value]))).toMatchObject({
      Calidad: 'Participante',
      Asistencia: `${first.split('-').reverse().join('-')} a ${localDay(new Date()).split('-').reverse().join('-')}`,
    });
  });

  it('copies what it shows: names, lists and titles change or go without it', async () => {
    const project = await approved('closing');
    await activityWith(clients.academic, project, [ANA]);
    await closeProject(project);
    const before = await Promise.all(
      (await certificatesOf(clients.admin, of(project))).map(r => shown(r.id)),
    );
    await sql`update projects set title = 'Otro título', status_since = now() - interval '10 years'
      where id = ${project.id}`.execute(server.db);
    await sql`update users set name = 'Otro nombre' where id = ${refs.leadId}`.execute(server.db);
    expect(await purgeAttendances(server.db)).toBe(1);
    const after = await Promise.all((await certificatesOf(clients.admin, of(project))).map(r => shown(r.id)));
    expect(after.map(c => [c.name, c.content])).toEqual(before.map(c => [c.name, c.content]));
    await sql`update users set name = 'Camila Rojas Fuentes' where id = ${refs.leadId}`.execute(server.db);
  });

  it('the step that closes is all or nothing with its certificates', async () => {
    const project = await approved('closing');
    await sql`alter table certificates add constraint none_now check (role <> 'lead') not valid`.execute(
      server.db,
    );
    await expect(closeProject(project)).rejects.toThrow();
    await sql`alter table certificates drop constraint none_now`.execute(server.db);
    const { rows } = await sql<{
      status: string;
    }>`select status from projects where id = ${project.id}`.execute(server.db);
    expect([rows[0]?.status, await certificatesOf(clients.admin, of(project))]).toEqual(['final_report', []]);
    done(await act(clients.admin, project, 'accept_final_report'));
    expect(await certificatesOf(clients.admin, of(project))).toHaveLength(1);
  });

  it('gives none where the kind says so, nor to participants where the Ficha says no', async () => {
    const silent = await approved('none');
    await activityWith(clients.academic, silent, [ANA]);
    await closeProject(silent);
    expect(await certificatesOf(clients.admin, of(silent))).toEqual([]);
    const event = await startDraft(clients.academic, 'exts');
    await sql`insert into project_sections (project_id, section, data) values (${event.id}, 'event',
      '{"givesCertificate": false}') on conflict (project_id, section) do update set data = excluded.data`.execute(
      server.db,
    );
    await setStatus(server, event, 'running');
    await activityWith(clients.academic, event, [ANA]);
    await setStatus(server, event, 'closed');
    const path = `/projects/exts/${event.id}/certificates`;
    const read = async () => done(await clients.academic.get<ProjectCertificates>(path));
    expect(await read()).toMatchObject({ givesParticipants: false, closing: { people: 1, issued: 0 } });
    await sql`update project_sections set data = '{"givesCertificate": true}'
      where project_id = ${event.id} and section = 'event'`.execute(server.db);
    expect(await read()).toMatchObject({ givesParticipants: true, closing: { people: 2, issued: 0 } });
  });
});

describe('a kind that gives them by activity', () => {
  it('lets who leads issue them once the day has come, to whoever has none yet', async () => {
    const project = await approved('activity');
    const activity = await activityWith(clients.academic, project, [ANA, LUIS]);
    expect(done(await issue('academic', project, activity))).toEqual({ issued: 2 });
    const again = await issue('academic', project, activity);
    expect([again.status, again.body.detail]).toEqual([
      422,
      expect.stringContaining('ya tienen su certificado'),
    ]);
    const list = { rows: [{ name: 'Eva Paz', identifierKind: 'none', identifier: '', group: 'external' }] };
    const path = `/projects/${project.kind}/${project.id}/activities/${activity}/attendance`;
    done(await clients.academic.post(path, { ...list, noticeVersion: 1 }));
    done(
      await clients.academic.post(path, {
        ...{ rows: [{ ...list.rows[0], name: 'Rosa Paz' }], noticeVersion: 1 },
      }),
    );
    // Whoever was forgotten is given none.
    await sql`update attendances set name = ${FORGOTTEN_NAME} where activity_id = ${activity} and name = 'Rosa Paz'`.execute(
      server.db,
    );
    expect(done(await issue('admin', project, activity))).toEqual({ issued: 1 });
    const rows = await certificatesOf(clients.admin, of(project));
    expect(rows.map(r => [r.name, r.activity])).toEqual([
      ['Ana Soto Vera', 'Taller abierto'],
      ['Luis Ñanco', 'Taller abierto'],
      ['Eva Paz', 'Taller abierto'],
    ]);
    // The rest comes as it closes: the team, and lists nobody issued for.
    await activityWith(clients.academic, project, [ANA], { name: 'Cierre' });
    await closeProject(project);
    expect(
      (await certificatesOf(clients.admin, of(project))).map(r => [r.role, r.name, r.activity]).slice(3),
    ).toEqual([
      ['lead', 'Camila Rojas Fuentes', ''],
      ['participant', 'Ana Soto Vera', 'Cierre'],
    ]);
  });

  it('refuses everybody else, days to come, kinds of another rule and activities of another project', async () => {
    const project = await approved('activity');
    const today = await activityWith(clients.academic, project, [ANA]);
    const later = await activityWith(clients.academic, project, []);
    await sql`update activities set day = ${addDays(localDay(new Date()), 1)} where id = ${later}`.execute(
      server.db,
    );
    const statusOf = async (who: keyof typeof clients, activity: string, where = project) =>
      (await issue(who, where, activity)).status;
    expect([
      await statusOf('colleague', today),
      await statusOf('director', today),
      await statusOf('stranger', today),
      await statusOf('academic', later),
      await statusOf('academic', crypto.randomUUID()),
    ]).toEqual([403, 403, 403, 422, 404]);
    const other = await approved('closing');
    const elsewhere = await activityWith(clients.academic, other, [ANA]);
    expect([
      await statusOf('academic', elsewhere, other),
      await statusOf('academic', elsewhere),
      await statusOf('academic', today, other),
    ]).toEqual([403, 404, 404]);
    expect(await certificatesOf(clients.admin, of(project))).toEqual([]);
  });

  it('two at once issue each once', async () => {
    const project = await approved('activity');
    const activity = await activityWith(clients.academic, project, [ANA, LUIS]);
    const answers = await Promise.all([
      issue('academic', project, activity),
      issue('admin', project, activity),
    ]);
    expect(answers.map(a => a.status).toSorted()).toEqual([200, 422]);
    expect(await certificatesOf(clients.admin, of(project))).toHaveLength(2);
  });
});

describe('what was closed earlier', () => {
  it('is issued by the office in one batch, each project by itself', async () => {
    const [one, two, open] = [await approved('none'), await approved('closing'), await approved('none')];
    await activityWith(clients.academic, one, [ANA]);
    for (const project of [one, two]) await setStatus(server, project, 'closed');
    const missing = async () =>
      done(
        await clients.admin.get<{ rows: { id: string; people: number; issued: number }[] }>(
          '/certificates/projects?size=200&missing=true',
        ),
      ).rows.filter(r => [one.id, two.id, open.id].includes(r.id));
    expect((await missing()).map(r => [r.people, r.issued]).toSorted()).toEqual([
      [1, 0],
      [2, 0],
    ]);
    const { rows } = done(await issueClosed([one.id, two.id, open.id, crypto.randomUUID(), one.id]));
    expect(rows.map(r => [r.issued, r.refused?.slice(0, 11) ?? null])).toEqual([
      [2, null],
      [1, null],
      [0, 'El proyecto'],
      [0, expect.any(String)],
    ]);
    expect(await missing()).toEqual([]);
    // Nobody is told of what was long ago, unless the office says so.
    const { rows: told } =
      await sql`select from certificates where told_at is null and project_id = ${one.id}`.execute(server.db);
    expect(told).toEqual([]);
    expect(done(await issueClosed([one.id])).rows.map(r => r.issued)).toEqual([0]);
  });

  it('by nobody else', async () => {
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
      const answers = await Promise.all([
        clients[who].post('/certificates/projects/issue', { ids: [refs.leadId], notify: false }),
        clients[who].get('/certificates/projects'),
        clients[who].get('/certificates/reviewers'),
        clients[who].post('/certificates/reviewers/issue', {
          ...{ callId: null, kind: 'incs', year: 2025, notify: false },
        }),
      ]);
      expect([who, ...answers.map(a => a.status)]).toEqual([who, 403, 403, 403, 403]);
    }
  });
});

describe('a project that was closed and is open again', () => {
  const override = (project: Created, to: string) =>
    act<Problem>(clients.admin, project, 'override', { to, reason: WHY });

  it('has its certificates suspended until it is closed again, whichever way', async () => {
    const project = await approved('closing');
    await activityWith(clients.academic, project, [ANA]);
    await closeProject(project);
    const [lead, ana] = await certificatesOf(clients.admin, of(project));
    done(
      await clients.admin.post(`/certificates/${ana?.id}/revocation`, { reason: 'Se inscribió por error.' }),
    );
    const states = async () =>
      readOut(await certificatesOf(clients.admin, of(project))).map(([, , state]) => state);
    done(await override(project, 'running'));
    expect(await states()).toEqual(['suspended', 'revoked']);
    expect((await shown(lead?.id ?? '')).suspendedAt).not.toBeNull();
    done(await act(clients.admin, project, 'undo', { reason: WHY }));
    expect(await states()).toEqual(['valid', 'revoked']);
    done(await override(project, 'cancelled'));
    expect(await states()).toEqual(['suspended', 'revoked']);
    done(await override(project, 'closed'));
    expect(await states()).toEqual(['valid', 'revoked']);
  });

  it('gives nobody a second one when it is accepted again, and the revoked stays revoked', async () => {
    const project = await approved('closing');
    await activityWith(clients.academic, project, [ANA]);
    await closeProject(project);
    const [lead] = await certificatesOf(clients.admin, of(project));
    done(await clients.colleague.get('/certificates'));
    done(await override(project, 'running'));
    await activityWith(clients.academic, project, [LUIS]);
    const where = { status: 'final_report', sub_step: 'office' } as const;
    await server.db.updateTable('projects').set(where).where('id', '=', project.id).execute();
    done(await act(clients.admin, project, 'accept_final_report'));
    const rows = await certificatesOf(clients.admin, of(project));
    expect(readOut(rows)).toEqual([
      ['lead', lead?.name, 'valid'],
      ['participant', 'Ana Soto Vera', 'valid'],
      ['participant', 'Luis Ñanco', 'valid'],
    ]);
  });

  it('a step after which somebody got one is not undone', async () => {
    const project = await approved('none');
    done(await override(project, 'closed'));
    done(await issueClosed([project.id]));
    const refused = await act<Problem>(clients.admin, project, 'undo', { reason: WHY });
    expect([refused.status, refused.body.detail]).toEqual([
      expect.any(Number),
      'Ya no se puede deshacer: pide a la oficina que cambie el estado.',
    ]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });
});
