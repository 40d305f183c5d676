import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { type Created, done, type References } from '../../../../test/factories.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Execution } from '../contract.ts';

let server: TestApp;
let refs: References;
let lead: Client;
let member: Client;
let stranger: Client;
let project: Created;

const TODAY = localDay(new Date());
const HTML = 'Acordamos <script>alert(1)</script> & "más" 🎉';

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  member = await clientAs(server, PEOPLE.colleague);
  stranger = await clientAs(server, PEOPLE.stranger);
  refs = await nursing(lead);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await approvedPacs(server, lead, refs);
});

const base = () => `/projects/${project.kind}/${project.id}`;
const executionOf = async (who: Client) => done(await who.get<Execution>(`${base()}/execution`));
/** Fields that are told to be wrong, each once. */
const pathsOf = (answer: { body: unknown }) => [
  ...new Set(((answer.body as Problem).errors ?? []).map(e => e.path)),
];
const item = (more: object = {}) => ({
  ...{ id: randomUUID(), text: 'Enviar el informe', responsibleName: 'Presidenta de la junta' },
  ...{ dueDay: addDays(TODAY, 7), ...more },
});
const meet = (who: Client, more: object = {}, id: string = randomUUID()) =>
  who.post<{ id: string; version: number }>(`${base()}/meetings`, { id, day: TODAY, ...more });

