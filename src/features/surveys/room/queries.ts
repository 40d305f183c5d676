import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { formatDateTime } from '../../../domain/text/format.ts';
import type { Poster } from '../../../server/pdf/poster.ts';
import { findWave } from '../queries.ts';

interface Sheet {
  readonly id: string;
  readonly publicUrl: string;
  readonly institution: string;
  readonly product: string;
}

/** A page to project or print: the code and until when it serves. */
export async function waveSheet(
  db: Database,
  actor: Actor,
  { institution, product, ...address }: Sheet,
): Promise<Poster> {
  const wave = await findWave(db, actor, address);
  if (wave.roomUrl === null || wave.closesAt === null) throw notFound();
  return {
    ...{ institution, product, code: wave.project?.code ?? 'encuesta', title: wave.title },
    lines: [
      ...(wave.project ? [`${wave.project.title} (${wave.project.code})`] : []),
      'Tus respuestas son anónimas',
      `Abierta hasta ${formatDateTime(new Date(wave.closesAt))} (hora de Chile)`,
    ],
    call: 'Escanea el código con tu teléfono y responde',
    address: wave.roomUrl,
  };
}
