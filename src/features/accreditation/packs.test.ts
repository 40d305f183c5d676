import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openFile, prepareAll } from '../../../test/downloads.ts';
import { done } from '../../../test/factories.ts';
import { fillUniversity, type Reader, type ReaderName } from '../../../test/figures/university.ts';
import { uploadFile } from '../../../test/files.ts';
import { readElsewhere } from '../../../test/other-archivers.ts';
import { photoWith } from '../../../test/photos.ts';
import { largePdf } from '../../../test/samples.ts';
import { openUniversity, server } from '../../../test/university.ts';
import { unzipped } from '../../../test/zips.ts';
import { EVIDENCE, EVIDENCE_NAMES } from '../../domain/accreditation/evidence.ts';
import type { Criterion } from '../../domain/accreditation/matrix.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { createFileStore } from '../../server/files/store.ts';
import type { getDashboard } from '../dashboards/contract.ts';
import type { Download } from '../downloads/contract.ts';
import type { Matrix, StoredCriteria } from './contract.ts';
import type { countEvidence } from './making/contract.ts';

openUniversity({ rateLimit: 0 });
let readers: Record<ReaderName, Reader>;
let matrix: Matrix;
let criteria: Criterion[];

beforeAll(async () => {
  readers = await fillUniversity();
  const { client } = readers.office;
  matrix = done(
    await client.post<Matrix>('/accreditation-matrices', { name: 'Vinculación', origin: 'Comisión' }),
  );
  criteria = [
    {
      ...{ key: randomUUID(), code: 'C1', name: 'Política <b>institucional</b>' },
      statements: [
        {
          ...{ key: randomUUID(), text: 'Todo lo que hay', note: '', links: [] },
          evidence: [...EVIDENCE_NAMES],
        },
        { key: randomUUID(), text: 'Nada lo muestra', note: 'Pendiente', links: [], evidence: [] },
        {
          ...{ key: randomUUID(), text: 'Está en otra parte', note: '', evidence: [] },
          links: [{ title: 'Política', url: 'https://uni.example/politica' }],
        },
      ],
    },
  ];
  const { updatedAt } = done(
    await client.get<StoredCriteria>(`/accreditation-matrices/${matrix.id}/criteria`),
  );
  done(await client.put(`/accreditation-matrices/${matrix.id}/criteria`, { criteria, updatedAt }));
});

const YEARS = 'from=2025&to=2026';
const ask = ({ post }: Client, query = YEARS) =>
  post<Download>(`/accreditation-matrices/${matrix.id}/packs?${query}`, { id: randomUUID() });

async function make(client: Client, query = YEARS): Promise<Buffer> {
  const { id } = done(await ask(client, query));
  await prepareAll();
  return Buffer.from(await (await openFile(client, id)).arrayBuffer());
}

const packs = new Map<ReaderName, Promise<Buffer>>();
/** The pack of a reader before anything happens to its files, made once. */
function firstPack(name: ReaderName): Promise<Buffer> {
  const made = packs.get(name) ?? make(readers[name].client);
  packs.set(name, made);
  return made;
}

