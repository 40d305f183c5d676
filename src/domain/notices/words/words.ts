import { formatList } from '../../text/format.ts';

/** What one person is told of an event. */
export interface Words {
  /** What it means for the reader: `Te toca decidir un cambio`. */
  readonly title: string;
  /** What happened, with who did it: `Camila Rojas pidió cambiar el equipo.` */
  readonly text: string;
}

export type NameOf = (id: string) => string;

/** Who did it; what happens by itself is the system's. */
export const nameActor = (actorId: string | null, nameOf: NameOf): string =>
  actorId ? nameOf(actorId) : 'El sistema';

/** Results are the call's word, whoever of the office writes them down. */
export const callVoice = (call: string | null | undefined): string =>
  call ? `«${call}»` : 'La oficina de Vinculación';

/** Joined as in speech, no more than `most` of them: `a, b y 3 más`. */
export function joinAtMost(things: readonly string[], most: number): string {
  const rest = things.length - most;
  return formatList(rest > 0 ? [...things.slice(0, most), `${rest} más`] : things);
}
