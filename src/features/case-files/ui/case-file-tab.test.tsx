import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { projectOf } from '../../../../test/jsdom/reports.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { BASE } from '../../../../test/jsdom/spending.tsx';
import type { Download } from '../../downloads/contract.ts';
import { CaseFileTab } from './case-file-tab.tsx';

const AT = '2026-11-28T15:03:10.000Z';
const DOWNLOAD: Download = {
  ...{ id: '00000000-0000-7000-8000-000000000001', title: 'Expediente FEX-2026-0001', state: 'preparing' },
  ...{ done: 1, total: 4, problem: null, fileName: null, size: null, sha256: null },
  ...{ askedAt: AT, endedAt: null, expiresAt: null },
};
const ASK = `POST ${BASE}/case-file`;

let downloads: Download[];
beforeEach(() => {
  signIn();
  downloads = [];
  answer('GET /downloads', () => ({ downloads }));
});

const shown = () => showAt(BASE, () => <CaseFileTab project={projectOf()} />);
const ask = () => screen.findByRole('button', { name: 'Preparar expediente' });

test('a case file is asked for, each time with an id of its own, and stands among the downloads', async () => {
  answer(ASK, () => {
    downloads = [DOWNLOAD];
    return DOWNLOAD;
  });
  const { user } = await shown();
  expect(await screen.findByText(/^Un ZIP con ficha, cartas de resultado, informes,/)).toBeTruthy();
  await user.click(await ask());
  const own = within(await screen.findByRole('region', { name: 'Tus descargas' }));
  expect(await own.findByRole('progressbar', { name: `Avance de ${DOWNLOAD.title}` })).toBeTruthy();
  await user.click(await ask());
  await own.findByText('Preparándose · 25 %');
  const ids = requests(ASK).map(({ body }) => (body as { download: string }).download);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
});

test('one that is refused says why, and may be asked for again', async () => {
  answer(ASK, () => refusal(409, { code: 'rule', detail: 'Ya tienes 20 descargas: quita alguna.' }));
  const { user } = await shown();
  await user.click(await ask());
  expect(await screen.findByText(/Ya tienes 20 descargas/)).toBeTruthy();
  expect((await ask()).getAttribute('data-loading')).toBeNull();
});
