import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { type Created, done, startDraft } from '../../../../test/factories.ts';
import { uploadFile } from '../../../../test/files.ts';
import { sampleFiles } from '../../../../test/samples.ts';
import type { Opening } from '../contract.ts';

const PAGES = 'https://vcm.uni.example';
const TYPES = ['pdf', 'png', 'mp4', 'docx'] as const;
type Type = (typeof TYPES)[number];

let server: TestApp;
let academic: Client;
let project: Created;
const ids = new Map<Type, string>();

async function linkTo(type: Type, as: Opening): Promise<string> {
  const path = `/projects/pacs/${project.id}/files/${ids.get(type)}/link`;
  return done(await academic.post<{ url: string }>(path, { as })).url;
}

const get = (url: string, headers: Record<string, string> = {}, at = server) =>
  fetch(`${at.url}/api${url}`, { headers });

beforeAll(async () => {
  server = await startApp({ publicUrl: PAGES });
  academic = await clientAs(server, PEOPLE.academic);
  project = await startDraft(academic);
  for (const type of TYPES) {
    const bytes = sampleFiles()[type] ?? Buffer.alloc(0);
    const file = await uploadFile(server, academic, project, { name: `año.${type}`, bytes });
    ids.set(type, file.id);
  }
});
afterAll(() => server.close());

const FRAMED = `frame-ancestors ${PAGES}`;
const SHUT = "default-src 'none'; sandbox";
const PLAYED = "default-src 'none'; media-src 'self'; sandbox allow-same-origin";

describe.each(['/api', 'https://api.example/api'])('with the API at %s', apiBase => {
  it.each([
    ['pdf', 'view', FRAMED, 'inline'],
    ['pdf', 'download', FRAMED, 'attachment'],
    ['png', 'view', SHUT, 'inline'],
    ['png', 'download', SHUT, 'attachment'],
    ['png', 'original', SHUT, 'attachment'],
    ['mp4', 'view', PLAYED, 'inline'],
    ['mp4', 'download', PLAYED, 'attachment'],
    ['docx', 'view', SHUT, 'attachment'],
  ] as const)('a %s opened as %s says what may be done with it', async (type, as, policy, how) => {
    const at = await startApp({ publicUrl: PAGES, apiBase, files: server.env.files }, server);
    const { status, headers } = await get(await linkTo(type, as), {}, at);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${how}; .*a%C3%B1o\\.${type}$`));
    await at.close();
  });

  it('pages may show what it hands over', async () => {
    const at = await startApp({ publicUrl: PAGES, apiBase, files: server.env.files }, server);
    const policy = (await fetch(`${at.url}/projects`)).headers.get('content-security-policy') ?? '';
    const isElsewhere = apiBase.startsWith('http');
    for (const directive of ['img-src', 'media-src', 'frame-src'])
      expect(new RegExp(`${directive} [^;]*https://api\\.example(;|$)`).test(policy), directive).toBe(
        isElsewhere,
      );
    expect(policy).toMatch(/media-src 'self'/);
    await at.close();
  });
});

it('a video is sent in parts', async () => {
  const part = await get(await linkTo('mp4', 'view'), { range: 'bytes=4-7' });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('ftyp');
  expect(part.headers.get('content-range')).toMatch(/^bytes 4-7\/\d+$/);
});

it('a link opens in the one way it was given for', async () => {
  const viewed = await linkTo('png', 'view');
  for (const as of ['download', 'original', 'thumbnail'])
    expect((await get(`${viewed}&as=${as}`)).status, as).toBe(403);
  const kept = await linkTo('png', 'download');
  expect((await get(kept)).status).toBe(200);
  for (const as of ['view', 'original', 'thumbnail'])
    expect((await get(kept.replace('as=download', `as=${as}`))).status, as).toBe(403);
  expect((await get(kept.replace('&as=download', ''))).status).toBe(403);
});

it('refusals of links stay with the site, as all other answers of the API', async () => {
  const { status, headers } = await get(`${await linkTo('pdf', 'view')}x`);
  expect(status).toBe(403);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('cross-origin-resource-policy')).toBe('same-site');
});
