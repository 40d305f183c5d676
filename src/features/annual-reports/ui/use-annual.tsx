import { useState } from 'react';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { request } from '../../../web/api.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { useAsking } from '../../downloads/ui/use-asking.tsx';
import { type AnnualFormat, annualQuery, askAnnual, countAnnual } from '../contract.ts';

const ASKED = annualQuery.partial();

/** Year and unit as the address has them, and what the server says to them. */
export function useAnnual() {
  const list = useListState(ASKED, ['year']);
  const year = String(list.query.year ?? localDay(new Date()).slice(0, 4));
  const query = { ...list.query, year };
  const answer = useRead(countAnnual, { query }, { keepPrevious: true });
  const { year: _, ...units } = query;
  return { list, year, query, answer, figures: paths.reports({ period: year, status: AWARDED, ...units }) };
}

/** What its author writes before the figures of a year, kept in the browser, and having it prepared. */
export function useWriting({ year, query }: Pick<ReturnType<typeof useAnnual>, 'year' | 'query'>) {
  const [foreword, setForeword] = useState('');
  useDraft({
    draftKey: ['annual-report', year],
    value: foreword,
    changed: foreword !== '',
    // Whoever has begun to type goes on with that.
    onRestore: kept => setForeword(typed => typed || kept),
  });
  const { asking, ask: send } = useAsking<AnnualFormat>();
  const ask = (format: AnnualFormat) =>
    send(format, () => request(askAnnual, { query, body: { id: crypto.randomUUID(), format, foreword } }));
  return { foreword, setForeword, asking, ask };
}
