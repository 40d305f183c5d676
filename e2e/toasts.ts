import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

declare global {
  /** What the page has said since somebody last did something there, and no story has asked for; without buttons. */
  var shownToasts: string[] | undefined;
}

/**
 * Keeps what the pages of a context announce. A toast goes away after five seconds, by the clock: where the machine
 * stands still for as long, whoever only looks comes too late. What was said before the last click or key is forgotten:
 * it is no answer to it.
 */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const known = new WeakSet<Element>();
    const shown: string[] = [];
    globalThis.shownToasts = shown;
    const forget = () => shown.splice(0);
    for (const action of ['pointerdown', 'keydown'])
      document.addEventListener(action, forget, { capture: true });
    new MutationObserver(() => {
      for (const alert of document.querySelectorAll('[role="alert"]')) {
        if (known.has(alert) || !alert.checkVisibility()) continue;
        const words = alert.cloneNode(true) as Element;
        for (const button of words.querySelectorAll('button')) button.remove();
        if (!words.textContent) continue;
        known.add(alert);
        shown.push(words.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** What this document announces from now on stays, as in a window without the focus: for who acts on it. */
export const keepToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => false;
  });

/** A message while it is on screen, to act on it; see {@link keepToasts}. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text });

/**
 * The page has shown this message once since the last click or key, or since it was last asked for. Whoever has read it
 * takes the pointer away: a message that came up under it would stay for good, and cover what comes next.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    const shown = await page.evaluate(() => globalThis.shownToasts);
    if (!shown) throw new Error('Nobody keeps what this page shows: call `recordToasts` on its context.');
    const found = shown.filter(each => (typeof text === 'string' ? each.includes(text) : text.test(each)));
    expect(found, `One message like ${text} among ${JSON.stringify(shown)}`).toHaveLength(1);
    await page.evaluate(
      taken => globalThis.shownToasts?.splice(globalThis.shownToasts.indexOf(taken), 1),
      found[0] ?? '',
    );
  }).toPass({ timeout: 20_000 });
  await page.mouse.move(0, 0);
}
