import { describe, expect, it } from 'vitest';
import { checkAll, fundBudget, openCall, proposal } from '../../../../test/calls.ts';
import { act, answerAll, type Created, detailOf, done, submittedPacs } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Checks } from '../../admissibility/contract.ts';

openUniversity();

const REASON = 'Faltó observar los objetivos.';
type Who = keyof typeof clients;

const sectionOf = async (project: Created, slug: string) => {
  const found = (await detailOf(clients.academic, project)).sections.find(s => s.slug === slug);
  if (!found) throw new Error(`the kind has no ${slug}`);
  return found;
};
const save = async (who: Who, project: Created, slug: string, more: object = {}) => {
  const { version, data } = await sectionOf(project, slug);
  const path = `/projects/${project.kind}/${project.id}/sections/${slug}`;
  return clients[who].put<Problem>(path, { version, data: { ...data, ...more } });
};
const openSections = async (who: Who, project: Created, sections: string[], reason = REASON) => {
  const { version } = await detailOf(clients.admin, project);
  const path = `/projects/${project.kind}/${project.id}/open-sections`;
  return clients[who].put<Problem>(path, { version, sections, reason });
};
const open = async (who: Who, project: Created) =>
  (await detailOf(clients[who], project)).sections.filter(s => s.mayEdit).map(s => s.slug);
const CLOSED =
  'Al corregir cambian las secciones observadas y las que están incompletas. La oficina puede abrir esta también.';

const returned = async (section = 'budget') => {
  const project = await submittedPacs(clients.academic, refs);
  done(await act(clients.director, project, 'return', { observations: [{ section, text: 'Detalla.' }] }));
  return project;
};

describe('a correction', () => {
  it('changes what was observed, and nothing else: on screen and against the API, by whoever edits', async () => {
    const project = await returned();
    expect(await open('academic', project)).toEqual(['budget']);
    expect(await open('admin', project)).toEqual(['budget']);
    done(await save('academic', project, 'budget', { lines: fundBudget(100).lines }));
    for (const who of ['academic', 'admin'] as const) {
      const refused = await save(who, project, 'team', { members: [] });
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining(CLOSED)]);
    }
    const { sections, mayUpload, mayRemoveFiles } = await detailOf(clients.academic, project);
    expect(sections.find(s => s.slug === 'team')?.reason).toBe(CLOSED);
    expect([mayUpload, mayRemoveFiles]).toEqual([false, false]);
    expect((await detailOf(clients.academic, await returned('attachments'))).mayUpload).toBe(true);
  });

  it('stays as narrow once what was observed is resolved before it comes again', async () => {
    const project = await returned();
    const { observations } = await detailOf(clients.director, project);
    const path = `/projects/pacs/${project.id}/observations/${observations[0]?.id}/resolved`;
    done(await clients.director.put(path, { resolved: true }));
    expect(await open('academic', project)).toEqual(['budget']);
    expect((await save('academic', project, 'team', { members: [] })).status).toBe(403);
  });

  it('also changes where something required is missing, as soon as it is', async () => {
    const project = await returned();
    await server.db
      .updateTable('project_sections')
      .set({ data: '{}' })
      .where('project_id', '=', project.id)
      .where('section', '=', 'diagnosis')
      .execute();
    expect(await open('academic', project)).toEqual(['diagnosis', 'budget']);
    done(await save('academic', project, 'diagnosis', { summary: 'Un resumen.' }));
  });

  it('put back by hand, without an observation, is open whole', async () => {
    const project = await submittedPacs(clients.academic, refs);
    done(await act(clients.admin, project, 'override', { to: 'returned', reason: REASON }));
    expect(await open('academic', project)).toContain('team');
    expect((await detailOf(clients.admin, project)).openSections).toBeNull();
  });

  it('is opened further by the office alone, with a reason; the lead is told, until it is sent back again', async () => {
    const project = await returned();
    expect((await detailOf(clients.academic, project)).openSections).toBeNull();
    expect((await detailOf(clients.admin, project)).openSections?.closed).toContain('team');
    for (const who of ['academic', 'director', 'dean'] as const)
      expect((await openSections(who, project, ['team'])).status).toBe(403);
    expect((await openSections('admin', project, ['team'], 'Ya')).status).toBe(400);
    expect((await openSections('admin', project, [])).status).toBe(400);
    expect((await openSections('admin', project, ['budget'])).status).toBe(422);
    done(await openSections('admin', project, ['team', 'budget']));
    expect(await open('academic', project)).toEqual(['team', 'budget']);
    const { history } = await detailOf(clients.academic, project);
    expect(history[0]).toMatchObject({
      ...{ action: 'open_sections', reason: REASON },
      note: expect.stringMatching(/^Se abre para corregir: Equipo/),
    });
    const told = await clients.academic.get<{ rows: { title: string }[] }>('/notifications?type=reminder');
    expect(done(told).rows[0]?.title).toBe('Puedes corregir más secciones');
    await answerAll(clients.academic, project);
    done(await act(clients.academic, project, 'submit'));
    expect((await openSections('admin', project, ['team'])).status).toBe(403);
    const again = [{ section: 'goals', text: 'Faltan metas.' }];
    done(await act(clients.director, project, 'return', { observations: again }));
    expect(await open('academic', project)).not.toContain('team');
  });
});

