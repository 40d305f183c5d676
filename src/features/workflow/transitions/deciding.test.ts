import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  type References,
  standingOf,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../../test/university.ts';

openUniversity();
openSecondCopy();

const REASON = 'Una razón de más de veinte letras.';
const OBSERVATIONS = [{ section: 'budget', text: 'Detalla los materiales.' }];

const standing = (project: Created) => standingOf(clients.admin, project);
const submitted = (more: Partial<References> = {}) => submittedPacs(clients.academic, { ...refs, ...more });

describe('conflict of interest and vacancy', () => {
  it('a director who belongs to the team does not decide: the dean does, and the history says why', async () => {
    const project = await submitted({ memberId: userIdOf(PEOPLE.director) });
    expect(await standing(project)).toEqual({ status: 'director_review', holds: 'Marcela Figueroa Ponce' });
    const { history } = await detailOf(clients.admin, project);
    expect(history[0]?.note).toBe('La Dirección participa en el proyecto: decide el Decanato.');
    expect((await act(clients.director, project, 'endorse')).status).toBe(403);
    done(await act(clients.dean, project, 'endorse'));
    // Who acted as director does not endorse again as dean: the office is left.
    expect(await standing(project)).toEqual({ status: 'dean_review', holds: 'oficina' });
    expect((await act(clients.dean, project, 'endorse')).status).toBe(403);
    done(await act(clients.admin, project, 'endorse'));
    expect((await standing(project)).status).toBe('approved');
  });

  it('a head written into the team by mail alone gives the step up at once', async () => {
    const project = await submitted();
    expect((await standing(project)).holds).toBe('Patricia Contreras Vidal');
    const { sections } = await detailOf(clients.admin, project);
    const { version = 0 } = sections.find(s => s.slug === 'team') ?? {};
    const member = { id: 'm1', userId: null, name: 'P. Contreras', email: PEOPLE.director.toUpperCase() };
    const whole = { organisation: '', role: 'academic', hoursPerWeek: null, from: null, to: null };
    done(
      await clients.admin.put(`/projects/pacs/${project.id}/sections/team`, {
        ...{ version, data: { members: [{ ...member, ...whole }] } },
      }),
    );
    expect((await standing(project)).holds).toBe('Marcela Figueroa Ponce');
    expect((await act(clients.director, project, 'endorse')).status).toBe(403);
  });

  it('a second head of the same unit decides in place of the first', async () => {
    await server.db
      .insertInto('school_heads')
      .values({ school_id: schoolIdOf('ENF'), user_id: userIdOf(PEOPLE.colleague) })
      .execute();
    const project = await submitted({ memberId: userIdOf(PEOPLE.director) });
    expect(await standing(project)).toEqual({ status: 'director_review', holds: 'Matías Sepúlveda Araya' });
    const both = await submitted();
    expect((await standing(both)).holds).toBe('Matías Sepúlveda Araya, Patricia Contreras Vidal');
    await server.db.deleteFrom('school_heads').where('user_id', '=', userIdOf(PEOPLE.colleague)).execute();
  });

  it('a unit whose head is blocked or missing is vacant', async () => {
    const setState = (state: 'active' | 'blocked') =>
      server.db.updateTable('users').set({ state }).where('id', '=', userIdOf(PEOPLE.director)).execute();
    const project = await completePacs(clients.academic, refs);
    await setState('blocked');
    done(await act(clients.academic, project, 'submit'));
    await setState('active');
    expect(await standing(project)).toEqual({ status: 'director_review', holds: 'Marcela Figueroa Ponce' });
    expect((await detailOf(clients.admin, project)).history[0]?.note).toContain('no tiene titular');
  });

  it('an administrator acts for the lead, and the history says so', async () => {
    const project = await completePacs(clients.academic, refs);
    done(await act(clients.admin, project, 'submit'));
    const { history } = await detailOf(clients.academic, project);
    expect(history[0]).toMatchObject({
      action: 'submit',
      actor: { name: 'Beatriz Navarrete Olea' },
      onBehalfOf: { name: 'Camila Rojas Fuentes' },
    });
  });
});

describe('deciding at once', () => {
  it('exactly one wins and the others learn what happened, ten times, on two copies of the server', async () => {
    const director = clientOf(copy.url, clients.director.token);
    for (let round = 0; round < 10; round += 1) {
      const project = await submitted();
      const { version } = await detailOf(director, project);
      const path = `/projects/pacs/${project.id}/actions`;
      const answers = await Promise.all([
        clients.director.post(`${path}/endorse`, { version }),
        director.post(`${path}/reject`, { version, reason: REASON }),
        clients.admin.post(`${path}/return`, { version, observations: OBSERVATIONS }),
        clients.academic.post(`${path}/withdraw`, { version, reason: REASON }),
      ]);
      expect(answers.map(a => a.status).sort(), `round ${round}`).toEqual([200, 409, 409, 409]);
      const { history, status } = await detailOf(clients.admin, project);
      expect(history).toHaveLength(3);
      for (const loser of answers.filter(a => a.status === 409)) {
        expect(loser.body.detail).toContain('ya actuó sobre este proyecto');
        expect(loser.body.extra).toMatchObject({ status, version: version + 1, action: history[0]?.action });
      }
    }
  });
});
