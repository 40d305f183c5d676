import { describe, expect, it } from 'vitest';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { type Created, done, standingOf, submittedPacs } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Holding } from '../../domain/workflow/reassignment.ts';

type Who = keyof typeof PEOPLE;

openUniversity();

const idOf = (who: Who) => userIdOf(PEOPLE[who]);
const hand = async (holding: Holding, id: string, from: Who, to: Who) => {
  const moves = [{ holding, id, to: idOf(to) }];
  done(await clients.admin.post('/reassign', { from: idOf(from), moves, reason: 'Deja su cargo.' }));
};
const submitted = () => submittedPacs(clients.academic, refs);

/** What still calls somebody to a project: unread notices and mails on their way. */
async function callsOf(who: Who, project: Created) {
  const of = (table: 'notifications' | 'mails') =>
    server.db
      .selectFrom(table)
      .select('type')
      .where('user_id', '=', idOf(who))
      .where('project_id', '=', project.id);
  const unread = await of('notifications').where('read_at', 'is', null).execute();
  const unsent = await of('mails').where('state', '=', 'pending').execute();
  return [unread.map(n => n.type), unsent.map(m => m.type)];
}

describe('a step that goes along', () => {
  it('with its unit: the former head is no longer called to it', async () => {
    const project = await submitted();
    expect(await callsOf('director', project)).toEqual([['turn'], ['turn']]);
    await hand('school', schoolIdOf('ENF'), 'director', 'otherDirector');
    expect(await standingOf(clients.admin, project)).toMatchObject({ holds: 'Hernán Bustos Aguilera' });
    expect(await callsOf('director', project)).toEqual([[], []]);
    await hand('school', schoolIdOf('ENF'), 'otherDirector', 'director');
  });

  it('past a new head in conflict: whoever gets it instead is called', async () => {
    const project = await submittedPacs(clients.academic, { ...refs, memberId: idOf('colleague') });
    await hand('school', schoolIdOf('ENF'), 'director', 'colleague');
    expect(await standingOf(clients.admin, project)).toMatchObject({ holds: 'Marcela Figueroa Ponce' });
    expect(await callsOf('dean', project)).toEqual([['turn'], ['turn']]);
    await hand('school', schoolIdOf('ENF'), 'colleague', 'director');
  });

  it('to nobody who stands in for the new lead', async () => {
    const project = await submitted();
    const today = localDay(new Date());
    const days = { firstDay: today, lastDay: addDays(today, 5), reason: 'Feriado legal' };
    const asked = { principalId: idOf('director'), deputyId: idOf('stranger'), ...days };
    const { id } = done(await clients.admin.post<{ id: string }>('/deputations', asked));
    expect(await standingOf(clients.admin, project)).toMatchObject({ holds: 'Diego Huenchulaf Soto' });
    await hand('lead', project.id, 'academic', 'director');
    expect(await standingOf(clients.admin, project)).toMatchObject({ holds: 'Marcela Figueroa Ponce' });
    done(await clients.admin.put(`/deputations/${id}/ended`, { ended: true }));
  });
});
