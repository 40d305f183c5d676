import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { INSTRUMENT, idOf, OPEN, PROJECT, waveOf } from '../../../../test/jsdom/surveys.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { saveSession } from '../../../web/storage.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import type { WaveRow } from '../contract.ts';
import { PartnerSurveys } from './partner-surveys.tsx';
import { ProjectSurveys } from './project-surveys.tsx';
import { SurveysPage } from './surveys-page.tsx';

const OFFICE = waveOf({ id: idOf(11), title: 'Egreso', project: null, audience: 'students' });
let stored: WaveRow[];
let page: Awaited<ReturnType<typeof showAt>>;

const as = (...roles: Role[]) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
const show = async (search = '') => {
  page = await showAt(`/surveys${search}`, SurveysPage);
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [waveOf(OPEN), OFFICE];
  answer('GET /waves', () => ({ rows: stored, total: stored.length }));
  const row = {
    ...{ ...INSTRUMENT, purpose: 'Para quienes trabajaron con nosotros.', active: true, version: 1 },
    ...{ questions: 3, waves: 1, updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: null },
  };
  const empty = { ...row, id: idOf(31), name: 'Sin preguntas', questions: 0 };
  answer('GET /instruments', () => ({ rows: [row, empty], total: 2 }));
  answer('GET /options/organisation', () => []);
  answer('GET /options/awarded', () => [
    { id: PROJECT.id, label: `${PROJECT.code} ${PROJECT.title}`, hint: '2026-1' },
  ]);
});

describe('the list of surveys', () => {
  test('says state, for whom, of what and how many answered', async () => {
    await show();
    const [, first, second] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows[1]?.textContent).toContain('Socios 2026');
      return rows;
    });
    for (const words of ['Abierta', 'Socios', PROJECT.code, INSTRUMENT.name, '31-12-2090', '12 de 40'])
      expect(first?.textContent).toContain(words);
    for (const words of ['Borrador', 'Estudiantes', 'De la oficina'])
      expect(second?.textContent).toContain(words);
    expect(screen.getByRole('link', { name: 'Instrumentos' }).getAttribute('href')).toBe(
      '/surveys/instruments',
    );
    await page.user.click(screen.getByRole('link', { name: 'Socios 2026' }));
    await waitFor(() => expect(page.address()).toBe(`/surveys/${idOf(10)}`));
  });

  test('is narrowed as its address says, and says what it is narrowed by in it', async () => {
    await show(`?state=open&instrument=${INSTRUMENT.id}`);
    await screen.findByText('Socios 2026');
    const [asked] = requests('GET /waves');
    expect([asked?.query.get('state'), asked?.query.get('instrument')]).toEqual(['open', INSTRUMENT.id]);
    const filter = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
    expect(filter('Estado').value).toBe('Abierta');
    await waitFor(() => expect(filter('Instrumento').value).toBe(INSTRUMENT.name));
    await page.user.click(filter('Para quién'));
    await page.user.click(await screen.findByRole('option', { name: 'Estudiantes' }));
    await waitFor(() => expect(page.address()).toContain('audience=students'));
    expect(page.address()).toContain('state=open');
  });

  test('tells who has no project what will stand there, and opens no form', async () => {
    as('Academic');
    stored = [];
    answer('GET /options/awarded', () => []);
    await show('?open=new');
    expect(await screen.findByText('No hay encuestas que puedas ver')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Nueva encuesta' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('tells who has one how to begin', async () => {
    as('Academic');
    stored = [];
    await show();
    expect(await screen.findByText('Todavía no hay encuestas')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: 'Nueva encuesta' })).toHaveLength(2);
  });
});