describe('the desk', () => {
  const path = (project: Created) => `/projects/fexs/${project.id}/checks`;
  const checks = async (project: Created) => done(await clients.admin.get<Checks>(path(project)));
  const unticked = async (project: Created) =>
    (await checks(project)).items.filter(i => !i.ok).map(i => i.id);
  const atDesk = async (endorseUntil?: Date) => {
    const call = await openCall(clients.admin, {});
    const project = await proposal(clients.academic, refs, call);
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse'));
    if (endorseUntil)
      await server.db
        .updateTable('calls')
        .set({ endorse_until: endorseUntil })
        .where('id', '=', call.id)
        .execute();
    done(await act(clients.dean, project, 'endorse'));
    return project;
  };

  it('reads when a proposal came and was endorsed; what came after the day for it is marked', async () => {
    const project = await atDesk();
    const { submittedAt } = await detailOf(clients.admin, project);
    expect(await checks(project)).toMatchObject({
      receivedAt: submittedAt,
      corrected: null,
      endorsements: [
        { status: 'director_review', by: { name: 'Patricia Contreras Vidal' }, late: false },
        { status: 'dean_review', late: false },
      ],
    });
    const late = await atDesk(new Date(Date.now() - 1));
    expect((await checks(late)).endorsements.at(-1)).toMatchObject({ status: 'dean_review', late: true });
    const { history } = await detailOf(clients.admin, late);
    expect(history[0]?.note).toMatch(/^Después del plazo para visar, que venció el /);
  });

  it('ticks anew what a correction changed, and keeps the rest and the notes', async () => {
    const project = await atDesk();
    await checkAll(clients.admin, project);
    done(
      await act(clients.admin, project, 'return', {
        observations: [{ section: 'budget', text: 'Detalla.' }],
      }),
    );
    await answerAll(clients.academic, project);
    done(await save('academic', project, 'budget', { lines: fundBudget(1_900_000).lines }));
    done(await act(clients.academic, project, 'submit'));
    expect((await checks(project)).corrected).toEqual(['budget']);
    expect(await unticked(project)).toEqual(['form', 'line']);
    const early = await act<Problem>(clients.admin, project, 'admit', { checklist: true });
    expect(early.status).toBe(422);
    await checkAll(clients.admin, project);
    done(await act(clients.admin, project, 'admit', { checklist: true }));
  });

  it('put back there by hand after a correction, it ticks anew as well; nothing changed, nothing is', async () => {
    const back = async (change: boolean) => {
      const project = await atDesk();
      await checkAll(clients.admin, project);
      const observations = [{ section: 'budget', text: 'Detalla.' }];
      done(await act(clients.admin, project, 'return', { observations }));
      if (change) done(await save('academic', project, 'budget', { lines: fundBudget(1_900_000).lines }));
      done(await act(clients.admin, project, 'override', { to: 'admissibility', reason: REASON }));
      return unticked(project);
    };
    expect([await back(true), await back(false)]).toEqual([['form', 'line'], []]);
  });
});
