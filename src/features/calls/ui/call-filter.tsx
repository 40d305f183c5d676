import { yearBeside } from '../../../domain/catalogues/call-title.ts';
import { useRead } from '../../../web/query.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { CALL_KINDS, listCalls } from '../contract.ts';

const EVERY = { query: { size: 200, sort: '-year' } } as const;

/** Name of a call that only the address knows: undefined until it has come, null where the reader sees no such call. */
export function useCallName(id: string | undefined) {
  const { data } = useRead(listCalls, EVERY, { enabled: id !== undefined });
  return data && (data.rows.find(call => call.id === id)?.name ?? null);
}

/** Every call the reader may see, the latest first, for choosing one. */
export function useCallOptions() {
  const { data } = useRead(listCalls, EVERY);
  return (data?.rows ?? []).map(c => ({ value: c.id, label: c.name, hint: yearBeside(c) }));
}

/** Kinds a call can be for, in the office's own words. */
export function useCallKinds() {
  const { data: kinds = [] } = useRead(listKinds);
  return CALL_KINDS.map(slug => ({
    value: slug as string,
    label: kinds.find(k => k.definition.slug === slug)?.definition.label ?? slug,
  }));
}

/** Narrows a list to one call. */
export const CallFilter = () => <SelectFilter name="call" label="Convocatoria" options={useCallOptions()} />;
