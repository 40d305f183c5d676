import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { type listViews, MOST_VIEWS, type SavedView, VIEWED_LISTS } from './contract.ts';

const PATH = '/saved-views';
openUniversity({ rateLimit: 0 });

let serial = 0;
const fields = (more: object = {}) => {
  serial += 1;
  return { name: `Vista ${serial}`, query: { status: 'running' }, shared: false, ...more };
};
const send = (who: Client, more: object = {}) =>
  who.post<SavedView & Problem>(PATH, { id: randomUUID(), list: '/projects', ...fields(more) });
const keep = async (who: Client, more: object = {}) => done(await send(who, more));
const listed = async (who: Client, list = '/projects') =>
  done(await who.get<OutputOf<typeof listViews>>(`${PATH}?list=${encodeURIComponent(list)}`));
const seen = async (who: Client, { id }: { id: string }, list?: string) =>
  (await listed(who, list)).views.find(view => view.id === id);
const save = (who: Client, view: SavedView, more: object = {}) => {
  const { name, query, shared, updatedAt } = view;
  return who.put<SavedView & Problem>(`${PATH}/${view.id}`, { name, query, shared, updatedAt, ...more });
};
const drop = (who: Client, { id }: { id: string }) => who.delete<{ id: string } & Problem>(`${PATH}/${id}`);
const rowsOf = async ({ id }: { id: string }) =>
  (await sql`select from saved_views where id = ${id}`.execute(server.db)).rows.length;

interface Person {
  id: string;
  email: string;
  client: Client;
}
async function person(roles: string[] = ['Academic']): Promise<Person> {
  serial += 1;
  const email = `vista${serial}@biosur.example`;
  const body = { name: `Vera Vistas ${serial}`, email, roles };
  const { id } = done(await clients.admin.post<{ id: string }>('/users', body));
  return { id, email, client: await clientAs(server, email) };
}
const fresh = async (id: string) => done(await clients.admin.get<{ updatedAt: string }>(`/users/${id}`));
/** Signed in again, as no longer of the office. */
async function withoutOffice({ id, email }: Person): Promise<Client> {
  await sql`update users set roles = '{Academic}' where id = ${id}`.execute(server.db);
  return clientAs(server, email);
}
const block = ({ id }: Person) => sql`update users set state = 'blocked' where id = ${id}`.execute(server.db);

describe('an own view', () => {
  it('is kept, listed, changed and deleted by its owner', async () => {
    const query = {
      status: ['running', 'closed'],
      q: 'humedales',
      sort: '-due',
      group: 'school',
      cols: 'code',
    };
    const view = await keep(clients.academic, { name: '  Mis humedales ', query });
    expect(view).toMatchObject({ name: 'Mis humedales', query, shared: false, mine: true, mayChange: true });
    expect(view.owner).toEqual({
      id: userIdOf(PEOPLE.academic),
      name: 'Camila Rojas Fuentes',
      left: false,
    });
    expect(await seen(clients.academic, view)).toEqual(view);
    const changed = done(await save(clients.academic, view, { name: 'Otro', query: {} }));
    expect(changed).toMatchObject({ id: view.id, name: 'Otro', query: {} });
    expect(done(await save(clients.academic, changed))).toEqual(changed);
    expect(done(await drop(clients.academic, view))).toEqual({ id: view.id });
    expect(await seen(clients.academic, view)).toBeUndefined();
    expect((await drop(clients.academic, view)).status).toBe(404);
  });

  it('keeps what no list knows, as the list drops it when it is opened', async () => {
    const query = { tal: 'vez', status: 'no-such', page2: undefined };
    expect((await keep(clients.academic, { query })).query).toEqual({ tal: 'vez', status: 'no-such' });
  });

  it('keeps HTML and signs as the text they are', async () => {
    for (const name of ['<script>alert(1)</script>', 'Pendientes 🌱', "'; drop table users; --"])
      expect((await keep(clients.academic, { name })).name).toBe(name);
  });

  it.each(['colleague', 'director', 'dean', 'reviewer', 'admin'] as const)(
    'is not there for the %s',
    async who => {
      const view = await keep(clients.academic);
      const nobody = { ...view, id: randomUUID() };
      expect(await seen(clients[who], view)).toBeUndefined();
      const asked = [save(clients[who], view), drop(clients[who], view)];
      const missing = [save(clients[who], nobody), drop(clients[who], nobody)];
      for (const [n, answer] of (await Promise.all(asked)).entries()) {
        expect(answer.status).toBe(404);
        expect(answer).toEqual((await Promise.all(missing))[n]);
      }
      const stale = await save(clients[who], view, { updatedAt: '2020-01-01T00:00:00Z', shared: true });
      expect(stale.status).toBe(404);
      expect(await seen(clients.academic, view)).toEqual(view);
    },
  );

  it('is refused over a newer one, with what is stored', async () => {
    const view = await keep(clients.academic);
    const changed = done(await save(clients.academic, view, { name: 'Más nueva' }));
    const { status, body } = await save(clients.academic, view, { name: 'Más vieja' });
    expect([status, body.code, body.extra]).toEqual([409, 'conflict', { stored: changed }]);
  });
});

