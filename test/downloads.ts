import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Download } from '../src/features/downloads/contract.ts';
import { type Makers, prepare, prepareWaiting } from '../src/features/downloads/making/commands.ts';
import { MAKERS } from '../src/makers.ts';
import { createFileStore, type FileStore } from '../src/server/files/store.ts';
import type { Client } from './client.ts';
import { done } from './factories.ts';
import { server } from './university.ts';

/** Makes all files that wait, in this process; what fails by a fault of ours is thrown. */
export async function prepareAll({ makers = MAKERS, files }: { makers?: Makers; files?: FileStore } = {}) {
  const { db, env } = server;
  const tools = { db, env, files: files ?? (await createFileStore(env.files)) };
  return prepareWaiting(db, claimed => prepare(tools, makers, claimed));
}

export const askFor = (
  { post }: Client,
  register: string,
  { format = 'xlsx', query = '', id = randomUUID() as string } = {},
) => post<Download & { detail?: string }>(`/registers/${register}${query && `?${query}`}`, { id, format });

export const downloadsOf = async ({ get }: Client) =>
  done(await get<{ downloads: Download[] }>('/downloads')).downloads;

/** The bytes of a file, as the browser gets them. */
export async function openFile({ post, url }: Client, id: string): Promise<Response> {
  const link = done(await post<{ url: string }>(`/downloads/${id}/link`));
  return fetch(`${url}/api${link.url}`);
}

/** Asks for a register and waits until it is there. */
export async function readRegister(client: Client, register: string, query = ''): Promise<Buffer> {
  const { id } = done(await askFor(client, register, { query }));
  await prepareAll();
  const answer = await openFile(client, id);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
