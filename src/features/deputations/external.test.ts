import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientAs } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { act, type Created, detailOf, done, standingOf, submittedPacs } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { onlyReviews, ROLES, type Role } from '../../domain/kit/actor.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { runDue } from '../workflow/transitions/jobs.ts';
import type { Deputation } from './contract.ts';

type Who = keyof typeof PEOPLE;

openUniversity({ rateLimit: 0 });

const idOf = (who: Who) => userIdOf(PEOPLE[who]);
const setRoles = (who: Who, roles: Role[]) =>
  server.db.updateTable('users').set({ roles }).where('id', '=', idOf(who)).execute();
const asked = (deputy: Who) => ({
  principalId: idOf('director'),
  deputyId: idOf(deputy),
  firstDay: localDay(new Date()),
  lastDay: addDays(localDay(new Date()), 7),
  reason: '',
});
const named = async (deputy: Who) =>
  done(await clients.director.post<Deputation>('/deputations', asked(deputy)));
const ended = (id: string, value: boolean) =>
  clients.director.put<Deputation & { detail?: string }>(`/deputations/${id}/ended`, { ended: value });
const standing = (project: Created) => standingOf(clients.admin, project);

const DIRECTOR = { status: 'director_review', holds: 'Patricia Contreras Vidal' };
const COLLEAGUE = { status: 'director_review', holds: 'Matías Sepúlveda Araya' };
const REFUSED = [422, 'Quien solo evalúa no puede subrogar: elige a otra persona.'];

beforeEach(async () => {
  await setRoles('colleague', ['Academic']);
  await setRoles('reviewer', ['Reviewer']);
  await server.db.deleteFrom('deputations').execute();
  await runDue(server);
});

it('the rule and its twin in the database say the same of every set of roles', async () => {
  const sets = Array.from({ length: 2 ** ROLES.length }, (_, n) => ROLES.filter((_role, i) => n & (1 << i)));
  const { rows } = await sql<{ roles: Role[]; alone: boolean }>`
    select s as roles, only_reviews(array(select jsonb_array_elements_text(s))) as alone
    from jsonb_array_elements(${JSON.stringify(sets)}::jsonb) s`.execute(server.db);
  expect(rows).toHaveLength(32);
  expect(rows.map(r => r.alone)).toEqual(rows.map(r => onlyReviews(r)));
  expect(rows.filter(r => r.alone).map(r => r.roles)).toEqual([[], ['Reviewer']]);
});

describe('an external reviewer', () => {
  it.each<[string, Role[]]>([
    ['with the role alone', ['Reviewer']],
    ['with no role at all', []],
  ])('%s is not named, by the head or by the office, nor offered', async (_, roles) => {
    await setRoles('reviewer', roles);
    for (const client of [clients.director, clients.admin]) {
      const { status, body } = await client.post('/deputations', asked('reviewer'));
      expect([status, body.detail, body.errors]).toEqual([
        ...REFUSED,
        [{ path: 'deputyId', message: REFUSED[1] }],
      ]);
      const offered = async (query: string) =>
        done(await client.get<{ id: string }[]>(`/options/person?q=soledad%20cifuentes${query}`)).length;
      expect([await offered(''), await offered('&for=deputy')]).toEqual([1, 0]);
    }
  });

  it.each<Role[][]>([[['Academic', 'Reviewer']], [['Admin']], [['Director']], [['Dean', 'Reviewer']]])(
    'is one no longer with another role: %j',
    async roles => {
      await setRoles('reviewer', roles);
      const [offered] = done(
        await clients.director.get<{ id: string }[]>('/options/person?q=soledad%20cifuentes&for=deputy'),
      );
      expect(offered?.id).toBe(idOf('reviewer'));
      expect((await named('reviewer')).effective).toBe(true);
    },
  );

  it('named before, is not named anew by taking back an early end', async () => {
    const { id } = await named('colleague');
    done(await ended(id, true));
    await setRoles('colleague', ['Reviewer']);
    const again = await ended(id, false);
    expect([again.status, again.body.detail]).toEqual(REFUSED);
  });
});

