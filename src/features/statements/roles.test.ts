import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, done } from '../../../test/factories.ts';
import { anotherSpender, openSpending, spender as project } from '../../../test/spending.ts';
import {
  approve,
  reopen,
  resend,
  send,
  sendBack,
  spend,
  statementOf,
  statementsOf,
} from '../../../test/statements.ts';
import { clients, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openSpending();

type Who = keyof typeof PEOPLE;
const lead = () => clients.academic;
const buy = (more: Parameters<typeof spend>[2] = {}) => spend(server, project, more);
const sent = async (who: Who = 'academic', ...more: string[]) =>
  done(await send(clients[who], project, [await buy(), ...more]));
const OTHERS = ['director', 'otherDirector', 'dean', 'otherDean', 'reviewer', 'stranger'] as const;
const NO = 'No corresponde al proyecto.';
const LAST = 'No queda nadie más que pueda decidir.';

describe('nobody else', () => {
  it('reads statements, sends, answers, decides or reopens one', async () => {
    const expense = await buy();
    const statement = done(await send(lead(), project, [expense]));
    for (const who of OTHERS) {
      const c = clients[who];
      const answers = [
        await c.get(`/projects/${project.kind}/${project.id}/statements`),
        await send(c, project, [expense]),
        await resend(c, project, statement, {}),
        await approve(c, project, statement),
        await sendBack(c, project, statement, { [expense]: NO }),
        await reopen(c, project, statement),
      ];
      expect([who, answers.map(a => a.status)]).toEqual([who, answers.map(() => 404)]);
    }
  });

  it('of the team sends or answers, who reads them all the same', async () => {
    const expense = await buy();
    const statement = done(await send(lead(), project, [expense]));
    const member = clients.colleague;
    expect(await statementsOf(member, project)).toMatchObject({
      ...{ send: null, statements: [{ answer: null, decide: null, reopen: null }] },
    });
    expect((await send(member, project, [await buy()])).status).toBe(403);
    done(await sendBack(clients.admin, project, statement, { [expense]: NO }));
    expect((await statementOf(member, project, statement.id)).answer).toBeNull();
    expect((await resend(member, project, { ...statement, version: 2 }, { [expense]: 'Sí.' })).status).toBe(
      403,
    );
    for (const who of [member, lead()]) {
      expect((await approve(who, project, { ...statement, version: 2 })).status).toBe(403);
      expect((await reopen(who, project, { ...statement, version: 2 })).status).toBe(403);
    }
  });
});

describe('the office', () => {
  const join = async (who: Who) => {
    await sql`insert into project_members (project_id, user_id) values (${project.id}, ${userIdOf(PEOPLE[who])})`.execute(
      server.db,
    );
    await sql`insert into project_sections (project_id, section, data) values (${project.id}, 'team',
        ${JSON.stringify({ members: [{ id: 'm9', userId: userIdOf(PEOPLE[who]), role: 'academic' }] })})
      on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  };
  const turn = (who: Who, state: 'active' | 'blocked') =>
    sql`update users set state = ${state} where id = ${userIdOf(PEOPLE[who])}`.execute(server.db);
  afterEach(async () => {
    await turn('otherAdmin', 'active');
    // Whoever takes part in one project of a call decides none of it.
    await sql`update project_sections set data = '{"members": []}' where project_id = ${project.id} and section = 'team'`.execute(
      server.db,
    );
  });
  const offerOf = async (who: Who, id: string) => (await statementOf(clients[who], project, id)).decide;
  const isFlagged = async (action: string) => {
    const { rows } = await sql<{ flagged: boolean }>`
      select changes ? 'lastResort' as flagged from audit where object_id = ${project.id} and action = ${action}
      order by id desc limit 1`.execute(server.db);
    return rows[0]?.flagged;
  };

  it('sends for the lead, and who sent it leaves it to another', async () => {
    const statement = await sent('admin');
    expect(await offerOf('admin', statement.id)).toEqual({
      ...{ allowed: false, reason: 'Tú hiciste una parte de esto: decide otra persona.', lastResort: false },
    });
    expect((await approve(clients.admin, project, statement)).status).toBe(403);
    done(await approve(clients.otherAdmin, project, statement));
    const approved = { ...statement, version: 2 };
    expect((await reopen(clients.admin, project, approved)).status).toBe(403);
    done(await reopen(clients.otherAdmin, project, approved));
    expect(await isFlagged('statement.approve')).toBe(false);
  });

  it('leaves to another what it recorded, changed or answered', async () => {
    const recorded = await sent('academic', await buy({ author: 'admin' }));
    expect((await approve(clients.admin, project, recorded)).status).toBe(403);
    const changed = await buy();
    await sql`update expenses set updated_by = ${userIdOf(PEOPLE.admin)} where id = ${changed}`.execute(
      server.db,
    );
    const other = await sent('academic', changed);
    expect((await approve(clients.admin, project, other)).status).toBe(403);
    done(await sendBack(clients.otherAdmin, project, other, { [changed]: NO }));
    // Taken out, what it changed keeps it from nothing.
    done(await resend(lead(), project, { ...other, version: 2 }, {}, [changed]));
    done(await approve(clients.admin, project, { ...other, version: 3 }));

    const expense = await buy();
    const third = await sent('academic', expense);
    done(await sendBack(clients.admin, project, third, { [expense]: NO }));
    done(await resend(clients.admin, project, { ...third, version: 2 }, { [expense]: 'Sí corresponde.' }));
    expect((await approve(clients.admin, project, { ...third, version: 3 })).status).toBe(403);
    done(await approve(clients.otherAdmin, project, { ...third, version: 3 }));
  });

  it('decides nothing where it takes part, and as the last one with a comment that the audit flags', async () => {
    await join('admin');
    const statement = await sent();
    expect((await approve(clients.admin, project, statement)).body.detail).toContain(
      'que diriges o integras',
    );
    expect(await offerOf('otherAdmin', statement.id)).toMatchObject({ allowed: true, lastResort: false });
    // Of the team it sends nothing either.
    expect((await send(clients.admin, project, [await buy()])).status).toBe(403);
    await turn('otherAdmin', 'blocked');
    expect(await offerOf('admin', statement.id)).toEqual({ allowed: true, reason: null, lastResort: true });
    expect((await approve(clients.admin, project, statement, {}, 'Va.')).body.errors).toEqual([
      { path: 'comment', message: 'Escribe al menos 10 caracteres.' },
    ]);
    done(await approve(clients.admin, project, statement, {}, LAST));
    expect(await isFlagged('statement.approve')).toBe(true);
    done(await reopen(clients.admin, project, { ...statement, version: 2 }, LAST));
    expect(await isFlagged('statement.reopen')).toBe(true);
  });

  it('decides as the last one what all that are free have made', async () => {
    const mine = await buy({ author: 'otherAdmin' });
    const statement = await sent('admin', mine);
    for (const who of ['admin', 'otherAdmin'] as const)
      expect([who, await offerOf(who, statement.id)]).toMatchObject([
        who,
        { allowed: true, lastResort: true },
      ]);
    expect((await sendBack(clients.otherAdmin, project, statement, { [mine]: NO })).status).toBe(400);
    done(await sendBack(clients.otherAdmin, project, statement, { [mine]: NO }, LAST));
    expect(await isFlagged('statement.return')).toBe(true);
  });

  it('who made it is the last one where the other takes part, who is not', async () => {
    await join('otherAdmin');
    const statement = await sent('admin');
    expect(await offerOf('admin', statement.id)).toMatchObject({ allowed: true, lastResort: true });
    expect(await offerOf('otherAdmin', statement.id)).toMatchObject({ allowed: false });
  });
});

it('the alternate sends and answers as the lead does', async () => {
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${project.id}`.execute(
    server.db,
  );
  const expense = await buy();
  const statement = done(await send(clients.stranger, project, [expense]));
  done(await sendBack(clients.admin, project, statement, { [expense]: NO }));
  expect((await statementOf(clients.stranger, project, statement.id)).answer).toMatchObject({
    allowed: true,
  });
  done(
    await resend(clients.stranger, project, { ...statement, version: 2 }, { [expense]: 'Sí corresponde.' }),
  );
});

it('the final report is accepted once the money is accounted for', async () => {
  const place = () =>
    sql`update projects set status = 'final_report', sub_step = 'office', office_turn = true, due_at = now()
      where id = ${project.id}`.execute(server.db);
  const refusal = async () => {
    const answer = await act<Problem>(clients.admin, project, 'accept_final_report');
    return answer.status === 200 ? null : answer.body.detail;
  };
  await buy({ source: 'unit' });
  const [first, second] = [await buy(), await buy()];
  const statement = done(await send(lead(), project, [first]));
  await place();
  expect(await refusal()).toBe('Quedan 1 rendición y 2 gastos del fondo sin decidir.');
  done(await sendBack(clients.admin, project, statement, { [first]: NO }));
  expect(await refusal()).toBe('Quedan 1 rendición y 2 gastos del fondo sin decidir.');
  done(await resend(lead(), project, { ...statement, version: 2 }, { [first]: 'Sí corresponde.' }));
  done(await approve(clients.admin, project, { ...statement, version: 3 }, { [first]: NO }));
  expect(await refusal()).toBe('Queda 1 gasto del fondo sin decidir.');
  done(await approve(clients.admin, project, done(await send(lead(), project, [second]))));
  expect(await refusal()).toBeNull();
});

it('who takes part in another project of the call decides nothing of this one, and is no one to leave it to', async () => {
  const rival = await anotherSpender();
  const team = (members: object[]) =>
    sql`insert into project_sections (project_id, section, data)
      values (${rival.id}, 'team', ${JSON.stringify({ members })})
      on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  await team([{ id: 'm9', userId: userIdOf(PEOPLE.otherAdmin), role: 'academic' }]);
  const statement = await sent('admin');
  expect((await statementOf(clients.otherAdmin, project, statement.id)).decide).toMatchObject({
    allowed: false,
  });
  expect((await statementOf(clients.admin, project, statement.id)).decide).toMatchObject({
    ...{ allowed: true, lastResort: true },
  });
  await team([]);
  expect((await approve(clients.admin, project, statement, {}, LAST)).status).toBe(403);
  done(await approve(clients.otherAdmin, project, statement));
});
