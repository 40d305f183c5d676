import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { Criterion, Found } from '../../../domain/accreditation/matrix.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { saveSession } from '../../../web/storage.ts';
import type { Matrix, StoredCriteria } from '../contract.ts';
import { MatrixPage } from './matrix-page.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = (n: number) => `2026-11-28T15:00:0${n}.000Z`;
const MATRIX: Matrix = {
  ...{ id: id(1), name: 'Vinculación', origin: 'Comisión', active: true, criteria: 2, statements: 2 },
  ...{ updatedAt: at(0), updatedBy: 'Eva' },
};
const criterion = (n: number, evidence: Criterion['statements'][number]['evidence']): Criterion => ({
  ...{ key: id(n), code: `C${n}`, name: `Criterio ${n}` },
  statements: [{ key: id(n + 100), text: `Enunciado de ${n}`, evidence, links: [], note: '' }],
});

let stored: StoredCriteria;
let found: Found;
beforeEach(async () => {
  signIn();
  await forgetDrafts(['accreditation-criterion'], ME);
  stored = {
    criteria: [criterion(2, ['fichas']), criterion(3, ['photos'])],
    updatedAt: at(0),
    updatedBy: 'Eva',
  };
  found = { fichas: 7, photos: 0 };
  answer(`GET /accreditation-matrices/${id(1)}`, () => MATRIX);
  answer(`GET /accreditation-matrices/${id(1)}/criteria`, () => stored);
  answer(`GET /accreditation-matrices/${id(1)}/evidence`, () => ({ scope: 'all', projects: 7, found }));
  answer(`PUT /accreditation-matrices/${id(1)}/criteria`, ({ body }) => {
    const { criteria } = body as StoredCriteria;
    stored = { ...stored, criteria, updatedAt: at(1) };
    return stored;
  });
  answer('GET /downloads', () => ({ downloads: [] }));
  answer('GET /catalogues', () => ({
    ...{ faculties: [], schools: [], themes: [], periods: ['2026-1', '2025-2'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const shown = (search = '?from=2024&to=2026') =>
  showAt(`/reports/accreditation/${id(1)}${search}`, () => <MatrixPage />, {}, '/reports/accreditation/$id');
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = () =>
  requests(`PUT /accreditation-matrices/${id(1)}/criteria`).map(r => r.body as StoredCriteria);

describe('a matrix', () => {
  test('says what shows each statement, and what nothing does', async () => {
    await shown();
    expect(
      (
        await screen.findByText('2024-2026 · Toda la universidad · 7 proyectos · 1 enunciado sin evidencia')
      ).getAttribute('role'),
    ).toBe('status');
    expect((await part('C2 · Criterio 2')).getByText('Fichas de los proyectos (7)')).toBeTruthy();
    expect((await part('C2 · Criterio 2')).queryByText('Sin evidencia')).toBeNull();
    expect((await part('C3 · Criterio 3')).getByText('Sin evidencia')).toBeTruthy();
  });

  test('is asked for as a pack with the years and unit of the address', async () => {
    answer(`POST /accreditation-matrices/${id(1)}/packs`, () => ({}));
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Preparar paquete' }));
    const [asked] = requests(`POST /accreditation-matrices/${id(1)}/packs`);
    expect(asked?.query.toString()).toBe('from=2024&to=2026');
    expect(asked?.body).toEqual({ id: expect.any(String) });
  });

  test('asks nothing of years the wrong way round', async () => {
    await shown('?from=2026&to=2024');
    expect(await screen.findByText(/^El primer año es posterior al último/)).toBeTruthy();
    expect(requests(`GET /accreditation-matrices/${id(1)}/evidence`)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Preparar paquete' })).toBeNull();
  });

  test('has its criteria moved and taken away, which the toast undoes', async () => {
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Subir C3' }));
    expect(
      sent()
        .at(-1)
        ?.criteria.map(c => c.code),
    ).toEqual(['C3', 'C2']);
    await user.click(await screen.findByRole('button', { name: 'Quitar C2' }));
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByRole('button', { name: 'Quitar C2' })).toBeTruthy();
    expect(sent().map(s => s.criteria.map(c => c.code))).toEqual([['C3', 'C2'], ['C3'], ['C3', 'C2']]);
  });

  test('is written over a version nobody has changed since, and keeps what was typed', async () => {
    const detail = 'Otra persona lo cambió mientras lo editabas.';
    answer(`PUT /accreditation-matrices/${id(1)}/criteria`, ({ body }) => {
      const { criteria, updatedAt } = body as StoredCriteria;
      if (updatedAt !== stored.updatedAt)
        return refusal(409, { code: 'conflict', detail, extra: { stored } });
      stored = { ...stored, criteria, updatedAt: at(3) };
      return stored;
    });
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Editar C2' }));
    const form = within(await screen.findByRole('dialog', { name: 'Criterio C2' }));
    stored = { ...stored, criteria: [...stored.criteria, criterion(4, [])], updatedAt: at(2) };
    await user.type(form.getByRole('textbox', { name: /^Nombre/ }), ' nuevo');
    await user.click(form.getByRole('button', { name: 'Guardar criterio' }));
    expect(await form.findByText(detail)).toBeTruthy();
    expect((form.getByRole('textbox', { name: /^Nombre/ }) as HTMLTextAreaElement).value).toBe(
      'Criterio 2 nuevo',
    );
    // Behind the form, what somebody else wrote.
    await screen.findByRole('region', { name: 'C4 · Criterio 4', hidden: true });
    await user.click(form.getByRole('button', { name: 'Guardar criterio' }));
    expect(await screen.findByRole('region', { name: 'C2 · Criterio 2 nuevo' })).toBeTruthy();
    expect(stored.criteria.map(c => c.name)).toEqual(['Criterio 2 nuevo', 'Criterio 3', 'Criterio 4']);
  });

  test('is only read by heads', async () => {
    saveSession({ token: 't', user: { id: ME, email: 'ana@u.cl', name: 'Ana', roles: ['Dean'] } });
    await shown();
    await part('C2 · Criterio 2');
    expect(screen.queryByRole('button', { name: /^(Editar|Agregar|Quitar)/ })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Preparar paquete' })).toBeTruthy();
  });
});
