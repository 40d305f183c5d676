/** Where a measurement stands: it waits to be decided, counts, came back, or gave its place to a correction. */
export const MEASUREMENT_STATES = ['submitted', 'accepted', 'returned', 'superseded'] as const;
export type MeasurementState = (typeof MEASUREMENT_STATES)[number];

export const MEASUREMENT_LABELS: Readonly<Record<MeasurementState, string>> = {
  submitted: 'Por aceptar',
  accepted: 'Aceptada',
  returned: 'Devuelta',
  superseded: 'Reemplazada',
};

type Standing = { readonly state: MeasurementState };
/** It waits for the Director. */
export const isSubmitted = ({ state }: Standing): boolean => state === 'submitted';
/** It counts. */
export const isAccepted = ({ state }: Standing): boolean => state === 'accepted';
export const isReturned = ({ state }: Standing): boolean => state === 'returned';
/** Whoever sent it may still change it. */
export const isOpenMeasurement = (m: Standing): boolean => isSubmitted(m) || isReturned(m);

/** Those of which that holds. */
export const OPEN_MEASUREMENTS = MEASUREMENT_STATES.filter(state => isOpenMeasurement({ state }));

/** Those that say what was reached: counted, or on their way to it. */
export const COUNTING_MEASUREMENTS = MEASUREMENT_STATES.filter(
  state => isSubmitted({ state }) || isAccepted({ state }),
);

/** Where it comes from: sent as it is now, or typed before measurements were kept. */
export const MEASUREMENT_ORIGINS = ['recorded', 'earlier'] as const;

/** Working days to decide what was sent. */
export const MEASUREMENT_DAYS = 5;
