import type { AnyEndpoint } from '../../../domain/kit/endpoint.ts';
import type { BulkAction } from '../../../web/bulk/bulk-actions.tsx';
import { useSmallOptions } from '../../options/ui/option-field.tsx';

/** Moves several rows of a catalogue to a school that is chosen; `text` says what stays as it is. */
export const useMoveToSchool = <R extends { id: string }>(
  endpoint: AnyEndpoint,
  text: string,
): BulkAction<R> => ({
  label: 'Mover a otra escuela',
  text,
  endpoint,
  valueOf: (_row, target) => target,
  targets: { label: 'Escuela', options: useSmallOptions('schools') },
});
