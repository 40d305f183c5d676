import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';

const params = z.object({ id });

/** One code at a time: a new one ends the one before. */
export const openWaveRoom = endpoint({
  method: 'POST',
  path: '/waves/:id/room',
  permission: 'surveys.read',
  summary: 'A code that is shown in a room, as long as the wave is open',
  params,
  output: z.object({ url: z.string() }),
});
export const closeWaveRoom = endpoint({
  method: 'DELETE',
  path: '/waves/:id/room',
  permission: 'surveys.read',
  summary: 'Take the code back',
  params,
  output: z.object({}),
});
export const printWaveRoom = endpoint({
  method: 'GET',
  path: '/waves/:id/room/sheet',
  permission: 'surveys.read',
  summary: 'A page with the code as a QR, to project or print (PDF)',
  params,
  output: z.unknown(),
  transfer: 'download',
});
