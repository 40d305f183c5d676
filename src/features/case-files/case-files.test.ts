import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { openFile, prepareAll } from '../../../test/downloads.ts';
import { setStatus } from '../../../test/execution.ts';
import { act, type Created, completePacs, detailOf, done } from '../../../test/factories.ts';
import { uploadFile } from '../../../test/files.ts';
import { largePdf } from '../../../test/samples.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { unzipped } from '../../../test/zips.ts';
import type { Download } from '../downloads/contract.ts';

openUniversity({ rateLimit: 0 });

let project: Created;
beforeAll(async () => {
  project = await completePacs(clients.academic, refs, 'Huerta & <b>barrio</b>');
  await uploadFile(server, clients.academic, project, { name: 'carta firmada.pdf', bytes: largePdf(4_000) });
  done(await act(clients.academic, project, 'submit'));
});

const ask = ({ post }: Client) =>
  post<Download>(`/projects/${project.kind}/${project.id}/case-file`, { download: randomUUID() });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function make(client: Client): Promise<Buffer> {
  const { id, title } = done(await ask(client));
  expect(title).toBe(`Expediente ${project.code}`);
  await prepareAll();
  return Buffer.from(await (await openFile(client, id)).arrayBuffer());
}

const OBSERVED = { section: 'identification', text: 'Falta algo.' };

/** What each act is, who did it and why, oldest first. */
function actsIn(files: ReadonlyMap<string, Buffer>): string[] {
  const [acts = ''] =
    /<section aria-labelledby="acts">.*?<\/section>/s.exec(files.get('00-indice.html')?.toString() ?? '') ??
    [];
  return [...acts.matchAll(/<tr><th scope="row">.*?<\/th>(.*?)<\/tr>/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell).join('|'),
  );
}

describe('a case file', () => {
  it('has the acts in order, the form and the files, each with its hash', async () => {
    const files = new Map(await unzipped(await make(clients.academic)));
    expect([...files.keys()]).toEqual([
      `01-ficha/${project.code}.pdf`,
      ...['05-archivos/carta firmada.pdf', '00-indice.html', '00-indice.xlsx'],
    ]);
    const page = files.get('00-indice.html')?.toString() ?? '';
    expect(page).toContain('Huerta &amp; &lt;b&gt;barrio&lt;/b&gt;');
    expect(page).toContain('href="05-archivos/carta%20firmada.pdf"');
    for (const [name, bytes] of files) if (!name.startsWith('00-')) expect(page).toContain(sha256(bytes));
    expect(actsIn(files).map(act => act.split('|')[0])).toEqual(['Creado', 'Enviado']);
  });

  it('is the same bytes for the same request', async () => {
    expect(sha256(await make(clients.academic))).toBe(sha256(await make(clients.academic)));
  });

  it('is for who reads all of the project, while they do', async () => {
    for (const who of ['colleague', 'reviewer'] as const) expect((await ask(clients[who])).status).toBe(404);
    for (const who of ['director', 'admin'] as const) {
      expect((await make(clients[who])).length).toBeGreaterThan(1000);
      expect((await detailOf(clients[who], project)).readsCaseFile).toBe(true);
    }
    const { id } = done(await ask(clients.academic));
    await prepareAll();
    const change = (to: string) =>
      sql`update projects set lead_id = ${userIdOf(to)} where id = ${project.id}`.execute(server.db);
    await change(PEOPLE.colleague);
    expect((await clients.academic.post(`/downloads/${id}/link`, {})).status).toBe(404);
    await change(PEOPLE.academic);
    expect((await clients.academic.post(`/downloads/${id}/link`, {})).status).toBe(200);
  });

  it('is not for those who read only what any academic may', async () => {
    await setStatus(server, project, 'approved');
    expect((await detailOf(clients.stranger, project)).readsCaseFile).toBe(false);
    expect((await ask(clients.stranger)).status).toBe(404);
    await setStatus(server, project, 'director_review');
  });

  it('tells why, and has the letters of results, for those who read them', async () => {
    done(
      await act(clients.director, project, 'return', { observations: [OBSERVED], comment: 'Falta <poco>' }),
    );
    await sql`insert into result_letters (history_id, project_id, outcome, subject, html, text, at)
      select max(id), project_id, 'award', 'Adjudicado', '<p>Enhorabuena</p>', 'Enhorabuena', '2026-05-04T12:00:00Z'
      from project_history where project_id = ${project.id} group by 2`.execute(server.db);
    const letter = `02-cartas-de-resultado/${project.code}-carta-2026-05-04-adjudicado.pdf`;
    const own = new Map(await unzipped(await make(clients.academic)));
    expect([...own.keys()]).toContain(letter);
    expect(actsIn(own).at(-1)).toMatch(/^Devuelto.*Falta &lt;poco&gt;$/);
    const directors = new Map(await unzipped(await make(clients.director)));
    expect([...directors.keys()]).not.toContain(letter);
    expect(actsIn(directors)).toEqual(actsIn(own));
  });
});
