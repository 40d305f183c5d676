import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { openFile, prepareAll } from '../../../test/downloads.ts';
import { act, type Created, completePacs, done } from '../../../test/factories.ts';
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

describe('a case file', () => {
  it('has the acts in order, the form and the files, each with its hash', async () => {
    const files = new Map(await unzipped(await make(clients.academic)));
    expect([...files.keys()]).toEqual([
      `01-ficha/${project.code}.pdf`,
      ...['04-archivos/carta firmada.pdf', '00-indice.html', '00-indice.xlsx'],
    ]);
    const page = files.get('00-indice.html')?.toString() ?? '';
    expect(page).toContain('Huerta &amp; &lt;b&gt;barrio&lt;/b&gt;');
    expect(page).toContain('href="04-archivos/carta%20firmada.pdf"');
    for (const [name, bytes] of files) if (!name.startsWith('00-')) expect(page).toContain(sha256(bytes));
    const [acts = ''] = /<section aria-labelledby="acts">.*?<\/section>/s.exec(page) ?? [];
    const said = [...acts.matchAll(/<tr><th scope="row">.*?<\/th><td>(.*?)<\/td>/gs)].map(([, what]) => what);
    expect(said).toEqual(['Creado', 'Enviado']);
  });

  it('is the same bytes for the same request', async () => {
    expect(sha256(await make(clients.academic))).toBe(sha256(await make(clients.academic)));
  });

  it('is for who reads all of the project, while they do', async () => {
    for (const who of ['colleague', 'reviewer'] as const) expect((await ask(clients[who])).status).toBe(404);
    for (const who of ['director', 'admin'] as const)
      expect((await make(clients[who])).length).toBeGreaterThan(1000);
    const { id } = done(await ask(clients.academic));
    await prepareAll();
    const change = (to: string) =>
      sql`update projects set lead_id = ${userIdOf(to)} where id = ${project.id}`.execute(server.db);
    await change(PEOPLE.colleague);
    expect((await clients.academic.post(`/downloads/${id}/link`, {})).status).toBe(404);
    await change(PEOPLE.academic);
    expect((await clients.academic.post(`/downloads/${id}/link`, {})).status).toBe(200);
  });
});
