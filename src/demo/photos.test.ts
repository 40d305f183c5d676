import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawPhoto } from './photos.ts';

it.each(['street', 'room', 'show'] as const)('a drawn %s is a picture that can be read', async scene => {
  const bytes = drawPhoto({ scene, people: 6, caption: '' }, 120, 80);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 120, height: 80, channels: 3 });
  const { channels } = await sharp(bytes).stats();
  expect(Math.max(...channels.map(c => c.stdev))).toBeGreaterThan(20);
});
