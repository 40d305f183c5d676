import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { bearer, signInAs } from './sign-in.ts';

type Body = Record<string, unknown>;
type Received = Body & { errors?: unknown; rows?: Body[]; total?: number };
export type Answer<T = Received> = { status: number; body: T };

export const PEOPLE = {
  Admin: 'beatriz.navarrete@biosur.example',
  /** Directs ENF, which belongs to FSCS. */
  Director: 'patricia.contreras@biosur.example',
  /** Heads FIAD with INF and ARQ. */
  Dean: 'jorge.alarcon@biosur.example',
  Academic: 'camila.rojas@biosur.example',
  Reviewer: 'soledad.cifuentes@biosur.example',
} as const;
export type Person = keyof typeof PEOPLE;

/** The demo university with somebody of each role signed in. */
export interface Campus extends TestApp {
  as(person: Person): Record<string, string>;
  send<T = Received>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  idOf(table: 'faculties' | 'schools' | 'courses', code: string): Promise<string>;
}

export async function openCampus(): Promise<Campus> {
  const test = await startApp();
  const headers = Object.fromEntries(
    await Promise.all(
      Object.entries(PEOPLE).map(async ([person, email]) => [person, bearer(await signInAs(test, email))]),
    ),
  ) as Record<Person, Record<string, string>>;
  return {
    ...test,
    as: person => headers[person],
    async send(method, path, body, who = headers.Admin) {
      const response = await test.app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        headers: who,
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: response.statusCode, body: response.json() };
    },
    async idOf(table, code) {
      const row = await test.db
        .selectFrom(table)
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      return row.id;
    },
  };
}

interface CatalogueCase {
  path: string;
  /** Name in the audit. */
  object: string;
  /** A new row, different for each `n`. */
  valid(campus: Campus, n: number): Promise<Body>;
  /** What the valid row is changed to. */
  change: Body;
  /** Wrong values with the path and message they are refused by. */
  wrong: readonly (readonly [Body, string, string])[];
  /** Field refused when a second row has the same unique value, with the message. */
  duplicate: readonly [string, string];
  activation: boolean;
  /** Nobody else reads it. */
  officeOnly?: boolean;
  /** Who may ask for its list besides the office; those who head a unit by default. */
  readers?: readonly Person[];
}

