import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { durability } from '../bench/durability.ts';
import { clientOf } from './client.ts';
import { createUniversityDatabase } from './database.ts';
import { PEOPLE } from './demo.ts';
import { done } from './factories.ts';
import { makeChecksDue, sendUpload, startUpload } from './files.ts';
import { newFolder, runProgram } from './program.ts';
import { largePdf } from './samples.ts';
import { signInAs } from './sign-in.ts';
import { spoilStore } from './spoiled-store.ts';
import { startS3 } from './stores.ts';

test('no acknowledged save is missing after server, database, or both are killed', {
  timeout: 120_000,
}, async () => {
  const { acknowledged, missing } = await durability(3);
  expect(missing).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
});

test('an upload whose server is killed while it puts the file together is finished by the next one', async () => {
  const bytes = largePdf(6 * 1024 * 1024);
  const given = await startS3('fauxqs');
  onTestFinished(() => given.close());
  let kill = () => {};
  // The first request that writes the whole file is the last one of the first server.
  const spoiled = await spoilStore(given.files.endpoint ?? '', (_n, method, path) => {
    if (method === 'PUT' && path.includes('/files/')) kill();
    return 'pass';
  });
  onTestFinished(() => spoiled.close());
  const database = await createUniversityDatabase();
  onTestFinished(() => database.drop());
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    NODE_ENV: 'test',
    FILES_DRIVER: 's3',
    S3_ENDPOINT: spoiled.endpoint,
    S3_BUCKET: given.files.bucket,
    S3_ACCESS_KEY_ID: given.files.accessKeyId,
    S3_SECRET_ACCESS_KEY: given.files.secretAccessKey,
  };
  const begin = async () => {
    const program = await runProgram(settings);
    onTestFinished(async () => {
      program.child.kill('SIGKILL');
      await program.ended;
    });
    return program;
  };
  const first = await begin();
  const token = await signInAs(database, PEOPLE.academic);
  const academic = clientOf(first.url, token);
  const project = { id: randomUUID(), kind: 'pacs', title: 'Servidor que se corta' };
  done(await academic.post('/projects', project));
  const uploads = `/projects/pacs/${project.id}/uploads`;
  const wanted = { name: 'a.pdf', size: bytes.length, documentType: 'other', fingerprint: 'a' };
  const { id, chunkBytes } = done(await academic.post<{ id: string; chunkBytes: number }>(uploads, wanted));
  for (let at = 0; at < bytes.length; at += chunkBytes)
    done(await academic.put(`${uploads}/${id}/chunks/${at}`, bytes.subarray(at, at + chunkBytes)));
  kill = () => first.child.kill('SIGKILL');
  // It has arrived, whatever becomes of the server while its job puts the file together.
  const { file } = done(await academic.post<{ file: { id: string } }>(`${uploads}/${id}/finish`));
  await first.ended;
  kill = () => {};
  const state = async () =>
    (await database.db.selectFrom('files').select('state').where('id', '=', file.id).executeTakeFirst())
      ?.state;
  expect(await state()).toBe('checking');

  const second = await begin();
  const again = clientOf(second.url, token);
  // As two minutes later: only then is the first server taken to be dead.
  await makeChecksDue(database);
  // The clock would wake the job within a minute; another file does so at once.
  const other = { name: 'b.pdf', bytes: largePdf(1000) };
  const upload = done(await startUpload(again, { kind: 'pacs', id: project.id }, other));
  done(await sendUpload([again], { kind: 'pacs', id: project.id }, upload, other.bytes));
  await expect.poll(state, { timeout: 20_000 }).toBe('ready');
  const link = done(await again.post<{ url: string }>(`/projects/pacs/${project.id}/files/${file.id}/link`));
  const content = Buffer.from(await (await fetch(`${second.url}/api${link.url}`)).arrayBuffer());
  const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');
  expect(hash(content)).toBe(hash(bytes));
});
