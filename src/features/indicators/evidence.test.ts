import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../../../test/client.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { act, type Created, done, startDraft } from '../../../test/factories.ts';
import { filesOf, sendUpload, startUpload, uploadFile } from '../../../test/files.ts';
import { decide, measure, measurementOf, pathOf } from '../../../test/measurements.ts';
import { sampleFiles } from '../../../test/samples.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openUniversity();
let project: Created;
const TODAY = localDay(new Date());
beforeEach(async () => {
  project = await approvedPacs(server, clients.academic, refs);
});

const lead = () => clients.academic;
/** A PDF unlike any other. */
const pdf = () =>
  Buffer.concat([
    sampleFiles().pdf ?? Buffer.alloc(0),
    Buffer.from(`\n%${randomBytes(8).toString('hex')}\n`),
  ]);

/** Sends a file, or with `file` a new version of it, and has it checked; where it stands then. */
async function upload(who: Client, file?: string, of = project) {
  const { id } = await uploadFile(server, who, of, {
    ...{ name: file ? 'acta-2.pdf' : 'acta.pdf', bytes: pdf(), documentType: 'evidence' },
    ...(file !== undefined && { file }),
  });
  const listed = (await filesOf(who, of)).files.find(f => f.id === id);
  if (!listed) throw new Error('the file is not there');
  return listed;
}
const prove = (versionId: string, more: object = {}) =>
  measure(lead(), project, { evidence: [{ versionId }], ...more });
const removeFile = (who: Client, id: string) => who.delete(`${pathOf(project)}/files/${id}`);
const reject = (id: string) =>
  sql`update files set state = 'rejected', reason = 'Contiene un virus.' where id = ${id}`.execute(server.db);
const fieldsOf = (answer: Answer<unknown>) => ((answer.body as Problem).errors ?? []).map(e => e.path);
const detailOf = (answer: Answer<unknown>) => (answer.body as Problem).detail;
const evidenceOf = async (id: string, who = lead()) => (await measurementOf(who, project, id)).evidence;

describe('evidence', () => {
  it('is a version of a file, and stays that version when another one counts', async () => {
    const first = await upload(lead());
    const { id } = done(
      await prove(first.versionId, {
        evidence: [
          { url: 'https://uni.example/acta?a=1&b=%3C2%3E', seenOn: addDays(TODAY, -400) },
          { versionId: first.versionId },
        ],
      }),
    );
    const link = { file: null, url: 'https://uni.example/acta?a=1&b=%3C2%3E', seenOn: addDays(TODAY, -400) };
    const file = {
      ...{ id: first.id, versionId: first.versionId, version: 1, name: 'acta.pdf', state: 'ready' },
      contentType: 'application/pdf',
    };
    expect(await evidenceOf(id)).toEqual([
      link,
      { file: { ...file, isOlder: false }, url: '', seenOn: null },
    ]);
    const second = await upload(lead(), first.id);
    expect([second.id, second.version, second.versionId === first.versionId]).toEqual([first.id, 2, false]);
    expect(await evidenceOf(id, clients.director)).toEqual([
      link,
      { file: { ...file, isOlder: true }, url: '', seenOn: null },
    ]);
    done(await decide(clients.director, project, [{ id, version: 1 }]));
    expect((await evidenceOf(id))[1]?.file).toMatchObject({ version: 1, isOlder: true });
    const later = done(await prove(second.versionId));
    expect((await evidenceOf(later.id))[0]?.file).toMatchObject({ version: 2, isOlder: false });
  });

  it('is replaced whole when the measurement is changed', async () => {
    const file = await upload(lead());
    const { id } = done(await prove(file.versionId));
    const evidence = [{ url: 'https://uni.example/acta', seenOn: TODAY }];
    done(
      await lead().put(`${pathOf(project)}/measurements/${id}`, {
        ...{ day: TODAY, value: 4, version: 1, evidence },
      }),
    );
    expect(await evidenceOf(id)).toEqual([{ file: null, ...evidence[0] }]);
    // Nothing refers to it any more.
    done(await removeFile(lead(), file.id));
  });

  it('of another project is refused like one that is not there', async () => {
    const other = await approvedPacs(server, lead(), refs);
    const file = await upload(lead(), undefined, other);
    const answer = await prove(file.versionId);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['evidence.0.versionId']]);
  });

  it('that was rejected proves nothing, neither when it is sent nor when it is accepted', async () => {
    const file = await upload(lead());
    const { id } = done(await prove(file.versionId));
    await reject(file.versionId);
    expect(fieldsOf(await prove(file.versionId))).toEqual(['evidence.0.versionId']);
    const fine = done(await measure(lead(), project));
    const refused = await decide(clients.director, project, [fine, { id, version: 1 }]);
    expect([refused.status, detailOf(refused)]).toEqual([
      422,
      'La revisión rechazó «acta.pdf», que es evidencia: devuelve la medición.',
    ]);
    expect(await measurementOf(lead(), project, fine.id)).toMatchObject({ state: 'submitted' });
    done(await decide(clients.director, project, [{ id, version: 1 }], 'El archivo no sirve.'));
    expect((await evidenceOf(id))[0]?.file).toMatchObject({ state: 'rejected' });
  });

  it('is sent while it is still being checked', async () => {
    const bytes = pdf();
    const started = done(
      await startUpload(lead(), project, { name: 'acta.pdf', bytes, documentType: 'evidence' }),
    );
    const { versionId } = done(await sendUpload([lead()], project, started, bytes));
    const { id } = done(await prove(versionId));
    expect((await evidenceOf(id))[0]?.file).toMatchObject({ state: 'received' });
  });
});

