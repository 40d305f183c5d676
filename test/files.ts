import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import { checkFiles } from '../src/features/attachments/checks/commands.ts';
import type { listFiles } from '../src/features/attachments/contract.ts';
import type { ProjectFile } from '../src/features/project-record/detail/contract.ts';
import { createScanner } from '../src/server/files/scanner.ts';
import { createFileStore } from '../src/server/files/store.ts';
import type { TestApp } from './app.ts';
import type { Answer, Client } from './client.ts';
import { type Created, done } from './factories.ts';

export interface StartedUpload {
  id: string;
  received: number;
  chunkBytes: number;
}
export interface FinishedUpload {
  /** Of a refusal. */
  detail?: string;
  file: ProjectFile;
  versionId: string;
  known: boolean;
}
export type FileList = OutputOf<typeof listFiles>;

/** Runs the job that checks what arrived, as a copy of the server does by itself. */
export const checkArrived = async ({ db, env }: Pick<TestApp, 'db' | 'env'>): Promise<number> =>
  checkFiles({ db, files: await createFileStore(env.files), scanner: createScanner(env.clamd) });

/** As when the hour of what waits for the job has come: two minutes after a copy that died, say. */
export const makeChecksDue = ({ db }: Pick<TestApp, 'db'>) =>
  sql`update files set check_due_at = now() where check_due_at is not null`.execute(db);

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  readonly documentType?: string;
  /** The file that gets a new version. */
  readonly file?: string;
  readonly chunkBytes?: number;
}

const baseOf = ({ kind, id }: Pick<Created, 'kind' | 'id'>) => `/projects/${kind}/${id}`;

export const startUpload = (client: Client, project: Pick<Created, 'kind' | 'id'>, sent: Sent) => {
  const { name, bytes, documentType = 'other', ...more } = sent;
  const fingerprint = createHash('sha256').update(bytes).digest('hex');
  return client.post<StartedUpload>(`${baseOf(project)}/uploads`, {
    ...{ name, size: bytes.length, documentType, fingerprint, ...more },
  });
};

/** Sends what is missing, chunk by chunk in turn through several copies of the server; stops at a refusal. */
export async function sendUpload(
  clients: readonly Client[],
  project: Pick<Created, 'kind' | 'id'>,
  { id, received, chunkBytes }: StartedUpload,
  bytes: Buffer,
): Promise<Answer<FinishedUpload>> {
  const path = `${baseOf(project)}/uploads/${id}`;
  const [first] = clients;
  if (!first) throw new Error('nobody sends');
  for (let offset = received, n = 0; offset < bytes.length; offset += chunkBytes, n += 1) {
    const client = clients[n % clients.length] ?? first;
    const chunk = bytes.subarray(offset, offset + chunkBytes);
    const answer = await client.put<FinishedUpload>(`${path}/chunks/${offset}`, chunk);
    if (answer.status !== 200) return answer;
  }
  return first.post<FinishedUpload>(`${path}/finish`);
}

/** A file of a project, sent and checked; as it stands afterwards. */
export async function uploadFile(
  server: Pick<TestApp, 'db' | 'env'>,
  client: Client,
  project: Pick<Created, 'kind' | 'id'>,
  sent: Sent,
): Promise<ProjectFile> {
  const upload = done(await startUpload(client, project, sent));
  const { file } = done(await sendUpload([client], project, upload, sent.bytes));
  await checkArrived(server);
  const { files } = await filesOf(client, project);
  return files.find(f => f.id === file.id) ?? file;
}

export const filesOf = async (client: Client, project: Pick<Created, 'kind' | 'id'>): Promise<FileList> =>
  done(await client.get<FileList>(`${baseOf(project)}/files`));
