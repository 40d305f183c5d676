import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { done } from '../../../../test/factories.ts';
import { claimingPng, photoWith, secretsIn } from '../../../../test/photos.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import type { BrowserConfig } from '../../../domain/kit/config.ts';
import { CHROME } from '../../../domain/settings/colours.ts';
import { LOGO_MOST_BYTES } from '../../../domain/settings/logo.ts';

openUniversity();
afterEach(async () => {
  done(await remove());
});

const PATH = '/settings/institution/logo';
const send = (bytes: Buffer) => clients.admin.put<{ logo: string }>(PATH, new Uint8Array(bytes));
const remove = () => clients.admin.delete<{ logo: null }>(PATH);
const open = (url: string) => server.app.inject({ method: 'GET', url });
const configNow = async () => (await open('/config.json')).json<BrowserConfig>();
const served = async (bytes: Buffer) => (await open(done(await send(bytes)).logo)).rawPayload;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** A square of a colour in the middle of nothing. */
const drawing = (colour: string, { width = 200, height = 60 } = {}) =>
  sharp({ create: { width, height, channels: 4, background: CLEAR } })
    .composite([
      { input: { create: { width: height - 20, height: height - 20, channels: 4, background: colour } } },
    ])
    .png()
    .toBuffer();
const cornerOf = async (png: Buffer) => {
  const [r = 0, g = 0, b = 0] = await sharp(png).raw().toBuffer();
  return `#${[r, g, b].map(c => c.toString(16).padStart(2, '0')).join('')}`;
};

describe('a logo', () => {
  it('is set, replaced and removed; the audit tells that and none of its bytes', async () => {
    expect((await configNow()).logo).toBeNull();
    const first = done(await send(await drawing('navy'))).logo;
    const second = done(await send(await drawing('red'))).logo;
    // The same again changes nothing.
    expect(done(await send(await drawing('red'))).logo).toBe(second);
    expect(first).not.toBe(second);
    expect((await configNow()).logo).toBe(second);
    expect(done(await remove()).logo).toBeNull();
    expect((await configNow()).logo).toBeNull();
    const { rows } = done(
      await clients.admin.get<{ rows: { changes: object[] }[] }>('/audit?object=setting'),
    );
    expect(rows.map(({ changes }) => changes)).toEqual(
      ['quitado', 'cambiado', 'puesto'].map(after => [expect.objectContaining({ field: 'logo', after })]),
    );
  });

  it('is shown to anybody under an address of its own, and kept only under that', async () => {
    expect((await open('/publico/logo.png')).statusCode).toBe(404);
    const address = done(await send(await drawing('navy'))).logo;
    expect(address).toMatch(/^\/publico\/logo\.png\?v=[0-9a-f]{12}$/);
    const { statusCode, headers, rawPayload } = await open(address);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect((await sharp(rawPayload).metadata()).format).toBe('png');
    for (const other of ['', '?', '?v=', '?v=000000000000', `?x&${address.split('?')[1]}`])
      expect((await open(`/publico/logo.png${other}`)).headers['cache-control']).toBe('no-cache');
    done(await remove());
    expect(await open(address)).toMatchObject({ statusCode: 404 });
  });

  it('stands on public documents, which may load it and nothing else besides', async () => {
    const page = () => open('/publico/privacidad');
    expect((await page()).headers['content-security-policy']).not.toContain('img-src');
    const address = done(await send(await drawing('navy'))).logo;
    const { headers, body } = await page();
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; img-src 'self'; style-src 'self'",
    );
    expect(body).toContain(`<img src="${address}" alt="${(await configNow()).institution}">`);
    expect((await open('/publico/proyectos')).body).toContain(`<img src="${address}"`);
  });

  it('is scaled down to fit, never up, and small', async () => {
    for (const [width, height, wide, high] of [
      [960, 160, 480 + 16, 80 + 16],
      [1000, 1000, 160 + 16, 160 + 16],
      [200, 60, 200 + 16, 60 + 16],
    ] as const) {
      const png = await served(await drawing('navy', { width, height }));
      expect(await sharp(png).metadata()).toMatchObject({ width: wide, height: high, hasAlpha: false });
    }
    // The worst there is: nothing of it repeats.
    const noise = sharp({
      create: {
        width: 900,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    const png = await served(await noise.png().toBuffer());
    expect(png.length).toBeLessThanOrEqual(LOGO_MOST_BYTES);
    expect(await sharp(png).metadata()).toMatchObject({ width: 240, height: 80 });
  });

  it('brings its ground: white, dark where it would be lost on white, its own where it has one', async () => {
    expect(await cornerOf(await served(await drawing('navy')))).toBe('#ffffff');
    expect(await cornerOf(await served(await drawing('white')))).toBe(CHROME);
    expect(await cornerOf(await served(await drawing('#ffe600')))).toBe(CHROME);
    const whole = { create: { width: 90, height: 30, channels: 3, background: '#123456' } } as const;
    const png = await served(await sharp(whole).png().toBuffer());
    expect(await cornerOf(png)).toBe('#123456');
    expect(await sharp(png).metadata()).toMatchObject({ width: 90, height: 30 });
    // So that putting it back after a removal leaves it as it was.
    expect(await served(png)).toEqual(png);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'that is %s is turned upright, and loses what a camera wrote',
    async format => {
      const png = await served(await photoWith({ format, width: 300, height: 100, orientation: 6 }));
      expect(await sharp(png).metadata()).toMatchObject({ width: 53, height: 160 });
      expect(secretsIn(png)).toEqual([]);
    },
  );

  it('of an animation is its first frame', async () => {
    const frames = ['#00ff00', '#ff0000'].map(background =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    const png = await served(animation);
    expect(await sharp(png).metadata()).toMatchObject({ width: 40, height: 30 });
    expect(await cornerOf(png)).toBe('#00ff00');
  });
});

describe('what is no logo', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['an SVG', Buffer.from(SVG)],
    ['an SVG with its heading', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a text whose name says PNG', Buffer.from('hola')],
    ['a PDF', Buffer.from('%PDF-1.4\n')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused with what is taken instead: %s', async (_, bytes) => {
    expect(await send(bytes)).toMatchObject({
      status: 415,
      body: {
        detail: 'El logo puede ser PNG, JPEG o WebP. Si lo tienes como SVG, guárdalo antes como PNG.',
      },
    });
    expect((await configNow()).logo).toBeNull();
  });

  it.each([
    ['one of more pixels than fit into memory', async () => claimingPng(20_000, 20_000)],
    ['one of a few too many', async () => claimingPng(5001, 5000)],
    ['a damaged one', async () => (await drawing('navy')).subarray(0, 60)],
  ])('is refused with what to do: %s', async (_, bytes) => {
    expect(await send(await bytes())).toMatchObject({
      status: 415,
      body: {
        detail: 'No pudimos leer la imagen: guárdala de nuevo como PNG, de hasta 25 megapíxeles, y súbela.',
      },
    });
    expect((await configNow()).logo).toBeNull();
  });

  it('is refused before it is read where it is too large', async () => {
    expect(await send(Buffer.alloc(2 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect((await clients.admin.put(PATH, { logo: 'x' })).status).toBe(415);
  });
});
