import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { uploadFile } from './files-api.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { projectPath, request, startProject } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const CHUNK = 5 * 1024 * 1024;
const CHUNKS = '**/chunks/*';

/** A document that needs three parts. */
async function largeFile(info: TestInfo, name = 'informe.pdf'): Promise<string> {
  const file = info.outputPath(name);
  await writeFile(file, Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(12 * 1024 * 1024, name)]));
  return file;
}

async function openFiles(page: Page, title: string) {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, title);
  await page.goto(`${projectPath(ref)}?tab=files`);
  return ref;
}

async function chooseBy(page: Page, button: string, file: string) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await choosing).setFiles(file);
}
const choose = (page: Page, file: string) => chooseBy(page, 'Subir archivo: Otro documento', file);

/** Offsets of the parts sent, and how the part at one offset fares. */
async function watchParts(page: Page, at: number, fate: 'held' | 'lost') {
  const sent: number[] = [];
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route(CHUNKS, async route => {
    const offset = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    sent.push(offset);
    if (offset === at && fate === 'lost') return route.abort('internetdisconnected');
    if (offset === at) await release;
    // A part given up meanwhile has nowhere to go.
    return route.continue().catch(() => undefined);
  });
  return { sent, release: resolve };
}

const DONE = 'informe.pdf quedó guardado.';
const stored = (page: Page) => page.getByRole('button', { name: 'Descargar informe.pdf' });

test('an upload shows how far it is and can be cancelled; nothing of it stays', async ({ page }, info) => {
  await openFiles(page, 'Subida que se cancela');
  const parts = await watchParts(page, CHUNK, 'held');
  const file = await largeFile(info);
  await choose(page, file);
  const progress = page.getByRole('progressbar', { name: 'Subiendo informe.pdf' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(40);

  const cancelled = page.waitForResponse(r => r.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancelar la subida de informe.pdf' }).click();
  expect((await cancelled).ok()).toBe(true);
  await expect(page.getByRole('list', { name: 'Subidas en curso' })).toHaveCount(0);
  await expect(stored(page)).toHaveCount(0);
  parts.release();

  // Chosen again it starts from the beginning.
  parts.sent.length = 0;
  await choose(page, file);
  await expectToast(page, DONE);
  expect(parts.sent).toEqual([0, CHUNK, 2 * CHUNK]);
});

test('an upload cut off by the connection waits and goes on where it stopped', async ({ page }, info) => {
  await openFiles(page, 'Subida con corte');
  const parts = await watchParts(page, CHUNK, 'lost');
  await choose(page, await largeFile(info));
  const row = page.getByRole('list', { name: 'Subidas en curso' }).getByRole('listitem');
  await expect(row.getByRole('alert')).toContainText('Sin conexión');
  await expectAccessible(page);
  expect(parts.sent).toEqual([0, CHUNK]);

  await page.unroute(CHUNKS);
  const after = await watchParts(page, -1, 'held');
  await row.getByRole('button', { name: 'Reanudar' }).click();
  await expectToast(page, DONE);
  expect(after.sent).toEqual([CHUNK, 2 * CHUNK]);
  await expect(stored(page)).toBeVisible();
});

test('an upload interrupted by a reload goes on when the same file is chosen again; once stored it is recognised', async ({
  page,
}, info) => {
  await openFiles(page, 'Subida con recarga');
  await watchParts(page, CHUNK, 'lost');
  const file = await largeFile(info);
  await choose(page, file);
  await expect(page.getByRole('button', { name: 'Reanudar' })).toBeVisible();
  await page.unroute(CHUNKS);
  await page.reload();

  // A browser does not keep the file: the page says what had arrived and asks for it.
  const broken = page.getByRole('list', { name: 'Subidas sin terminar' }).getByRole('listitem');
  await expect(broken).toContainText('Llegaron 5 MB de 12 MB. Vuelve a elegir el archivo');
  await expectAccessible(page);
  await chooseBy(page, 'Volver a elegir informe.pdf', await largeFile(info, 'otro.pdf'));
  await expect(broken.getByRole('alert')).toContainText('Ese no es el archivo que subías');

  const after = await watchParts(page, -1, 'held');
  await chooseBy(page, 'Volver a elegir informe.pdf', file);
  await expectToast(page, DONE);
  await expect(broken).toHaveCount(0);
  expect(after.sent).toEqual([CHUNK, 2 * CHUNK]);

  await choose(page, file);
  await expectToast(page, 'ya estaba en el proyecto');
  await expect(stored(page)).toHaveCount(1);
});

test('a file that arrived but could not be stored waits for its check, without being sent again @phone', async ({
  page,
  installation,
}, info) => {
  const ref = await openFiles(page, 'Subida con el almacén caído');
  // A file stands where the folder of this project would have to be.
  const folder = path.join(installation.folder, 'files/files');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, ref.id), '');
  const parts = await watchParts(page, -1, 'held');
  await choose(page, await largeFile(info));
  const row = page.getByRole('list', { name: 'Subidas en curso' }).getByRole('listitem');
  await expect(row.getByRole('status')).toContainText('La revisión está tardando', { timeout: 30_000 });
  await expectAccessible(page);
  // Who comes back finds it, and what it waits for.
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'En revisión' })).toBeVisible();
  await expect(stored(page)).toHaveCount(0);

  await rm(path.join(folder, ref.id));
  await installation.db.updateTable('files').set({ check_due_at: new Date().toISOString() }).execute();
  // The clock would wake the job within a minute; another file does so at once.
  await uploadFile(page, ref, { name: 'acta.pdf', bytes: Buffer.from('%PDF-1.4\n% acta') });
  await expect(stored(page)).toBeVisible({ timeout: 15_000 });
  expect(parts.sent).toEqual([0, CHUNK, 2 * CHUNK]);
});

