// A program: writes into the data folder it is given a university in which everything has happened.
import path from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/pool.ts';
import { FIRST_KINDS } from '../src/domain/kinds/index.ts';
import { STATUSES, statusLabel } from '../src/domain/kinds/statuses.ts';
import { statusesOf } from '../src/domain/workflow/transitions.ts';
import { startApp } from './app.ts';
import { type Clients, everybody, nursing } from './demo.ts';
import { act, completePacs, done, type References, startDraft } from './factories.ts';
import { fillUniversity } from './fuzz/university.ts';

const KINDS = ['pacs', 'fexs', 'incs', 'exts', 'cons'] as const;

/** A draft of every kind, named after it. */
async function everyKind({ academic }: Clients, { leadId, schoolId }: References): Promise<void> {
  for (const kind of KINDS)
    await startDraft(academic, kind, { title: `Borrador de ${FIRST_KINDS[kind].label}`, leadId, schoolId });
}

/** In every status a project of the first of these kinds that can be in it, named after the status. */
async function everyStatus({ academic, admin }: Clients, refs: References): Promise<void> {
  for (const status of STATUSES) {
    const kind = KINDS.find(slug => statusesOf(FIRST_KINDS[slug]).includes(status));
    if (!kind) throw new Error(`no kind of project can be ${status}`);
    const title = `Proyecto en estado ${statusLabel(status)}`;
    const { leadId, schoolId } = refs;
    const project =
      kind === 'pacs'
        ? await completePacs(academic, refs, title)
        : await startDraft(academic, kind, { title, leadId, schoolId });
    const reason = 'Se pone al día lo que ya ocurrió.';
    if (status !== 'draft') done(await act(admin, project, 'override', { to: status, reason }));
  }
}

async function fill(folder: string): Promise<void> {
  const embedded = await startEmbedded({
    dataDir: folder,
    owner: 'pruebas',
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const db = openDatabase(embedded.url);
  try {
    await migrate(db);
    const files = { driver: 'local', location: path.join(folder, 'files') } as const;
    const server = await startApp({ files, rateLimit: 0 }, { db, url: embedded.url, drop: async () => {} });
    const clients = await everybody(server);
    await fillUniversity(server, clients);
    // Stories name their own: with one of today every step of a school would be told of in other words.
    await db.deleteFrom('deputations').execute();
    const refs = await nursing(clients.academic);
    await everyStatus(clients, refs);
    await everyKind(clients, refs);
    await server.close();
  } finally {
    await db.destroy();
    await embedded.stop();
  }
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say which folder to write into.');
await fill(folder);
