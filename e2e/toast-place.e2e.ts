import type { Locator } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { chooseFile } from './forms.ts';
import { projectPath, startProject } from './project-api.ts';
import { keepToasts, toast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('It is not on screen');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};
type Box = Awaited<ReturnType<typeof boxOf>>;
const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`what the page announces covers neither its header nor its bar, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signInAs(page, 'camila.rojas@biosur.example');
    const project = await startProject(page, 'Avisos que no tapan');
    await page.goto(`${projectPath(project)}?tab=files`);
    await keepToasts(page);
    const button = page.getByRole('button', { name: /^Subir/ }).first();
    for (const name of ['primero.pdf', 'segundo.pdf']) {
      await chooseFile(button, { name, mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
      await expect(toast(page, `${name} está vacío.`)).toBeVisible();
    }
    const [first, second] = [toast(page, 'primero.pdf'), toast(page, 'segundo.pdf')];
    const send = page.getByRole('button', { name: 'Enviar' }).last();
    // At rest, once they have come in.
    await expect(async () => {
      const [older, newer] = [await boxOf(first), await boxOf(second)];
      expect(newer.bottom).toBeLessThanOrEqual(older.top);
      expect(older.right).toBeLessThanOrEqual(width);
      expect(older.top).toBeGreaterThan(height / 2);
      const buttons = page.getByRole('banner').getByRole('button');
      const others = [send, ...(await buttons.all())];
      for (const other of others) {
        const box = await boxOf(other);
        for (const each of [older, newer])
          expect(overlap(each, box), JSON.stringify([each, box])).toBe(false);
      }
      const bar = await boxOf(send.locator('xpath=ancestor::div[contains(@class, "no-print")][1]'));
      for (const each of [older, newer]) expect(overlap(each, bar), JSON.stringify([each, bar])).toBe(false);
    }).toPass();
  });
