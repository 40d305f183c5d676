import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  fillSections,
  startDraft,
} from '../../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../../test/university.ts';
import { writeSetting } from '../../../db/settings.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { FIRST_QUOTAS } from '../../../domain/settings/quotas.ts';

openUniversity();
openSecondCopy();

const idOf = (who: keyof typeof PEOPLE) => userIdOf(PEOPLE[who]);
const limitTo = (drafts: number) =>
  server.db
    .transaction()
    .execute(tx => writeSetting(tx, 'quotas', { ...FIRST_QUOTAS, drafts }, idOf('admin')));
beforeEach(async () => {
  await server.db.deleteFrom('projects').execute();
  await limitTo(3);
});

const ask = (client: Client, more: { id?: string; leadId?: string; kind?: KindSlug } = {}) =>
  client.post('/projects', { id: randomUUID(), kind: 'pacs', title: 'Uno más', ...more });
async function fill(client: Client = clients.academic, n = 3): Promise<Created[]> {
  const made: Created[] = [];
  while (made.length < n) made.push(await startDraft(client));
  return made;
}
const FULL =
  'Tienes 3 borradores sin enviar y el máximo por persona es 3. Envía o elimina alguno antes de empezar otro.';
const FULL_FOR =
  'Camila Rojas Fuentes tiene 3 borradores sin enviar y el máximo por persona es 3. Debe enviar o eliminar alguno.';

it('one draft more than the limit is refused in words, until one is sent or deleted', async () => {
  const ready = await completePacs(clients.academic, refs);
  const [other] = await fill(clients.academic, 2);
  expect(await ask(clients.academic)).toMatchObject({ status: 422, body: { code: 'rule', detail: FULL } });
  // Nothing is left of it, not even its number.
  const codes = await server.db.selectFrom('projects').select('code').execute();
  done(await act(clients.academic, ready, 'submit'));
  const next = await startDraft(clients.academic);
  expect(Number(next.code.slice(-4))).toBe(Math.max(...codes.map(c => Number(c.code.slice(-4)))) + 1);
  expect((await ask(clients.academic)).status).toBe(422);
  done(await act(clients.academic, other as Created, 'delete', { confirmed: true }));
  done(await ask(clients.academic));
});

it('the same form sent again at the limit is answered with its draft', async () => {
  await fill(clients.academic, 2);
  const id = randomUUID();
  const first = done(await ask(clients.academic, { id }));
  expect(await ask(clients.academic, { id })).toEqual({ status: 200, body: first });
});

it('drafts count for their lead, whoever starts them', async () => {
  await fill(clients.academic, 2);
  done(await ask(clients.admin, { leadId: idOf('academic') }));
  expect(await ask(clients.admin, { leadId: idOf('academic') })).toMatchObject({
    status: 422,
    body: { detail: FULL_FOR, errors: [{ path: 'leadId', message: FULL_FOR }] },
  });
  expect((await ask(clients.academic)).status).toBe(422);
  await fill(clients.admin);
  expect((await ask(clients.admin)).status).toBe(422);
});

it('of ten at once, of several kinds and on two copies of the server, only those that fit are made', async () => {
  const there = clientOf(copy.url, clients.academic.token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      ask(n % 2 ? clients.academic : there, { kind: n % 3 ? 'pacs' : 'exts' }),
    ),
  );
  expect(answers.map(a => a.status).sort()).toEqual([...Array(3).fill(200), ...Array(7).fill(422)]);
});

it('nobody hands a draft to somebody who has no room for it', async () => {
  await fill();
  const [project] = await fill(clients.colleague, 1);
  const change = async (client: Client, of: Created, leadId: string) => {
    const { sections } = await detailOf(client, of);
    const { version = 0, data } = sections.find(s => s.slug === 'identification') ?? {};
    return client.put(`/projects/pacs/${of.id}/sections/identification`, {
      version,
      data: { ...data, leadId },
    });
  };
  for (const client of [clients.colleague, clients.admin])
    expect(await change(client, project as Created, idOf('academic'))).toMatchObject({
      status: 422,
      body: { code: 'rule', detail: FULL_FOR, errors: [{ path: 'leadId', message: FULL_FOR }] },
    });
  expect((await detailOf(clients.admin, project as Created)).lead.name).toBe('Matías Sepúlveda Araya');
  // With room it goes, and a project under way is no draft.
  done(await change(clients.colleague, project as Created, idOf('stranger')));
});

it('the office hands over as many drafts as there is room for; the rest is left out with the reason', async () => {
  const drafts = await fill(clients.academic, 2);
  const mine = await fill(clients.colleague);
  await limitTo(4);
  const moves = mine.map(({ id }) => ({ holding: 'lead', id, to: idOf('academic') }));
  const body = { from: idOf('colleague'), moves };
  const checked = done(
    await clients.admin.post<{ rows: { refused: string | null }[] }>('/reassign/check', body),
  );
  const refused =
    'Camila Rojas Fuentes tiene 4 borradores sin enviar y el máximo por persona es 4. Debe enviar o eliminar alguno.';
  expect(checked.rows.map(r => r.refused)).toEqual([null, null, refused]);
  const reason = 'Deja la universidad en diciembre.';
  const moved = done(
    await clients.admin.post<Record<'moved' | 'leftOut', unknown[]>>('/reassign', { ...body, reason }),
  );
  expect([moved.moved.length, moved.leftOut]).toEqual([2, [{ holding: 'lead', id: mine[2]?.id, refused }]]);
  expect(drafts).toHaveLength(2);
  // A project that was sent needs no room.
  const sent = await completePacs(clients.admin, { ...refs, leadId: idOf('otherDirector') });
  done(await act(clients.admin, sent, 'submit'));
  const move = { holding: 'lead', id: sent.id, to: idOf('academic') };
  done(await clients.admin.post('/reassign', { from: idOf('otherDirector'), moves: [move], reason }));
});

it('whoever is over the limit keeps and edits what there is, and may take a step back', async () => {
  const ready = await completePacs(clients.academic, refs);
  done(await act(clients.academic, ready, 'submit'));
  const [first] = await fill();
  done(await act(clients.academic, ready, 'undo', { reason: 'Falta un anexo por firmar.' }));
  expect((await detailOf(clients.academic, ready)).status).toBe('draft');
  await limitTo(1);
  const goals = { goals: [3], targets: [] };
  await fillSections(clients.academic, first as Created, { goals });
  expect(await ask(clients.academic)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('Tienes 4 borradores sin enviar y el máximo por persona es 1.') },
  });
  done(await act(clients.academic, ready, 'submit'));
});
