import { useRead } from '../../../web/query.ts';
import { listKinds } from '../contract.ts';

const NONE: readonly number[] = [];

/** How far a project of a kind is when each of its progress reports is due, in percent of its time. */
export function useProgressReports(kind: string): readonly number[] {
  const { data } = useRead(listKinds);
  return data?.find(k => k.definition.slug === kind)?.definition.progressReports ?? NONE;
}
