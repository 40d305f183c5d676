import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { yearSpan } from '../../../domain/kit/periods.ts';
import { request } from '../../../web/api.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { useAsking } from '../../downloads/ui/use-asking.tsx';
import { askPack, countEvidence, packFields } from '../making/contract.ts';

/** Years that are looked back, where none are chosen. */
const USUAL_YEARS = 5;

/** Years and unit as the address has them, what there is of them, and having the pack prepared. */
export function usePack(matrix: string) {
  const list = useListState(packFields, ['from', 'to']);
  const thisYear = Number(localDay(new Date()).slice(0, 4));
  const to = Number(list.query.to ?? thisYear);
  const from = Number(list.query.from ?? Math.min(to, thisYear - USUAL_YEARS + 1));
  const query = { ...list.query, from: String(from), to: String(to) };
  const isSpan = from <= to;
  const answer = useRead(
    countEvidence,
    { params: { id: matrix }, query },
    { keepPrevious: true, enabled: isSpan },
  );
  const { asking, ask: send } = useAsking();
  const ask = () =>
    send('it', () => request(askPack, { params: { id: matrix }, query, body: { id: crypto.randomUUID() } }));
  const { from: _from, to: _to, ...units } = query;
  const period = yearSpan(from, to);
  return {
    ...{ list, from, to, isSpan, answer, ask, asking: asking !== null },
    figures: paths.reports({ period, status: AWARDED, ...units }),
  };
}
export type Pack = ReturnType<typeof usePack>;
