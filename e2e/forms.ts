import { expect, type Locator, type Page } from '@playwright/test';

/** A text, in the window in which long texts are written. */
export async function writeText(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Editar ${label}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  await dialog.locator('.ql-editor').fill(text);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog).toBeHidden();
}

/** Takes a step of a project by the last button of its name; `fill` gives along what it asks for. */
export async function takeStep(
  page: Page,
  name: string,
  fill?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  const dialog = page.getByRole('dialog', { name });
  await fill?.(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Writes an observation beside a section, or the final report, by the words of its title. */
export async function observe(page: Page, place: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Observar ${place}`, exact: true }).click();
  const field = page.getByLabel(new RegExp(`^Observación( \\d+)? a ${place}$`)).last();
  await expect(field).toBeFocused();
  await field.fill(text);
}

/** Returns the project with the `count` observations written so far. */
export async function returnWith(page: Page, count: number): Promise<void> {
  const name = `Devolver con ${count === 1 ? '1 observación' : `${count} observaciones`}`;
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: /^Devolver/ });
  await expect(dialog.getByRole('list', { name: 'Observaciones' }).getByRole('listitem')).toHaveCount(count);
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  await expect(dialog).toBeHidden();
}

export async function chooseFile(
  button: Locator,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const choosing = button.page().waitForEvent('filechooser');
  await button.click();
  await (await choosing).setFiles(file);
}

/** A PDF that is like no other. */
export const pdfFile = (name: string) => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(`%PDF-1.4\n% ${name} ${crypto.randomUUID()}\n%%EOF\n`),
});
