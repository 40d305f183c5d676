import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Clients, everybody, nursing, organisationIdOf } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Partner } from '../contract.ts';
import type { previewMerge } from './contract.ts';

let server: TestApp;
let people: Clients;
const NEIGHBOURS = organisationIdOf('65000014-5');

beforeAll(async () => {
  server = await startApp();
  people = await everybody(server);
});
afterAll(() => server.close());

interface Stored {
  id: string;
  rut: string | null;
  merged_into: string | null;
  kept_id: string | null;
  canonical_id: string;
  aliases: string;
  active: boolean;
  updated_at: string;
}
type Holding = Record<string, string | number | boolean | null>;

let made = 0;
/** A row as it is stored, without what the contract would refuse. */
async function organisation(name: string, columns: Holding = {}): Promise<string> {
  const { id } = await server.db
    .insertInto('organisations')
    .values({ name: `${name} ${String.fromCharCode(97 + (made++ % 26))}`, type: 'ong', ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const stored = async (id: string): Promise<Stored> =>
  (await sql<Stored>`select * from organisations where id = ${id}`.execute(server.db)).rows[0] as Stored;
const merge = (id: string, into: string, who: keyof Clients = 'admin') =>
  people[who].post<{ merge: string; into: string }>(`/partners/${id}/merge`, { into });
const merged = async (id: string, into: string) => done(await merge(id, into)).merge;
const undo = (id: string, who: keyof Clients = 'admin') =>
  people[who].post<{ merged: string; into: string }>(`/partners/merges/${id}/undo`);
const detail = ({ body }: { body: unknown }) => (body as Problem).detail;

let a: string;
let b: string;
let c: string;
beforeEach(async () => {
  await sql`update organisations set rut = null where rut = '70000001-K'`.execute(server.db);
  a = await organisation('Fundación Alerce', {
    rut: '70000001-K',
    comuna_code: '08101',
    contact_name: 'Rosa Díaz',
  });
  b = await organisation('Corporación Boldo');
  c = await organisation('Centro Canelo');
});

describe('merging', () => {
  it('lets the kept one take over what it lacks, and shows it wherever the merged one is asked for', async () => {
    const { name } = await server.db
      .selectFrom('organisations')
      .select('name')
      .where('id', '=', a)
      .executeTakeFirstOrThrow();
    const preview = done(
      await people.admin.get<OutputOf<typeof previewMerge>>(`/partners/${a}/merge?into=${b}`),
    );
    expect(preview).toMatchObject({
      merged: {
        id: a,
        rut: '70000001-K',
        comuna: 'Concepción',
        contact: 'Rosa Díaz',
        projects: 0,
        agreements: 0,
      },
      into: { id: b, rut: null },
      taken: [
        { field: 'rut', value: '70000001-K' },
        { field: 'comunaCode', value: 'Concepción' },
        { field: 'contactName', value: 'Rosa Díaz' },
      ],
      hasOtherRut: false,
    });
    await merged(a, b);
    expect(await stored(b)).toMatchObject({
      rut: '70000001-K',
      comuna_code: '08101',
      contact_name: 'Rosa Díaz',
      aliases: name,
    });
    expect(await stored(a)).toMatchObject({ rut: null, merged_into: b, kept_id: b, canonical_id: b });
    expect(done(await people.academic.get<Partner>(`/partners/${a}`))).toMatchObject({
      id: b,
      aliases: [name],
    });
    expect((await people.admin.get(`/organisations/${a}`)).status).toBe(404);
  });

  it('is told in the audit of both, without saying who is their contact', async () => {
    const id = await merged(a, b);
    expect(await auditOf(server, a, 'organisation.merged')).toMatchObject([
      { changes: { mergedInto: [null, b], rut: ['70000001-K', null] } },
    ]);
    const [into] = await auditOf(server, b, 'organisation.merged');
    expect(into?.changes).toEqual({
      ...{ merged: [null, a], rut: [null, '70000001-K'], comuna_code: [null, '08101'] },
      contact_name: [null, null],
    });
    done(await undo(id));
    expect(await auditOf(server, a, 'organisation.merge_undone')).toMatchObject([
      { changes: { mergedInto: [b, null], rut: [null, '70000001-K'] } },
    ]);
    expect(await auditOf(server, b, 'organisation.merge_undone')).toHaveLength(1);
  });

  it('keeps every link, and what was chosen since stays with the kept one', async () => {
    const project = await approvedPacs(server, people.academic, await nursing(people.academic));
    const before = done(await people.admin.get<Partner>(`/partners/${NEIGHBOURS}`)).items.map(
      item => item.id,
    );
    expect(before).toContain(project.id);
    const links = () => server.db.selectFrom('project_partners').selectAll().orderBy('project_id').execute();
    const linked = await links();
    const id = await merged(NEIGHBOURS, b);
    expect(await links()).toEqual(linked);
    const shown = async (of: string) =>
      done(await people.admin.get<Partner>(`/partners/${of}`)).items.map(item => item.id);
    expect(await shown(b)).toEqual(before);
    await sql`update project_partners set organisation_id = ${b} where project_id = ${project.id}`.execute(
      server.db,
    );
    done(await undo(id));
    expect(await shown(b)).toEqual([project.id]);
    expect(await shown(NEIGHBOURS)).toEqual(before.filter(item => item !== project.id));
    await sql`update project_partners set organisation_id = ${NEIGHBOURS} where project_id = ${project.id}`.execute(
      server.db,
    );
  });

  it('makes one that is out of use usable, unless both are', async () => {
    await sql`update organisations set active = false where id = any(${[b, c]}::uuid[])`.execute(server.db);
    await merged(c, b);
    expect((await stored(b)).active).toBe(false);
    const id = await merged(a, b);
    expect((await stored(b)).active).toBe(true);
    done(await undo(id));
    expect((await stored(b)).active).toBe(false);
  });

  it('tells whoever has the kept one open that it has changed', async () => {
    const open = done(await people.admin.get<Record<string, unknown>>(`/organisations/${b}`));
    await merged(a, b);
    expect((await people.admin.put(`/organisations/${b}`, open)).status).toBe(409);
  });
});

describe('what cannot be merged', () => {
  const refused = async (from: string, into: string, message: string | RegExp) => {
    for (const answer of [
      await merge(from, into),
      await people.admin.get(`/partners/${from}/merge?into=${into}`),
    ]) {
      expect(answer.status).toBe(422);
      expect(detail(answer)).toMatch(message);
    }
  };

  it('is one with itself, written in any way', async () => {
    await refused(a, a, 'consigo misma');
    await refused(a, a.toUpperCase(), 'consigo misma');
  });

  it('is one that was merged before, or into one that was', async () => {
    await merged(a, b);
    await refused(a, c, /^«Fundación Alerce .» ya se unió con «Corporación Boldo .»\.$/);
    await refused(c, a, /^«Fundación Alerce .» ya se unió con «Corporación Boldo .»: elige esa\.$/);
    await refused(b, a, 'elige esa');
  });

  it('is one that does not exist', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    await refused(a, nobody, 'Elige una organización del directorio.');
    expect((await merge(nobody, a)).status).toBe(404);
    expect((await undo(nobody)).status).toBe(404);
    expect((await people.admin.post(`/partners/${a}/merge`, {})).status).toBe(400);
  });

  it('is up to nobody but the office', async () => {
    const id = await merged(a, b);
    for (const who of ['academic', 'director', 'otherDean', 'reviewer'] as const) {
      expect((await merge(c, b, who)).status).toBe(403);
      expect((await undo(id, who)).status).toBe(403);
      expect((await people[who].get(`/partners/${c}/merge?into=${b}`)).status).toBe(403);
    }
  });
});

describe('at the same time', () => {
  const twice = async (one: Promise<{ status: number }>, other: Promise<{ status: number }>) =>
    (await Promise.all([one, other])).map(answer => answer.status).toSorted();

  it('one of two merges wins, whichever way round', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [x, y, z] = [await organisation('Uno'), await organisation('Dos'), await organisation('Tres')];
      expect(await twice(merge(x, y), merge(y, x))).toEqual([200, 422]);
      const root = (await stored(x)).canonical_id;
      expect([x, y]).toContain(root);
      expect(await twice(merge(root, z), merge(root, c))).toEqual([200, 422]);
      expect((await stored(x)).canonical_id).toBe((await stored(y)).canonical_id);
    }
  });

  it('a merge is undone once, also while its end is merged elsewhere', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [x, y, z] = [await organisation('Uno'), await organisation('Dos'), await organisation('Tres')];
      const id = await merged(x, y);
      expect((await Promise.all([undo(id), merge(y, z)])).map(answer => answer.status)).toEqual([200, 200]);
      expect([(await stored(x)).canonical_id, (await stored(y)).canonical_id]).toEqual([x, z]);
      const again = await merged(x, z);
      expect(await twice(undo(again), undo(again))).toEqual([200, 422]);
    }
  });
});

