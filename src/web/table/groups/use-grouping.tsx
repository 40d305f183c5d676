import { useCallback, useState } from 'react';
import type { RowGroup } from '../../../domain/text/rules.ts';
import type { Option } from '../../form/choices/select-field.tsx';
import type { ListState } from '../list-state.ts';
import { allTold, type Place, pageOfGroup } from './sections.ts';

/** The groups a list shows, and what one can do with them. */
export interface Grouping {
  by: Option;
  groups: readonly RowGroup[];
  place: Place;
  /** The group that somebody is on the way to. */
  wanted: RowGroup | null;
  onReached: () => void;
  onOnly: (key: string) => void;
}

interface Answer {
  total: number;
  groups?: RowGroup[] | undefined;
}

const placeOf = ({ values }: ListState) => ({
  page: Number(values.page) || 1,
  size: Number(values.size) || 25,
  group: values.group,
});

/** Where the rows shown come from: while the next page loads that is still the one before. */
function usePlace(list: ListState, stale: boolean): Place & { group: unknown } {
  const asked = placeOf(list);
  const [shown, setShown] = useState(asked);
  const same = asked.page === shown.page && asked.size === shown.size && asked.group === shown.group;
  if (same || stale) return shown;
  setShown(asked);
  return asked;
}

/** Groups of the rows shown, where the list was asked for them, and the ones that can be gone to. */
export function useGrouping(
  options: readonly Option[] | undefined,
  { list, answer, stale }: { list: ListState; answer: Answer | undefined; stale: boolean },
) {
  const place = usePlace(list, stale);
  const [wanted, setWanted] = useState<RowGroup | null>(null);
  const onReached = useCallback(() => setWanted(null), []);
  const by = options?.find(each => each.value === place.group);
  const groups = answer?.groups ?? [];
  const grouping: Grouping | undefined = by && {
    ...{ by, groups, place, onReached, wanted: stale ? null : wanted },
    onOnly: key => void list.set({ [by.value]: key, group: null }),
  };
  const total = answer?.total ?? 0;
  const goes = grouping && !stale && total > place.size && allTold(groups, total);
  return {
    grouping,
    menu: {
      groups: goes ? groups : [],
      onGo: (group: RowGroup) => {
        setWanted(group);
        void list.set({ page: pageOfGroup(group, place.size) });
      },
    },
  };
}
