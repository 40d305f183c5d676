import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { startDemoProjects } from '../../demo/projects.ts';
import {
  FIGURE_NAMES,
  type FigureName,
  figureOf,
  TOPIC_NAMES,
  topicsIn,
} from '../../domain/figures/figures.ts';
import { SCOPE_NAMES } from '../../domain/figures/scopes.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { getDashboard, listFigure } from './contract.ts';

openUniversity({ rateLimit: 0 });

const NOBODY = '019a0000-0000-7000-8000-000000000000';
const CELLS = new Map<FigureName, string>([
  ['totals', 'running'],
  ['people_by_group', 'women'],
  ['score_terms', 'people'],
  ['budget_by_source', 'fund'],
  ['funnel', 'closed'],
]);
const firstRow = (name: FigureName) => CELLS.get(name) ?? '';

describe('where there are no projects', () => {
  it('every topic answers, with nothing', async () => {
    const readers: readonly (readonly [Client, string])[] = [
      [clients.admin, 'all'],
      [clients.dean, 'units'],
      [clients.academic, 'mine'],
      [clients.reviewer, 'reviews'],
    ];
    for (const [client, scope] of readers)
      for (const topic of TOPIC_NAMES) {
        const path = `/dashboards/${topic}?otherKind=pacs`;
        const { body, status } = await client.get<OutputOf<typeof getDashboard>>(path);
        expect(status, `${scope} ${topic}`).toBe(200);
        expect(body.scope).toBe(scope);
        expect(body.projects).toBe(0);
        expect(body.figures.flatMap(f => f.rows)).toEqual([]);
        expect(body.figures.length > 0).toBe(topicsIn(body.scope).includes(topic));
      }
  });

  it('every list answers, with nothing', async () => {
    for (const name of FIGURE_NAMES) {
      const path = `/dashboards/figures/${name}?row=${firstRow(name)}`;
      const list = done(await clients.admin.get<OutputOf<typeof listFigure>>(path));
      expect([list.rows, list.total], name).toEqual([[], 0]);
      expect(
        list.values.every(v => !v),
        name,
      ).toBe(true);
    }
  });
});

