/** Days `yyyy-mm-dd`, both included. */
export interface Deputation {
  readonly principalId: string;
  readonly deputyId: string;
  readonly firstDay: string;
  readonly lastDay: string;
}
interface Named extends Deputation {
  readonly principalName: string;
  readonly deputyName: string;
}

export const overlap = (a: Deputation, b: Deputation): boolean =>
  a.firstDay <= b.lastDay && b.firstDay <= a.lastDay;

export const DEPUTATION_STATES = ['coming', 'current', 'over'] as const;
type DeputationState = (typeof DEPUTATION_STATES)[number];
export const isCurrent = ({ state }: { readonly state: DeputationState }): boolean => state === 'current';

/** Where a deputation stands on a day; one ended early is over. */
export const deputationState = (
  { firstDay, lastDay }: Deputation,
  isEnded: boolean,
  today: string,
): DeputationState => {
  if (isEnded || lastDay < today) return 'over';
  return today < firstDay ? 'coming' : 'current';
};

/**
 * Field errors of a new deputation, all at once. `others` are those not ended, of either person: nobody has two
 * deputies at a time, and a deputy does not pass on what they hold.
 */
export function deputationErrors(
  asked: Deputation,
  others: readonly Named[],
  today: string,
): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  if (asked.firstDay < today) errors.push({ path: 'firstDay', message: 'Elige hoy o un día posterior.' });
  if (asked.lastDay < asked.firstDay)
    errors.push({ path: 'lastDay', message: 'El último día no puede ser anterior al primero.' });
  if (asked.deputyId === asked.principalId)
    errors.push({ path: 'deputyId', message: 'Elige a otra persona: nadie se subroga a sí mismo.' });
  if (errors.length > 0) return errors;
  for (const other of others.filter(o => overlap(asked, o))) {
    if (other.principalId === asked.principalId)
      errors.push({ path: 'firstDay', message: `En esas fechas ya subroga ${other.deputyName}.` });
    else if (other.principalId === asked.deputyId)
      errors.push({
        path: 'deputyId',
        message: `${other.principalName} tendrá subrogante en esas fechas: elige a otra persona.`,
      });
    else if (other.deputyId === asked.principalId)
      errors.push({
        path: 'firstDay',
        message: `En esas fechas subroga a ${other.principalName}: termina antes esa subrogancia.`,
      });
  }
  return errors;
}
