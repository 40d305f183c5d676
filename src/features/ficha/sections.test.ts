import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Answer, type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  fillSections,
  pacsSections,
  startDraft,
} from '../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../test/university.ts';
import { progressOf } from '../../domain/kinds/completeness.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { SECTIONS, type SectionData, type SectionSlug } from '../../domain/sections/index.ts';
import type { ProjectDetail } from '../project-record/detail/contract.ts';
import type { saveSection } from './contract.ts';

type Saved = OutputOf<typeof saveSection>;

let project: Created;

openUniversity();
openSecondCopy();
beforeEach(async () => {
  project = await startDraft(clients.academic);
});

const save = (
  client: Client,
  section: string,
  version: number,
  data: object,
  to = project,
): Promise<
  Answer<Saved & { detail: string; errors?: { path: string; message: string }[]; extra?: unknown }>
> => client.put(`/projects/${to.kind}/${to.id}/sections/${section}`, { version, data });
const sectionOf = async (slug: SectionSlug, client = clients.academic) =>
  (await detailOf(client, project)).sections.find(s => s.slug === slug);
const paths = (answer: Answer<{ errors?: { path: string }[] }>) =>
  answer.body.errors?.map(e => e.path).sort();
const filled = (title = 'Proyecto con todos sus datos') => pacsSections(refs, title);

