import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import { anotherSpender, openSpending, spender as project } from '../../../test/spending.ts';
import { approve, resend, send, sendBack, spend, statementOf } from '../../../test/statements.ts';
import { clients, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, localDay, momentOf } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getHome } from '../home/contract.ts';
import { runDue } from '../workflow/transitions/jobs.ts';

openSpending();

type Who = keyof typeof PEOPLE;
type Home = OutputOf<typeof getHome>;
const NO = 'No corresponde al proyecto.';
const nameOf = new Map(Object.entries(PEOPLE).map(([who, email]) => [userIdOf(email), who]));

beforeEach(async () => {
  for (const table of ['expense_papers', 'expenses', 'statements'] as const)
    await server.db.deleteFrom(table).execute();
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${project.id}`.execute(
    server.db,
  );
  for (const table of ['notifications', 'mails'] as const) await server.db.deleteFrom(table).execute();
});

const buy = (more: Parameters<typeof spend>[2] = {}) => spend(server, project, more);
const waitingOf = async (who: Who) => done(await clients[who].get<Home>('/home')).statements;
/** For whom a statement of the project waits, and for what. */
async function waiting() {
  const found: string[] = [];
  for (const who of Object.keys(PEOPLE) as Who[])
    for (const { project: p, number, isReturned } of await waitingOf(who))
      if (p.id === project.id) found.push(`${who} ${number}${isReturned ? ' back' : ''}`);
  return found;
}
/** Whom unread notices of this type tell what. */
async function notices(type: string, text = '') {
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select user_id as id, title, text from notifications where project_id = ${project.id} and type = ${type}
      and read_at is null and text like ${`%${text}%`} order by title, user_id`.execute(server.db);
  return rows.map(({ id, title, text }) => `${nameOf.get(id)}: ${title}. ${text}`).sort();
}
const called = async () => (await notices('turn', 'rendición')).map(n => n.slice(0, n.indexOf('.')));
const mailed = async () => {
  const { rows } = await sql<{ id: string }>`select user_id as id from mails
    where project_id = ${project.id} and type = 'turn'`.execute(server.db);
  return rows.map(({ id }) => nameOf.get(id)).sort();
};

describe('a statement waits', () => {
  it('for the office, then for lead and alternate, then for the office again, until it is approved', async () => {
    const expense = await buy();
    const statement = done(await send(clients.academic, project, [expense]));
    expect(await waiting()).toEqual(['admin 1', 'otherAdmin 1']);
    const shown = await statementOf(clients.admin, project, statement.id);
    expect(await waitingOf('admin')).toEqual([
      {
        project: { id: project.id, kind: 'fexs', code: project.code, title: expect.any(String) },
        ...{
          id: shown.id,
          number: 1,
          isReturned: false,
          since: shown.submittedAt,
          due: shown.due,
          overdue: false,
        },
      },
    ]);
    done(await sendBack(clients.admin, project, statement, { [expense]: NO }));
    expect(await waiting()).toEqual(['academic 1 back', 'stranger 1 back']);
    done(await resend(clients.academic, project, { ...statement, version: 2 }, { [expense]: 'Sí.' }));
    expect(await waiting()).toEqual(['admin 1', 'otherAdmin 1']);
    done(await approve(clients.admin, project, { ...statement, version: 3 }));
    expect(await waiting()).toEqual([]);
  });

  it('for nobody who made it, the first to be due first', async () => {
    done(await send(clients.academic, project, [await buy()]));
    const other = await anotherSpender();
    const first = done(await send(clients.admin, other, [await spend(server, other)]));
    await sql`update statements set due_at = now() - interval '1 minute' where id = ${first.id}`.execute(
      server.db,
    );
    expect((await waitingOf('otherAdmin')).map(s => [s.project.id, s.overdue])).toEqual([
      [other.id, true],
      [project.id, false],
    ]);
    expect((await waitingOf('admin')).map(s => s.project.id)).toEqual([project.id]);
  });

  it('also where it was cancelled, and for nobody once the project ended or was set back', async () => {
    done(await send(clients.academic, project, [await buy()]));
    for (const status of ['cancelled', 'final_report', 'suspended', 'approved']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, ['admin 1', 'otherAdmin 1']]);
    }
    for (const status of ['closed', 'returned', 'withdrawn']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, []]);
    }
  });
});

