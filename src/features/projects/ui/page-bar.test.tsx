import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { projectOf } from '../../../../test/jsdom/reports.tsx';
import { answer } from '../../../../test/jsdom/server.tsx';
import { BASE, button, dialog, idOf, OFFICE } from '../../../../test/jsdom/spending.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { Guide } from '../../ficha/ui/notices/guide.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../project-record/ui/project-context.tsx';
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
      <ActionProvider>
        <ActionButtons />
        <Guide />
        <PageBar slotRef={() => undefined} />
      </ActionProvider>
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

  test('is what an observation is about, unless something else is chosen', async () => {
    const { user } = await open({
      status: 'final_report',
      actions: [
        offer('accept_final_report', 'Aceptar informe final'),
        offer('return_final_report', 'Devolver informe', { requires: ['observation>=1'] }),
      ],
    });
    await user.click(await button('Devolver informe'));
    const asked = await dialog('Devolver informe');
    const about = asked.getByRole<HTMLSelectElement>('combobox', { name: /observación 1/ });
    expect(about.value).toBe('report');
    expect([...about.options].slice(0, 2).map(o => o.text)).toContain('Informe final');
    // Where it is looked at, other sections are there, too.
    expect([...about.options].length).toBeGreaterThan(1);
  });
});
