import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { certificateOf } from '../../../../../test/jsdom/certificates.tsx';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { idOf, PROJECT } from '../../../../../test/jsdom/surveys.tsx';
import { saveSession } from '../../../../web/storage.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import type { Certificate } from '../../contract.ts';
import type { ProjectCertificates as Given } from '../../issuing/contract.ts';
import { ProjectCertificates } from './project-certificates.tsx';

const ONE = certificateOf({ activity: 'Taller de riego' });
const PATH = `GET /projects/pacs/${PROJECT.id}/certificates`;
let given: Given;
let stored: Certificate[];
let page: Awaited<ReturnType<typeof showAt>>;

const show = async (more: Partial<ProjectDetail> = {}) => {
  const project = { ...PROJECT, status: 'running', ...more } as Partial<ProjectDetail> as ProjectDetail;
  page = await showAt('/x', () => <ProjectCertificates project={project} />);
};

beforeEach(() => {
  signIn();
  stored = [ONE];
  given = {
    ...{ rule: 'activity', givesParticipants: true, closing: { people: 4, issued: 0 } },
    activities: [
      { id: idOf(61), name: 'Taller de riego', day: '2026-09-10', people: 10, issued: 8, refused: null },
      {
        ...{ id: idOf(62), name: 'Feria', day: '2090-09-10', people: 3, issued: 0 },
        refused: 'Se emiten desde el día de la actividad.',
      },
    ],
  };
  answer(PATH, () => given);
  answer('GET /certificates', () => ({ rows: stored, total: stored.length }));
});

test('says when they are given, how many have one, and shows those that were issued', async () => {
  answer(`GET /certificates/${ONE.id}`, () => ONE);
  await show();
  expect(await screen.findByText(/^Quienes asisten reciben un certificado por cada actividad/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Equipo' }).textContent).toContain(
    '0 de 4 con certificado. Se emiten solos cuando se acepta el informe final.',
  );
  const cards = within(screen.getByRole('region', { name: 'Actividades' })).getAllByRole('listitem');
  expect(cards[0]?.textContent).toContain('10-09-2026 · 8 de 10 con certificado');
  await page.user.click(await screen.findByRole('button', { name: 'Rosa Elgueta' }));
  expect(requests('GET /certificates')[0]?.query.get('project')).toBe(PROJECT.id);
  expect(await screen.findByRole('dialog', { name: 'Certificado 2026-000123' })).toBeTruthy();
});

test('issues to who came and has none, after it has said to how many', async () => {
  await show();
  await page.user.click(
    await screen.findByRole('button', { name: 'Emitir certificados de Taller de riego' }),
  );
  const asked = within(await screen.findByRole('dialog', { name: 'Emitir certificados' }));
  expect(asked.getByText(/a 2 personas de la lista de «Taller de riego»/)).toBeTruthy();
  const path = `POST /projects/pacs/${PROJECT.id}/activities/${idOf(61)}/certificates`;
  answer(path, () => refusal(422, { code: 'rule', detail: 'Nadie sin certificado.' }));
  await page.user.click(asked.getByRole('button', { name: 'Emitir' }));
  expect((await asked.findByRole('alert')).textContent).toBe('Nadie sin certificado.');
  answer(path, () => {
    const [first, ...rest] = given.activities;
    if (first) given = { ...given, activities: [{ ...first, issued: 10 }, ...rest] };
    return { issued: 2 };
  });
  await page.user.click(asked.getByRole('button', { name: 'Emitir' }));
  expect(await screen.findByText('Se emitieron 2 certificados.')).toBeTruthy();
  expect(await screen.findByText(/10 de 10 con certificado/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('says why an activity gives none yet, and offers nothing to who only reads', async () => {
  await show();
  const button = await screen.findByRole('button', { name: 'Emitir certificados de Feria' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/3 con certificado · Se emiten desde el día de la actividad\./)).toBeTruthy();
  await page.user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  page.unmount();
  given = { ...given, activities: given.activities.map(({ refused: _, ...rest }) => rest) };
  await show();
  await screen.findByText('Taller de riego', { selector: 'span' });
  expect(screen.queryByRole('button', { name: /^Emitir/ })).toBeNull();
});

test.each([
  [
    'none',
    true,
    'Este tipo de proyecto no emite certificados por sí mismo: los emite la oficina, cuando se cierra.',
    null,
  ],
  ['closing', true, /^El equipo y quienes asistieron/, 'Equipo y participantes'],
  ['closing', false, /^Según la Ficha, sus actividades no entregan certificado/, 'Equipo'],
  ['activity', false, /^Según la Ficha, sus actividades no entregan certificado/, 'Equipo'],
] as const)(
  'of the rule %s, participants %s, says what it means',
  async (rule, givesParticipants, words, who) => {
    given = { ...given, rule, givesParticipants, activities: [] };
    await show();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Actividades' })).toBeNull();
    expect(screen.queryByRole('heading', { name: /^Equipo/ })?.textContent).toBe(who ?? undefined);
  },
);

test('says who issues what is missing of a project that was closed before', async () => {
  await show({ status: 'closed' });
  const link = await screen.findByRole('link', { name: 'Emitir certificados' });
  expect(link.getAttribute('href')).toBe('/certificates/issue');
  page.unmount();
  saveSession({ token: 't', user: { id: ME, email: 'ana@u.cl', name: 'Ana', roles: ['Academic'] } });
  await show({ status: 'closed' });
  expect(await screen.findByText(/Los que faltan los emite la oficina\./)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Emitir certificados' })).toBeNull();
});

test('its list is searched, and downloaded whole', async () => {
  await show();
  answer('GET /certificates/archive', () => refusal(422, { code: 'rule', detail: 'Ninguno vale.' }));
  await page.user.click(await screen.findByRole('button', { name: 'Descargar PDF (ZIP)' }));
  expect(await screen.findByText('Ninguno vale.')).toBeTruthy();
  expect(requests('GET /certificates/archive')[0]?.query.get('project')).toBe(PROJECT.id);
  await page.user.click(within(screen.getByRole('dialog')).getByText('Cerrar'));
  stored = [];
  await page.user.type(screen.getByRole('textbox', { name: 'Buscar en los certificados' }), 'nadie');
  expect(await screen.findByText('Ningún certificado coincide con la búsqueda.')).toBeTruthy();
  expect(requests('GET /certificates').at(-1)?.query.get('q')).toBe('nadie');
});

test('is no failure for who may read none, and asked for again after one', async () => {
  answer(PATH, () => refusal(403, { code: 'forbidden', detail: 'No.' }));
  await show();
  expect(await screen.findByText('No hay certificados de este proyecto que puedas ver')).toBeTruthy();
  page.unmount();
  answer(PATH, () => refusal(422, { code: 'rule', detail: 'No se pudo.' }));
  await show();
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  answer(PATH, () => given);
  await page.user.click(retry);
  expect(await screen.findByRole('region', { name: 'Actividades' })).toBeTruthy();
});
