import type { KindDefinition } from './kinds/definition.ts';

/** Why a project of this kind cannot be started now; `null` when it can. `openCalls` is `null` where no calls are kept. */
export const startRefusal = (
  kind: Pick<KindDefinition, 'call' | 'label'>,
  openCalls: number | null,
): string | null =>
  kind.call === 'required' && openCalls === 0
    ? `${kind.label}: solo se puede empezar mientras haya una convocatoria abierta.`
    : null;
