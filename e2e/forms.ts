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
