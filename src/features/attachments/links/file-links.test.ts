import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { type Created, done, startDraft } from '../../../../test/factories.ts';
import { uploadFile } from '../../../../test/files.ts';
import { sampleFiles } from '../../../../test/samples.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';

let server: TestApp;
let academic: Client;
let project: Created;
let pdf: ProjectFile;
let sheet: ProjectFile;

const base = () => `/projects/pacs/${project.id}`;
const add = (type: 'pdf' | 'xlsx'): Promise<ProjectFile> =>
  uploadFile(server, academic, project, {
    name: `bases.${type}`,
    bytes: sampleFiles()[type] ?? Buffer.alloc(0),
  });
const linkOf = async (client: Client, { id }: ProjectFile) =>
  done(await client.post<{ url: string; expiresAt: string }>(`${base()}/files/${id}/link`));
const open = async (url: string, at = server) => (await fetch(`${at.url}/api${url}`)).status;

beforeAll(async () => {
  server = await startApp();
  academic = await clientAs(server, PEOPLE.academic);
  project = await startDraft(academic);
  pdf = await add('pdf');
  sheet = await add('xlsx');
});
afterAll(() => server.close());

it('a link opens in the session that asked and ends with it', async () => {
  const token = await signInAs(server, PEOPLE.academic);
  const here = await linkOf(academic, pdf);
  const there = await linkOf(clientOf(server.url, token), pdf);
  expect(await open(there.url)).toBe(200);
  await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: bearer(token) });
  expect(await open(there.url)).toBe(403);
  expect(await open(here.url)).toBe(200);
  expect(there.url).not.toContain(token);
});

it('a link outlives the token it was asked with, when that was renewed, and not the session', async () => {
  const token = await signInAs(server, PEOPLE.academic);
  const { url } = await linkOf(clientOf(server.url, token), pdf);
  const session = new URL(url, server.url).searchParams.get('session') ?? '';
  const rows = () => server.db.updateTable('sessions').where('session_id', '=', session);
  await rows()
    .set({ expires_at: new Date(Date.now() + 60_000) })
    .execute();
  expect(await open(url)).toBe(200);
  await rows()
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  expect(await open(url)).toBe(403);
});

it('a link holds a minute for what is downloaded, ten for what the browser shows', async () => {
  const minutes = async (file: ProjectFile) =>
    Math.ceil((Date.parse((await linkOf(academic, file)).expiresAt) - Date.now()) / 60_000);
  expect([await minutes(pdf), await minutes(sheet)]).toEqual([10, 1]);
});

it('links are counted by session: one reader leaves the others of an address their share', async () => {
  const narrow = await startApp({ rateLimit: 6, files: server.env.files }, server);
  const many = async (url: string) => {
    const statuses = await Promise.all(Array.from({ length: 9 }, () => open(url, narrow)));
    return statuses.sort();
  };
  const { url } = await linkOf(academic, pdf);
  // Tries of a signature count for the address, and for nobody's session.
  expect(await many(url.replace('signature=', 'signature=A'))).toEqual([
    403, 403, 403, 403, 403, 403, 429, 429, 429,
  ]);
  expect(await many(url)).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
  const theirs = await linkOf(await clientAs(server, PEOPLE.academic), pdf);
  expect(await open(theirs.url, narrow)).toBe(200);
  await narrow.close();
});
