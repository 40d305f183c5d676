import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { DossierRow, getDossier } from '../contract.ts';
import { DossierPage } from './dossier-page.tsx';

const OTHER = '00000000-0000-7000-8000-00000000000a';
const LED: DossierRow = {
  ...{ id: '00000000-0000-7000-8000-000000000001', kind: 'pacs', code: 'PAC-1', title: 'Huerta' },
  ...{ kindLabel: 'Aprendizaje y servicio', status: 'closed', period: '2026-1', school: 'Enfermería' },
  ...{ parts: ['lead'], role: null, hoursPerWeek: null, people: 1200, partners: ['Junta', 'Escuela'] },
  told: [],
};
const IN_TEAM: DossierRow = {
  ...{ ...LED, id: LED.id.replace(/1$/, '2'), code: 'PAC-2', title: 'Vivero' },
  ...{ parts: ['member'], role: 'student', people: null },
};

let dossier: OutputOf<typeof getDossier>;
beforeEach(() => {
  signIn();
  dossier = {
    person: { id: ME, name: 'Ana Soto', school: 'Enfermería' },
    projects: [LED, IN_TEAM],
    reviews: [{ call: 'Fondo', year: 2026, count: 3 }],
    certificates: [],
  };
  answer(`GET /dossiers/${ME}`, () => dossier);
  answer('GET /catalogues', () => ({
    ...{ faculties: [], schools: [], themes: [], periods: ['2026-1', '2025-2'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const shown = (search = '') => showAt(`/reports/dossier${search}`, () => <DossierPage />);
const rowsIn = async (name: string) =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);

describe('a portfolio', () => {
  test('has what one leads apart from the teams one is in', async () => {
    await shown();
    expect(await screen.findByRole('heading', { level: 1, name: 'Tu portafolio' })).toBeTruthy();
    expect(await rowsIn('Proyectos a cargo')).toEqual([
      '2026-1PAC-1 HuertaAprendizaje y servicioCerradoResponsableJunta y Escuela1.200',
    ]);
    expect(await rowsIn('En equipos')).toEqual([
      '2026-1PAC-2 ViveroAprendizaje y servicioCerradoEstudianteJunta y Escuela',
    ]);
    expect(screen.getByText('El PDF agrega 3 evaluaciones.')).toBeTruthy();
  });

  test('is narrowed to years, which stand in the address', async () => {
    const { user, address } = await shown();
    await rowsIn('En equipos');
    dossier = { ...dossier, projects: [], reviews: [] };
    await user.click(screen.getByRole('combobox', { name: 'Desde el año' }));
    await user.click(await screen.findByRole('option', { name: 'Año 2026' }));
    expect(await screen.findByText('Nada en esos años')).toBeTruthy();
    expect(address()).toContain('from=2026');
    expect(requests(`GET /dossiers/${ME}`).at(-1)?.query.toString()).toBe('from=2026');
    expect(screen.getByRole('button', { name: 'Descargar PDF' })).toHaveProperty('disabled', true);
  });

  test('of somebody else is told as theirs, and refused as what is not there', async () => {
    answer(`GET /dossiers/${OTHER}`, () => ({ ...dossier, person: { ...dossier.person, id: OTHER } }));
    await shown(`?person=${OTHER}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Portafolio de Ana Soto' })).toBeTruthy();
    const detail = 'No encontramos lo que buscas.';
    answer(`GET /dossiers/${OTHER}`, () => refusal(404, { code: 'not_found', detail }));
    await shown(`?person=${OTHER}`);
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});
