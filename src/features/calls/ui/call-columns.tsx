import { CALL_STATES } from '../../../domain/calls/calls.ts';
import { optionsOf } from '../../../domain/kit/look-up.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import type { Column } from '../../../web/table/columns.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { type CallRow, callYears } from '../contract.ts';

const instantOf = (value: string | null) => value && formatInstant(value);
const moment = (
  key: 'opens' | 'closes',
  title: string,
  of: (c: CallRow) => string | null,
): Column<CallRow> => ({
  key,
  title,
  value: c => instantOf(of(c)),
  render: c => <DateTime value={of(c)} withTime />,
  sort: key,
  width: '10rem',
});

/** What every list of calls shows. */
export const CALL_COLUMNS = {
  name: { key: 'name', title: 'Convocatoria', value: c => c.name, sort: 'name', lines: 2 },
  year: { key: 'year', title: 'Año', value: c => String(c.year), sort: 'year', width: '5rem' },
  state: { key: 'state', title: 'Estado', value: c => CALL_STATES[c.state], sort: 'state', width: '9rem' },
  opens: moment('opens', 'Abre', c => c.opensAt),
  closes: moment('closes', 'Cierra', c => c.closesAt),
  budget: {
    key: 'budget',
    title: 'Fondo',
    value: c => c.budget,
    render: c => formatMoney(c.budget),
    align: 'right',
    width: '9rem',
  },
} as const satisfies Record<string, Column<CallRow>>;

const STATES = optionsOf(CALL_STATES);

/** By state, and by the years there are calls of. */
export function CallFilters() {
  const { data } = useRead(callYears, {});
  const years = (data?.years ?? []).map(year => ({ value: String(year), label: String(year) }));
  return (
    <>
      <SelectFilter name="state" label="Estado" options={STATES} />
      <SelectFilter name="year" label="Año" options={years} />
    </>
  );
}
