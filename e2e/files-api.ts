import { expect, type Page } from '@playwright/test';
import { type ProjectRef, projectPath, request } from './project-api.ts';

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  readonly documentType?: string;
}

/** Puts a file into a project, as the person signed in on this page, and waits until it may be used. Gives its id. */
export async function uploadFile(
  page: Page,
  ref: ProjectRef,
  { name, bytes, documentType = 'other' }: Sent,
): Promise<string> {
  const base = projectPath(ref);
  const about = { name, size: bytes.length, documentType, fingerprint: name };
  const upload = await request<{ id: string; chunkBytes: number }>(page, 'POST', `${base}/uploads`, about);
  const path = `${base}/uploads/${upload.id}`;
  for (let offset = 0; offset < bytes.length; offset += upload.chunkBytes)
    await request(
      page,
      'PUT',
      `${path}/chunks/${offset}`,
      bytes.subarray(offset, offset + upload.chunkBytes),
    );
  const { file } = await request<{ file: { id: string } }>(page, 'POST', `${path}/finish`);
  const stateOf = async () => {
    const list = await request<{ files: { id: string; state: string }[] }>(page, 'GET', `${base}/files`);
    return list.files.find(f => f.id === file.id)?.state;
  };
  await expect.poll(stateOf, { timeout: 60_000, message: `${name} is checked` }).toBe('ready');
  return file.id;
}