describe('undoing', () => {
  it('works in any order along a chain, and the RUT goes home', async () => {
    const first = await Promise.all([a, b, c].map(stored));
    const [one, two] = [await merged(a, b), await merged(b, c)];
    expect(await stored(a)).toMatchObject({ merged_into: b, kept_id: c });
    expect((await stored(c)).rut).toBe('70000001-K');
    expect(done(await undo(one))).toEqual({ merged: a, into: b });
    expect(await stored(a)).toMatchObject({ rut: '70000001-K', merged_into: null, kept_id: null });
    expect(await stored(c)).toMatchObject({
      rut: null,
      aliases: expect.stringMatching(/^Corporación Boldo .$/),
    });
    done(await undo(two));
    const open = ({ updated_at: _at, ...row }: Stored) => ({ ...row, updated_by: null, compared: null });
    expect((await Promise.all([a, b, c].map(stored))).map(open)).toEqual(first.map(open));
    const answer = await undo(two);
    expect([answer.status, detail(answer)]).toEqual([422, 'Esta unión ya se deshizo.']);
  });

  it('takes what was merged into it along', async () => {
    await merged(a, b);
    const id = await merged(b, c);
    done(await undo(id));
    expect(await stored(a)).toMatchObject({ merged_into: b, kept_id: b, canonical_id: b });
    expect(await stored(b)).toMatchObject({ merged_into: null, rut: '70000001-K' });
  });

  it('leaves what the office has changed since', async () => {
    const id = await merged(a, b);
    const row = done(await people.admin.get<Record<string, unknown>>(`/organisations/${b}`));
    done(await people.admin.put(`/organisations/${b}`, { ...row, comunaCode: '08102', rut: '' }));
    done(await undo(id));
    expect(await stored(b)).toMatchObject({ comuna_code: '08102', rut: null });
    expect(await stored(a)).toMatchObject({ comuna_code: '08101', rut: '70000001-K' });
  });

  it('names whoever has its RUT meanwhile', async () => {
    const id = await merged(a, b);
    await sql`update organisations set rut = null where id = ${b}`.execute(server.db);
    await sql`update organisations set rut = '70000001-K' where id = ${c}`.execute(server.db);
    const answer = await undo(id);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatch(/^El RUT 70000001-K es ahora de «Centro Canelo .»: quítaselo antes/);
    expect(await stored(a)).toMatchObject({ merged_into: b });
  });

  it('gives a point back', async () => {
    await sql`update organisations set latitude = -36.8, longitude = -73.05 where id = ${a}`.execute(
      server.db,
    );
    const preview = done(
      await people.admin.get<OutputOf<typeof previewMerge>>(`/partners/${a}/merge?into=${b}`),
    );
    expect(preview.taken).toContainEqual({ field: 'point', value: '-36.8, -73.05' });
    const id = await merged(a, b);
    expect(await stored(b)).toMatchObject({ latitude: -36.8, longitude: -73.05 });
    done(await undo(id));
    expect(await stored(b)).toMatchObject({ latitude: null, longitude: null });
  });
});

