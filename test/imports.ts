import { expect } from 'vitest';
import type { ImportNoun } from '../src/domain/imports/nouns.ts';
import type { Import, PreviewRow } from '../src/features/imports/contract.ts';
import { applyImports } from '../src/features/imports/jobs.ts';
import type { Campus, Person } from './catalogue.ts';

export const uploadFile = (
  campus: Campus,
  noun: ImportNoun,
  bytes: Buffer | string,
  person: Person = 'Admin',
) =>
  campus.app.inject({
    method: 'POST',
    url: `/api/imports/${noun}?name=archivo.csv`,
    headers: { ...campus.as(person), 'content-type': 'application/octet-stream' },
    payload: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  });

export async function read(campus: Campus, noun: ImportNoun, bytes: Buffer | string): Promise<Import> {
  const response = await uploadFile(campus, noun, bytes);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Import>();
}

export async function rowsOf(campus: Campus, { id }: Import): Promise<PreviewRow[]> {
  const all: PreviewRow[] = [];
  for (let page = 1; ; page++) {
    const { body } = await campus.send('GET', `/imports/${id}/rows?page=${page}`);
    const rows = body as unknown as PreviewRow[];
    all.push(...rows);
    if (rows.length < 50) return all;
  }
}

interface Choice {
  only?: 'all' | 'good';
  facultyId?: string;
}

/** Asks for it, and does what the background would do. */
export async function apply(campus: Campus, seen: Import, { only = 'all', ...more }: Choice = {}) {
  const asked = await campus.send('POST', `/imports/${seen.id}/apply`, {
    version: seen.version,
    only,
    ...more,
  });
  if (asked.status !== 200) return asked;
  await applyImports(campus.db);
  return campus.send('GET', `/imports/${seen.id}`);
}

/** A file read and written, or the test fails. */
export async function take(campus: Campus, noun: ImportNoun, bytes: Buffer | string, choice: Choice = {}) {
  const { status, body } = await apply(campus, await read(campus, noun, bytes), choice);
  expect(status, JSON.stringify(body)).toBe(200);
  const done = body as unknown as Import;
  expect(done.state, done.problem ?? '').toBe('done');
  return done;
}

export const undo = (campus: Campus, { id }: Import) => campus.send('POST', `/imports/${id}/undo`);

type Id = Pick<Import, 'id'>;
const put = async (campus: Campus, path: string, body: object): Promise<Import> => {
  const answer = await campus.send<Import>('PUT', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** Says what a text of a field stands for; null forgets it. */
export const sayWord = (campus: Campus, { id }: Id, field: string, text: string, value: string | null) =>
  put(campus, `/imports/${id}/words`, { words: [{ field, text, value }] });

export const setDefaults = (campus: Campus, seen: Import, defaults: Record<string, string>) =>
  put(campus, `/imports/${seen.id}/mapping`, { version: seen.version, mapping: seen.mapping, defaults });

export const confirmAdministrators = (campus: Campus, { id }: Id, ...emails: string[]) =>
  put(campus, `/imports/${id}/administrators`, { emails });

/** Types a cell; null takes the file's again. */
export async function typeCell(campus: Campus, { id }: Id, line: number, field: string, text: string | null) {
  const answer = await campus.send<{ row: PreviewRow; import: Import }>(
    'PUT',
    `/imports/${id}/rows/${line}`,
    {
      field,
      text,
    },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** What is wrong in each row: field and message. */
export const errorsOf = async (campus: Campus, seen: Import): Promise<string[][]> =>
  (await rowsOf(campus, seen)).map(row => row.errors.map(({ field, message }) => `${field}: ${message}`));
