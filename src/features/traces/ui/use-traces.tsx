import { useState } from 'react';
import type { TraceGroup } from '../../../domain/privacy/traces.ts';
import { request } from '../../../web/api.ts';
import { type KitForm, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { findTraces, type TraceSearch, type Traces, traceSearch } from '../contract.ts';

/** What was looked for, and what was found by it. */
export interface Search {
  readonly sought: TraceSearch;
  readonly found: Traces;
}
/** Rows chosen to be erased, by their group. */
export type Chosen = Partial<Record<TraceGroup, readonly string[]>>;

export const erasableIn = ({ groups }: Traces): Chosen =>
  Object.fromEntries(
    groups.flatMap(({ group, rows }) => {
      const ids = rows.filter(row => row.refused === null).map(row => row.id);
      return ids.length > 0 ? [[group, ids]] : [];
    }),
  );
export const countOf = (chosen: Chosen): number =>
  Object.values(chosen).reduce((sum, ids) => sum + ids.length, 0);

interface Searching {
  readonly form: KitForm<{ kind: string; value: string }>;
  readonly search: Search | null;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly submit: () => void;
  /** The same once more, as something of it has gone. */
  readonly again: () => Promise<void>;
}

/** A search that is kept by the screen alone: nothing of it stands in the address, nor is it remembered. */
export function useTraces(onFound: () => void): Searching {
  const form = useKitForm(traceSearch, { kind: 'rut', value: '' });
  const [search, setSearch] = useState<Search | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (body: TraceSearch) => {
    setBusy(true);
    setProblem(null);
    try {
      setSearch({ sought: body, found: await request(findTraces, { body }) });
      onFound();
    } catch (error) {
      setSearch(null);
      setProblem(showProblem(form, error));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (form.validate().hasErrors) return;
    const judged = traceSearch.safeParse(form.values);
    if (judged.success) void look(judged.data);
  };
  const again = async () => {
    if (search) await look(search.sought);
  };
  return { form, search, busy, problem, submit, again };
}