describe('saving a section', () => {
  it('stores it, raises its version, tells what is still missing and repeats columns for lists', async () => {
    const { identification } = filled('Nuevo título del proyecto');
    const { version, data } = done(await save(clients.academic, 'identification', 1, identification ?? {}));
    expect(version).toBe(2);
    expect(data).toEqual(identification);
    const detail = await detailOf(clients.academic, project);
    const { completeness } = detail;
    expect(completeness.bySection.identification).toEqual({ done: 7, total: 7 });
    expect(completeness.missing.map(m => m.section)).toContain('diagnosis');
    expect(detail).toMatchObject({
      title: 'Nuevo título del proyecto',
      period: '2026-2',
      startDate: '2026-08-03',
    });
    expect(await sectionOf('identification')).toMatchObject({
      version: 2,
      updatedBy: { name: 'Camila Rojas Fuentes' },
    });
    expect(detail.labels[refs.careerId ?? '']).toContain('Enfermería');
  });

  it('survives the last letters: markup, quotes, emoji, lines, directions of writing', async () => {
    const problem =
      '<script>alert("1")</script> a < b && c 🙂👩🏽‍⚕️\n\n  • ítem\t–\n\'"; drop table projects; -- \u202Eabc';
    done(await save(clients.academic, 'diagnosis', 0, { problem }));
    expect((await sectionOf('diagnosis'))?.data.problem).toBe(problem);
  });

  it('drops unknown keys and fills in what is not sent', async () => {
    const { data } = done(await save(clients.academic, 'diagnosis', 0, { problem: ' x ', admin: true }));
    expect(data).toEqual({ ...SECTIONS.diagnosis.empty, problem: 'x' });
  });

  it('sent again with the same values changes nothing, whatever version it names', async () => {
    const first = done(await save(clients.academic, 'diagnosis', 0, { problem: 'x' }));
    const again = done(await save(clients.academic, 'diagnosis', 0, { problem: 'x' }));
    expect(again).toEqual(first);
  });

  it('keeps an audit of the fields that changed', async () => {
    done(await save(clients.academic, 'diagnosis', 0, { problem: 'x'.repeat(500), baseline: 'corta' }));
    const [entry] = await auditOf(server, project.id, 'project.save.diagnosis');
    expect(entry).toMatchObject({
      actor_id: userIdOf(PEOPLE.academic),
      changes: { problem: ['', '500 caracteres'], baseline: ['', 'corta'] },
    });
  });

  it.each([
    ['by one statement', 'diagnosis', 0, () => ({ problem: 'x' })],
    ['with what follows from it', 'identification', 1, () => filled('Otro título').identification ?? {}],
  ] as const)('%s, it is written down once, with its request; refused, not at all', async (...given) => {
    const [, section, version, dataOf] = given;
    expect((await save(clients.academic, section, version + 7, dataOf())).status).toBe(409);
    expect(await auditOf(server, project.id, `project.save.${section}`)).toEqual([]);
    done(await save(clients.academic, section, version, dataOf()));
    done(await save(clients.academic, section, version, dataOf()));
    const [entry, ...others] = await auditOf(server, project.id, `project.save.${section}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor_id: userIdOf(PEOPLE.academic),
      object_type: 'project',
      request_id: expect.stringMatching(/^\S+$/),
      address: '127.0.0.1',
    });
  });
});

describe('two people editing', () => {
  it('the second one gets what is stored, and nothing is lost', async () => {
    done(await save(clients.academic, 'diagnosis', 0, { problem: 'mío' }));
    const stale = await save(clients.admin, 'diagnosis', 0, { problem: 'tuyo' });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        detail: 'Otra persona guardó cambios mientras editabas.',
        extra: { version: 1, data: { problem: 'mío' }, updatedBy: { name: 'Camila Rojas Fuentes' } },
      },
    });
    expect((await sectionOf('diagnosis'))?.data.problem).toBe('mío');
    expect((await save(clients.academic, 'diagnosis', 9, { problem: 'otro' })).status).toBe(409);
  });

  it('at the same instant on two copies of the server: one is stored, the others are told, ten times', async () => {
    const other = clientOf(copy.url, clients.admin.token);
    for (let round = 0; round < 10; round += 1) {
      const version = (await sectionOf('diagnosis'))?.version ?? 0;
      const answers = await Promise.all(
        [clients.academic, other, clients.academic, other].map((client, n) =>
          save(client, 'diagnosis', version, { problem: `vuelta ${round} de ${n}` }),
        ),
      );
      const winners = answers.filter(a => a.status === 200);
      expect(answers.map(a => a.status).sort()).toEqual([200, 409, 409, 409]);
      expect((await sectionOf('diagnosis'))?.data).toEqual(winners[0]?.body.data);
      for (const loser of answers.filter(a => a.status === 409))
        expect(loser.body.extra).toMatchObject({ version: version + 1, data: winners[0]?.body.data });
    }
  });

  it('different sections at once do not disturb each other', async () => {
    const sections = Object.entries(filled()).filter(([slug]) => slug !== 'identification');
    const answers = await Promise.all(sections.map(([slug, data]) => save(clients.academic, slug, 0, data)));
    expect(answers.map(a => a.status)).toEqual(sections.map(() => 200));
  });
});

describe('what is refused', () => {
  it('wrong fields, all at once, each with its path', async () => {
    const answer = await save(clients.academic, 'identification', 1, {
      title: 'x'.repeat(201),
      summary: 5,
      period: '2026-9',
      startDate: '31-12-2026',
      endDate: '2026-02-30',
      leadId: 'yo',
      keywords: Array(9).fill('a'),
      modality: 'volando',
      consentToPublish: 'sí',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toBe('Revisa los datos marcados.');
    expect([...new Set(paths(answer))]).toEqual([
      'consentToPublish',
      'endDate',
      'keywords',
      'leadId',
      'modality',
      'period',
      'startDate',
      'summary',
      'title',
    ]);
  });

  it('control characters, in any field', async () => {
    const answer = await save(clients.academic, 'diagnosis', 0, {
      problem: 'a\u0000b',
      relevance: 'c\u0007',
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(paths(answer)).toEqual(['problem', 'relevance']);
    expect(answer.body.errors?.[0]?.message).toBe('El texto contiene caracteres no permitidos.');
  });

  it('a body that is no section', async () => {
    const path = `/projects/pacs/${project.id}/sections/diagnosis`;
    for (const body of [{}, { version: 0 }, { version: -1, data: {} }, { version: 0, data: [] }, [], 'x'])
      expect((await clients.academic.put(path, body)).status, JSON.stringify(body)).toBe(400);
    const huge = { version: 0, data: { problem: 'x'.repeat(1_100_000) } };
    expect((await clients.academic.put(path, huge)).status).toBe(413);
  });

  it('ids of what does not exist, is not active or is somebody else’s', async () => {
    const id = randomUUID();
    const blocked = userIdOf('gonzalo.leal@biosur.example');
    const { identification, partners, courses } = filled();
    const answers = {
      identification: await save(clients.academic, 'identification', 1, {
        ...identification,
        alternateId: blocked,
        schoolId: id,
        careerIds: [refs.careerId, id],
        themeId: id,
        previousProjectId: project.id,
      }),
      partners: await save(clients.academic, 'partners', 0, {
        partners: [{ ...partners?.partners[0], organisationId: id, letterFileId: id }],
      }),
      team: await save(clients.academic, 'team', 0, {
        members: [
          { id: 'a', userId: blocked, role: 'academic' },
          { id: 'b', userId: id, role: 'student' },
        ],
      }),
      courses: await save(clients.academic, 'courses', 0, {
        courses: [{ ...courses?.courses[0], offeringId: id }],
      }),
      territory: await save(clients.academic, 'territory', 0, {
        scope: 'local',
        comunaCodes: ['08110', '99999'],
      }),
    };
    expect(Object.values(answers).map(a => a.status)).toEqual([400, 400, 400, 400, 400]);
    expect(paths(answers.identification)).toEqual([
      'alternateId',
      'careerIds.1',
      'previousProjectId',
      'schoolId',
      'themeId',
    ]);
    expect(paths(answers.partners)).toEqual(['partners.0.letterFileId', 'partners.0.organisationId']);
    expect(paths(answers.team)).toEqual(['members.0.userId', 'members.1.userId']);
    expect(paths(answers.courses)).toEqual(['courses.0.offeringId']);
    expect(paths(answers.territory)).toEqual(['comunaCodes.1']);
  });

  it('a section that this kind does not have, and any section of a project one does not see', async () => {
    expect((await save(clients.academic, 'contract', 0, {})).status).toBe(404);
    expect((await save(clients.academic, 'nada', 0, {})).status).toBe(404);
    expect((await save(clients.stranger, 'diagnosis', 0, {})).status).toBe(404);
    expect((await save(clientOf(server.url, ''), 'diagnosis', 0, {})).status).toBe(401);
  });

  it('changes by the team, by who decides, and by the lead while in review', async () => {
    const complete = await completePacs(clients.academic, { ...refs, memberId: userIdOf(PEOPLE.colleague) });
    const edit = (client: Client) => save(client, 'diagnosis', 1, { problem: 'otro' }, complete);
    expect((await edit(clients.colleague)).status).toBe(403);
    done(await act(clients.academic, complete, 'submit'));
    const lead = await edit(clients.academic);
    expect(lead).toMatchObject({ status: 403, body: { detail: expect.stringContaining('en revisión') } });
    expect((await edit(clients.director)).status).toBe(403);
    expect((await edit(clients.admin)).status).toBe(200);
  });

  it('a draft saved while somebody submits it: one of the two comes first, never half of each', async () => {
    for (let round = 0; round < 5; round += 1) {
      const complete = await completePacs(clients.academic, refs, `Carrera ${round} al enviar`);
      const { version } = await detailOf(clients.academic, complete);
      const [saved, sent] = await Promise.all([
        save(clients.academic, 'diagnosis', 1, { ...filled().diagnosis, problem: 'cambiado' }, complete),
        clients.academic.post(`/projects/pacs/${complete.id}/actions/submit`, { version }),
      ]);
      expect(sent.status).toBe(200);
      expect([200, 403, 409]).toContain(saved.status);
      const { history, sections } = await detailOf(clients.academic, complete);
      const entry = history.find(h => h.action === 'submit');
      const { sections: sent2 } = done(
        await clients.academic.get<{ sections: Partial<SectionData> }>(
          `/projects/pacs/${complete.id}/history/${entry?.id}`,
        ),
      );
      const now = sections.find(s => s.slug === 'diagnosis')?.data;
      expect(sent2.diagnosis).toEqual(now);
    }
  });
});

describe('who leads', () => {
  it('may hand the project over; the alternate may not take it', async () => {
    const identification = { ...filled().identification, alternateId: userIdOf(PEOPLE.colleague) };
    done(await save(clients.academic, 'identification', 1, identification));
    const grab = { ...identification, leadId: userIdOf(PEOPLE.colleague), alternateId: null };
    const taken = await save(clients.colleague, 'identification', 2, grab);
    expect(taken).toMatchObject({ status: 400 });
    expect(paths(taken)).toEqual(['leadId']);
    expect(
      (await save(clients.colleague, 'identification', 2, { ...identification, leadId: null })).status,
    ).toBe(400);
    done(await save(clients.academic, 'identification', 2, grab));
    expect((await clients.academic.get(`/projects/pacs/${project.id}`)).status).toBe(404);
    const { turn, history } = await detailOf(clients.colleague, project);
    expect(turn.people.map(p => p.id)).toEqual([userIdOf(PEOPLE.colleague)]);
    expect(history[0]).toMatchObject({ action: 'change_lead', label: 'Cambio de responsable' });
  });

  it('a project that changes unit while in review goes to the new unit’s heads', async () => {
    const complete = await completePacs(clients.academic, refs);
    done(await act(clients.academic, complete, 'submit'));
    const stored = (await detailOf(clients.admin, complete)).sections[0];
    const data = { ...stored?.data, schoolId: schoolIdOf('ARQ') };
    done(await save(clients.admin, 'identification', stored?.version ?? 0, data, complete));
    const { turn } = await detailOf(clients.admin, complete);
    expect(turn.people.map(p => p.name)).toEqual(['Hernán Bustos Aguilera']);
    expect((await clients.director.get(`/projects/pacs/${complete.id}`)).status).toBe(404);
    expect((await act(clients.otherDirector, complete, 'endorse')).status).toBe(200);
  });
});

describe('while a project runs', () => {
  it('its form stays as approved; of what was typed before only the office changes anything', async () => {
    const complete = await completePacs(clients.academic, refs);
    project = complete;
    done(await act(clients.academic, complete, 'submit'));
    done(await act(clients.director, complete, 'endorse'));
    done(await act(clients.dean, complete, 'endorse'));
    done(await act(clients.academic, complete, 'start'));
    for (const slug of ['participants', 'budget', 'indicators'] as const)
      expect(await sectionOf(slug)).toMatchObject({
        ...{ mayEdit: false, reason: expect.stringContaining('congelada') },
      });
    const sent = structuredClone(filled().participants);
    if (sent) Object.assign(sent.reach, { direct: { expected: 1, actual: 61 } });
    expect((await save(clients.academic, 'participants', 1, sent ?? {})).status).toBe(403);
    expect((await sectionOf('participants'))?.data).toMatchObject({
      reach: { direct: { expected: 60, actual: null } },
    });
    const { data } = done(await save(clients.admin, 'participants', 1, sent ?? {}));
    expect(data).toMatchObject({ reach: { direct: { expected: 1, actual: 61 } } });
  });

  it('no value of an indicator is typed, neither by its lead nor by the office, which may change the rest', async () => {
    project = await completePacs(clients.academic, refs);
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse'));
    done(await act(clients.dean, project, 'endorse'));
    done(await act(clients.academic, project, 'start'));
    const sent = structuredClone(filled().indicators);
    if (sent?.indicators[0]) Object.assign(sent.indicators[0], { actual: 7, target: 9, name: 'Otro' });
    expect((await save(clients.academic, 'indicators', 1, sent ?? {})).status).toBe(403);
    expect(await sectionOf('indicators')).toMatchObject({
      ...{ version: 1, data: { indicators: [{ actual: null, target: 8, name: 'Talleres realizados' }] } },
    });
    const { data } = done(await save(clients.admin, 'indicators', 1, sent ?? {}));
    expect(data).toMatchObject({ indicators: [{ actual: null, target: 9, name: 'Otro' }] });
    expect(await sectionOf('indicators')).toMatchObject({ data });
  });
});

describe('completeness', () => {
  /** What an editor on screen tells from the project it holds. */
  const judgedOnScreen = (detail: ProjectDetail) =>
    progressOf({ ...detail, sections: Object.fromEntries(detail.sections.map(s => [s.slug, s.data])) });

  it('is the same worked out from what the editor has as told by the server', async () => {
    const before = await detailOf(clients.academic, project);
    expect(before.completeness.missing.length).toBeGreaterThan(0);
    expect(judgedOnScreen(before)).toEqual(before.completeness);
    const other = await startDraft(clients.academic);
    await server.db.updateTable('projects').set({ status: 'running' }).where('id', '=', other.id).execute();
    const { identification } = filled();
    const continued = { ...identification, origin: 'continuity', previousProjectId: other.id };
    done(await save(clients.academic, 'identification', 1, continued));
    const after = await detailOf(clients.academic, project);
    expect(after.previousStatus).toBe('running');
    expect(after.completeness.missing.map(m => m.path)).toContain('previousProjectId');
    expect(judgedOnScreen(after)).toEqual(after.completeness);
  });

  it('of a filled in project is whole, and names each field that is missing with its path', async () => {
    await fillSections(clients.academic, project, filled());
    expect((await detailOf(clients.academic, project)).completeness.missing).toEqual([]);
    done(await save(clients.academic, 'indicators', 1, { indicators: [{ id: 'i1' }] }));
    const { completeness } = await detailOf(clients.academic, project);
    expect(completeness.missing).toEqual(
      ['objectiveId', 'name', 'scope', 'target', 'noBaseline'].map(path => ({
        section: 'indicators',
        path: `indicators.0.${path}`,
        label: expect.stringContaining('Indicador 1'),
        message: expect.any(String),
      })),
    );
    const refused = await act<{ errors: { path: string }[] }>(clients.academic, project, 'submit');
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(e => e.path)).toContain('indicators.indicators.0.name');
  });
});