describe('a shared view', () => {
  it.each(['academic', 'director', 'dean', 'reviewer'] as const)('is not made by the %s', async who => {
    const refused = await send(clients[who], { shared: true });
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'No tienes permiso para compartir vistas. Guárdala solo para ti y pide a la oficina que comparta una igual.',
    ]);
    const own = await keep(clients[who]);
    expect((await save(clients[who], own, { shared: true })).status).toBe(403);
  });

  it('is seen by whoever reads the list, and changed by any administrator', async () => {
    const view = await keep(clients.admin, { shared: true });
    expect(view).toMatchObject({ mine: true, mayChange: true });
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
      expect(await seen(clients[who], view)).toMatchObject({ mine: false, mayChange: false });
      const refused = await save(clients[who], view, { name: 'Mía' });
      expect([refused.status, refused.body.detail]).toEqual([
        403,
        'No tienes permiso para cambiar una vista compartida. Mientras se comparte la administra la oficina: guarda otra para ti.',
      ]);
      expect((await drop(clients[who], view)).status).toBe(403);
    }
    const changed = done(await save(clients.otherAdmin, view, { name: `${view.name} de la oficina` }));
    expect(changed).toMatchObject({ mine: false, mayChange: true, owner: view.owner });
    const alone = done(await save(clients.otherAdmin, changed, { shared: false }));
    expect(alone).toMatchObject({ shared: false, mine: false, mayChange: false });
    expect(await seen(clients.otherAdmin, view)).toBeUndefined();
    expect(await seen(clients.academic, view)).toBeUndefined();
    expect(await seen(clients.admin, view)).toMatchObject({ mine: true, mayChange: true, shared: false });
  });

  it('is put back as it was, as its owner’s, by whoever deleted it', async () => {
    const view = await keep(clients.admin, { shared: true });
    done(await drop(clients.otherAdmin, view));
    const { id, name, query, shared } = view;
    const back = done(
      await clients.otherAdmin.post<SavedView>(PATH, { id, list: '/projects', name, query, shared }),
    );
    expect(back).toMatchObject({ name, query, shared, owner: view.owner, mine: false });
  });

  it('is seen but not changed by an owner who is no longer of the office', async () => {
    const former = await person(['Admin', 'Academic']);
    const view = await keep(former.client, { shared: true });
    const client = await withoutOffice(former);
    expect(await seen(client, view)).toMatchObject({ mine: true, mayChange: false });
    for (const answer of [await save(client, view, { shared: false }), await drop(client, view)])
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        'No tienes permiso para cambiar una vista compartida. Mientras se comparte la administra la oficina, aunque la hayas creado tú: guarda otra para ti.',
      ]);
  });

  it('stays when its owner leaves, and then is not hidden from everybody', async () => {
    const former = await person(['Admin']);
    const view = await keep(former.client, { shared: true });
    const own = await keep(former.client);
    await block(former);
    expect(await seen(clients.academic, view)).toMatchObject({ owner: { id: former.id, left: true } });
    expect(await seen(clients.admin, own)).toBeUndefined();
    const refused = await save(clients.admin, view, { shared: false });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Quien la creó ya no tiene cuenta activa: sin compartir no la vería nadie. Elimínala, o déjala compartida.',
    ]);
    done(await save(clients.admin, view, { name: `${view.name}, al día` }));
    done(await drop(clients.admin, view));
  });
});

describe('the list’s permission', () => {
  it('is asked for by each of them', async () => {
    for (const [list, permission] of Object.entries(VIEWED_LISTS)) {
      const office = await keep(clients.admin, { list, shared: true });
      for (const who of ['academic', 'reviewer', 'director'] as const) {
        const views = await clients[who].get<Problem>(`${PATH}?list=${encodeURIComponent(list)}`);
        const rows = await clients[who].get<Problem>(list);
        expect([list, permission, who, views.status]).toEqual([list, permission, who, rows.status]);
        const kept = await send(clients[who], { list });
        expect(kept.status).toBe(rows.status);
        if (rows.status === 200) continue;
        expect(kept.body.detail).toBe(rows.body.detail);
        expect((await save(clients[who], office)).status).toBe(404);
        expect((await drop(clients[who], office)).status).toBe(404);
      }
    }
  });

  it('is asked again of who had it', async () => {
    const former = await person(['Admin']);
    const view = await keep(former.client, { list: '/audit' });
    const client = await withoutOffice(former);
    expect((await client.get(`${PATH}?list=/audit`)).status).toBe(403);
    expect((await drop(client, view)).status).toBe(404);
  });
});

