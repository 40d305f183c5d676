import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { FORGOTTEN_NAME } from '../../domain/privacy/forgotten.ts';
import type { search } from './contract.ts';

openUniversity({ rateLimit: 0 });

interface Row {
  readonly id: string;
  readonly updatedAt: string;
}
/** Titles that the office finds by something, of any object. */
async function titles(q: string): Promise<string[]> {
  const { groups } = done(
    await clients.admin.get<OutputOf<typeof search>>(`/search?q=${encodeURIComponent(q)}`),
  );
  return groups.flatMap(group => group.hits.map(hit => hit.title));
}
/** What stands in the search of one row; nothing where it has no entry. */
async function entryOf(id: string, db = server.db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select e::text as text from search_entries e where id = ${id}`.execute(db);
  return rows.map(({ text }) => text).join();
}
const somebody = async (name: string, email: string) =>
  done(await clients.admin.post<Row>('/users', { name, email, roles: ['Academic'] }));
const partner = async (name: string) => {
  const { id } = done(
    await clients.admin.post<Row>('/organisations', { name, type: 'persona', confirmed: true }),
  );
  return done(await clients.admin.get<Row & { name: string }>(`/organisations/${id}`));
};

describe('whose name was forgotten', () => {
  it('is found no more by it, nor by the mail', async () => {
    const { id } = await somebody('Ulises Paillalef', 'ulises.paillalef@biosur.example');
    for (const q of ['Paillalef', 'ulises.pai', 'ulises paillalef'])
      expect([q, await titles(q)]).toEqual([q, ['Ulises Paillalef']]);
    const { updatedAt } = done(await clients.admin.get<Row>(`/users/${id}`));
    const sent = { confirmation: 'ulises.paillalef@biosur.example', updatedAt };
    done(await clients.admin.post(`/users/${id}/anonymise`, sent));
    for (const q of ['Paillalef', 'ulises.pai', 'ulises paillalef'])
      expect([q, await titles(q)]).toEqual([q, []]);
    expect(await entryOf(id)).toContain(FORGOTTEN_NAME);
    expect((await entryOf(id)).toLowerCase()).not.toMatch(/ulis|pailla/);
  });

  it('is found no more from the moment on it is written, and again where that is taken back', async () => {
    const { id } = await somebody('Zunilda Curihuinca', 'zunilda@biosur.example');
    const tx = await server.db.startTransaction().execute();
    await sql`update users set name = 'Nadie', email = 'nadie@biosur.example' where id = ${id}`.execute(tx);
    expect(await entryOf(id, tx)).not.toMatch(/zuni|curi/i);
    await tx.rollback().execute();
    expect(await titles('curihuinca')).toEqual(['Zunilda Curihuinca']);
  });
});

describe('a partner', () => {
  it('is found by its new name alone', async () => {
    const { id, ...row } = await partner('Hortensia Llancapán');
    done(await clients.admin.put(`/organisations/${id}`, { ...row, name: 'Taller textil Kelü' }));
    expect([await titles('llancapan'), await titles('taller textil kelu')]).toEqual([
      [],
      ['Taller textil Kelü'],
    ]);
    expect(await entryOf(id)).not.toMatch(/hortens|llanca/i);
  });

  it('that was deleted is found no more', async () => {
    const { id } = await partner('Eleuterio Catrileo');
    expect(await titles('catrileo')).toEqual(['Eleuterio Catrileo']);
    done(await clients.admin.delete(`/organisations/${id}`));
    expect([await titles('catrileo'), await entryOf(id)]).toEqual([[], '']);
  });
});
