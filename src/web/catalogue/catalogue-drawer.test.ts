// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '../../domain/endpoint.ts';

const kept = vi.hoisted(() => new Map<string, unknown>());
const call = vi.hoisted(() => vi.fn());
vi.mock('../api.ts', () => ({ call }));
vi.mock('../drafts.ts', () => ({
  draftOwner: () => 'ana',
  getDraft: async (_: string, key: string[]) => kept.get(key.join('/')),
  putDraft: async (_: string, key: string[], value: unknown) => void kept.set(key.join('/'), value),
  dropDraft: async (_: string, key: string[]) => void kept.delete(key.join('/')),
  forgetDrafts: async (key: string[]) => void kept.delete(key.join('/')),
}));

const { TextField } = await import('../form/fields.tsx');
const { CatalogueDrawer } = await import('./catalogue-drawer.tsx');

const endpoint = { path: '/things', body: z.object({ name: z.string() }) } as unknown as AnyEndpoint;
const screen = {
  noun: 'thing',
  words: { add: 'Nueva', create: 'Crear', edit: 'Editar' },
  endpoints: { create: endpoint, update: endpoint },
  initial: { name: '' },
  nameOf: (row: { name: string }) => row.name,
  valuesOf: ({ name }: { name: string }) => ({ name }),
  labels: { name: 'Nombre' },
  fields: () => h(TextField, { name: 'name', label: 'Nombre' }),
} as unknown as Parameters<typeof CatalogueDrawer>[0]['screen'];

type Row = Parameters<typeof CatalogueDrawer>[0]['row'];

function Page({ row = null }: { row?: Row }) {
  const [open, setOpen] = useState(true);
  return open ? h(CatalogueDrawer, { screen, row, open, onClose: () => setOpen(false) }) : null;
}

const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 20)));

async function show(row: Row) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const page = h(QueryClientProvider, { client: new QueryClient() }, h(Page, { row }));
  await act(async () => root.render(h(MantineProvider, null, page)));
  await settle();
  return root;
}

async function send() {
  await act(async () => document.querySelector('form')?.requestSubmit());
  await settle();
}

async function typeAndSend() {
  const root = await show(null);
  const input = document.querySelector('input') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Artes');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
  expect([...kept.keys()]).toEqual(['thing/new']);
  await send();
  await act(async () => root.unmount());
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function observing() {
      return observer;
    }),
  );
  kept.clear();
  call.mockReset();
});

test('what was created leaves no draft for the next new one', async () => {
  call.mockResolvedValue({ id: '1', name: 'Artes' });
  await typeAndSend();
  expect(call).toHaveBeenCalledOnce();
  expect([...kept.keys()]).toEqual([]);
});

test('what was refused stays a draft', async () => {
  call.mockRejectedValue(new Error('no'));
  await typeAndSend();
  expect([...kept.keys()]).toEqual(['thing/new']);
});

test('restored work is sent over the version it started from, not over what somebody else saved meanwhile', async () => {
  const [old, newer] = ['2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z'];
  kept.set('thing/1', { value: { name: 'Artes mías' }, base: old, at: old });
  call.mockRejectedValue(new Error('no'));
  const root = await show({ id: '1', name: 'Artes ajenas', updatedAt: newer, updatedBy: null } as Row);
  await send();
  expect(call.mock.calls[0]?.[1].body).toEqual({ name: 'Artes mías', updatedAt: old });
  await act(async () => root.unmount());
});
