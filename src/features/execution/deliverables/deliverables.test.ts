import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { type Created, done, type References } from '../../../../test/factories.ts';
import { uploadFile } from '../../../../test/files.ts';
import { sampleFiles } from '../../../../test/samples.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Execution } from '../contract.ts';

let server: TestApp;
let refs: References;
let lead: Client;
let member: Client;
let office: Client;
let project: Created;

const TODAY = localDay(new Date());
const YESTERDAY = addDays(TODAY, -1);

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  member = await clientAs(server, PEOPLE.colleague);
  office = await clientAs(server, PEOPLE.admin);
  refs = await nursing(lead);
});
afterAll(() => server.close());

/** Approved, with a contract that asks for two deliverables. */
async function contracted(): Promise<Created> {
  const made = await approvedPacs(server, lead, refs);
  const deliverables = ['d1', 'd2'].map(id => ({ id, name: `Informe ${id}`, dueDate: TODAY, payment: null }));
  await sql`insert into project_sections (project_id, section, data)
    values (${made.id}, 'contract', ${JSON.stringify({ deliverables })})`.execute(server.db);
  return made;
}
beforeEach(async () => {
  project = await contracted();
});

const base = () => `/projects/${project.kind}/${project.id}`;
const save = (who: Client, given: object = {}, item = 'd1') =>
  who.put<{ version: number }>(`${base()}/deliverables/${item}`, { version: 0, ...given });
const deliverablesOf = async (who: Client) =>
  done(await who.get<Execution>(`${base()}/execution`)).deliverables;
/** Fields that are told to be wrong, each once. */
const pathsOf = (answer: { body: unknown }) => [
  ...new Set(((answer.body as Problem).errors ?? []).map(e => e.path)),
];

describe('a deliverable of the contract', () => {
  it('is delivered, accepted and paid, with the file that proves it', async () => {
    const file = await uploadFile(server, lead, project, {
      ...{ name: 'informe.pdf', bytes: sampleFiles().pdf ?? Buffer.alloc(0), documentType: 'evidence' },
    });
    const note = 'Recibido <b>conforme</b> 🎉';
    expect(done(await save(lead, { deliveredOn: YESTERDAY, note, fileId: file.id }))).toEqual({ version: 1 });
    const paid = { deliveredOn: YESTERDAY, acceptedOn: TODAY, paidOn: TODAY, paymentReference: 'F-31' };
    expect(done(await save(office, { ...paid, note, fileId: file.id, version: 1 }))).toEqual({ version: 2 });
    expect(await deliverablesOf(member)).toEqual([
      { itemId: 'd1', ...paid, note, file: { id: file.id, name: 'informe.pdf' }, version: 2 },
    ]);
    const rows = await auditOf(server, project.id, 'deliverable.save');
    expect(rows.map(r => r.changes)).toMatchObject([
      { deliverable: [null, 'd1'], deliveredOn: [null, YESTERDAY] },
      { deliverable: [null, 'd1'], acceptedOn: [null, TODAY] },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/F-31|conforme/);
  });

  it('saved by somebody since is not saved over', async () => {
    done(await save(office, { deliveredOn: TODAY }));
    const stale = await lead.put<Problem>(`${base()}/deliverables/d1`, { version: 0 });
    expect([stale.status, stale.body.extra]).toEqual([
      409,
      { version: 1, updatedBy: 'Beatriz Navarrete Olea' },
    ]);
    expect((await save(lead, { version: 5 }, 'd2')).status).toBe(409);
    // Each by itself.
    done(await save(lead, {}, 'd2'));
  });

  it.each<[object, string[]]>([
    [{ deliveredOn: addDays(TODAY, 1) }, ['deliveredOn']],
    [{ paidOn: addDays(TODAY, 400), deliveredOn: addDays(TODAY, 2) }, ['deliveredOn', 'paidOn']],
    [{ deliveredOn: '2026-02-30' }, ['deliveredOn']],
    [{ acceptedOn: TODAY }, ['deliveredOn']],
    [{ deliveredOn: TODAY, acceptedOn: YESTERDAY }, ['acceptedOn']],
    [{ paymentReference: 'F-1' }, ['paidOn']],
    [{ note: 'x'.repeat(1001) }, ['note']],
    [{ fileId: '0190a000-0000-7000-8000-000000000001' }, ['fileId']],
    [{ fileId: 'otro' }, ['fileId']],
    [{ version: -1 }, ['version']],
    [{ version: 1e20 }, ['version']],
  ])('is refused at %j', async (given, paths) => {
    const answer = await save(lead, given);
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
    expect(await deliverablesOf(lead)).toEqual([]);
  });

  it('is proved by a file of its own project alone', async () => {
    const foreign = await uploadFile(server, lead, project, {
      ...{ name: 'informe.pdf', bytes: sampleFiles().pdf ?? Buffer.alloc(0), documentType: 'evidence' },
    });
    project = await contracted();
    expect(pathsOf(await save(lead, { fileId: foreign.id }))).toEqual(['fileId']);
  });

  it('is for lead, alternate and office, until the end is sent', async () => {
    for (const who of [PEOPLE.colleague, PEOPLE.director, PEOPLE.stranger])
      expect((await save(await clientAs(server, who))).status, who).toBe(403);
    expect((await save(clientOf(server.url, ''))).status).toBe(401);
    for (const status of ['final_report', 'closed']) {
      await setStatus(server, project, status);
      expect((await save(lead)).status, status).toBe(403);
    }
    await setStatus(server, project, 'suspended');
    done(await save(lead));
  });

  it('is one that the contract has', async () => {
    for (const item of ['d3', 'no%20es']) expect((await save(lead, {}, item)).status, item).not.toBe(200);
    expect((await save(lead, {}, 'd3')).status).toBe(404);
    await sql`delete from project_sections where project_id = ${project.id} and section = 'contract'`.execute(
      server.db,
    );
    expect((await save(lead)).status).toBe(404);
  });

  it('is seen by nobody who reads the project as everybody does', async () => {
    done(await save(lead, { deliveredOn: TODAY }));
    expect(await deliverablesOf(await clientAs(server, PEOPLE.stranger))).toEqual([]);
    expect(await deliverablesOf(await clientAs(server, PEOPLE.director))).toHaveLength(1);
  });
});
