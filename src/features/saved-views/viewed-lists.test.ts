import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../../domain/kit/endpoint.ts';
import { VIEWED_LISTS } from './contract.ts';

const FEATURES = path.join(import.meta.dirname, '..');

/** Lists on screens whose views are not kept. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/notifications': 'one’s own, latest first: nothing to search or to order',
  '/institutional-indicators/:id/values': 'of one indicator: its address says which',
  '/dashboards/figures/:figure': 'of one figure: its address says which',
};

/** Endpoints by the name their contracts export them under, those of a catalogue by its own. */
async function endpoints(): Promise<Map<string, Endpoint>> {
  const found = new Map<string, Endpoint>();
  for (const file of globSync('**/contract.ts', { cwd: FEATURES }))
    for (const [name, value] of Object.entries<unknown>(await import(path.join(FEATURES, file)))) {
      if (typeof value !== 'object' || value === null) continue;
      if ('method' in value) found.set(name, value as Endpoint);
      else if ('list' in value) {
        found.set(name, value.list as Endpoint);
        found.set(`${name}.list`, value.list as Endpoint);
      }
    }
  return found;
}

test('every list on a screen keeps its views, under its own path and permission, or says why not', async () => {
  const known = await endpoints();
  const shown = new Map<string, Endpoint>();
  for (const file of globSync('**/*.tsx', { cwd: FEATURES })) {
    const source = readFileSync(path.join(FEATURES, file), 'utf8');
    for (const [tag] of source.matchAll(/<(?:DataList|CataloguePage)[\s<][\s\S]*?endpoints?=\{[^}]*\}/g)) {
      const name = /endpoints?=\{(?:\{\s*\.\.\.)?([\w.]+)/.exec(tag)?.[1] ?? '';
      const endpoint = known.get(name);
      if (!endpoint) throw new Error(`${file} shows a list of ${name}, which no contract exports`);
      shown.set(endpoint.path, endpoint);
    }
  }
  const kept = [...shown.values()].filter(each => !(each.path in LEFT_OUT));
  expect(Object.fromEntries(kept.map(each => [each.path, each.permission]))).toEqual(VIEWED_LISTS);
  // How the toolbar tells them apart, which carries no list of lists.
  const told = [...shown.values()].filter(
    each => 'sort' in ((each.query as z.ZodObject | undefined)?.shape ?? {}) && !each.path.includes(':'),
  );
  expect(told).toEqual(kept);
  for (const { path: at, method, query } of kept) {
    const fields = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
    expect([at, method, fields]).toEqual([at, 'GET', expect.arrayContaining(['q', 'page', 'size', 'sort'])]);
    expect(at).toMatch(/^\/[a-z/-]{1,99}$/);
  }
  expect([...shown.keys()].filter(at => at in LEFT_OUT).toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
});
