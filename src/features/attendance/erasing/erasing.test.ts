import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import { tallyJson } from '../queries.ts';
import { forgetAttendances } from './commands.ts';

let server: TestApp;
let lead: Client;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attendances`.execute(server.db);
});

const ANA = { name: 'Ana Soto', identifierKind: 'email', identifier: 'ana@correo.cl', group: 'external' };
const LUIS = { ...ANA, name: 'Luis Vera', identifierKind: 'rut', identifier: '12345678-5' };
const ROSA = {
  ...ANA,
  group: 'alumni',
  name: 'Rosa Paz',
  identifierKind: 'none',
  identifier: '',
  guardian: 'Eva Paz',
};

/** Answers the address of the list. */
async function listed({ kind, id }: Created, ...rows: object[]): Promise<string> {
  const activity = randomUUID();
  const at = `/projects/${kind}/${id}/activities`;
  done(await lead.post(at, { id: activity, name: 'Taller', day: localDay(new Date()) }));
  done(await lead.post(`${at}/${activity}/attendance`, { rows, noticeVersion: 1 }));
  return `${at}/${activity}/attendance`;
}
interface Listed {
  readonly total: number;
  readonly rows: readonly object[];
}
const pacs = async () => approvedPacs(server, lead, await nursing(lead));
interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly key: string | null;
  readonly guardian: string;
  readonly identifier: string;
}
const rowsOf = async (project: Created) =>
  (
    await sql<Row>`select id, name, identifier_kind as kind, identifier, guardian, encode(person_key, 'hex') as key
      from attendances where project_id = ${project.id} order by id`.execute(server.db)
  ).rows;
const countsOf = async (project: Created) =>
  (
    await sql`select a.activity_id, people_group, ${tallyJson} as n from attendances a where project_id = ${project.id}
      group by grouping sets ((a.activity_id, people_group), (people_group), ()) order by 1, 2`.execute(
      server.db,
    )
  ).rows;
const forget = (ids: string[]) => server.db.transaction().execute(tx => forgetAttendances({ tx }, ids));

describe('forgetting people on lists', () => {
  it('takes all rows of somebody in one project, and counts stay as they were', async () => {
    const [one, other] = [await pacs(), await pacs()];
    await listed(one, ANA, LUIS, ROSA);
    await listed(one, ANA, LUIS);
    await listed(other, ANA);
    const [before, counts, elsewhere] = [await rowsOf(one), await countsOf(one), await rowsOf(other)];
    const first = before.find(r => r.name === 'Ana Soto');
    expect(await forget([first?.id ?? ''])).toBe(2);

    const after = await rowsOf(one);
    const gone = after.filter(r => r.name === FORGOTTEN_NAME);
    expect(gone.map(({ kind, identifier, guardian }) => ({ kind, identifier, guardian }))).toEqual([
      { kind: 'forgotten', identifier: '', guardian: '' },
      { kind: 'forgotten', identifier: '', guardian: '' },
    ]);
    expect(new Set(gone.map(r => r.key)).size).toBe(1);
    expect(gone[0]?.key).not.toBe(first?.key);
    expect(after.filter(r => r.name !== FORGOTTEN_NAME)).toEqual(before.filter(r => r.name !== 'Ana Soto'));
    expect(await countsOf(one)).toEqual(counts);
    expect(await rowsOf(other)).toEqual(elsewhere);
  });

  it('gives each project and each person a key of their own, keeps those without one, and happens once', async () => {
    const [one, other] = [await pacs(), await pacs()];
    await listed(one, ANA, LUIS, ROSA);
    await listed(other, ANA);
    const counts = await countsOf(one);
    const ids = [...(await rowsOf(one)), ...(await rowsOf(other))].map(r => r.id);
    expect((await Promise.all([forget(ids), forget(ids)])).sort()).toEqual([0, 4]);
    const rows = [...(await rowsOf(one)), ...(await rowsOf(other))];
    expect(rows.map(r => r.kind).sort()).toEqual(['forgotten', 'forgotten', 'forgotten', 'none']);
    expect(rows.filter(r => `${r.identifier}${r.guardian}` !== '' || r.name !== FORGOTTEN_NAME)).toEqual([]);
    expect(new Set(rows.flatMap(r => r.key ?? [])).size).toBe(3);
    expect(await countsOf(one)).toEqual(counts);
    expect(await forget(ids)).toBe(0);
    expect(await rowsOf(one)).toEqual(rows.filter(r => rows.indexOf(r) < 3));
    expect(await forget([])).toBe(0);
    expect(await forget([randomUUID()])).toBe(0);
  });

  it('leaves them on the list without an identifier: not corrected any more, only taken off', async () => {
    const project = await pacs();
    const list = await listed(project, ANA, ROSA);
    const rows = await rowsOf(project);
    expect(await forget(rows.map(r => r.id))).toBe(2);
    const shown = done(await lead.get<Listed>(`${list}?sort=-group`)).rows;
    expect(shown).toEqual(
      ['forgotten', 'none'].map(identifierKind =>
        expect.objectContaining({ name: FORGOTTEN_NAME, identifierKind, identifier: '', guardian: '' }),
      ),
    );
    for (const { id } of rows) {
      const refused = await lead.put<{ detail: string }>(`${list}/${id}`, LUIS);
      expect([refused.status, refused.body.detail]).toEqual([
        422,
        'Los datos de esta persona se borraron: solo puedes quitarla de la lista.',
      ]);
    }
    // Who comes again under the same address is somebody else by now.
    expect(done(await lead.post(list, { rows: [ANA], noticeVersion: 1 }))).toEqual({ added: 1, known: 0 });
    expect(done(await lead.post(`${list}/removal`, { ids: rows.map(r => r.id) }))).toEqual({ removed: 2 });
    expect(done(await lead.get<Listed>(list)).total).toBe(1);
  });
});
