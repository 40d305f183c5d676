import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { type Asked, answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import type { BodyOf } from '../../../../domain/kit/endpoint.ts';
import { saveSession } from '../../../../web/storage.ts';
import type { ClosedProject, issueForProjects, ReviewedWork } from '../../issuing/contract.ts';
import { IssuePage } from './issue-page.tsx';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const projectOf = (n: number, more: Partial<ClosedProject> = {}): ClosedProject => ({
  ...{ id: idOf(n), kind: 'pacs', code: `PAC-2025-${n}`, title: `Huerta ${n}`, school: 'Enfermería' },
  ...{ closedOn: '2025-12-19', rule: 'none', people: 8, issued: 3 },
  ...more,
});
const workOf = (more: Partial<ReviewedWork> = {}): ReviewedWork => ({
  ...{ callId: idOf(900), kind: 'fexs', year: 2025, name: 'Fondo de extensión', people: 4, issued: 1 },
  ...more,
});
let page: Awaited<ReturnType<typeof showAt>>;
const show = async (search = '') => {
  page = await showAt(`/certificates/issue${search}`, IssuePage);
};
const dialog = async (name: RegExp | string) => within(await screen.findByRole('dialog', { name }));
const press = (name: RegExp | string) => page.user.click(screen.getByRole('button', { name }));
const sent = () =>
  requests('POST /certificates/projects/issue').map(r => r.body as BodyOf<typeof issueForProjects>);
const listed = () => requests('GET /certificates/projects').map(r => r.query);

let closed: ClosedProject[];
beforeEach(() => {
  signIn();
  closed = [
    projectOf(1),
    projectOf(2, { issued: 7 }),
    projectOf(3, { issued: 8 }),
    projectOf(4, { people: 0, issued: 0 }),
  ];
  answer('GET /certificates/projects', () => ({ rows: closed, total: closed.length }));
  answer('GET /kinds', () => [{ definition: FIRST_KINDS.pacs, published: true }]);
  answer('GET /catalogues', () => ({ faculties: [], schools: [], periods: [] }));
});

test('stands there for the office alone', async () => {
  saveSession({ token: 't', user: { id: ME, email: 'ana@u.cl', name: 'Ana', roles: ['Academic'] } });
  await show();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(await screen.findByText(/emitir ni anular certificados/)).toBeTruthy();
  expect(requests('GET /certificates/projects')).toEqual([]);
});

describe('closed projects', () => {
  test('shows what is missing unless asked for all, in the address', async () => {
    await show();
    const row = await screen.findByRole('row', { name: /PAC-2025-2/ });
    for (const words of ['Huerta 2', 'Enfermería', '19-12-2025', '7 de 8'])
      expect(row.textContent).toContain(words);
    expect(listed().at(-1)?.get('missing')).toBe('true');
    const missing = screen.getByRole<HTMLInputElement>('switch', { name: 'Solo los que faltan' });
    expect(missing.checked).toBe(true);
    await page.user.click(missing);
    await waitFor(() => expect(page.address()).toContain('missing=false'));
    await waitFor(() => expect(listed().at(-1)?.get('missing')).toBe('false'));
    await page.user.click(missing);
    await waitFor(() => expect(page.address()).not.toContain('missing'));
  });

  test('says that nothing is missing, and shows the others when asked', async () => {
    closed = [];
    await show();
    await screen.findByText('No falta emitir ninguno');
    await press('Ver todos los cerrados');
    await screen.findByText('Todavía no hay proyectos cerrados');
  });

  test('lets nobody choose a project without anything to issue, and says why', async () => {
    await show('?missing=false');
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await screen.findByRole('checkbox', { name: 'Seleccionar PAC-2025-1' });
    expect(box(/^Seleccionar PAC-2025-3: Todas las personas ya tienen su certificado\.$/).disabled).toBe(
      true,
    );
    expect(box(/^Seleccionar PAC-2025-4: No tiene personas a quienes emitir\.$/).disabled).toBe(true);
    await page.user.click(box(/^Seleccionar toda la página$/));
    await press('Emitir…');
    expect(
      (await dialog('Emitir certificados de 2 proyectos')).getByText(/Faltan 6 certificados en 2 proyectos/),
    ).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Nothing was sent: the choice stays.
    expect(box(/^Seleccionar PAC-2025-1$/).checked).toBe(true);
    await press('Seleccionar los 4 resultados');
    await press('Emitir…');
    await dialog('Emitir certificados de 2 proyectos');
  });

  test('issues without telling anybody unless asked to, says how each ended, and reads again', async () => {
    answer('POST /certificates/projects/issue', () => ({
      rows: [
        { id: idOf(1), issued: 5, refused: null },
        { id: idOf(2), issued: 0, refused: 'El proyecto no está cerrado.' },
      ],
    }));
    await show();
    for (const n of [1, 2])
      await page.user.click(await screen.findByRole('checkbox', { name: `Seleccionar PAC-2025-${n}` }));
    await press('Emitir…');
    const before = listed().length;
    const asking = await dialog('Emitir certificados de 2 proyectos');
    expect(asking.getByRole<HTMLInputElement>('switch', { name: /^Avisar a las personas/ }).checked).toBe(
      false,
    );
    await page.user.click(asking.getByRole('button', { name: 'Emitir 6 certificados' }));
    expect((await asking.findByRole('status')).textContent).toBe(
      'Se emitieron 5 certificados en 1 proyecto. 1 proyecto sin emitir.',
    );
    expect(sent()).toEqual([{ ids: [idOf(1), idOf(2)], notify: false }]);
    expect(asking.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'PAC-2025-2 Huerta 2El proyecto no está cerrado.',
      'PAC-2025-1 Huerta 1Se emitieron 5 certificados.',
    ]);
    await waitFor(() => expect(listed().length).toBeGreaterThan(before));
    await page.user.click(asking.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Emitir…' })).toBeNull());
  });

  test('goes by fifty with progress, stops when asked to, and goes on', async () => {
    closed = Array.from({ length: 60 }, (_, n) => projectOf(n + 1));
    const issued = ({ body }: Asked) => ({
      rows: (body as BodyOf<typeof issueForProjects>).ids.map(id => ({ id, issued: 5, refused: null })),
    });
    await show();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Seleccionar toda la página' }));
    await press('Emitir…');
    const issuing = await dialog('Emitir certificados de 60 proyectos');
    await page.user.click(issuing.getByRole('switch', { name: /^Avisar a las personas/ }));
    const first = held('POST /certificates/projects/issue', issued);
    await page.user.click(issuing.getByRole('button', { name: 'Emitir 300 certificados' }));
    expect((await issuing.findByRole('status')).textContent).toContain('0 de 60');
    await page.user.click(issuing.getByRole('button', { name: 'Detener' }));
    first.release();
    await issuing.findByText(/Listos 50 de 60/);
    expect(issuing.getByText('Se emitieron 250 certificados en 50 proyectos.')).toBeTruthy();
    await page.user.click(issuing.getByRole('button', { name: 'Continuar con los 10 que faltan' }));
    await issuing.findByText('Se emitieron 300 certificados en 60 proyectos.');
    expect(sent().map(({ ids, notify }) => [ids.length, notify])).toEqual([
      [50, true],
      [10, true],
    ]);
  });
});

describe('reviewers', () => {
  const others = [
    workOf({ callId: null, kind: 'incs', year: 2024, name: 'Proyectos de incubación', people: 2, issued: 2 }),
  ];

  test('lists works that are over, and issues what is missing of one', async () => {
    let works = [workOf(), ...others];
    answer('GET /certificates/reviewers', () => works);
    await show('?tab=reviewers');
    const row = await screen.findByRole('row', { name: /Fondo de extensión/ });
    expect(row.textContent).toContain('1 de 4');
    const over = screen.getByRole('row', { name: /Proyectos de incubación/ });
    expect(over.textContent).toContain('Fuera de convocatoria');
    expect(within(over).getByRole('button').getAttribute('aria-disabled')).toBe('true');
    answer('POST /certificates/reviewers/issue', () => ({ issued: 3 }));
    works = [workOf({ issued: 4 }), ...others];
    await press('Emitir los de Fondo de extensión 2025');
    const asking = await dialog('Emitir certificados de Fondo de extensión 2025');
    await page.user.click(asking.getByRole('switch', { name: /^Avisar a las personas/ }));
    await page.user.click(asking.getByRole('button', { name: 'Emitir 3 certificados' }));
    expect(await screen.findByText('Se emitieron 3 certificados.')).toBeTruthy();
    expect(requests('POST /certificates/reviewers/issue').map(r => r.body)).toEqual([
      { callId: idOf(900), kind: 'fexs', year: 2025, notify: true },
    ]);
    await screen.findByText('4 de 4');
    await page.user.click(screen.getByRole('tab', { name: 'Proyectos cerrados' }));
    await waitFor(() => expect(page.address()).toBe('/certificates/issue'));
  });

  test('keeps the dialog where it is refused', async () => {
    answer('GET /certificates/reviewers', () => [workOf()]);
    answer('POST /certificates/reviewers/issue', () =>
      refusal(422, { code: 'rule', detail: 'Se emiten cuando está resuelta.' }),
    );
    await show('?tab=reviewers');
    await page.user.click(await screen.findByRole('button', { name: /^Emitir los de/ }));
    const asking = await dialog(/^Emitir certificados/);
    await page.user.click(asking.getByRole('button', { name: 'Emitir 3 certificados' }));
    expect((await asking.findByRole('alert')).textContent).toBe('Se emiten cuando está resuelta.');
  });

  test('says what will stand there', async () => {
    answer('GET /certificates/reviewers', () => []);
    await show('?tab=reviewers');
    expect(await screen.findByText('Todavía no hay evaluaciones terminadas')).toBeTruthy();
  });
});
