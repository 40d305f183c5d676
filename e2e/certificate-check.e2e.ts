import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { showCode } from '../src/domain/certificates/codes.ts';
import { CONTENT, insertCertificate } from '../test/certificate-rows.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

const PDF = Buffer.from('%PDF-1.7\nCertificado de Ana Soto\n%%EOF');
const CHANGED = Buffer.from('%PDF-1.7\nCertificado de Eva Mora\n%%EOF');
const SHA256 = createHash('sha256').update(PDF).digest();
const pdf = (buffer: Buffer, name = 'certificado.pdf') => ({ name, mimeType: 'application/pdf', buffer });

const LONG = 'Evaluadoradeproyectosdevinculaciónconelmedioydeextensióncultural'.repeat(2);
let seeded = 0;
async function seed(db: Database) {
  seeded += 1;
  const drawn = { key: `e2e/${seeded}-${Date.now()}`, sha256: SHA256, size: PDF.length };
  return insertCertificate(db, { drawn, content: { statement: `${CONTENT.statement} ${LONG}` } });
}
const revoke = (db: Database, id: string) =>
  sql`update certificates set revoked_at = now(), revocation_reason = ${`Se emitió por error.\n${LONG}`}
    where id = ${id}`.execute(db);

const main = (page: Page) => page.getByRole('main');
const told = (page: Page) => page.getByRole('status');
const choose = (page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) =>
  page.getByLabel('Archivo PDF').setInputFiles(file);

/** At the width of the window, and at the narrowest that there is. */
async function expectGood(page: Page): Promise<void> {
  const own = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [own.width, 360]) {
    await page.setViewportSize({ ...own, width });
    await expectAccessible(page);
  }
  await page.setViewportSize(own);
}

test('a code is typed, and its certificate shown as it was issued', async ({ page, installation }) => {
  const { code, folio } = await seed(installation.db);
  await page.goto('/publico/certificado');
  await expectGood(page);
  const field = page.getByRole('textbox', { name: 'Código del certificado' });
  await field.fill('7K3M');
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos ese certificado' })).toBeVisible();
  await expect(field).toHaveValue('7K3M');
  await expectGood(page);
  await field.fill(showCode(code).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'));
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Certificado vigente' })).toBeVisible();
  await expect(main(page)).toContainText(folio);
  await expect(main(page)).toContainText(showCode(code));
  await expectGood(page);
});

test('a PDF is compared with the one that was issued, and sent nowhere', async ({ page, installation }) => {
  const { code, id } = await seed(installation.db);
  await page.goto(`/publico/certificado/${code}`);
  await expect(page.getByRole('heading', { name: '¿Tienes el PDF? Compáralo' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await choose(page, pdf(PDF));
  await expect(told(page)).toHaveText('✓ Es el documento emitido, sin cambios.');
  await expectGood(page);
  await choose(page, pdf(CHANGED, 'otro.pdf'));
  await expect(told(page)).toContainText('«otro.pdf» es distinto del documento emitido');
  await expectGood(page);
  await choose(page, { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG') });
  await expect(told(page)).toContainText('«foto.png» no es un PDF');
  await choose(page, pdf(Buffer.concat([PDF, Buffer.alloc(20 * 1024 * 1024)]), 'enorme.pdf'));
  await expect(told(page)).toContainText('«enorme.pdf» pesa más de 20 MB');
  // Dropped beside the field it is taken as well, where a browser would leave the page for it.
  const dropped = await page.evaluateHandle(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'soltado.pdf', { type: 'application/pdf' }));
    return data;
  }, PDF.toString());
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(told(page)).toHaveText('✓ Es el documento emitido, sin cambios.');
  expect(asked).toEqual([]);

  await revoke(installation.db, id);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Certificado anulado' })).toBeVisible();
  await expect(main(page)).toContainText('Motivo: Se emitió por error.');
  await expect(page.getByRole('link', { name: 'Descargar el PDF' })).toHaveCount(0);
  await choose(page, pdf(PDF));
  await expect(told(page)).toHaveText(
    'Es el documento emitido, sin cambios, pero el certificado está anulado.',
  );
  await expectGood(page);
});

test('without a secure connection the page says how to compare by hand', async ({ page, installation }) => {
  const { code } = await seed(installation.db);
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined }));
  await page.goto(`/publico/certificado/${code}`);
  await expect(told(page)).toContainText('la página tiene que abrirse con https');
  await expect(told(page)).toContainText(SHA256.toString('hex'));
  await expect(page.getByLabel('Archivo PDF')).toBeHidden();
  await expectGood(page);
});

test('without scripts all but the comparison is there', async ({ browser, origin, installation }) => {
  const { code, folio } = await seed(installation.db);
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, baseURL: origin },
  });
  const page = await context.newPage();
  await page.goto(`/publico/certificado/${code}`);
  for (const text of [CONTENT.name, CONTENT.signer, folio, SHA256.toString('hex')])
    await expect(main(page).getByText(text).first()).toBeVisible();
  await expect(page.getByText('¿Tienes el PDF?')).toBeHidden();
  await context.close();
});

test('its script is one small file, asked for anew with each build', async ({ page }) => {
  const answer = await page.request.get('/compare-file.js');
  const body = await answer.body();
  expect(answer.headers()['cache-control']).toBe('no-cache');
  expect(body.length).toBeLessThan(5000);
  expect(body.toString()).not.toMatch(/\bimport\b/);
});
