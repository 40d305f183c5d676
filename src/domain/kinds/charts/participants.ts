import type { BarsData } from '../../drawings/bars.ts';
import {
  AGE_BANDS,
  INTERNAL_GROUPS,
  isGiven,
  type Participants,
  type PeopleCount,
  totalPeople,
} from '../../sections/participants.ts';
import { formatCount, formatNumber } from '../../text/format.ts';

type Counts = Readonly<Record<string, PeopleCount>>;

/**
 * People of the university by group and others by age, those expected beside those who came where they are `counted`;
 * null where no figure is given. A group without one is left out.
 */
export function participantBars(participants: Partial<Participants>, counted: boolean): BarsData | null {
  const internal: Counts = participants.internal ?? {};
  const byAge: Counts = participants.byAge ?? {};
  const rowsOf = (
    counts: Counts,
    groups: readonly { readonly value: string; readonly label: string }[],
    before = '',
  ) =>
    groups.flatMap(({ value, label }) => {
      const count = counts[value];
      if (!count || !isGiven(count, counted)) return [];
      return [{ label: before + label, values: counted ? [count.expected, count.actual] : [count.expected] }];
    });
  const rows = [...rowsOf(internal, INTERNAL_GROUPS), ...rowsOf(byAge, AGE_BANDS, 'Externos de ')];
  if (rows.length === 0) return null;
  const [inside, outside] = [totalPeople(internal, 'expected'), totalPeople(byAge, 'expected')];
  const people = formatCount(inside + outside, 'persona', 'personas');
  const split = `${formatNumber(inside)} de la universidad y ${formatCount(outside, 'externa', 'externas')}`;
  const came = totalPeople(internal, 'actual') + totalPeople(byAge, 'actual');
  const hasActual = rows.some(r => (r.values[1] ?? null) !== null);
  const after = hasActual ? `; participaron ${formatNumber(came)}` : '; todavía no hay cifras reales';
  return {
    of: 'Grupo',
    series: counted ? ['Esperadas', 'Reales'] : ['Esperadas'],
    rows,
    format: formatNumber,
    sentence: `Se ${counted ? 'esperaba' : 'espera'} a ${people}: ${split}${counted ? after : ''}.`,
  };
}