describe('a deputy who becomes one', () => {
  /** Sees by the head's right what the school has sent. */
  const sees = async (project: Created) =>
    (await (await clientAs(server, PEOPLE.colleague)).get(`/projects/pacs/${project.id}`)).status;

  it('as an earlier version left it: no view, no decision, and the clock gives the step back', async () => {
    await named('colleague');
    const project = await submittedPacs(clients.academic, refs);
    expect(await standing(project)).toEqual(COLLEAGUE);
    await setRoles('colleague', ['Reviewer']);
    const other = await submittedPacs(clients.academic, refs);
    expect([await standing(other), await sees(other)]).toEqual([DIRECTOR, 404]);
    const deputy = await clientAs(server, PEOPLE.colleague);
    for (const [action, given] of Object.entries({
      endorse: {},
      return: { observations: [{ section: 'budget', text: 'Detalla.' }] },
      reject: { reason: 'Una razón de más de veinte letras.' },
    }))
      expect((await act(deputy, project, action, given)).status, action).toBe(403);
    expect((await runDue(server)).handedOver).toBe(1);
    expect([await standing(project), await sees(project)]).toEqual([DIRECTOR, 404]);
    const { history } = await detailOf(clients.admin, project);
    expect(history[0]).toMatchObject({
      action: 'handover',
      note: 'Ahora lo tiene Patricia Contreras Vidal.',
    });
    done(await act(clients.director, project, 'endorse'));
  });

  it('by the office’s hand gives the step back at once, and has it again with the role', async () => {
    await named('colleague');
    const project = await submittedPacs(clients.academic, refs);
    const give = async (role: Role, held: boolean) =>
      done(
        await clients.admin.post('/users/bulk/role', {
          rows: [{ id: idOf('colleague'), value: { role, held } }],
        }),
      );
    await give('Reviewer', true);
    expect(await standing(project)).toEqual(COLLEAGUE);
    await give('Academic', false);
    expect([await standing(project), await sees(project)]).toEqual([DIRECTOR, 404]);
    const { rows } = done(await clients.director.get<{ rows: Deputation[] }>('/deputations'));
    expect(rows).toMatchObject([{ deputy: { id: idOf('colleague') }, state: 'current', effective: false }]);
    await give('Academic', true);
    expect([await standing(project), await sees(project)]).toEqual([COLLEAGUE, 200]);
  });

  it('on the form of the person, too', async () => {
    await named('colleague');
    const project = await submittedPacs(clients.academic, refs);
    const { updatedAt, name, email } = done(
      await clients.admin.get<{ updatedAt: string; name: string; email: string }>(
        `/users/${idOf('colleague')}`,
      ),
    );
    const form = { name, email, roles: ['Reviewer'], updatedAt };
    done(await clients.admin.put(`/users/${idOf('colleague')}`, form));
    expect(await standing(project)).toEqual(DIRECTOR);
  });

  it('by losing the last unit they headed, and a new one brings it back', async () => {
    const form = { code: 'FON', name: 'Escuela de Fonoaudiología', facultyId: await facultyId() };
    const create = async () =>
      done(
        await clients.admin.post<{ id: string; updatedAt: string }>('/schools', {
          ...form,
          directorIds: [idOf('colleague')],
        }),
      );
    const save = async (id: string, directorIds: string[]) => {
      const { updatedAt } = done(await clients.admin.get<{ updatedAt: string }>(`/schools/${id}`));
      done(await clients.admin.put(`/schools/${id}`, { ...form, directorIds, updatedAt }));
    };
    await setRoles('colleague', []);
    const { id } = await create();
    await named('colleague');
    const project = await submittedPacs(clients.academic, refs);
    expect(await standing(project)).toEqual(COLLEAGUE);
    await save(id, []);
    expect(await standing(project)).toEqual(DIRECTOR);
    await save(id, [idOf('colleague')]);
    expect(await standing(project)).toEqual(COLLEAGUE);
    done(await clients.admin.delete(`/schools/${id}`));
    expect(await standing(project)).toEqual(DIRECTOR);
    const again = await create();
    expect(await standing(project)).toEqual(COLLEAGUE);
    done(await clients.admin.delete(`/schools/${again.id}`));
  });

  it('keeps nothing of a faculty either', async () => {
    const form = { code: 'FDE', name: 'Facultad de Derecho', deanIds: [idOf('colleague')] };
    await setRoles('colleague', []);
    const { id, updatedAt } = done(
      await clients.admin.post<{ id: string; updatedAt: string }>('/faculties', form),
    );
    await named('colleague');
    const project = await submittedPacs(clients.academic, refs);
    expect(await standing(project)).toEqual(COLLEAGUE);
    done(await clients.admin.put(`/faculties/${id}`, { ...form, deanIds: [], updatedAt }));
    expect(await standing(project)).toEqual(DIRECTOR);
    done(await clients.admin.delete(`/faculties/${id}`));
  });
});

const facultyId = async () =>
  (
    await server.db
      .selectFrom('schools')
      .select('faculty_id')
      .where('id', '=', schoolIdOf('ENF'))
      .executeTakeFirstOrThrow()
  ).faculty_id;
