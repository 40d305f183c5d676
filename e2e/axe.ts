import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/**
 * Colours are judged at rest: nothing is on its way, and what fades has ended. The scheme is the light one; of the dark
 * one the theme's own test proves every pair of colours.
 */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(
    0,
  );
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  // What is held, as a toast under the pointer, is at rest, too: it would be waited for in vain.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(a => a.playState !== 'running' || a.effect?.getComputedTiming().iterations === Infinity),
  );
}

const STANDARD: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
  iframes: false,
};

/** The wrapper that is made for this loads the rules anew each time and describes what passed, at three times the cost. */
async function violations(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async options => {
    const page = window as unknown as { axe: typeof axe };
    // Nobody reaches what lies under a dialog.
    const covered = document.querySelector('[aria-modal="true"]') ? ['#root'] : [];
    const rules = {
      // A menu hangs below the body, outside the landmarks, as menus do.
      ...(document.querySelector('[role="menu"]') && { region: { enabled: false } }),
      // Half of the work, and the same at every width.
      ...(window.innerWidth < 600 && { 'color-contrast': { enabled: false } }),
    };
    return (await page.axe.run({ exclude: covered }, { ...options, rules })).violations;
  }, STANDARD);
}

/** No violation of WCAG 2.2 AA that a machine can find, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await settle(page);
  const found = (await violations(page)).map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(node => node.html).join('\n  ')}`,
  );
  expect(found, page.url()).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
}

/** The same at the end of a page: anywhere else the bar at its foot covers what lies below the fold. */
export async function expectAccessibleAtEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
}
