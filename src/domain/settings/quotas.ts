import { z } from 'zod';
import { formatCount, formatNumber } from '../text/format.ts';

/** How much one person may keep going at once. Whoever has more already keeps it, and starts nothing new. */
export const quotas = z.object({
  /** Drafts never submitted, of their lead. */
  drafts: z.number().int().min(1).max(10_000),
  /** Uploads under way, of whoever sends them. */
  openUploads: z.number().int().min(1).max(1000),
  /** Files and uploads under way, of whoever sent them; the office's own are not counted. */
  storedMb: z.number().int().min(1).max(1_000_000),
});
export type Quotas = z.infer<typeof quotas>;

export const FIRST_QUOTAS: Quotas = { drafts: 50, openUploads: 20, storedMb: 5000 };

const MB = 1024 * 1024;
const megabytes = (bytes: number) => `${formatNumber(bytes / MB, 1)} MB`;

/** Why a person gets no further draft beside the `used` ones; `name` is given where somebody else asks. */
export function draftRefusal(limit: number, used: number, name: string | null): string | null {
  if (used < limit) return null;
  const have = `${name === null ? 'Tienes' : `${name} tiene`} ${formatCount(used, 'borrador', 'borradores')} sin enviar`;
  const way =
    name === null ? 'Envía o elimina alguno antes de empezar otro.' : 'Debe enviar o eliminar alguno.';
  return `${have} y el máximo por persona es ${formatNumber(limit)}. ${way}`;
}

interface Used {
  /** Uploads under way, and the bytes of all files and uploads. */
  readonly open: number;
  readonly bytes: number;
  /** Size of this upload where it was among them already. */
  readonly before: number | null;
}

/**
 * Why an upload is not taken. One that is taken up again has had its room, unless it grows. Finishing needs none: what
 * was an upload becomes a file of the same size.
 */
export function uploadRefusal(
  q: Quotas,
  { open, bytes, before }: Used,
  size: number,
  isOffice: boolean,
): string | null {
  if (before === null && open >= q.openUploads)
    return `Tienes ${formatCount(open, 'subida', 'subidas')} sin terminar y el máximo por persona es ${formatNumber(q.openUploads)}. Termina o cancela alguna, o espera: las abandonadas se descartan solas.`;
  const [others, most] = [bytes - (before ?? 0), q.storedMb * MB];
  if (isOffice || size <= (before ?? 0) || others + size <= most) return null;
  return `Tus archivos ocupan ${megabytes(others)}, el máximo por persona es ${megabytes(most)} y este pesa ${megabytes(size)}. Elimina los que ya no sirvan o pide más espacio a la oficina.`;
}