describe('a meeting', () => {
  const settle = (who: Client, id: string, isDone: boolean) =>
    who.put(`${base()}/action-items/${id}/state`, { done: isDone });

  it('holds what was agreed; what is done stays so when the meeting changes', async () => {
    const kept = item();
    const gone = item({ text: 'Se retira' });
    const { id } = done(await meet(lead, { summary: HTML, actionItems: [kept, gone] }));
    done(await settle(lead, kept.id, true));
    done(await settle(lead, kept.id, true));
    const added = item({ text: 'Nuevo' });
    const actionItems = [added, { ...kept, text: 'Enviar el informe firmado' }];
    done(await lead.put(`${base()}/meetings/${id}`, { day: TODAY, actionItems, version: 1 }));
    const [meeting] = (await executionOf(lead)).meetings;
    expect(meeting?.actionItems.map(i => [i.text, i.doneAt !== null, i.maySettle])).toEqual([
      ['Nuevo', false, true],
      ['Enviar el informe firmado', true, true],
    ]);
    done(await settle(lead, kept.id, false));
    expect((await settle(lead, gone.id, true)).status).toBe(404);
    done(await lead.delete(`${base()}/meetings/${id}`));
    expect((await executionOf(lead)).meetings).toEqual([]);
  });

  it('may be arranged, within a year and with people of the team', async () => {
    done(await meet(lead, { day: addDays(TODAY, 30) }));
    const stranger = userIdOf(PEOPLE.stranger);
    const wrong = await meet(lead, {
      ...{ day: addDays(TODAY, 500), organisationId: randomUUID() },
      actionItems: [item({ responsibleId: stranger }), item({ responsibleName: '' }), item({ text: '' })],
    });
    expect(wrong.status).toBe(400);
    expect(pathsOf(wrong)).toEqual(['actionItems.1.responsibleName', 'actionItems.2.text']);
    const unfit = await meet(lead, {
      ...{ day: addDays(TODAY, 500), organisationId: randomUUID() },
      actionItems: [item({ responsibleId: stranger })],
    });
    expect(pathsOf(unfit)).toEqual(['day', 'organisationId', 'actionItems.0.responsibleId']);
  });

  it('is changed by who recorded it and the lead; who answers for an agreement marks it', async () => {
    const theirs = item({ responsibleId: userIdOf(PEOPLE.colleague), responsibleName: '' });
    const other = item();
    const { id } = done(await meet(lead, { actionItems: [theirs, other] }));
    const change = (who: Client) => who.put(`${base()}/meetings/${id}`, { day: TODAY, version: 1 });
    expect((await change(member)).status).toBe(403);
    expect((await settle(member, other.id, true)).status).toBe(403);
    expect((await settle(stranger, other.id, true)).status).toBe(403);
    done(await settle(member, theirs.id, true));
    const [seen] = (await executionOf(member)).meetings;
    expect(seen?.actionItems.map(i => i.maySettle)).toEqual([true, false]);
    done(await change(lead));
    expect((await change(lead)).status).toBe(409);
  });

  it('does not take an agreement away from another one', async () => {
    const first = item();
    done(await meet(lead, { actionItems: [first] }));
    const second = await meet(lead, { actionItems: [first] });
    expect(pathsOf(second)).toEqual(['actionItems.0.text']);
  });

  it('with a partner of the directory is read with its words as they were typed', async () => {
    const id = randomUUID();
    const given = {
      ...{
        organisationId: refs.organisationId,
        startsAt: '15:30',
        place: 'Sede',
        link: 'https://meet.example/a',
      },
      ...{ attendees: HTML, summary: HTML, actionItems: [item({ text: HTML })] },
    };
    const answers = await Promise.all([meet(lead, given, id), meet(lead, given, id)]);
    expect(answers.map(a => [a.status, a.body])).toEqual(answers.map(() => [200, { id, version: 1 }]));
    const { meetings } = await executionOf(member);
    expect(meetings).toMatchObject([
      {
        ...{ id, startsAt: '15:30', attendees: HTML, summary: HTML, version: 1, mayEdit: false },
        organisation: { id: refs.organisationId },
        actionItems: [
          { text: HTML, responsible: null, responsibleName: 'Presidenta de la junta', doneBy: null },
        ],
      },
    ]);
    const rows = await auditOf(server, project.id, 'meeting.record');
    expect(rows.map(r => r.changes)).toMatchObject([{ meeting: [null, id], actionItems: [null, 1] }]);
    expect(JSON.stringify(rows)).not.toMatch(/Acordamos|Presidenta/);
  });

  it('may have been before the project, yet not long before', async () => {
    const { earliest } = await executionOf(lead);
    if (earliest === null) throw new Error('the project begins on no day');
    done(await meet(lead, { day: addDays(earliest, -200) }));
    expect(pathsOf(await meet(lead, { day: addDays(earliest, -400) }))).toEqual(['day']);
  });

  it('keeps who answered for an agreement and has left the team since, and takes nobody else who is not in it', async () => {
    const agreed = item({ responsibleId: userIdOf(PEOPLE.colleague), responsibleName: '' });
    const { id } = done(await meet(lead, { actionItems: [agreed] }));
    await sql`delete from project_members where project_id = ${project.id}`.execute(server.db);
    const save = (version: number, ...actionItems: object[]) =>
      lead.put(`${base()}/meetings/${id}`, { day: TODAY, version, actionItems });
    done(await save(1, agreed));
    const other = item({ responsibleId: userIdOf(PEOPLE.stranger) });
    expect(pathsOf(await save(2, agreed, other))).toEqual(['actionItems.1.responsibleId']);
    // Who has left reads the project as everybody does, and marks nothing any more.
    expect((await settle(member, agreed.id, true)).status).toBe(403);
  });

  it('tells all that is too long, and takes no agreement twice', async () => {
    const answer = await meet(lead, {
      ...{ attendees: 'x'.repeat(1001), summary: 'x'.repeat(5001), day: '2026-02-30', startsAt: '9:00' },
      ...{ link: 'javascript:alert(1)', actionItems: [item({ dueDay: '2026-02-30' })] },
    });
    expect([answer.status, pathsOf(answer).sort()]).toEqual([
      400,
      ['actionItems.0.dueDay', 'attendees', 'day', 'link', 'startsAt', 'summary'],
    ]);
    const same = item();
    expect(pathsOf(await meet(lead, { actionItems: [same, same] }))).toEqual(['actionItems.1.text']);
    expect((await executionOf(lead)).meetings).toEqual([]);
  });

  it('of another project is nobody’s here', async () => {
    const agreed = item();
    const { id } = done(await meet(lead, { actionItems: [agreed] }));
    project = await approvedPacs(server, lead, refs);
    const change = await lead.put(`${base()}/meetings/${id}`, { day: TODAY, version: 1 });
    expect(change.status).toBe(404);
    expect((await lead.delete(`${base()}/meetings/${id}`)).status).toBe(404);
    expect((await settle(lead, agreed.id, true)).status).toBe(404);
    expect((await settle(lead, 'no-es-un-id', true)).status).toBe(404);
    expect((await meet(lead, {}, id)).status).toBe(409);
  });

  it('is recorded by the team and the office, until the end is sent', async () => {
    const agreed = item();
    done(await meet(member, { actionItems: [agreed] }));
    for (const who of [stranger, await clientAs(server, PEOPLE.director)])
      expect((await meet(who)).status).toBe(403);
    expect((await meet(clientOf(server.url, ''))).status).toBe(401);
    done(await meet(await clientAs(server, PEOPLE.admin)));
    await setStatus(server, project, 'final_report');
    expect((await meet(member)).status).toBe(403);
    expect((await settle(lead, agreed.id, true)).status).toBe(403);
    expect((await executionOf(member)).meetings.map(m => m.mayEdit)).toEqual([false, false]);
  });
});
