import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import { BASE, Spending, showPart } from '../../../../test/jsdom/spending.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { SpendingTab } from './spending-tab.tsx';

const PROJECT = { id: 'p1', kind: 'fexs', code: 'FEX-2026-0001', status: 'running', sections: [], files: [] };
const asks = () => ['expenses', 'statements', 'payments'].flatMap(part => requests(`GET ${BASE}/${part}`));

beforeEach(signIn);

test('who may not see what is spent is told who does, and nothing is asked for', async () => {
  new Spending().serve();
  answer(`GET ${BASE}`, () => ({ ...PROJECT, readsSpending: false }) as Partial<ProjectDetail>);
  await showPart(<SpendingTab />);
  expect(await screen.findByRole('heading', { name: 'No hay gastos que puedas ver' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /reintentar/i })).toBeNull();
  expect(asks()).toEqual([]);
});
