import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit.ts';
import { type Campus, openCampus } from './catalogue.ts';

type Value = unknown;
interface BulkCase {
  /** Below `/api`, e.g. `/schools/bulk/faculty`. */
  path: string;
  /** What is read of a row to see the value. */
  list: string;
  valueOf(row: Record<string, unknown>): Value;
  /** New rows, and the value to give them. */
  rows(campus: Campus): Promise<{ ids: string[]; value: Value }>;
  /** A value that each row refuses, with the reason. */
  refused?: (campus: Campus) => Promise<readonly [value: Value, reason: string]>;
  audited: string;
}

/** What every change of several rows at once promises, through HTTP. */
export function describeBulk(c: BulkCase): void {
  describe(`several at once: ${c.path}`, () => {
    let campus: Campus;
    beforeAll(async () => {
      campus = await openCampus();
    });
    afterAll(() => campus.close());
    const nobody = '01890000-0000-7000-8000-000000000000';
    type Outcome = { id: string; before: Value; refused: string | null };
    const send = async (rows: { id: string; value: Value }[], who?: Record<string, string>) => {
      const { status, body } = await campus.send('POST', c.path, { rows }, who);
      return { status, rows: body.rows as unknown as Outcome[] };
    };
    const values = async (ids: string[]) =>
      Promise.all(ids.map(async id => c.valueOf((await campus.send('GET', `${c.list}/${id}`)).body)));

    it('changes each, says what refused and why, and takes it back', async () => {
      const { ids, value } = await c.rows(campus);
      const before = await values(ids);
      const { status, rows } = await send([...ids, nobody].map(id => ({ id, value })));
      expect(status).toBe(200);
      expect(rows.map(r => [r.id, r.refused])).toEqual([
        ...ids.map(id => [id, null]),
        [nobody, 'No encontramos lo que buscas, o no tienes acceso.'],
      ]);
      expect(await values(ids)).toEqual(ids.map(() => value));
      const undo = rows.flatMap(r => (r.refused ? [] : [{ id: r.id, value: r.before }]));
      expect((await send(undo)).rows.every(r => r.refused === null)).toBe(true);
      expect(await values(ids)).toEqual(before);
      const entries = await auditOf(campus, String(ids[0]));
      expect(entries.map(e => e.action)).toContain(c.audited);
    });

    it('is refused to everybody but the office, and without rows', async () => {
      const { ids, value } = await c.rows(campus);
      const rows = ids.map(id => ({ id, value }));
      const before = await values(ids);
      for (const who of ['Director', 'Dean', 'Academic', 'Reviewer'] as const)
        expect((await send(rows, campus.as(who))).status).toBe(403);
      expect((await send(rows, {})).status).toBe(401);
      expect((await send([])).status).toBe(400);
      expect((await send([{ id: 'x', value }])).status).toBe(400);
      expect(await values(ids)).toEqual(before);
    });

    if (!c.refused) return;
    it('refuses a value for its reason, row by row', async () => {
      const { ids } = await c.rows(campus);
      const [value, reason] = (await c.refused?.(campus)) ?? [];
      const before = await values(ids);
      const { rows } = await send(ids.map(id => ({ id, value })));
      expect(rows.map(r => r.refused)).toEqual(ids.map(() => reason));
      expect(await values(ids)).toEqual(before);
    });
  });
}