describe('a file that is evidence', () => {
  it('cannot be removed, neither whole nor the version that is, as long as the measurement refers to it', async () => {
    const first = await upload(lead());
    const second = await upload(lead(), first.id);
    const { id } = done(await prove(second.versionId));
    for (const file of [first.id, second.versionId])
      for (const who of [lead(), clients.admin]) {
        const answer = await removeFile(who, file);
        expect([answer.status, detailOf(answer)]).toEqual([
          422,
          expect.stringMatching(
            /^«acta-2.pdf» \(versión 2\) es evidencia de la medición del \d\d-\d\d-\d{4} de un/,
          ),
        ]);
      }
    // Another version goes: it proves nothing.
    const third = await upload(lead(), first.id);
    done(await removeFile(lead(), third.versionId));
    done(await decide(clients.director, project, [{ id, version: 1 }]));
    expect((await removeFile(lead(), second.versionId)).status).toBe(422);
    const correction = done(await measure(lead(), project, { replacesId: id }));
    done(await decide(clients.director, project, [correction]));
    // What was accepted stays proven, also once it gave its place.
    expect((await removeFile(lead(), second.versionId)).status).toBe(422);
    expect((await filesOf(lead(), project)).files).toMatchObject([{ id: first.id, version: 2 }]);
  });

  it('goes once the measurement was taken back, and a rejected one not before', async () => {
    const file = await upload(clients.colleague);
    const { id } = done(await prove(file.versionId));
    await reject(file.versionId);
    expect((await removeFile(clients.colleague, file.id)).status).toBe(422);
    done(await lead().delete(`${pathOf(project)}/measurements/${id}`));
    done(await removeFile(clients.colleague, file.id));
  });

  it('removed while a measurement that refers to it is sent leaves one of the two', async () => {
    const file = await upload(lead());
    const [sent, removed] = await Promise.all([prove(file.versionId), removeFile(lead(), file.id)]);
    expect([sent.status === 200, removed.status === 200]).toEqual([
      removed.status !== 200,
      sent.status !== 200,
    ]);
    for (const { status } of [sent, removed]) expect(status).toBeLessThan(500);
  });
});

it('a draft goes with its files, and a project with all of its evidence', async () => {
  const draft = await startDraft(lead(), 'pacs', { schoolId: refs.schoolId });
  const bytes = pdf();
  await uploadFile(server, lead(), draft, { name: 'carta.pdf', bytes, documentType: 'other' });
  expect(done(await act(lead(), draft, 'delete', { confirmed: true }))).toMatchObject({ deleted: true });
  const file = await upload(lead());
  done(await prove(file.versionId));
  await setStatus(server, project, 'draft');
  await sql`delete from projects where id = ${project.id}`.execute(server.db);
  const { rows } = await sql`select from measurement_evidence where version_id = ${file.versionId}`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});
