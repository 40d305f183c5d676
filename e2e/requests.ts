import { expect, type Page } from '@playwright/test';

/** Counts the requests of a page from now on. */
export function watchRequests(page: Page) {
  let underWay = 0;
  const begin = () => {
    underWay += 1;
  };
  const end = () => {
    underWay -= 1;
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    /** Waits until everything asked for has come and the page, with nothing left to do, asks for no more. */
    async settle(): Promise<void> {
      await expect
        .poll(async () => {
          await page.evaluate(
            () => new Promise(resolve => requestIdleCallback(() => requestAnimationFrame(resolve))),
          );
          return underWay;
        })
        .toBe(0);
    },
    /** Counts no more. */
    stop(): void {
      page.off('request', begin);
      page.off('requestfinished', end);
      page.off('requestfailed', end);
    },
  };
}
