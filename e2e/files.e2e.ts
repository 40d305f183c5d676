import { writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { photoWith } from '../test/photos.ts';
import { sampleFiles } from '../test/samples.ts';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { projectPath, startProject } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';

async function openFiles(page: Page, title: string) {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, title);
  await page.goto(`${projectPath(ref)}?tab=files`);
  return ref;
}

async function choose(page: Page, info: TestInfo, name: string, bytes: Buffer, click: () => Promise<void>) {
  const file = info.outputPath(name);
  await writeFile(file, bytes);
  const choosing = page.waitForEvent('filechooser');
  await click();
  await (await choosing).setFiles(file);
}
const add = (page: Page, info: TestInfo, name: string, bytes: Buffer) =>
  choose(page, info, name, bytes, () =>
    page.getByRole('button', { name: 'Subir archivo: Otro documento' }).click(),
  );
const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });

async function inMenu(page: Page, name: string, item: RegExp) {
  await page.getByRole('button', { name: `Más acciones de ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF`);

test('a file gets another version; the one before stays and counts again when the newer goes @both', async ({
  page,
}, info) => {
  await openFiles(page, 'Convenio con versiones');
  await add(page, info, 'convenio.pdf', pdf('uno'));
  await expectToast(page, 'convenio.pdf quedó guardado.');
  await choose(page, info, 'convenio-firmado.pdf', pdf('dos'), () =>
    inMenu(page, 'convenio.pdf', /Subir una versión nueva/),
  );
  await expectToast(page, 'convenio-firmado.pdf quedó guardado.');
  await expect(rowOf(page, 'convenio-firmado.pdf')).toContainText('Versión 2');
  await inMenu(page, 'convenio-firmado.pdf', /Ver versiones \(2\)/);
  const versions = page
    .getByRole('list', { name: 'Versiones de convenio-firmado.pdf' })
    .getByRole('listitem');
  await expect(versions).toHaveText([/Versión 2 · la que vale.*Sin revisar/, /Versión 1.*convenio\.pdf/]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Eliminar la versión 2 de convenio-firmado.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar versión' }).click();
  await expect(rowOf(page, 'convenio.pdf')).toBeVisible();
  await expect(rowOf(page, 'convenio.pdf')).not.toContainText('Versión 2');
});

test('a photo shows itself small, and says who is on it and whether it may be published @both', async ({
  page,
}, info) => {
  await openFiles(page, 'Feria con fotos');
  await add(page, info, 'feria.jpg', await photoWith({ width: 800, height: 600, orientation: 6 }));
  await expectToast(page, 'feria.jpg quedó guardado.');
  const thumbnail = rowOf(page, 'feria.jpg').locator('img');
  await expect
    .poll(() => thumbnail.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([300, 400]);

  await page.getByRole('button', { name: '¿Se reconocen personas?: feria.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personas en «feria.jpg»' });
  await dialog.getByRole('radio', { name: 'Sí, también menores de edad' }).check();
  // For minors nobody's word is enough.
  await expect(dialog.getByRole('radio', { name: /de palabra/ })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Sí, por escrito' }).check();
  await dialog.getByLabel('Dónde está guardada la autorización').fill('Carpeta 2026');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const answer = rowOf(page, 'feria.jpg').getByRole('button', { name: /menores de edad/ });
  await expect(answer).toHaveText('Se reconocen menores de edad, autorizada por escrito');

  await answer.click();
  await dialog.getByRole('radio', { name: 'La retiraron' }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(answer).toContainText('autorización retirada · no se publica');
});

test('what is rejected says why, also to who comes back, and is put away', async ({ page }, info) => {
  await openFiles(page, 'Archivo dañado');
  const whole = sampleFiles().docx ?? Buffer.alloc(0);
  await add(page, info, 'informe.docx', whole.subarray(0, whole.length - 30));
  const sent = page.getByRole('list', { name: 'Subidas en curso' }).getByRole('listitem');
  await expect(sent.getByRole('alert')).toContainText('está dañado o incompleto');
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'informe.docx' });
  await expect(row).toContainText('Rechazado: El documento está dañado o incompleto');
  await expect(row.getByRole('button', { name: 'Descargar informe.docx' })).toHaveCount(0);
  await expectAccessible(page);
  await inMenu(page, 'informe.docx', /Eliminar archivo/);
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar archivo' }).click();
  await expect(row).toHaveCount(0);

  // A program that calls itself a document goes no further than its first part.
  await add(page, info, 'programa.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, 1)]));
  await expect(sent.getByRole('alert')).toContainText('Ese tipo de archivo no está permitido');
});
