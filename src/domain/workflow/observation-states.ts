export const OBSERVATION_STATES = ['open', 'answered', 'resolved'] as const;
export type ObservationState = (typeof OBSERVATION_STATES)[number];

interface Observation {
  readonly state: ObservationState;
}
/** The lead has not answered it. */
export const isOpen = ({ state }: Observation): boolean => state === 'open';
export const isResolved = ({ state }: Observation): boolean => state === 'resolved';
