import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { NewProjectPage } from './new-project-page.tsx';

const SOURCES = [
  { id: '00000000-0000-4000-8000-0000000000a1', code: 'PAC-2025-0007', title: 'Huertos', year: 2025 },
  { id: '00000000-0000-4000-8000-0000000000a2', code: 'PAC-2014-0001', title: 'Humedales', year: 2014 },
].map(source => ({ ...source, historic: source.year === 2014 }));
const [huertos, humedales] = SOURCES as [(typeof SOURCES)[0], (typeof SOURCES)[0]];

let own: typeof SOURCES;
beforeEach(async () => {
  signIn();
  await forgetDrafts();
  own = SOURCES;
  answer('GET /kinds', () => [
    {
      definition: FIRST_KINDS.pacs,
      version: 1,
      updatedAt: null,
      updatedBy: null,
      active: true,
      closed: null,
    },
  ]);
  answer('GET /catalogues', () => ({
    ...{ schools: [], faculties: [], themes: [], periods: ['2027-1'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1e8 },
  }));
  answer('GET /options/person', () => []);
  answer('GET /copy-sources/pacs', ({ query }) =>
    own.filter(({ id, code, title }) => {
      const [asked, words] = [query.get('id'), query.get('q') ?? ''];
      return (asked === null || asked === id) && `${code} ${title}`.includes(words);
    }),
  );
  answer('POST /projects', ({ body }) => ({
    id: (body as { id: string }).id,
    code: 'PAC-2026-0001',
    kind: 'pacs',
  }));
});

const open = (search = '') => showAt(`/projects/pacs/new${search}`, NewProjectPage, { kind: 'pacs' });
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Título/ });
const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Proyecto que copias/ });
const sent = () => requests('POST /projects').map(r => r.body as Record<string, unknown>);

describe('a new project', () => {
  test('begins empty unless one chooses otherwise', async () => {
    const { user } = await open();
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'En blanco' })).checked).toBe(true);
    expect(screen.queryByText('Proyecto que copias')).toBeNull();
    await user.type(title(), 'Desde cero en la costa');
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await waitFor(() => expect(sent()).toMatchObject([{ title: 'Desde cero en la costa', copyOf: null }]));
  });

  test('as a copy: one’s own are found, what is not taken is said, the title is the source’s until mended', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Copia de un proyecto mío' }));
    screen.getByText(/menos convocatoria, fechas, cifras logradas/);
    const box = picker();
    await user.click(box);
    await user.click(await screen.findByRole('option', { name: /PAC-2025-0007 Huertos.*2025/ }));
    await waitFor(() => expect(title().value).toBe('Huertos'));
    await user.click(box);
    await user.clear(box);
    await user.type(box, 'Humedales');
    await user.click(await screen.findByRole('option', { name: /Humedales/ }));
    await waitFor(() => expect(title().value).toBe('Humedales'));
    await user.type(title(), ' otra vez');
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await waitFor(() =>
      expect(sent()).toMatchObject([{ title: 'Humedales otra vez', copyOf: humedales.id }]),
    );
  });

  test('as a copy of nothing yet it is not sent, and says so at the field', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Copia de un proyecto mío' }));
    await user.type(title(), 'Algo con título');
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await screen.findByText('Elige el proyecto que copias.');
    expect(sent()).toEqual([]);
    // Back to an empty one nothing is asked for.
    await user.click(screen.getByRole('radio', { name: 'En blanco' }));
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await waitFor(() => expect(sent()).toMatchObject([{ copyOf: null }]));
  });

  test('the address presets what is copied', async () => {
    const { user } = await open(`?from=${huertos.id}`);
    expect(
      (await screen.findByRole<HTMLInputElement>('radio', { name: 'Copia de un proyecto mío' })).checked,
    ).toBe(true);
    await waitFor(() => expect(title().value).toBe('Huertos'));
    expect(picker().value).toBe('PAC-2025-0007 Huertos');
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await waitFor(() => expect(sent()).toMatchObject([{ title: 'Huertos', copyOf: huertos.id }]));
  });

  test('an address with somebody else’s says that it cannot be copied; with nonsense it begins empty', async () => {
    const { unmount } = await open('?from=00000000-0000-4000-8000-0000000000ff');
    await screen.findByText(/Ese proyecto no se puede copiar/);
    unmount();
    await open('?from=abc');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'En blanco' })).checked).toBe(true);
  });

  test('whoever has none is told so beside the choice', async () => {
    own = [];
    await open();
    await screen.findByText('Todavía no hay ninguno de este tipo.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Copia de un proyecto mío/ }).disabled).toBe(
      true,
    );
  });

  test('what the server refuses of it stands at its field', async () => {
    const message = 'Elige un proyecto tuyo, de este tipo.';
    answer('POST /projects', () =>
      refusal(422, { code: 'rule', detail: message, errors: [{ path: 'copyOf', message }] }),
    );
    const { user } = await open(`?from=${huertos.id}`);
    await waitFor(() => expect(title().value).toBe('Huertos'));
    await user.click(screen.getByRole('button', { name: 'Crear borrador' }));
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0));
    expect(picker().getAttribute('aria-invalid')).toBe('true');
  });
});