/** What every catalogue promises, through HTTP. */
export function describeCatalogue(c: CatalogueCase): void {
  describe(`every catalogue: ${c.path}`, () => {
    let campus: Campus;
    let made = 0;
    beforeAll(async () => {
      campus = await openCampus();
    });
    afterAll(() => campus.close());
    const create = async () => campus.send('POST', c.path, await c.valid(campus, ++made));
    const audited = (id: unknown) =>
      campus.db
        .selectFrom('audit')
        .select(['action', 'changes'])
        .where('object_type', '=', c.object)
        .where('object_id', '=', String(id))
        .orderBy('id')
        .execute();

    it('creates, reads, changes and deletes, each with its audit entry', async () => {
      const { status, body: row } = await create();
      expect(status).toBe(200);
      expect(row).toMatchObject({ updatedBy: 'Beatriz Navarrete Olea' });
      const one = `${c.path}/${row.id}`;
      expect((await campus.send('GET', one)).body).toEqual(row);
      const fields = { ...(await c.valid(campus, made)), ...c.change };
      const changed = await campus.send('PUT', one, { ...fields, updatedAt: row.updatedAt });
      expect(changed.body).toMatchObject(c.change);
      const again = await campus.send('PUT', one, { ...fields, updatedAt: changed.body.updatedAt });
      expect(again.body, 'saving the same changes nothing').toEqual(changed.body);
      expect((await campus.send('DELETE', one)).body).toEqual({ id: row.id });
      expect((await campus.send('GET', one)).status).toBe(404);
      const entries = await audited(row.id);
      expect(entries.map(e => e.action)).toEqual([
        `${c.object}.created`,
        `${c.object}.updated`,
        `${c.object}.deleted`,
      ]);
    });

    it('refuses a save on top of a newer one and tells what is stored', async () => {
      const { body: row } = await create();
      const fields = await c.valid(campus, made);
      const one = `${c.path}/${row.id}`;
      await campus.send('PUT', one, { ...fields, ...c.change, updatedAt: row.updatedAt });
      const stale = await campus.send('PUT', one, { ...fields, updatedAt: row.updatedAt });
      expect(stale.status).toBe(409);
      expect(stale.body).toMatchObject({ code: 'conflict', extra: { stored: c.change } });
    });

    it('refuses a second row with the same unique value, at its field', async () => {
      const first = await create();
      const second = await campus.send('POST', c.path, await c.valid(campus, made));
      expect(first.status).toBe(200);
      expect(second.status).toBe(422);
      const [path, message] = c.duplicate;
      expect(second.body).toMatchObject({ detail: message, errors: [{ path, message }] });
    });

    it.each(c.wrong)('refuses %j at its field', async (wrong, path, message) => {
      const { status, body } = await campus.send('POST', c.path, {
        ...(await c.valid(campus, ++made)),
        ...wrong,
      });
      expect(body.errors).toContainEqual({ path, message });
      expect(status).toBe(400);
    });

    it('refuses what is no object, no id, no number', async () => {
      expect((await campus.send('POST', c.path, [])).status).toBe(400);
      expect((await campus.send('POST', c.path, undefined)).status).toBe(400);
      expect((await campus.send('GET', `${c.path}/1`)).status).toBe(400);
      expect((await campus.send('GET', `${c.path}?page=-1`)).status).toBe(400);
      expect((await campus.send('GET', `${c.path}?sort=password`)).status).toBe(400);
    });

    it('answers 404 for what does not exist', async () => {
      const nobody = `${c.path}/01890000-0000-7000-8000-000000000000`;
      const updatedAt = new Date().toISOString();
      const body = { ...(await c.valid(campus, ++made)), updatedAt };
      expect((await campus.send('GET', nobody)).status).toBe(404);
      expect((await campus.send('PUT', nobody, body)).status).toBe(404);
      expect((await campus.send('DELETE', nobody)).status).toBe(404);
    });

    it.each(['Director', 'Dean', 'Academic', 'Reviewer'] as const)('lets no %s write', async person => {
      const who = campus.as(person);
      const { body: row } = await create();
      const body = { ...(await c.valid(campus, made)), updatedAt: row.updatedAt, active: false };
      const one = `${c.path}/${row.id}`;
      expect((await campus.send('POST', c.path, body, who)).status).toBe(403);
      expect((await campus.send('PUT', one, body, who)).status).toBe(403);
      expect((await campus.send('DELETE', one, undefined, who)).status).toBe(403);
      if (c.activation) expect((await campus.send('PUT', `${one}/active`, body, who)).status).toBe(403);
      const mayRead = !c.officeOnly && (c.readers ?? ['Director', 'Dean']).includes(person);
      expect((await campus.send('GET', c.path, undefined, who)).status).toBe(mayRead ? 200 : 403);
    });

    it('asks for a session', async () => {
      const { body: row } = await create();
      expect((await campus.send('GET', c.path, undefined, {})).status).toBe(401);
      expect((await campus.send('POST', c.path, {}, {})).status).toBe(401);
      expect((await campus.send('DELETE', `${c.path}/${row.id}`, undefined, {})).status).toBe(401);
    });

    it('pages without losing or repeating a row, with the exact total on every page', async () => {
      await create();
      await create();
      const all = await campus.send('GET', `${c.path}?size=200`);
      const ids = all.body.rows?.map(row => row.id) ?? [];
      expect(all.body.total).toBe(ids.length);
      const seen: unknown[] = [];
      for (let page = 1; seen.length < ids.length; page++) {
        const { body } = await campus.send('GET', `${c.path}?size=2&page=${page}`);
        expect(body.total).toBe(ids.length);
        expect(body.rows?.length).toBeGreaterThan(0);
        seen.push(...(body.rows ?? []).map(row => row.id));
      }
      expect(seen).toEqual(ids);
      const past = await campus.send('GET', `${c.path}?page=1000`);
      expect(past.body).toMatchObject({ rows: [], total: ids.length });
    });

    if (!c.activation) return;
    it('deactivates and reactivates; the filter tells them apart', async () => {
      const { body: row } = await create();
      const off = await campus.send('PUT', `${c.path}/${row.id}/active`, {
        active: false,
        updatedAt: row.updatedAt,
      });
      expect(off.body).toMatchObject({ id: row.id, active: false });
      const ids = async (state: string) =>
        (await campus.send('GET', `${c.path}?state=${state}&size=200`)).body.rows?.map(r => r.id);
      expect(await ids('inactive')).toEqual([row.id]);
      expect(await ids('active')).not.toContain(row.id);
      const stale = { active: true, updatedAt: row.updatedAt };
      expect((await campus.send('PUT', `${c.path}/${row.id}/active`, stale)).status).toBe(409);
      const fresh = { active: true, updatedAt: off.body.updatedAt };
      expect((await campus.send('PUT', `${c.path}/${row.id}/active`, fresh)).body.active).toBe(true);
    });
  });
}