describe('where there are some', () => {
  beforeAll(async () => {
    await startDemoProjects(server);
  });

  const refused = async (client: Client, path: string) => {
    const { status, body } = await client.get<Problem>(path);
    return [status, body.code, body.detail];
  };
  const NOT_YOURS = [403, 'forbidden', 'No tienes permiso para ver estos datos.'];
  const NOT_THERE = [404, 'not_found', 'No encontramos lo que buscas, o no tienes acceso.'];

  it('nobody is told of a scope that is not theirs', async () => {
    const own = {
      admin: ['all', 'mine'],
      dean: ['units', 'mine'],
      academic: ['mine'],
      reviewer: ['reviews'],
    };
    for (const [who, scopes] of Object.entries(own)) {
      const client = clients[who as keyof typeof own];
      const { body } = await client.get<OutputOf<typeof getDashboard>>('/dashboards/portfolio');
      expect(body.scopes).toEqual(scopes);
      expect(body.scope).toBe(scopes[0]);
      for (const scope of SCOPE_NAMES.filter(s => !scopes.includes(s))) {
        for (const topic of TOPIC_NAMES)
          expect(await refused(client, `/dashboards/${topic}?scope=${scope}`)).toEqual(NOT_YOURS);
        for (const more of ['', '/export'])
          expect(
            await refused(
              client,
              `/dashboards/figures/projects_by_kind${more}?scope=${scope}${more && '&format=csv'}`,
            ),
          ).toEqual(NOT_YOURS);
      }
    }
  });

  it('whoever has no role, or is not let in yet, is told nothing', async () => {
    await sql`update users set roles = '{}' where email = ${PEOPLE.colleague}`.execute(server.db);
    const nobody = await clientAs(server, PEOPLE.colleague);
    expect(await refused(nobody, '/dashboards/portfolio')).toEqual(NOT_YOURS);
    expect(await refused(nobody, '/dashboards/figures/projects_by_kind')).toEqual(NOT_YOURS);
    await sql`update users set roles = '{Admin}', state = 'pending' where email = ${PEOPLE.colleague}`.execute(
      server.db,
    );
    const pending = await clientAs(server, PEOPLE.colleague);
    expect((await refused(pending, '/dashboards/portfolio')).slice(0, 2)).toEqual([403, 'account_pending']);
  });

  it('a figure that a scope has not, is not there', async () => {
    const pairs = [
      [clients.admin, 'all'],
      [clients.dean, 'units'],
      [clients.academic, 'mine'],
      [clients.reviewer, 'reviews'],
    ] as const;
    let checked = 0;
    for (const [client, scope] of pairs)
      for (const name of FIGURE_NAMES.filter(n => !figureOf(n).scopes.includes(scope)))
        for (const more of ['?', '/export?format=csv&']) {
          expect(await refused(client, `/dashboards/figures/${name}${more}scope=${scope}`)).toEqual(
            NOT_THERE,
          );
          checked += 1;
        }
    expect(checked).toBeGreaterThan(50);
  });

  const STRANGE = {
    'ten thousand letters': 'x'.repeat(10_000),
    'an emoji': '🌱',
    'half of one': '\ud83c',
    'a quote': `'; drop table projects; --`,
    NUL: 'a\0b',
    'no uuid': 'x',
    'almost a uuid': NOBODY.slice(0, -1),
    'a uuid of nothing': NOBODY,
    'a uuid in capitals': NOBODY.toUpperCase(),
    'a number': '1e400',
    spaces: '   ',
    'percent signs': '%%s\\',
  };
  const encode = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);
  /** Answers, or says in Spanish what is wrong; never fails. */
  async function isAnswered(client: Client, path: string): Promise<number> {
    const { status, body } = await client.get<Problem>(path);
    expect([200, 400, 404], `${path.slice(0, 120)}: ${JSON.stringify(body)}`).toContain(status);
    if (status === 400) expect(body.errors?.[0]?.message ?? body.detail).toMatch(/[a-záéíóúñ]+.*\.$/i);
    return status;
  }

  it.each(Object.entries(STRANGE))('row and across: %s', async (_, value) => {
    for (const name of FIGURE_NAMES)
      for (const path of [
        `row=${encode(value)}`,
        `row=${encode(value.slice(0, 3000))}&across=${encode(value.slice(0, 3000))}`,
        `across=${encode(value)}`,
      ])
        await isAnswered(clients.admin, `/dashboards/figures/${name}?${path}`);
  });

  it.each(Object.entries(STRANGE))('filters: %s', async (what, value) => {
    const filters = [
      'scope',
      'period',
      'school',
      'faculty',
      'region',
      'comuna',
      'goal',
      'theme',
      'partner',
      'lead',
      'call',
    ];
    const others = [
      'otherPeriod',
      'otherSchool',
      'otherFaculty',
      'otherKind',
      'overdue',
      'historic',
      'kind',
      'status',
    ];
    for (const filter of [...filters, ...others]) {
      const status = await isAnswered(clients.admin, `/dashboards/portfolio?${filter}=${encode(value)}`);
      const isId = /school|faculty|theme|partner|lead|call/i.test(filter);
      expect(status, `${filter} ${what}`).toBe(isId && value.toLowerCase() === NOBODY ? 200 : 400);
    }
    for (const at of ['sort', 'page', 'size'])
      expect(
        await isAnswered(clients.admin, `/dashboards/figures/projects_by_kind?${at}=${encode(value)}`),
      ).toBe(400);
  });

  it('periods of a far year are no mistake, words are', async () => {
    for (const filter of ['period', 'otherPeriod']) {
      expect(await isAnswered(clients.admin, `/dashboards/people?${filter}=2099-1`)).toBe(200);
      expect(await refused(clients.admin, `/dashboards/people?${filter}=x`)).toEqual([
        400,
        'invalid',
        'Revisa los datos marcados.',
      ]);
    }
  });

  it('a row without which there is no list is asked for', async () => {
    for (const name of CELLS.keys())
      for (const row of ['', '&row=nadie', '&row='])
        for (const more of ['?', '/export?format=xlsx&']) {
          const { status, body } = await clients.admin.get<Problem>(
            `/dashboards/figures/${name}${more}scope=all${row}`,
          );
          expect([status, body.errors]).toEqual([
            400,
            [{ path: 'row', message: 'Elige una de las filas del gráfico.' }],
          ]);
        }
    // What every object has is no row.
    for (const row of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      for (const name of CELLS.keys())
        expect(await isAnswered(clients.admin, `/dashboards/figures/${name}?row=${row}`)).toBe(400);
  });

  it('pages far beyond the last one are empty, or refused', async () => {
    const path = '/dashboards/figures/projects_by_kind?row=pacs';
    const { body } = await clients.admin.get<OutputOf<typeof listFigure>>(`${path}&page=100000&size=200`);
    expect(body.rows).toEqual([]);
    expect(body.total).toBeGreaterThan(0);
    for (const page of ['0', '-1', '100001', '9999999999999999999', '1.5'])
      expect(await isAnswered(clients.admin, `${path}&page=${page}`)).toBe(400);
  });

  it('several comparisons at once are one', async () => {
    const { rows } = await sql<{ id: string }>`select id from schools limit 1`.execute(server.db);
    const others = [
      `otherPeriod=2026-1`,
      `otherSchool=${rows[0]?.id}`,
      'otherKind=pacs',
      `otherFaculty=${NOBODY}`,
    ];
    for (const topic of TOPIC_NAMES)
      expect(await isAnswered(clients.admin, `/dashboards/${topic}?${others.join('&')}`)).toBe(200);
  });

  it('a topic, a figure or a format that does not exist', async () => {
    for (const path of [
      'nada',
      'figures',
      '%00',
      'constructor',
      'figures/nada',
      'figures/constructor',
      'figures/__proto__',
    ])
      expect([400, 404], path).toContain(await isAnswered(clients.admin, `/dashboards/${path}`));
    expect(await isAnswered(clients.admin, '/dashboards/figures/projects_by_kind/export')).toBe(400);
    expect(await isAnswered(clients.admin, '/dashboards/figures/projects_by_kind/export?format=pdf')).toBe(
      400,
    );
  });

  it('files of whatever was asked for', async () => {
    for (const name of FIGURE_NAMES)
      for (const format of ['csv', 'xlsx'])
        for (const row of [firstRow(name), 'x', NOBODY]) {
          const url = `${server.url}/api/dashboards/figures/${name}/export?format=${format}&row=${row}`;
          const response = await fetch(url, { headers: { authorization: `Bearer ${clients.admin.token}` } });
          expect(CELLS.has(name) && row !== firstRow(name) ? [400] : [200], `${name} ${row}`).toContain(
            response.status,
          );
          await response.arrayBuffer();
        }
  });
});
