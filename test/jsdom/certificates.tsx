import type { Certificate } from '../../src/features/certificates/contract.ts';
import { PROJECT } from './surveys.tsx';

export const CODE = '7K3M9QXF2B8DWT5H';
export const SHOWN_CODE = '7K3M-9QXF-2B8D-WT5H';

/** A valid certificate that somebody else has of a project; `more` says what is different. */
export const certificateOf = (more: Partial<Certificate> = {}): Certificate => ({
  ...{ id: '00000000-0000-4000-8000-000000000050', folio: '2026-000123', code: CODE, name: 'Rosa Elgueta' },
  ...{ role: 'participant', state: 'valid', issuedAt: '2026-11-22T15:00:00.000Z' },
  ...{ suspendedAt: null, revokedAt: null, project: PROJECT, activity: '', work: '', isMine: false },
  content: {
    ...{ title: 'Certificado de participación', name: 'Rosa Elgueta', document: 'RUT 12.345.678-5' },
    statement: 'participó en el proyecto «Huertas escolares».',
    lines: [{ label: 'Calidad', value: 'Participante' }],
    ...{ signer: 'Beatriz Navarrete', position: 'Directora de Vinculación' },
  },
  publicUrl: `https://u.cl/publico/certificado/${SHOWN_CODE}`,
  badgeUrl: `https://u.cl/publico/certificado/${SHOWN_CODE}/insignia`,
  ...{ issuedBy: null, revokedBy: null, revocationReason: '', replaces: null, replacedBy: null },
  ...{ sha256: 'ab'.repeat(32), revocationRefused: null },
  ...more,
});

/** What becomes of one that is revoked. */
export const REVOKED: Partial<Certificate> = {
  ...{ state: 'revoked', revokedAt: '2026-12-01T15:00:00.000Z', revokedBy: 'Eva Mora' },
  ...{ revocationReason: 'El nombre estaba mal.', revocationRefused: 'Ya está anulado.' },
};

/** A file that comes as it is told: `send` a part, then `end` it; it goes when nobody wants it any more. */
export function heldFile(signal: AbortSignal | null | undefined, headers: Record<string, string>) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: given => {
      controller = given;
      signal?.addEventListener('abort', () => given.error(new DOMException('aborted', 'AbortError')));
    },
  });
  return {
    response: new Response(stream, { headers }),
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
    end: () => controller.close(),
  };
}
