/** Files travel in chunks of at most this much (specification of the upload), of one length for each upload. */
export const MOST_CHUNK_BYTES = 5 * 1024 * 1024;
/** For lines on which a larger one would not arrive within the time-out. */
export const SLOW_CHUNK_BYTES = 1024 * 1024;
export const LEAST_CHUNK_BYTES = 64 * 1024;
