import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type newUser, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { projectOf } from '../../../../test/jsdom/reports.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { BASE, button, dialog, idOf, OFFICE } from '../../../../test/jsdom/spending.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { Guide } from '../../ficha/ui/notices/guide.tsx';
import { ObservingProvider } from '../../observations/ui/observing/observing.tsx';
import { ObserveTool, SectionRemarks } from '../../observations/ui/slots.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../project-record/ui/project-context.tsx';
import { FinalRemarks } from '../../reports/ui/final-remarks.tsx';
import { ActionButtons } from './actions/action-buttons.tsx';
import { ActionProvider } from './actions/action-context.tsx';
import { PageBar } from './page-bar.tsx';

type Offer = ProjectDetail['actions'][number];
const offer = (action: Offer['action'], label: string, more: Partial<Offer> = {}): Offer => ({
  ...{ action, label, reason: null, allowed: true, requires: [], onBehalf: false, lastResort: false },
  ...more,
});

const open = (more: Partial<ProjectDetail>) => {
  const project = projectOf({ completeness: { missing: [], bySection: {} }, ...more });
  answer(`GET ${BASE}`, () => project);
  answer('GET /catalogues', () => ({
    ...{ schools: [], themes: [], periods: [], regions: [], comunas: [], bordersLicense: null },
    uploadLimitBytes: 1e8,
  }));
  return showAt(BASE, () => (
    <ProjectProvider project={project}>
      <ObservingProvider>
        <ActionProvider>
          <ActionButtons />
          <Guide />
          <FinalRemarks />
          <ObserveTool section="budget" label="Presupuesto" />
          <SectionRemarks section="budget" label="Presupuesto" />
          <PageBar slotRef={() => undefined} />
        </ActionProvider>
      </ObservingProvider>
    </ProjectProvider>
  ));
};

beforeEach(async () => {
  signIn();
  await forgetDrafts();
});

describe('the final report', () => {
  const message = 'Escríbelo en «Informes».';
  const running: Partial<ProjectDetail> = {
    actions: [offer('submit_final_report', 'Enviar informe final')],
    reportGaps: [
      { section: 'report', path: 'texts.lessons', label: 'Aprendizajes', message },
      { section: 'report', path: 'texts.results', label: 'Resultados', message },
    ],
    observations: [
      {
        ...{ id: idOf(5), text: 'Dilo mejor.', author: OFFICE, mayAnswer: true, mayResolve: false },
        ...{ section: 'report', state: 'open', createdAt: '2026-11-20T12:00:00.000Z', answers: [] },
      },
    ],
  };

  test('tells what its own texts lack, and leads to its tab', async () => {
    const { user, address } = await open(running);
    await user.click(await button('Faltan 2 datos y 1 respuesta'));
    const list = await dialog(/^Faltan/);
    expect(list.getByRole('heading', { level: 3 }).textContent).toBe('Informe final');
    await user.click(list.getByRole('button', { name: /Resultados/ }));
    expect(address()).toBe(`${BASE}?tab=informes&informe=final&field=texts.results`);
  });

  test('does so above the form, too', async () => {
    await open(running);
    const guide = within(await screen.findByRole('region', { name: 'Para enviar el informe final falta:' }));
    const link = guide.getByRole('link', { name: 'Informe final' });
    expect(link.getAttribute('href')).toMatch(/tab=informes.*informe=final/);
    expect(guide.getByText(/Aprendizajes.* y 1 más\./)).toBeTruthy();
  });

  test('is what an observation is about, unless another place is chosen', async () => {
    const { user } = await open(inReview);
    await button('Observar Informe final');
    await user.click(await button('Devolver informe'));
    const field = await screen.findByLabelText('Observación a Informe final');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});

const inReview: Partial<ProjectDetail> = {
  status: 'final_report',
  actions: [
    offer('accept_final_report', 'Aceptar informe final'),
    offer('return_final_report', 'Devolver informe', { requires: ['observation>=1'] }),
  ],
};
const RETURN = `POST ${BASE}/actions/return_final_report`;
const observeBudget = async (user: ReturnType<typeof newUser>, text: string) => {
  await user.click(await screen.findByRole('button', { name: 'Observar Presupuesto' }));
  await user.type((await screen.findAllByLabelText(/a Presupuesto$/)).at(-1) as HTMLElement, text);
};

describe('observations beside the sections', () => {
  test('are sent together, those without a word left out, and read once more before', async () => {
    answer(RETURN, () => ({ deleted: false }));
    const { user } = await open(inReview);
    await observeBudget(user, 'Falta la cotización.');
    await user.click(await button('Observar Informe final'));
    await observeBudget(user, 'Suma otra vez.');
    await user.click(await button('Devolver con 2 observaciones'));
    const asked = await dialog('Devolver informe');
    expect(asked.getAllByRole('listitem').map(li => li.textContent)).toEqual([
      'PresupuestoFalta la cotización.',
      'PresupuestoSuma otra vez.',
    ]);
    await user.click(asked.getByRole('button', { name: 'Devolver informe' }));
    await waitFor(() => expect(requests(RETURN)).toHaveLength(1));
    expect(requests(RETURN)[0]?.body).toMatchObject({
      observations: [
        { section: 'budget', text: 'Falta la cotización.' },
        { section: 'budget', text: 'Suma otra vez.' },
      ],
    });
  });

  test('are written in the middle of a word, too', async () => {
    const { user } = await open(inReview);
    await observeBudget(user, 'Fala');
    const field = (await screen.findByLabelText('Observación a Presupuesto')) as HTMLTextAreaElement;
    await user.type(field, 'lta y so', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(field.value).toBe('Falta y sola');
    expect(field.selectionStart).toBe(10);
  });

  test('make returning the main action, and are named by whoever decides without them', async () => {
    const { user } = await open(inReview);
    expect((await button('Aceptar informe final')).dataset.variant).toBe('filled');
    await observeBudget(user, 'Falta la cotización.');
    expect((await button('Devolver con 1 observación')).dataset.variant).toBe('filled');
    expect((await button('Aceptar informe final')).dataset.variant).toBe('default');
    expect(screen.queryByRole('button', { name: 'Devolver informe' })).toBeNull();
    await user.click(await button('Aceptar informe final'));
    const asked = await dialog('Aceptar informe final');
    expect(asked.getByText(/no se envía lo que observaste/)).toBeTruthy();
  });

  test('stay when what sends them is refused, and after the page is left', async () => {
    answer(RETURN, () => refusal(422, { code: 'rule', detail: 'El informe ya fue decidido.' }));
    const first = await open(inReview);
    await observeBudget(first.user, 'Falta la cotización.');
    await first.user.click(await button('Devolver con 1 observación'));
    const asked = await dialog('Devolver informe');
    await first.user.click(asked.getByRole('button', { name: 'Devolver informe' }));
    expect(await asked.findByText('El informe ya fue decidido.')).toBeTruthy();
    await first.user.click(asked.getByRole('button', { name: 'Cancelar' }));
    first.unmount();
    await open(inReview);
    expect(((await screen.findByLabelText('Observación a Presupuesto')) as HTMLTextAreaElement).value).toBe(
      'Falta la cotización.',
    );
  });

  test('are for nobody who may not return it', async () => {
    await open({ ...inReview, actions: [offer('accept_final_report', 'Aceptar informe final')] });
    await button('Aceptar informe final');
    expect(screen.queryByRole('button', { name: /^Observar/ })).toBeNull();
  });
});
