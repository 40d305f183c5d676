import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { act, completePacs, done, startDraft } from '../../../test/factories.ts';
import { send, sendBack, spend } from '../../../test/statements.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getHome } from './contract.ts';

type Home = OutputOf<typeof getHome>;

openUniversity();

const home = async (client: Client) => done(await client.get<Home>('/home'));
const titles = (page: Home['mine']) => page.rows.map(r => r.title);

it('shows each person what waits for them, what is theirs, and figures of what they head', async () => {
  await startDraft(clients.academic, 'pacs', { title: 'Borrador sin plazo' });
  for (const title of ['Proyecto que vence después', 'Proyecto que ya venció'])
    done(await act(clients.academic, await completePacs(clients.academic, refs, title), 'submit'));
  await server.db
    .updateTable('projects')
    .set({ due_at: new Date(Date.now() - 86_400_000) })
    .where('title', '=', 'Proyecto que ya venció')
    .execute();

  const academic = await home(clients.academic);
  expect(titles(academic.myTurn)).toEqual(['Borrador sin plazo']);
  // What waits is told of there alone; the total is that of the list of all.
  expect(titles(academic.mine).sort()).toEqual(['Proyecto que vence después', 'Proyecto que ya venció']);
  expect(academic.mine.total).toBe(3);
  expect(academic.units).toEqual([]);
  expect(academic.deadlines.map(d => [d.project.title, d.status, d.overdue])).toEqual([
    ['Proyecto que ya venció', 'director_review', true],
    ['Proyecto que vence después', 'director_review', false],
  ]);

  const director = await home(clients.director);
  expect(titles(director.myTurn)).toEqual(['Proyecto que ya venció', 'Proyecto que vence después']);
  expect(director.myTurn.rows.map(r => [r.turn.overdue, r.turn.mine])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(director.units).toEqual([
    {
      id: schoolIdOf('ENF'),
      unit: 'school',
      name: 'Escuela de Enfermería',
      counts: [{ status: 'director_review', count: 2 }],
    },
  ]);
  expect(director.office).toBeNull();

  const dean = await home(clients.dean);
  expect(dean.myTurn).toEqual({ rows: [], total: 0 });
  expect(dean.units).toMatchObject([
    {
      unit: 'faculty',
      name: 'Facultad de Salud y Ciencias Sociales',
      counts: [{ status: 'director_review', count: 2 }],
    },
  ]);
  expect((await home(clients.otherDirector)).units).toMatchObject([
    { name: 'Escuela de Arquitectura y Diseño', counts: [] },
  ]);
  const admin = await home(clients.admin);
  expect(admin.units).toMatchObject([{ id: null, name: 'Toda la universidad' }]);
  expect(admin.units[0]?.counts).toContainEqual({ status: 'draft', count: 1 });
  const reviewer = await home(clients.reviewer);
  expect([reviewer.myTurn.total, reviewer.mine.total, reviewer.units]).toEqual([0, 0, []]);
});

it('every figure leads to a list with as many projects', async () => {
  const total = async (client: Client, query: string) =>
    done(await client.get<{ total: number }>(`/projects?size=1&${query}`)).total;
  for (const who of ['director', 'dean', 'admin'] as const) {
    const { units } = await home(clients[who]);
    for (const { id, unit, counts } of units)
      for (const { status, count } of counts) {
        const list = await total(clients[who], `status=${status}${id ? `&${unit}=${id}` : ''}`);
        expect([who, status, list]).toEqual([who, status, count]);
      }
  }
  const { office } = await home(clients.admin);
  const steps = [
    'director_review',
    'dean_review',
    'admissibility',
    'evaluation',
    'resolution',
    'final_report',
  ];
  const overdue = await total(clients.admin, `overdue=true&${steps.map(s => `status=${s}`).join('&')}`);
  expect(office).toEqual({ vacantSteps: 0, overdueSteps: overdue, pendingPeople: expect.any(Number) });
  expect(overdue).toBe(1);
  expect(await total(clients.admin, 'status=director_review')).toBe(2);
});

const facultyOf = async (code: string) =>
  (
    await server.db
      .selectFrom('schools')
      .select('faculty_id')
      .where('id', '=', schoolIdOf(code))
      .executeTakeFirstOrThrow()
  ).faculty_id;
const moveTo = (faculty_id: string) =>
  server.db.updateTable('schools').set({ faculty_id }).where('id', '=', schoolIdOf('ENF')).execute();

it('figures follow each step at once, and a school to its new faculty', async () => {
  const figures = async (who: 'director' | 'dean' | 'otherDean' | 'admin') =>
    (await home(clients[who])).units.flatMap(unit => unit.counts.map(c => `${c.status} ${c.count}`));
  const before = await figures('director');
  expect(before).toEqual(['director_review 2']);
  const draft = await completePacs(clients.academic, refs, 'Contado al instante');
  expect(await figures('director')).toEqual(before);
  done(await act(clients.academic, draft, 'submit'));
  expect(await figures('director')).toEqual(['director_review 3']);
  done(await act(clients.director, draft, 'endorse'));
  const after = ['director_review 2', 'dean_review 1'];
  const all = await Promise.all([figures('director'), figures('director'), figures('dean')]);
  expect(all).toEqual([after, after, after]);
  expect(await figures('admin')).toEqual(expect.arrayContaining(after));
  const [own, other] = [await facultyOf('ENF'), await facultyOf('ARQ')];
  await moveTo(other);
  expect(await figures('dean')).toEqual([]);
  expect(await figures('otherDean')).toEqual(after);
  await moveTo(own);
  done(
    await act(clients.dean, draft, 'return', {
      observations: [{ section: 'budget', text: 'Falta detalle.' }],
    }),
  );
  expect(await figures('dean')).toEqual(['director_review 2', 'returned 1']);
});

it('a step that nobody of the unit can hold is vacant, whoever holds it instead', async () => {
  const vacant = async () => {
    const list = done(await clients.admin.get<Home['mine']>('/projects?vacant=true'));
    expect((await home(clients.admin)).office?.vacantSteps).toBe(list.total);
    return titles(list).filter(title => title.startsWith('Sin titular'));
  };
  const submit = async (title: string) =>
    done(await act(clients.academic, await completePacs(clients.academic, refs, title), 'submit'));
  const heads = await server.db.deleteFrom('school_heads').returningAll().execute();
  await submit('Sin titular, con decanato');
  expect((await home(clients.dean)).myTurn.rows.map(row => row.title)).toContain('Sin titular, con decanato');
  const deans = await server.db.deleteFrom('faculty_heads').returningAll().execute();
  await submit('Sin titular alguno');
  expect((await vacant()).sort()).toEqual(['Sin titular alguno', 'Sin titular, con decanato']);
  await server.db.insertInto('school_heads').values(heads).execute();
  await server.db.insertInto('faculty_heads').values(deans).execute();
  expect(await vacant()).toEqual([]);
});

it('requested changes wait for who decides them, until decided', async () => {
  const project = await completePacs(clients.academic, refs, 'Con cambios pedidos');
  done(await act(clients.academic, project, 'submit'));
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  const path = `/projects/${project.kind}/${project.id}/changes`;
  const ask = async (section: string, version: number, data: object) =>
    done(
      await clients.academic.post<{ id: string }>(path, {
        id: randomUUID(),
        section,
        version,
        data,
        reason: 'Se atrasó el convenio.',
      }),
    ).id;
  const dates = await ask('identification', 2, { startDate: '2026-08-03', endDate: '2027-01-29' });
  const money = await ask('budget', 1, { lines: [] });
  const waiting = async (who: keyof typeof PEOPLE) =>
    (await home(clients[who])).changes.map(c => [c.section, c.project.title, c.author.id]);
  const lead = userIdOf(PEOPLE.academic);
  expect(await waiting('director')).toEqual([['identification', 'Con cambios pedidos', lead]]);
  expect(await waiting('admin')).toEqual([['budget', 'Con cambios pedidos', lead]]);
  for (const who of ['academic', 'dean', 'otherDirector', 'reviewer'] as const)
    expect(await waiting(who)).toEqual([]);
  await server.db
    .updateTable('change_requests')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('id', '=', dates)
    .execute();
  expect((await home(clients.director)).changes[0]?.overdue).toBe(true);
  done(await clients.director.post(`${path}/${dates}/decision`, { accept: true, version: 2 }));
  done(await clients.academic.post(`${path}/${money}/withdrawal`));
  expect([await waiting('director'), await waiting('admin')]).toEqual([[], []]);
});

it('measurements wait for who decides them by project, the first to be due first, until decided', async () => {
  const measured = async (title: string) => {
    const project = await completePacs(clients.academic, refs, title);
    done(await act(clients.academic, project, 'submit'));
    for (const who of ['director', 'dean'] as const) done(await act(clients[who], project, 'endorse'));
    done(await act(clients.academic, project, 'start'));
    const path = `/projects/${project.kind}/${project.id}/measurements`;
    const given = { id: randomUUID(), indicatorId: 'i1', day: localDay(new Date()), value: 2 };
    return { path, ...done(await clients.academic.post<{ id: string; version: number }>(path, given)) };
  };
  const [later, first] = [await measured('Medido después'), await measured('Medido primero')];
  await server.db
    .updateTable('measurements')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('id', '=', first.id)
    .execute();
  const waiting = async (who: keyof typeof PEOPLE) =>
    (await home(clients[who])).measurements.map(m => [m.project.title, m.count, m.overdue]);
  expect(await waiting('director')).toEqual([
    ['Medido primero', 1, true],
    ['Medido después', 1, false],
  ]);
  for (const who of ['academic', 'dean', 'otherDirector', 'admin', 'reviewer'] as const)
    expect([who, await waiting(who)]).toEqual([who, []]);
  for (const { path, id, version } of [later, first])
    done(await clients.director.post(`${path}/decision`, { accept: true, measurements: [{ id, version }] }));
  expect(await waiting('director')).toEqual([]);
});

it('statements wait for who decides them, and for the lead once they came back', async () => {
  const project = await completePacs(clients.academic, refs, 'Con gastos');
  await setStatus(server, project, 'running');
  const expense = await spend(server, project, { source: 'unit' });
  const statement = done(await send(clients.academic, project, [expense]));
  const waiting = async () => {
    const found: [string, string, boolean][] = [];
    for (const who of ['academic', 'director', 'dean', 'reviewer', 'admin'] as const)
      for (const s of (await home(clients[who])).statements) found.push([who, s.project.title, s.isReturned]);
    return found;
  };
  expect(await waiting()).toEqual([['admin', 'Con gastos', false]]);
  done(await sendBack(clients.admin, project, statement, { [expense]: 'Falta la firma.' }));
  expect(await waiting()).toEqual([['academic', 'Con gastos', true]]);
});

it('needs a session of an enabled account', async () => {
  expect((await clientOf(server.url, '').get('/home')).status).toBe(401);
  await server.db
    .insertInto('users')
    .values({ email: 'nueva@otra.example', name: 'Nueva', state: 'pending' })
    .execute();
  const pending = await clientAs(server, 'nueva@otra.example');
  expect(await pending.get('/home')).toMatchObject({ status: 403, body: { code: 'account_pending' } });
});