describe('the form of a survey', () => {
  type Form = Awaited<ReturnType<typeof dialog>>;
  const send = (form: Form) => page.user.click(form.getByRole('button', { name: 'Crear encuesta' }));
  const choose = async (form: Form, field: RegExp, option: RegExp | string) => {
    await page.user.click(form.getByRole('combobox', { name: field }));
    await page.user.click(await screen.findByRole('option', { name: option }));
  };
  const openForm = async () => {
    await show();
    await page.user.click(await screen.findByRole('button', { name: 'Nueva encuesta' }));
    return dialog('Nueva encuesta');
  };

  test('asks for what is missing at its field, offers a title, and leads to the page', async () => {
    as('Academic');
    const form = await openForm();
    await send(form);
    // Title, instrument, project and how it is answered.
    expect(await form.findAllByText('Este campo es obligatorio.')).toHaveLength(4);
    expect(form.getByText('Elige una de las opciones.')).toBeTruthy();
    expect(requests('POST /waves')).toEqual([]);
    await choose(form, /^Instrumento/, /Satisfacción de socios/);
    const title = form.getByRole<HTMLInputElement>('textbox', { name: /^Título/ });
    await waitFor(() => expect(title.value).toMatch(/^Satisfacción de socios \d{4}$/));
    // Beside the option, and below the field that it was chosen in.
    expect(form.getAllByText('Para quienes trabajaron con nosotros.')).toHaveLength(2);
    await choose(form, /^Proyecto/, /Huertas escolares/);
    await choose(form, /^Para quién/, 'Socios');
    expect(form.getByText('No se puede cambiar después de enviarla.')).toBeTruthy();
    await page.user.click(form.getByRole('radio', { name: 'Anónima' }));
    await page.user.click(form.getByRole('checkbox', { name: '3 días antes' }));
    const { release } = held('POST /waves', () => waveOf());
    await send(form);
    await send(form);
    release();
    await waitFor(() => expect(page.address()).toBe(`/surveys/${idOf(10)}`));
    expect(requests('POST /waves').map(({ body }) => body)).toEqual([
      {
        ...{ title: title.value, instrumentId: INSTRUMENT.id, projectId: PROJECT.id, message: '' },
        ...{ audience: 'partners', anonymous: true, reminderDays: [7, 3, 2] },
        lastDay: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    ]);
  });

  test('offers no instrument without questions, and no fourth reminder', async () => {
    const form = await openForm();
    await page.user.click(form.getByRole('combobox', { name: /^Instrumento/ }));
    expect(await screen.findByRole('option', { name: /Satisfacción de socios/ })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Sin preguntas/ })).toBeNull();
    await page.user.keyboard('{Escape}');
    await page.user.click(form.getByRole('checkbox', { name: '1 día antes' }));
    expect(form.getByRole('checkbox', { name: '14 días antes' })).toHaveProperty('disabled', true);
  });

  test('keeps a title that was written, and what the server refuses is told at its field', async () => {
    const form = await openForm();
    const title = form.getByRole<HTMLInputElement>('textbox', { name: /^Título/ });
    await page.user.type(title, 'La mía');
    await choose(form, /^Instrumento/, /Satisfacción de socios/);
    await choose(form, /^Para quién/, 'Socios');
    await page.user.click(form.getByRole('radio', { name: 'Con nombre' }));
    const message = 'El último día no puede ser antes de hoy.';
    answer('POST /waves', () =>
      refusal(422, { code: 'rule', detail: message, errors: [{ path: 'lastDay', message }] }),
    );
    await send(form);
    await waitFor(() =>
      expect(form.getByRole('textbox', { name: /^Último día/ }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(title.value).toBe('La mía');
    // The office's own.
    expect(requests('POST /waves')[0]?.body).toMatchObject({ projectId: null, anonymous: false });
  });
});

describe('surveys on the page of a project', () => {
  const project = (more: object = {}) =>
    ({
      ...PROJECT,
      status: 'running',
      lead: { id: ME, name: 'Ana' },
      alternate: null,
      ...more,
    }) as Partial<ProjectDetail> as ProjectDetail;
  const showProject = async (more: object = {}) => {
    page = await showAt('/x', () => <ProjectSurveys project={project(more)} />);
  };

  test('are listed with what came of each instrument over the years', async () => {
    as('Academic');
    stored = [waveOf({ ...OPEN, state: 'ready' }), waveOf({ id: idOf(12), title: 'Otra' })];
    await showProject();
    expect((await screen.findByRole('link', { name: 'Socios 2026' })).getAttribute('href')).toBe(
      `/surveys/${idOf(10)}`,
    );
    expect(requests('GET /waves')[0]?.query.get('project')).toBe(PROJECT.id);
    expect(screen.getByRole('link', { name: INSTRUMENT.name }).getAttribute('href')).toBe(
      `/surveys/series/${INSTRUMENT.id}?project=${PROJECT.id}`,
    );
    await page.user.click(screen.getByRole('button', { name: 'Nueva encuesta' }));
    const form = await dialog('Nueva encuesta');
    expect(form.getByText('Proyecto: PAC-2026-0001 Huertas escolares')).toBeTruthy();
    expect(form.queryByRole('combobox', { name: /^Proyecto/ })).toBeNull();
    await page.user.click(form.getByRole('button', { name: 'Cancelar' }));
    await gone();
  });

  test('are only read by who does not lead it, be it that there is none', async () => {
    as('Academic');
    stored = [];
    await showProject({ lead: { id: idOf(99), name: 'Eva' } });
    expect(await screen.findByText('No hay encuestas de este proyecto que puedas ver')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('are no failure for who may read none at all', async () => {
    as('Reviewer');
    answer('GET /waves', () => refusal(403, { code: 'forbidden', detail: 'No.' }));
    await showProject({ lead: { id: idOf(99), name: 'Eva' } });
    expect(await screen.findByText('No hay encuestas de este proyecto que puedas ver')).toBeTruthy();
  });
});

test('surveys on the page of a partner are those with it, and are asked for again after a failure', async () => {
  let isBroken = true;
  answer('GET /waves', () =>
    isBroken ? refusal(422, { detail: 'No se pudo.' }) : { rows: stored, total: 30 },
  );
  page = await showAt('/x', () => <PartnerSurveys organisation={{ id: idOf(40), name: 'Tomé' }} />);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  isBroken = false;
  await page.user.click(retry);
  expect(await screen.findByRole('link', { name: 'Egreso' })).toBeTruthy();
  expect(requests('GET /waves')[0]?.query.get('partner')).toBe(idOf(40));
  expect(screen.getByRole('link', { name: 'Ver las 30 encuestas' }).getAttribute('href')).toBe(
    `/surveys?partner=${idOf(40)}`,
  );
});