test('an upload cut ten times, reloaded twice, in two tabs at once is one file with the right hash', async ({
  page,
  context,
}, info) => {
  test.slow();
  const ref = await openFiles(page, 'Subida con mala conexión');
  const file = info.outputPath('informe.pdf');
  await writeFile(file, Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(31 * 1024 * 1024)]));
  let cuts = 0;
  await context.route(CHUNKS, route => {
    // Of seven parts; some never leave, of others the answer is lost: whoever is quicker, the tenth cut still meets one.
    if (cuts >= 10) return route.continue();
    cuts += 1;
    return cuts % 2
      ? route.abort('internetdisconnected')
      : route.fetch().then(() => route.abort('connectionreset'));
  });
  const tabs = [page];
  const resume = async (tab: Page, times: number) => {
    for (let n = 0; n < times; n += 1) await tab.getByRole('button', { name: 'Reanudar' }).click();
  };
  await choose(page, file);
  await resume(page, 2);
  await expect(page.getByRole('button', { name: 'Reanudar' })).toBeVisible();
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await chooseBy(page, 'Volver a elegir informe.pdf', file);
    await expect(page.getByRole('button', { name: 'Reanudar' })).toBeVisible();
  }
  const other = await context.newPage();
  await other.goto(`${projectPath(ref)}?tab=files`);
  await chooseBy(other, 'Volver a elegir informe.pdf', file);
  tabs.push(other);
  // Both go on, whichever is ahead.
  await expect(async () => {
    for (const tab of tabs) {
      const again = tab.getByRole('button', { name: 'Reanudar' });
      if (await again.isVisible()) await again.click();
    }
    for (const tab of tabs) await expect(stored(tab)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  expect(cuts).toBe(10);
  const { files } = await request<{ files: { sha256: string; state: string; versions: unknown[] }[] }>(
    page,
    'GET',
    `${projectPath(ref)}/files`,
  );
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  expect(files).toMatchObject([{ sha256, state: 'ready', versions: [] }]);
  expect(files).toHaveLength(1);
});

test('an upload is readable on a phone @phone', async ({ page }, info) => {
  await openFiles(page, 'Subida en el teléfono');
  await watchParts(page, CHUNK, 'lost');
  await choose(page, await largeFile(info, 'informe-final-de-actividades-con-la-comunidad-2026.pdf'));
  await expect(page.getByRole('button', { name: 'Reanudar' })).toBeVisible();
});