const textOf = (source: string) => source.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a pack', () => {
  it('has what its matrix asks for in folders, each file in the index with its hash', async () => {
    const files = new Map(await unzipped(await firstPack('office')));
    const page = files.get('00-indice.html')?.toString() ?? '';
    expect(page).toContain('C1 · Política &lt;b&gt;institucional&lt;/b&gt;');
    const hashes = [
      ...page.matchAll(/<a href="([^"#]+\/[^"]+)">[^<]*<\/a><\/th>.*?<td class="hash">([0-9a-f]*)</gs),
    ];
    const told = new Map(hashes.map(([, path = '', hash = '']) => [decodeURIComponent(path), hash]));
    const inside = [...files].filter(([name]) => !name.startsWith('00-'));
    expect(inside.length).toBeGreaterThan(5);
    expect(new Map(inside.map(([name, bytes]) => [name, sha256(bytes)]))).toEqual(told);
    expect(inside.map(([name]) => name.split('/')[0])).toEqual(
      expect.arrayContaining(['memoria', 'registros', 'fichas']),
    );
  });

  it('is the same bytes for the same request', async () => {
    const [one, two] = [await firstPack('office'), await make(readers.office.client)];
    const hashes = async (pack: Buffer) =>
      (await unzipped(pack)).map(([name, bytes]) => [name, sha256(bytes)]);
    expect(await hashes(one)).toEqual(await hashes(two));
    expect(sha256(one)).toBe(sha256(two));
  });

  it('marks what nothing shows', async () => {
    const files = new Map(await unzipped(await firstPack('office')));
    const page = files.get('00-indice.html')?.toString() ?? '';
    expect(page.match(/Sin evidencia\./g)).toHaveLength(1);
    expect(page).toContain('1 enunciado sin evidencia');
    expect(page).toContain('<a href="https://uni.example/politica">Política</a>');
  });

  it.each(['office', 'dean'] as const)('has the figures of screen and dashboards, for the %s', async name => {
    const { client } = readers[name];
    const status = AWARDED.map(each => `status=${each}`).join('&');
    const { projects: counted } = done(
      await client.get<OutputOf<typeof getDashboard>>(`/dashboards/summary?period=2025-2026&${status}`),
    );
    const { projects, found } = done(
      await client.get<OutputOf<typeof countEvidence>>(
        `/accreditation-matrices/${matrix.id}/evidence?${YEARS}`,
      ),
    );
    expect(counted).toBeGreaterThan(0);
    expect([projects, found.fichas, found.register_projects]).toEqual([counted, counted, counted]);
    const files = new Map(await unzipped(await firstPack(name)));
    const page = textOf(files.get('00-indice.html')?.toString() ?? '');
    expect(page).toContain(` Proyectos ${counted} `);
    for (const each of ['register_activities', 'register_people', 'agreements'] as const)
      expect(page).toContain(` ${EVIDENCE[each].label} (${found[each]}) `);
    const register = [...files].find(([path]) => path === 'registros/proyectos.xlsx');
    const book = await readWorkbook(register?.[1] ?? Buffer.alloc(0));
    expect(book[0]?.data).toHaveLength(1 + counted);
  });

  it('names what is missing, changed or reserved, and goes on', async () => {
    const { client } = readers.office;
    const { rows } = await sql<{ id: string; kind: KindSlug }>`select id, kind from projects
      where period = '2026-1' and status = 'running' order by code limit 1`.execute(server.db);
    const [project] = rows;
    if (!project) throw new Error('nothing runs');
    const upload = async (name: string, bytes: Buffer, documentType = 'evidence') => {
      const { id } = await uploadFile(server, client, project, { name, bytes, documentType });
      return id;
    };
    const [lost, changed] = [
      await upload('perdido.pdf', largePdf(3_001)),
      await upload('otro.pdf', largePdf(3_002)),
    ];
    await upload('así está bien.pdf', largePdf(3_003));
    await upload('sin permiso.jpg', await photoWith());
    const seen = await upload('plano.jpg', await photoWith({ orientation: 6 }), 'other');
    await sql`insert into photo_answers (file_id, people, consent, answered_by)
      select id, 'nobody', 'not_needed', uploaded_by from files where id = ${seen}`.execute(server.db);
    await sql`update files set storage_key = 'files/none' where id = ${lost}`.execute(server.db);
    const store = await createFileStore(server.env.files);
    const { storage_key: key } = await server.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', changed)
      .executeTakeFirstOrThrow();
    await store.put(key ?? '', Buffer.concat([largePdf(3_002).subarray(0, -20), Buffer.alloc(20, 32)]));
    const files = new Map(await unzipped(await make(client)));
    const names = [...files.keys()].map(name => name.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['otro.pdf', 'así está bien.pdf', 'plano.jpg']));
    expect(names).not.toContain('perdido.pdf');
    expect(names).not.toContain('sin permiso.jpg');
    const page = textOf(files.get('00-indice.html')?.toString() ?? '');
    expect(page).toMatch(/perdido\.pdf[^<]*No se encontró\. El archivo no está en el almacén/);
    expect(page).toMatch(/otro\.pdf[^<]*Cambió desde que se subió\. Al subirlo era [0-9a-f]{64}/);
    // A photo leaves as it was prepared, whatever document it is: that is no change of its own.
    expect(page).toMatch(/plano\.jpg \S+ En el paquete /);
    expect(page).toMatch(/sin permiso\.jpg[^<]*Reservado\. Falta decir quién se reconoce en ella\./);
  });

  it('is for whoever looks after a unit, of theirs alone', async () => {
    for (const name of ['academic', 'reviewer'] as const)
      expect((await ask(readers[name].client)).status).toBe(403);
    const files = await unzipped(await firstPack('dean'));
    expect(files.length).toBeGreaterThan(2);
  });

  it('is read by other programs, file by file under its name', async () => {
    const bytes = await make(readers.office.client);
    const names = (await unzipped(bytes)).map(([name]) => name);
    expect(names.some(name => name.includes('así está'))).toBe(true);
    for (const [program, found] of Object.entries(await readElsewhere(bytes, names)))
      expect(found, program).toBe(names.length);
  });
});
