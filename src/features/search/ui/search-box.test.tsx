import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ME, showAt } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, refusedConnection, requests } from '../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import type { Role } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { queryClient } from '../../../web/query.ts';
import { clearSession, saveSession } from '../../../web/storage.ts';
import type { Hit, HitGroup, search } from '../contract.ts';
import { SearchBox } from './search-box.tsx';

type Answer = OutputOf<typeof search>;

const idOf = (n: number) => `0190f000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const hit = (n: number, title: string, more: Partial<Hit> = {}): Hit => ({
  ...{ id: idOf(n), title, kind: null, code: null, detail: '' },
  ...more,
});
const group = (object: HitGroup['object'], hits: Hit[], more: Partial<HitGroup> = {}): HitGroup => ({
  ...{ object, hits, total: hits.length, hasMore: false, maybe: false },
  ...more,
});

const GARDEN = hit(1, 'Huerta de la Cooperación', {
  ...{ kind: 'pacs' as const, code: 'PAC-2026-0001', detail: 'Borrador' },
});
const ANA = hit(3, 'Ana Huertas', { detail: 'ana@u.cl' });

let groups: HitGroup[];
let refused: Answer['refused'];
let page: Awaited<ReturnType<typeof showAt>>;

function Screen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <SearchBox open={open} onClose={() => setOpen(false)} />
    </>
  );
}

async function openBox(...roles: Role[]) {
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
  page = await showAt('/', Screen);
  await reopen();
}
async function reopen() {
  await page.user.click(screen.getByRole('button', { name: 'Abrir' }));
  await screen.findByRole('dialog', { name: 'Buscar en todo' });
}
const field = () => screen.getByRole('combobox', { name: 'Buscar en todo' });
const type = (words: string) => page.user.type(field(), words);
const labels = () => screen.getAllByRole('group').map(each => each.getAttribute('aria-label'));
const optionsOf = (label: string) =>
  within(screen.getByRole('group', { name: label }))
    .getAllByRole('option')
    .map(each => each.textContent);
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
const asked = () => requests('GET /search').map(({ query }) => query.get('q'));
const told = () => requests('POST /search/misses').map(({ body }) => (body as { q: string }).q);
const hrefOf = (name: RegExp) => screen.getByRole('option', { name }).getAttribute('href');

beforeEach(() => {
  groups = [];
  refused = null;
  answer('GET /search', () => ({ groups, refused }));
  answer('POST /search/misses', () => ({}));
  answer('GET /kinds', () => [
    { version: 1, definition: FIRST_KINDS.pacs, closed: null },
    { version: 1, definition: FIRST_KINDS.fexs, closed: 'No hay convocatoria abierta.' },
  ]);
});

describe('what is found', () => {
  test('stands in groups: the sure ones, pages, actions, and what is only spelled alike', async () => {
    groups = [
      group('person', [ANA]),
      group('project', [GARDEN], { total: 34 }),
      group('project', [hit(2, 'Puerta', { kind: 'pacs' })], { maybe: true, total: 9 }),
    ];
    await openBox('Admin');
    await type('cooper');
    await screen.findByRole('group', { name: 'Quizás · Proyectos' });
    expect(labels()).toEqual(['Personas', 'Proyectos', 'Quizás · Proyectos']);
    expect(optionsOf('Proyectos')).toEqual([
      'Huerta de la CooperaciónPAC-2026-0001 · Borrador',
      'Ver los 34 en Proyectos',
    ]);
    expect(optionsOf('Quizás · Proyectos')).toEqual(['Puerta']);
    expect(hrefOf(/^Huerta/)).toBe(`/projects/pacs/${idOf(1)}`);
    expect(hrefOf(/^Ver los 34/)).toBe('/projects?q=cooper');
    expect(hrefOf(/^Ana/)).toBe(`/admin/users?open=${idOf(3)}`);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 resultados'));
  });

  test('pages come after what is sure, but first when one begins with the words', async () => {
    groups = [group('partner', [hit(5, 'Convenio de Socios')], { total: 200, hasMore: true })];
    await openBox('Admin');
    await type('ocios');
    await screen.findByRole('option', { name: /^Convenio/ });
    expect(labels()).toEqual(['Socios', 'Páginas']);
    expect(hrefOf(/^Ver más de 200 en Socios/)).toBe('/partners?q=ocios');
    await page.user.clear(field());
    await type('socios');
    await waitFor(() => expect(asked()).toContain('socios'));
    expect(labels().slice(0, 2)).toEqual(['Páginas', 'Socios']);
  });

  test('is emphasised whatever its accents', async () => {
    groups = [group('project', [GARDEN])];
    await openBox('Admin');
    await type('COOPERACION 2026');
    const option = await screen.findByRole('option', { name: /^Huerta/ });
    const marks = () => [...option.querySelectorAll('mark')].map(mark => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['Cooperación', '2026']));
  });

  test('leads only where the reader is let in', async () => {
    groups = [group('partner', [hit(7, 'Huertos Urbanos')]), group('call', [hit(8, 'Fondo')], { total: 12 })];
    await openBox('Director');
    await type('huert');
    await screen.findByRole('group', { name: 'Socios' });
    expect(labels()).toEqual(['Socios', 'Convocatorias']);
    expect(hrefOf(/^Huertos/)).toBe(`/partners/${idOf(7)}`);
    expect(hrefOf(/^Fondo/)).toBe(`/calls/${idOf(8)}`);
    expect(hrefOf(/^Ver las 12 en Convocatorias/)).toBe('/calls?q=huert');
  });

  test('is not asked for below three letters; pages and actions are there from the first', async () => {
    await openBox('Admin');
    await type('pr');
    expect(optionsOf('Páginas')[0]).toBe('Proyectos');
    expect(screen.getByRole('status').textContent).toBe('Escribe al menos tres letras.');
    await page.user.clear(field());
    await type('...');
    expect(screen.getByRole('status').textContent).toBe('Escribe letras o números.');
    await page.user.clear(field());
    await type('huerta');
    await waitFor(() => expect(asked()).toEqual(['huerta']));
  });

  test('words that are everywhere are told so', async () => {
    refused = 'common';
    await openBox('Admin');
    await type('para que');
    expect(
      await screen.findByText('“para que” está en casi todas partes: escribe una palabra más precisa.'),
    ).toBeTruthy();
    await page.user.keyboard('{Escape}');
    expect(told()).toEqual([]);
  });
});

describe('actions', () => {
  test('are found by other words in any order, those of the role', async () => {
    await openBox('Admin');
    await type('ramo anadir');
    expect(optionsOf('Acciones')).toEqual(['Nuevo curso', 'Nueva oferta de curso']);
    expect(hrefOf(/^Nuevo curso/)).toBe('/admin/courses?open=new');
  });

  test('start the kinds that can be started, for whoever may', async () => {
    await openBox('Academic');
    await type('iniciar');
    const project = `Nuevo proyecto: ${FIRST_KINDS.pacs.label}`;
    await waitFor(() => expect(optionsOf('Acciones')).toEqual([project]));
    expect(hrefOf(/^Nuevo proyecto/)).toBe('/projects/pacs/new');
    await page.user.clear(field());
    await type('nueva');
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('offer nothing of the office to others, nor projects to those who only review', async () => {
    await openBox('Reviewer');
    expect(optionsOf('Acciones')).toEqual(['Mi perfil', 'Usar la apariencia oscura']);
    await page.user.click(screen.getByRole('option', { name: 'Usar la apariencia oscura' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the keyboard', () => {
  beforeEach(async () => {
    groups = [group('project', [GARDEN, hit(2, 'Huerta dos', { kind: 'exts' })])];
    await openBox('Admin');
    await type('huerta');
    await screen.findByRole('option', { name: /^Huerta dos/ });
  });

  test('the field names list and active option, and takes no more than the server', async () => {
    expect(field().getAttribute('maxlength')).toBe('200');
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    await waitFor(() => expect(active()?.textContent).toMatch(/^Huerta de/));
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await page.user.keyboard('{ArrowDown}');
    expect(active()?.textContent).toBe('Huerta dos');
    expect(document.querySelectorAll('[data-selected]')).toHaveLength(1);
    await page.user.keyboard('{ArrowDown}');
    expect(active()?.textContent).toMatch(/^Huerta de/);
  });

  test('Enter opens what is chosen and closes the box', async () => {
    await waitFor(() => expect(active()).toBeTruthy());
    await page.user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(page.address()).toBe(`/projects/exts/${idOf(2)}`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('with Ctrl it opens in a tab of its own, and the box stays', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await waitFor(() => expect(active()).toBeTruthy());
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(opened.mock.calls).toEqual([[`/projects/pacs/${idOf(1)}`, '_blank', 'noopener']]);
    expect(page.address()).toBe('/');
    expect(field()).toBeTruthy();
  });

  test('Escape closes it and the focus returns', async () => {
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Abrir'));
  });

  test('what the arrows chose stays chosen when more is found around it', async () => {
    await page.user.keyboard('{ArrowDown}');
    expect(active()?.textContent).toBe('Huerta dos');
    groups = [group('partner', [hit(9, 'Huerta Ltda.')]), ...groups];
    await act(() => queryClient.invalidateQueries());
    await screen.findByRole('option', { name: 'Huerta Ltda.' });
    expect(active()?.textContent).toBe('Huerta dos');
    expect(document.querySelector('[data-selected]')?.textContent).toBe('Huerta dos');
  });
});

describe('when it fails', () => {
  test('says why, keeps what is typed, and asks again', async () => {
    answer('GET /search', () => refusal(422, { code: 'rule', detail: 'Así no.' }));
    await openBox('Admin');
    await type('huerta');
    expect(await screen.findByText('Así no.')).toBeTruthy();
    groups = [group('project', [GARDEN])];
    answer('GET /search', () => ({ groups, refused: null }));
    await page.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('option', { name: /^Huerta/ });
    expect((field() as HTMLInputElement).value).toBe('huerta');
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  test('without a connection the pages are still there', async () => {
    answer('GET /search', refusedConnection);
    await openBox('Admin');
    await type('proyectos');
    await screen.findByRole('button', { name: 'Reintentar' });
    expect(optionsOf('Páginas')).toContain('Proyectos');
    await page.user.keyboard('{Escape}');
    expect(told()).toEqual([]);
  });
});

describe('what was opened last', () => {
  const open = async (words: string, name: RegExp) => {
    await type(words);
    await page.user.click(await screen.findByRole('option', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await reopen();
  };

  test('stands first before anything is typed, the last one on top', async () => {
    groups = [group('project', [GARDEN], { total: 34 })];
    await openBox('Admin');
    expect(labels()).toEqual(['Acciones']);
    await open('huerta', /^Huerta/);
    await open('huerta', /^Ver los 34/);
    await open('soci', /^Socios/);
    expect(labels()).toEqual(['Lo último que abriste', 'Acciones']);
    expect(optionsOf('Lo último que abriste')).toEqual([
      'Socios',
      'Huerta de la CooperaciónPAC-2026-0001 · Borrador',
    ]);
  });

  test.each(['QuotaExceededError', 'SecurityError'])(
    'opens all the same where none can be kept: %s',
    async name => {
      const kept = vi.spyOn(Storage.prototype, 'setItem');
      await openBox('Admin');
      kept.mockImplementation(() => {
        throw new DOMException('', name);
      });
      await open('soci', /^Socios/);
      expect(kept).toHaveBeenCalled();
      expect(labels()).toEqual(['Acciones']);
    },
  );

  test('is forgotten at the sign-out, never shown to another, and a page only while offered', async () => {
    await openBox('Admin');
    await open('audit', /^Auditoría/);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const session = (id: string, role: Role) =>
      act(() =>
        saveSession({ token: 'token-1', user: { id, email: 'ana@u.cl', name: 'Ana Soto', roles: [role] } }),
      );
    session(ME, 'Academic');
    await reopen();
    expect(labels()).toEqual(['Acciones']);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    session(idOf(99), 'Admin');
    await reopen();
    expect(labels()).toEqual(['Acciones']);
    expect(JSON.stringify(localStorage)).toContain('Auditoría');
    act(clearSession);
    expect(JSON.stringify(localStorage)).not.toContain('Auditoría');
  });
});

describe('words that found nothing', () => {
  const NOTHING = /^Nada coincide con “zarzuela”/;
  const KEPT = 'La oficina sabrá qué palabras no encontraron nada, nunca quién las buscó.';

  test('are told to the office once they have stood, once, and that is said', async () => {
    await openBox('Admin');
    await type('zarzuela');
    await screen.findByText(NOTHING);
    expect(told()).toEqual([]);
    expect(await screen.findByText(KEPT)).toBeTruthy();
    await type('s');
    await page.user.keyboard('{Backspace}');
    await screen.findByText(NOTHING);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(told()).toEqual(['zarzuela']);
  });

  test('are told when the box is closed on them; a failure is silent', async () => {
    answer('POST /search/misses', () => refusal(404));
    await openBox('Admin');
    await type('zarzuela');
    await screen.findByText(NOTHING);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(told()).toEqual(['zarzuela']));
  });

  test('stay here without a connection, and where something else fits', async () => {
    await openBox('Admin');
    await type('auditoria');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 resultado'));
    await page.user.clear(field());
    await type('zarzuela');
    await screen.findByText(NOTHING);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(told()).toEqual([]);
  });
});