describe('a merged one', () => {
  it('is no more changed, put out of use or deleted', async () => {
    const row = done(await people.admin.get<Record<string, unknown>>(`/organisations/${a}`));
    await merged(a, b);
    const { updated_at: updatedAt } = await stored(a);
    const instant = new Date(updatedAt).toISOString();
    expect((await people.admin.put(`/organisations/${a}`, { ...row, updatedAt: instant })).status).not.toBe(
      200,
    );
    expect((await people.admin.delete(`/organisations/${a}`)).status).toBe(404);
    expect((await people.admin.delete(`/organisations/${b}`)).status).toBe(422);
    expect(await stored(a)).toMatchObject({ merged_into: b, active: true });
  });

  it('is deleted like any other once the merge is undone', async () => {
    done(await undo(await merged(a, b)));
    expect((await people.admin.delete(`/organisations/${a}`)).status).toBe(200);
  });
});

/** The same numbers every time. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it('whatever is merged and undone over HTTP, the root is right and undoing all gives back the first state', async () => {
  const random = randomOf(20_261_126);
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1)
    ids.push(
      await organisation(`Al azar ${n}`, {
        rut: n % 2 ? `7100000${n}-${n}` : null,
        comuna_code: n % 3 ? '08101' : null,
        active: n % 4 > 0,
      }),
    );
  const read = () => Promise.all(ids.map(stored));
  const facts = (rows: Stored[]) =>
    rows.map(({ id, rut, active, aliases, canonical_id }) => ({ id, rut, active, aliases, canonical_id }));
  const first = facts(await read());
  const open: string[] = [];
  for (let step = 0; step < 40 || open.length > 0; step += 1) {
    const rows = await read();
    const roots = rows.filter(row => row.merged_into === null).map(row => row.id);
    const [from, into] = [roots[random(roots.length)], roots[random(roots.length)]];
    if (step >= 40 || (open.length > 0 && random(3) === 0))
      done(await undo(open.splice(random(open.length), 1)[0] ?? ''));
    else if (from && into && from !== into) open.push(await merged(from, into));
    const byId = new Map((await read()).map(row => [row.id, row]));
    for (const row of byId.values()) {
      let root = row;
      while (root.merged_into) root = byId.get(root.merged_into) as Stored;
      expect(row.canonical_id).toBe(root.id);
    }
    expect([...byId.values()].flatMap(row => row.rut ?? []).toSorted()).toEqual(
      first.flatMap(row => row.rut ?? []).toSorted(),
    );
  }
  expect(facts(await read())).toEqual(first);
});
