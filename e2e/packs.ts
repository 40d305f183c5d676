import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { unzipped } from '../test/zips.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './fixtures.ts';

/** Has the pack of a button, unpacks it, and opens its index in a page of its own. */
export async function openIndex(page: Page, button: Locator, info: TestInfo): Promise<Page> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const kept = info.outputPath('pack.zip');
  await file.saveAs(kept);
  const folder = info.outputPath('pack');
  for (const [entry, content] of await unzipped(await readFile(kept))) {
    await mkdir(path.join(folder, path.dirname(entry)), { recursive: true });
    await writeFile(path.join(folder, entry), content);
  }
  const index = await page.context().newPage();
  await index.goto(`file://${folder}/00-indice.html`);
  return index;
}

/** As wide as its window, and without a finding in light and dark. */
export async function expectReadable(index: Page): Promise<void> {
  expect(await index.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await index.emulateMedia({ colorScheme });
    await expectAccessible(index);
  }
}
