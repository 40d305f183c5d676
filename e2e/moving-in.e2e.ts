import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, openWindow, test } from './fixtures.ts';
import { type Installation, newInstallation } from './installation.ts';

const OFFICES = path.resolve(import.meta.dirname, '../test/fixtures/offices');
/** Clicks, choices in lists and dialogs that thirty people and twenty past projects may take. */
const MOST_CLICKS = 40;

let installation: Installation;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  installation = await newInstallation();
});
test.afterAll(() => installation.end());

/** A hand on the mouse that counts: typing and reading cost nothing, every press does. */
class Hand {
  clicks = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  button(name: string | RegExp): Promise<void> {
    return this.click(this.page.getByRole('button', { name }));
  }
  /** The file is chosen in the dialog of the system: one click opens it, one takes the file. */
  async choose(file: string): Promise<void> {
    this.clicks += 2;
    await this.page.locator('input[type="file"]').setInputFiles(path.join(OFFICES, file));
  }
  /** Says what a text of the file means, found by typing. */
  async say(text: string, meaning: string): Promise<void> {
    const picker = this.page.getByRole('combobox', { name: `Qué significa «${text}»` });
    await this.click(picker);
    await picker.fill(meaning);
    await this.click(this.page.getByRole('option', { name: meaning }).first());
    await expect(picker).toBeHidden();
  }
  /** Writes in a cell of the preview. */
  async write(cell: string, text: string): Promise<void> {
    await this.click(this.page.getByRole('button', { name: new RegExp(`^${cell}:`) }));
    const input = this.page.getByRole('combobox', { name: cell });
    await input.fill(text);
    await input.press('Enter');
    await expect(input).toBeHidden();
  }
}

const done = (page: Page) => page.getByRole('status').filter({ hasText: 'La importación terminó' });

test('an office moves in with its own spreadsheets: thirty people and twenty projects in forty clicks', async ({
  browser,
}) => {
  const page = await openWindow(browser, 'Admin', { baseURL: installation.origin });
  const hand = new Hand(page);
  await page.goto('/admin/users');
  await hand.click(page.getByRole('link', { name: 'Importar personas' }));
  await hand.choose('norte-personas.xlsx');
  await expect(page.getByText('Se leyó la hoja «Nómina».')).toBeVisible();
  await expect(page.getByText('2 columnas no se usan: RUT, JORNADA.')).toBeVisible();
  await expectAccessible(page);
  await hand.button(/^Dejar \d+ sin rol$/);
  await hand.write('Correo de la fila 12', 'pedro.ibanez@unorte.example');
  await hand.button('Importar 30 personas');
  await expect(done(page)).toContainText('Nuevas: 30');

  await page.goto('/projects');
  await hand.click(page.getByRole('link', { name: 'Importar históricos' }));
  await hand.choose('austral-proyectos.csv');
  await hand.button(/^Aceptar \d+ sugerencias$/);
  await hand.say('Terminado OK', 'Cerrado');
  await hand.say('Pendiente informe', 'Cerrado');
  await hand.say('Divulgación científica', 'EXT');
  await hand.say('L. Muñoz', 'Luis Alberto Muñoz');
  await hand.say('María Fuentes', 'María Fuentes Ojeda');
  await hand.say('Roberto Inzunza Mardones', 'Patricio Salinas');
  await expectAccessible(page);
  await hand.write('Código de la fila 9', 'VCM-20-04');
  await hand.write('Código de la fila 13', 'VCM-21-04');
  await hand.write('Estado de la fila 8', 'Cancelado');
  await hand.write('Beneficiarios directos de la fila 12', '90');
  await hand.button('Importar 20 proyectos históricos');
  await expect(done(page)).toContainText('Nuevos: 20');
  expect(hand.clicks).toBeLessThanOrEqual(MOST_CLICKS);
});
