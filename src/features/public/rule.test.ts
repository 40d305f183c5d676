import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { publishFirstKinds } from '../../db/first-rows.ts';
import { awaitsResult, CALL_STATE_SLUGS, type CallState, FINAL_CALLS } from '../../domain/calls/calls.ts';
import { AWARDED, STATUSES, type Status } from '../../domain/kinds/statuses.ts';
import { publicationHindrances } from '../../domain/publishing/publication.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await publishFirstKinds(database.db);
});
afterAll(() => database.drop());

/** Texts between quotes of what the database says it has, such as the definition of a view. */
async function literalsOf(definition: string): Promise<string[][]> {
  const { rows } = await sql<{ text: string }>`select ${sql.raw(definition)} as text`.execute(database.db);
  const lists = rows[0]?.text.match(/ARRAY\[[^\]]+\]/g) ?? [];
  return lists.map(list => [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).toSorted());
}

describe('which projects anybody sees', () => {
  it('says the view as the rule that tells people what is in the way', async () => {
    const { db } = database;
    await sql`insert into users (name, email) values ('Ana', 'ana@uni.example')`.execute(db);
    await sql`insert into calls (name, year, kind, state, opens_at, closes_at)
      select 'Fondo ' || s, 2026, 'fexs', s, '2026-01-01', '2026-02-01' from unnest(${[...CALL_STATE_SLUGS]}::text[]) s`.execute(
      db,
    );
    await sql`
      with p as (
        insert into projects (kind, kind_version, code, title, lead_id, created_by, status, consent_to_publish, call_id)
        select 'fexs', 1, 'FEX-' || row_number() over (), held::text, u.id, u.id, s, agrees, c.id
        from users u, unnest(${[...STATUSES]}::text[]) s, unnest(array[true, false]) agrees, unnest(array[true, false]) held,
          (select id from calls union all select null) c
        returning id, title, lead_id)
      insert into publications (project_id, updated_by, withheld_at, withheld_by, withheld_reason)
      select id, lead_id, now(), lead_id, 'A pedido del socio.' from p where title = 'true'`.execute(db);
    interface Row {
      status: Status;
      state: CallState | null;
      consented: boolean;
      withheld: boolean;
      shown: boolean;
    }
    const { rows } = await sql<Row>`
      select p.status, c.state, p.consent_to_publish as consented, n.withheld_at is not null as withheld,
        v.id is not null as shown
      from projects p left join calls c on c.id = p.call_id left join publications n on n.project_id = p.id
        left join published_projects v on v.id = p.id`.execute(db);
    expect(rows).toHaveLength(STATUSES.length * (CALL_STATE_SLUGS.length + 1) * 4);
    const wrong = rows.filter(({ state, shown, ...facts }) => {
      const awaited = state !== null && awaitsResult(state);
      return (
        shown !== (publicationHindrances({ ...facts, awaitsResult: awaited, catalogue: true }).length === 0)
      );
    });
    expect(wrong).toEqual([]);
    expect(rows.filter(r => r.shown)).toHaveLength(AWARDED.length * (FINAL_CALLS.length + 1));
  });

  it('names in SQL the statuses and states of the domain, in the view and its indexes', async () => {
    const awarded = [...AWARDED].toSorted();
    const awaiting = CALL_STATE_SLUGS.filter(state => !FINAL_CALLS.includes(state)).toSorted();
    const view = await literalsOf(`pg_get_viewdef('published_projects')`);
    expect(view.toSorted((a, b) => b.length - a.length)).toEqual([awarded, awaiting]);
    for (const index of ['projects_published', 'projects_published_words'])
      expect(await literalsOf(`pg_get_indexdef('${index}'::regclass)`)).toEqual([awarded]);
  });
});