/** The morning of the last day. */
const whenDue = async () =>
  momentOf(localDay(addWorkingDays(new Date(), 10, await readHolidays(server.db))), '10:00');

it('reminds the office without who made it, and lead and alternate of what came back', async () => {
  const expense = await buy();
  const statement = done(await send(clients.admin, project, [expense]));
  await runDue(server, await whenDue());
  await runDue(server, await whenDue());
  expect(await notices('reminder', 'rendición')).toEqual([
    'otherAdmin: El plazo vence hoy. El plazo vence hoy. Te toca seguir con una rendición: «Rendición 1».',
  ]);
  done(await sendBack(clients.otherAdmin, project, statement, { [expense]: NO }));
  await sql`update statements set due_at = due_at - interval '1 minute'`.execute(server.db);
  await server.db.deleteFrom('notifications').execute();
  await runDue(server, await whenDue());
  const words =
    'El plazo vence hoy. El plazo vence hoy. Te toca seguir con una rendición: «Rendición 1 con observaciones».';
  expect(await notices('reminder', 'rendición')).toEqual([`academic: ${words}`, `stranger: ${words}`]);
});

describe('people are told', () => {
  it('of what was sent who decides, of what came back who answers, and each call ends with its turn', async () => {
    const expense = await buy({ share: 250_000 });
    const statement = done(await send(clients.academic, project, [expense]));
    expect(await notices('turn')).toEqual([
      'admin: Te toca revisar una rendición. Camila Rojas Fuentes envió la rendición 1, por $250.000.',
      'otherAdmin: Te toca revisar una rendición. Camila Rojas Fuentes envió la rendición 1, por $250.000.',
    ]);
    expect(await mailed()).toEqual(['admin', 'otherAdmin']);
    done(await sendBack(clients.admin, project, statement, { [expense]: NO }, 'Revisen todo.'));
    expect(await called()).toEqual([
      'academic: Rendición con observaciones',
      'stranger: Rendición con observaciones',
    ]);
    expect(await mailed()).toEqual(['academic', 'stranger']);
    const { rows } = await sql<{ text: string }>`select text from mails where type = 'turn'`.execute(
      server.db,
    );
    for (const { text } of rows) expect(text).toContain('Revisen todo.');
    done(await resend(clients.academic, project, { ...statement, version: 2 }, { [expense]: 'Sí.' }));
    expect(await called()).toEqual([
      'admin: Te toca revisar una rendición',
      'otherAdmin: Te toca revisar una rendición',
    ]);
    done(await approve(clients.admin, project, { ...statement, version: 3 }));
    expect([await called(), await mailed()]).toEqual([[], []]);
    const told = 'Rendición aprobada. Beatriz Navarrete Olea aprobó la rendición 1.';
    expect(await notices('decision')).toEqual([`academic: ${told}`, `stranger: ${told}`]);
  });

  it('and nothing else of the project, nor of what was read, is taken back', async () => {
    const statement = done(await send(clients.academic, project, [await buy()]));
    await sql`update notifications set read_at = now() where user_id = ${userIdOf(PEOPLE.otherAdmin)}`.execute(
      server.db,
    );
    const other = done(await send(clients.admin, project, [await buy()]));
    const calls = async () => {
      const { rows } = await sql<{ id: string; text: string }>`
        select user_id as id, text from notifications where type = 'turn' order by created_at, user_id`.execute(
        server.db,
      );
      return rows.map(({ id, text }) => `${nameOf.get(id)} ${/rendición \d/.exec(text)?.[0]}`).sort();
    };
    // Who made it is not called.
    expect(await calls()).toEqual(['admin rendición 1', 'otherAdmin rendición 1', 'otherAdmin rendición 2']);
    done(await approve(clients.otherAdmin, project, statement));
    expect(await calls()).toEqual(['otherAdmin rendición 1', 'otherAdmin rendición 2']);
    done(await approve(clients.otherAdmin, project, other));
    expect(await calls()).toEqual(['otherAdmin rendición 1']);
  });
});
