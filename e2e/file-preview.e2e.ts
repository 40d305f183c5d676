import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page, Response } from '@playwright/test';
import { photoWith } from '../test/photos.ts';
import { freePort } from '../test/program.ts';
import { sampleFiles } from '../test/samples.ts';
import { expectAccessible } from './axe.ts';
import { uploadFile } from './files-api.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';
import { projectPath, startProject } from './project-api.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
/** Half a second of a red and blue square, in a format that every browser plays. */
const VIDEO = path.resolve(import.meta.dirname, '../test/fixtures/two-colours.mp4');

/** What the browser would not do because of a policy, in the page and its frames, from now on. */
async function watchViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  page.on('console', message => {
    if (/violates|refused to|blocked/i.test(message.text())) found.push(message.text());
  });
  await page.exposeFunction('tellViolation', (what: string) => found.push(what));
  await page.addInitScript(() => {
    const tell = (what: string) =>
      (window as unknown as { tellViolation: (what: string) => void }).tellViolation(what);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // A library asks once whether it may compile its rules, and does without.
      if (blockedURI !== 'eval') tell(`${violatedDirective} ${blockedURI}`);
    });
  });
  return found;
}

type Kind = 'pdf' | 'jpg' | 'mp4' | 'docx';

/** A project of hers with one file of each kind, on its tab of files. */
async function openFiles(page: Page, title: string, kinds: readonly Kind[]) {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, title);
  const { pdf, docx } = sampleFiles();
  const bytes = { pdf, docx, jpg: await photoWith(), mp4: await readFile(VIDEO) };
  for (const kind of kinds)
    await uploadFile(page, ref, { name: `archivo.${kind}`, bytes: bytes[kind] ?? Buffer.alloc(0) });
  await page.goto(`${projectPath(ref)}?tab=files`);
}

const opener = (page: Page, kind: Kind) => page.getByRole('button', { name: `archivo.${kind}`, exact: true });
const viewer = (page: Page, kind: Kind) => page.getByRole('dialog', { name: `archivo.${kind}` });
const answerOf = (page: Page) => page.waitForResponse(/\/api\/files\/[^/]+\?(?!.*as=thumbnail)/);
const about = (answer: Response) => [answer.status(), answer.headers()['content-type']];

/** The natural width of the photo on screen, once it is there. */
async function expectPhoto(page: Page) {
  const photo = viewer(page, 'jpg').getByRole('img', { name: 'archivo.jpg' });
  await expect.poll(() => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(400);
}

async function expectPdf(page: Page, answer: Promise<Response>) {
  await expect(viewer(page, 'pdf').getByTitle('archivo.pdf')).toBeVisible();
  const given = await answer;
  expect(about(given)).toEqual([200, 'application/pdf']);
  expect(given.frame().parentFrame()).toBe(page.mainFrame());
  const policy = given.headers()['content-security-policy'];
  expect(policy).toBe(`frame-ancestors ${new URL(page.url()).origin}`);
  return given;
}

/** What comes down in the tab that a click opens. */
async function downloadBy(page: Page, click: () => Promise<void>): Promise<Download> {
  const file = new Promise<Download>(resolve =>
    page.once('popup', tab => tab.once('download', download => resolve(download))),
  );
  await click();
  return file;
}

test('photos, PDFs and videos open over the page, one leads to the next; what cannot be shown is downloaded', async ({
  page,
}) => {
  const violations = await watchViolations(page);
  await openFiles(page, 'Archivos que se abren', ['pdf', 'docx', 'jpg', 'mp4']);
  const pdf = answerOf(page);
  await opener(page, 'pdf').click();
  await expectPdf(page, pdf);
  await expect(viewer(page, 'pdf').getByText('1 de 3')).toBeVisible();
  expect((await viewer(page, 'pdf').getByTitle('archivo.pdf').boundingBox())?.width).toBe(1440);
  await expectAccessible(page);

  await page.keyboard.press('ArrowRight');
  await expectPhoto(page);
  await expectAccessible(page);

  const part = answerOf(page);
  await page.keyboard.press('ArrowRight');
  const video = viewer(page, 'mp4').getByLabel('archivo.mp4', { exact: true }).and(page.locator('video'));
  expect(about(await part)).toEqual([206, 'video/mp4']);
  expect((await (await part).request().allHeaders()).range).toBe('bytes=0-');
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(32);
  await video.evaluate((shown: HTMLVideoElement) => shown.play());
  await expectAccessible(page);

  const kept = await downloadBy(page, () =>
    viewer(page, 'mp4').getByRole('button', { name: 'Descargar' }).click(),
  );
  expect(kept.suggestedFilename()).toBe('archivo.mp4');
  expect(await readFile(await kept.path())).toEqual(await readFile(VIDEO));

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener(page, 'pdf')).toBeFocused();

  const letter = await downloadBy(page, () => opener(page, 'docx').click());
  expect(letter.suggestedFilename()).toBe('archivo.docx');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(violations).toEqual([]);
});

test('another tab shows a photo and plays a video by themselves', async ({ page }) => {
  await openFiles(page, 'Archivos en otra pestaña', ['jpg', 'mp4']);
  const openTab = async (kind: Kind) => {
    const opened = page.waitForEvent('popup');
    await viewer(page, kind).getByRole('button', { name: 'Abrir en otra pestaña' }).click();
    return opened;
  };
  await opener(page, 'jpg').click();
  const photo = (await openTab('jpg')).locator('img');
  await expect.poll(() => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(400);
  await page.keyboard.press('ArrowRight');
  const video = (await openTab('mp4')).locator('video');
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(32);
});

test('an open file is readable on a phone @phone', async ({ page }) => {
  const violations = await watchViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openFiles(page, 'Archivos en el teléfono', ['pdf', 'jpg']);
  await opener(page, 'jpg').click();
  await expectPhoto(page);
  await expectAccessible(page);
  const pdf = answerOf(page);
  await viewer(page, 'jpg').getByRole('button', { name: 'Archivo siguiente' }).click();
  await expectPdf(page, pdf);
  await expect(viewer(page, 'pdf').getByRole('button', { name: 'Abrir en otra pestaña' })).toBeVisible();
  await expectAccessible(page);
  await viewer(page, 'pdf').getByRole('button', { name: 'Cerrar' }).click();
  await expect(opener(page, 'jpg')).toBeFocused();
  expect(violations).toEqual([]);
});

test('with the API on another site the viewer shows the same', async ({ browser }) => {
  const port = await freePort();
  const shown = `http://localhost:${port}`;
  const api = `http://127.0.0.1:${port}`;
  const installation = await newInstallation({
    PORT: String(port),
    PUBLIC_URL: shown,
    API_BASE: `${api}/api`,
    CORS_ORIGINS: shown,
  });
  const context = await browser.newContext({ baseURL: shown });
  try {
    const page = await context.newPage();
    const violations = await watchViolations(page);
    await openFiles(page, 'Archivos de otro servidor', ['pdf', 'jpg', 'mp4']);
    const pdf = answerOf(page);
    await opener(page, 'pdf').click();
    const given = await expectPdf(page, pdf);
    expect(new URL(given.url()).origin).toBe(api);
    await page.keyboard.press('ArrowRight');
    await expectPhoto(page);
    await page.keyboard.press('ArrowRight');
    const video = viewer(page, 'mp4').locator('video');
    await expect.poll(() => video.evaluate((playing: HTMLVideoElement) => playing.videoWidth)).toBe(32);
    expect(violations).toEqual([]);
  } finally {
    await context.close();
    await installation.end();
  }
});