describe('names and numbers', () => {
  it('a name is there once among own ones and once among shared ones', async () => {
    const who = await person();
    const view = await keep(who.client, { name: 'Región Ñuble' });
    const twice = await send(who.client, { name: ' region ñUBLE' });
    const message = 'Ya tienes una vista con ese nombre: elige otro, o guarda los cambios en ella.';
    expect([twice.status, twice.body.errors]).toEqual([422, [{ path: 'name', message }]]);
    const other = await keep(who.client);
    expect((await save(who.client, other, { name: 'REGION ÑUBLE' })).status).toBe(422);
    done(await save(who.client, view, { name: 'REGIÓN ÑUBLE' }));
    await keep(who.client, { name: 'Región Ñuble', list: '/calls' });
    await keep(clients.academic, { name: 'Región Ñuble' });

    await keep(clients.admin, { name: 'Región Ñuble' });
    await keep(clients.admin, { name: 'Región Ñuble', shared: true });
    const shared = await send(clients.otherAdmin, { name: 'region ñuble', shared: true });
    const taken = 'Ya hay una vista compartida con ese nombre: elige otro.';
    expect([shared.status, shared.body.errors]).toEqual([422, [{ path: 'name', message: taken }]]);
    const own = await keep(clients.otherAdmin, { name: 'Región Ñuble' });
    expect((await save(clients.otherAdmin, own, { shared: true })).status).toBe(422);
  });

  it('of two at once with one name one is kept', async () => {
    const who = await person();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(who.client, { name: 'A la vez' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });

  it(`no more than ${MOST_VIEWS} of a list and person, also at once`, async () => {
    const who = await person();
    await sql`insert into saved_views (list, name, query, owner_id)
      select '/projects', 'Vista número ' || n, '{}', ${who.id} from generate_series(1, ${MOST_VIEWS - 1}) n`.execute(
      server.db,
    );
    const answers = await Promise.all([1, 2, 3].map(() => send(who.client)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.detail).toBe(
      'Ya guardaste 50 vistas de esta lista, que es el máximo: elimina una que no uses.',
    );
    await keep(who.client, { list: '/calls' });
  });
});

describe('sent again', () => {
  it('it is one, also at once; what was changed meanwhile in the form counts', async () => {
    const body = { id: randomUUID(), list: '/projects', ...fields() };
    const answers = await Promise.all([1, 2, 3].map(() => clients.academic.post<SavedView>(PATH, body)));
    expect(new Set(answers.map(answer => JSON.stringify(done(answer)))).size).toBe(1);
    expect(await rowsOf(body)).toBe(1);
    expect(await auditOf(server, body.id)).toHaveLength(1);
    const again = done(await clients.academic.post<SavedView>(PATH, { ...body, name: 'Mejor así' }));
    expect(again.name).toBe('Mejor así');
  });

  it('the id of somebody else’s, or of another list, is nobody’s', async () => {
    const view = await keep(clients.admin);
    const shared = await keep(clients.admin, { shared: true });
    for (const { id } of [view, shared])
      expect((await send(clients.academic, { id })).status, 'somebody else’s').toBe(404);
    expect((await send(clients.admin, { id: view.id, list: '/calls' })).status).toBe(404);
    expect(await seen(clients.admin, view)).toEqual(view);
  });
});

describe('refused at its field', () => {
  const many = Object.fromEntries(
    Array.from({ length: 41 }, (_, n) => ['a'.repeat(n % 39) + (n < 39 ? 'b' : 'c'), 'x']),
  );
  it.each([
    [{ name: 'x'.repeat(81) }, 'name', 'Escribe como máximo 80 caracteres.'],
    [{ name: ' \u200b ' }, 'name', 'Este campo es obligatorio.'],
    [{ list: '/no-such' }, 'list', 'Elige una de las opciones.'],
    [{ list: '/users/:id' }, 'list', 'Elige una de las opciones.'],
    [{ query: 'status=running' }, 'query', ''],
    [{ query: ['status'] }, 'query', ''],
    [{ query: null }, 'query', ''],
    [{ query: { status: { not: 'running' } } }, 'query.status', ''],
    [{ query: { status: [['running']] } }, 'query.status', ''],
    [{ query: { status: 1 } }, 'query.status', ''],
    [{ query: { page: '2' } }, 'query.page', ''],
    [{ query: { view: randomUUID() } }, 'query.view', ''],
    [{ query: { 'a b': '2' } }, 'query.a b', ''],
    [{ query: { q: 'x'.repeat(501) } }, 'query.q', ''],
    [{ query: many }, 'query', 'Una vista guarda como máximo 40 condiciones.'],
    [
      { query: { a: Array.from({ length: 40 }, () => 'x'.repeat(400)) } },
      'query',
      'Las condiciones son demasiado largas para guardarlas: quita algunas.',
    ],
    [{ shared: 'yes' }, 'shared', ''],
    [{ id: 'mía' }, 'id', ''],
  ])('case %#', async (wrong, path, message) => {
    const { status, body } = await send(clients.admin, wrong);
    expect([status, body.detail]).toEqual([400, 'Revisa los datos marcados.']);
    const error = body.errors?.find(each => each.path === path);
    expect(error?.message).toMatch(message || /^[A-ZÁÉÍÓÚÑ][^.]+\.$/);
  });

  it('a list nobody keeps views of', async () => {
    for (const query of ['', '?list=/notifications', '?list=/users/x'])
      expect((await clients.admin.get(`${PATH}${query}`)).status).toBe(400);
  });
});

describe('the audit', () => {
  const changesOf = async ({ id }: { id: string }) =>
    (await auditOf(server, id)).map(({ action, changes }) => [action, changes]);

  it('tells of an own one neither name nor conditions', async () => {
    const view = await keep(clients.academic, { name: 'Secreta' });
    const changed = done(
      await save(clients.academic, view, { name: 'Más secreta', query: { q: 'secreto' } }),
    );
    done(await drop(clients.academic, changed));
    expect(await changesOf(view)).toEqual([
      ['savedView.created', { list: [null, '/projects'], shared: [null, false] }],
      ['savedView.updated', { name: [null, null], query: [null, null] }],
      ['savedView.deleted', {}],
    ]);
    expect(JSON.stringify(await auditOf(server, view.id))).not.toMatch(/secret/i);
  });

  it('tells of a shared one its name and what changed', async () => {
    const view = await keep(clients.admin, { name: 'Por vencer', query: { sort: 'due', q: 'x' } });
    const shared = done(await save(clients.admin, view, { shared: true }));
    const changed = done(await save(clients.admin, shared, { query: { q: 'x', sort: '-due' } }));
    done(await save(clients.admin, changed, { query: { sort: '-due', q: 'x' } }));
    done(await drop(clients.admin, changed));
    expect((await changesOf(view)).slice(1)).toEqual([
      [
        'savedView.updated',
        { name: [null, 'Por vencer'], query: [null, { q: 'x', sort: 'due' }], shared: [false, true] },
      ],
      [
        'savedView.updated',
        {
          query: [
            { q: 'x', sort: 'due' },
            { q: 'x', sort: '-due' },
          ],
        },
      ],
      ['savedView.deleted', { name: ['Por vencer', null], owner: [userIdOf(PEOPLE.admin), null] }],
    ]);
  });
});

describe('people', () => {
  it('merged bring their views along, also two of one name, and conditions follow the lead', async () => {
    const [from, into] = [await person(), await person()];
    const mine = await keep(from.client, { name: 'Igual' });
    const other = await keep(into.client, { name: 'Igual' });
    const led = await keep(clients.academic, { query: { lead: from.id, sort: 'due' } });
    const [a, b] = [await fresh(from.id), await fresh(into.id)];
    const body = { into: into.id, updatedAt: a.updatedAt, intoUpdatedAt: b.updatedAt };
    done(await clients.admin.post(`/users/${from.id}/merge`, body));
    const views = (await listed(into.client)).views.filter(({ shared }) => !shared);
    expect(views.map(({ id }) => id).toSorted()).toEqual([mine.id, other.id].toSorted());
    expect(views.map(({ name, mine: own }) => [name, own])).toEqual([
      ['Igual', true],
      ['Igual', true],
    ]);
    const moved = views.find(({ id }) => id === mine.id) as SavedView;
    expect(done(await save(into.client, moved, { query: { q: 'sigue' } })).query).toEqual({ q: 'sigue' });
    expect((await seen(clients.academic, led))?.query).toEqual({ lead: into.id, sort: 'due' });
  });

  it('anonymised leave the shared ones, without their name', async () => {
    const gone = await person(['Admin']);
    const own = await keep(gone.client);
    const shared = await keep(gone.client, { shared: true });
    await withoutOffice(gone);
    const register = done(
      await clients.admin.get<{ rows: { what: string; count: number }[] }>(`/users/${gone.id}/personal-data`),
    );
    expect(register.rows.find(({ what }) => what === 'Vistas de listas')?.count).toBe(2);
    const { updatedAt } = await fresh(gone.id);
    done(await clients.admin.post(`/users/${gone.id}/anonymise`, { confirmation: gone.email, updatedAt }));
    expect(await rowsOf(own)).toBe(0);
    expect(await seen(clients.academic, shared)).toMatchObject({
      owner: { name: 'Persona anonimizada', left: true },
    });
  });
});
