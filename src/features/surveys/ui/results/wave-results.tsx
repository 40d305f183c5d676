import type { Wave } from '../../contract.ts';

/** What a survey came to: charts by question, parts, comments; until then what is known of it. */
export function WaveResults(_props: { wave: Wave }) {
  return null;
}
