import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../../../../test/client.ts';
import { clientOf } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../../test/factories.ts';
import { largePdf } from '../../../../test/samples.ts';
import { clients, copy, openSecondCopy, openUniversity, server } from '../../../../test/university.ts';
import { writeSetting } from '../../../db/settings.ts';
import { FIRST_QUOTAS, type Quotas } from '../../../domain/settings/quotas.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { cleanFiles } from '../../attachments/jobs.ts';
import type { ProjectFile } from '../detail/contract.ts';

openUniversity();
openSecondCopy();

const MB = 1024 * 1024;
const CHUNK = 64 * 1024;
interface Upload {
  id: string;
  received: number;
}
let project: Created;
const limitTo = (quotas: Partial<Quotas>) =>
  server.db
    .transaction()
    .execute(tx => writeSetting(tx, 'quotas', { ...FIRST_QUOTAS, ...quotas }, userIdOf(PEOPLE.admin)));
beforeEach(async () => {
  await server.db.deleteFrom('projects').execute();
  project = await startDraft(clients.academic);
});

const base = (of = project) => `/projects/${of.kind}/${of.id}`;
const start = (name: string, size = 100, client: Client = clients.academic, of = project) =>
  client.post<Upload>(`${base(of)}/uploads`, {
    ...{ name, size, documentType: 'other', fingerprint: name, chunkBytes: CHUNK },
  });
const refusal = async (answer: Promise<Answer<unknown>>) => {
  const { status, body } = await answer;
  const { code, detail } = body as { code?: string; detail?: string };
  return [status, code, detail];
};
const finish = ({ id }: Upload, client: Client = clients.academic) =>
  client.post<{ file: ProjectFile; known: boolean }>(`${base()}/uploads/${id}/finish`);
async function send(name: string, bytes: Buffer, client: Client = clients.academic) {
  const upload = done(await start(name, bytes.length, client));
  for (let at = 0; at < bytes.length; at += CHUNK)
    done(await client.put(`${base()}/uploads/${upload.id}/chunks/${at}`, bytes.subarray(at, at + CHUNK)));
  return done(await finish(upload, client));
}

describe('uploads under way', () => {
  const FULL =
    'Tienes 2 subidas sin terminar y el máximo por persona es 2. Termina o cancela alguna, o espera: las abandonadas se descartan solas.';
  beforeEach(() => limitTo({ openUploads: 2 }));

  it('beyond the limit are refused; one taken up again counts once', async () => {
    const other = await startDraft(clients.academic);
    const first = done(await start('a.pdf'));
    done(await start('b.pdf', 100, clients.academic, other));
    expect(await refusal(start('c.pdf'))).toEqual([422, 'rule', FULL]);
    expect(done(await start('a.pdf'))).toMatchObject({ id: first.id });
    expect(done(await start('a.pdf', 200))).toMatchObject({ id: first.id });
    // Somebody else's are their own.
    done(await start('a.pdf', 100, clients.admin));
  });

  it('that are cancelled, finished or cleaned away make room', async () => {
    const [first] = [done(await start('a.pdf')), done(await start('b.pdf'))];
    done(await clients.academic.delete(`${base()}/uploads/${first?.id}`));
    await send('c.pdf', largePdf(1000));
    done(await start('d.pdf'));
    expect((await start('e.pdf')).status).toBe(422);
    const store = await createFileStore(server.env.files);
    await cleanFiles(server.db, store, new Date(Date.now() + 25 * 3_600_000));
    done(await start('e.pdf'));
  });

  it('are no more than the limit when ten start at once on two copies of the server', async () => {
    const there = clientOf(copy.url, clients.academic.token);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => start(`${n}.pdf`, 100, n % 2 ? clients.academic : there)),
    );
    expect(answers.map(a => a.status).sort()).toEqual([200, 200, ...Array(8).fill(422)]);
  });

  it('that exceed a limit lowered since go on', async () => {
    const bytes = largePdf(CHUNK + 2000);
    const upload = done(await start('a.pdf', bytes.length));
    done(await start('b.pdf'));
    done(await clients.academic.put(`${base()}/uploads/${upload.id}/chunks/0`, bytes.subarray(0, CHUNK)));
    await limitTo({ openUploads: 1, storedMb: 1 });
    expect(done(await start('a.pdf', bytes.length))).toMatchObject({ id: upload.id, received: CHUNK });
    done(await clients.academic.put(`${base()}/uploads/${upload.id}/chunks/${CHUNK}`, bytes.subarray(CHUNK)));
    done(await finish(upload));
  });
});

describe('bytes of a person', () => {
  beforeEach(() => limitTo({ storedMb: 1 }));

  it('are files and what uploads announce; the last byte fits, the next does not', async () => {
    await send('a.pdf', largePdf(MB / 2));
    done(await start('b.pdf', MB / 4));
    const full =
      'Tus archivos ocupan 0,8 MB, el máximo por persona es 1 MB y este pesa 0,3 MB. Elimina los que ya no sirvan o pide más espacio a la oficina.';
    expect(await refusal(start('c.pdf', MB / 4 + 1))).toEqual([422, 'rule', full]);
    const last = await send('c.pdf', largePdf(MB / 4));
    // One that was announced smaller needs room for the rest.
    expect((await start('b.pdf', MB / 4 + 1)).status).toBe(422);
    expect((await start('d.pdf', 1)).status).toBe(422);
    done(await clients.academic.delete(`${base()}/files/${last.file.id}`));
    done(await start('d.pdf', MB / 4));
    expect((await detailOf(clients.academic, project)).files.map(f => f.name)).toEqual(['a.pdf']);
  });

  it('count in every project, and the same content once', async () => {
    const bytes = largePdf(MB / 2);
    await send('a.pdf', bytes);
    expect((await send('otra vez.pdf', bytes)).known).toBe(true);
    const other = await startDraft(clients.academic);
    expect((await start('b.pdf', MB / 2 + 1, clients.academic, other)).status).toBe(422);
    done(await start('b.pdf', MB / 2, clients.academic, other));
    // With the project go its files.
    done(
      await clients.academic.post(`${base(other)}/actions/delete`, {
        version: (await detailOf(clients.academic, other)).version,
        confirmed: true,
      }),
    );
    done(await start('c.pdf', MB / 2));
  });

  it('fit when ten uploads start at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => start(`${n}.pdf`, MB / 4)));
    expect(answers.map(a => a.status).sort()).toEqual([...Array(4).fill(200), ...Array(6).fill(422)]);
  });

  it('of the office have no limit', async () => {
    await send('bases.pdf', largePdf(MB), clients.admin);
    await send('anexo.pdf', largePdf(MB + 1), clients.admin);
    // They count for nobody else.
    await send('a.pdf', largePdf(MB));
  });

  it('beyond the largest file are told by that limit first', async () => {
    expect((await start('a.pdf', 50 * MB + 1)).status).toBe(413);
  });
});
