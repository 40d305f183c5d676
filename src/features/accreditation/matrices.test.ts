import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity } from '../../../test/university.ts';
import type { Criterion } from '../../domain/accreditation/matrix.ts';
import type { Matrix, StoredCriteria } from './contract.ts';

openUniversity();

const PATH = '/accreditation-matrices';
let matrix: Matrix;
beforeAll(async () => {
  matrix = done(
    await clients.admin.post<Matrix>(PATH, { name: 'Ámbito de vinculación', origin: 'Edición 2025' }),
  );
});

const read = async () => done(await clients.admin.get<StoredCriteria>(`${PATH}/${matrix.id}/criteria`));
const criterion = (code: string, text = 'Un enunciado'): Criterion => ({
  ...{ key: randomUUID(), code, name: `Criterio ${code}` },
  statements: [{ key: randomUUID(), text, evidence: ['fichas'], links: [], note: '' }],
});
const save = (criteria: readonly Criterion[], updatedAt: string) =>
  clients.admin.put<StoredCriteria & { code?: string; errors?: { path: string }[] }>(
    `${PATH}/${matrix.id}/criteria`,
    {
      criteria,
      updatedAt,
    },
  );

describe('a matrix', () => {
  it('is kept by the office and read by whoever looks after a unit', async () => {
    for (const who of ['director', 'dean'] as const) {
      expect((await clients[who].get(`${PATH}/${matrix.id}/criteria`)).status).toBe(200);
      expect((await clients[who].post(PATH, { name: 'Otra', origin: '' })).status).toBe(403);
      expect(
        (
          await clients[who].put(`${PATH}/${matrix.id}/criteria`, {
            criteria: [],
            updatedAt: matrix.updatedAt,
          })
        ).status,
      ).toBe(403);
    }
    for (const who of ['academic', 'reviewer'] as const) {
      expect((await clients[who].get(PATH)).status).toBe(403);
      expect((await clients[who].get(`${PATH}/${matrix.id}/criteria`)).status).toBe(403);
    }
  });

  it('has one name', async () => {
    const { status } = await clients.admin.post(PATH, { name: 'AMBITO  de vinculacion', origin: '' });
    expect(status).toBe(422);
  });

  it('keeps its criteria in their order, and counts them in the list', async () => {
    const criteria = [criterion('B'), criterion('A')];
    const { updatedAt } = await read();
    expect(done(await save(criteria, updatedAt)).criteria).toEqual(criteria);
    expect((await read()).criteria).toEqual(criteria);
    const { rows } = done(await clients.dean.get<{ rows: Matrix[] }>(PATH));
    expect(rows.map(r => [r.name, r.criteria, r.statements])).toEqual([['Ámbito de vinculación', 2, 2]]);
  });

  it('is not written over by who saw an older one, and stays as it was', async () => {
    const { updatedAt, criteria } = await read();
    done(await save([...criteria, criterion('C')], updatedAt));
    const late = await save([], updatedAt);
    expect(late.status).toBe(409);
    expect((await read()).criteria.map(c => c.code)).toEqual(['B', 'A', 'C']);
  });

  it('refuses what is wrong at its place', async () => {
    const { updatedAt } = await read();
    const { status, body } = await save([criterion('X'), criterion('x')], updatedAt);
    expect([status, body.errors?.map(e => e.path)]).toEqual([400, ['criteria.1.code']]);
    const [statement] = criterion('Y').statements;
    const wrong = [
      [{ ...criterion('Y'), statements: [{ ...statement, evidence: ['nothing'] }] }],
      [{ ...criterion('Y'), statements: [{ ...statement, links: [{ title: 'a', url: 'javascript:1' }] }] }],
      [criterion('Y', '')],
      [criterion('Y', 'x'.repeat(2001))],
    ];
    for (const [n, criteria] of wrong.entries())
      expect([n, (await save(criteria as Criterion[], updatedAt)).status]).toEqual([n, 400]);
    expect((await read()).criteria).toHaveLength(3);
  });

  it('is of years in their order', async () => {
    const at = (query: string) => clients.admin.get(`${PATH}/${matrix.id}/evidence?${query}`);
    expect((await at('from=2024&to=2026')).status).toBe(200);
    for (const query of [
      '',
      'from=2026',
      'from=2026&to=2024',
      'from=x&to=2026',
      'from=2026&to=2026&school=x',
    ])
      expect([query, (await at(query)).status]).toEqual([query, 400]);
    expect((await clients.admin.get(`${PATH}/${randomUUID()}/evidence?from=2024&to=2026`)).status).toBe(404);
  });
});
