import { useState } from 'react';
import { z } from 'zod';
import { id, text } from '../../../domain/text/rules.ts';
import { HOLDINGS, type Holding } from '../../../domain/workflow/reassignment.ts';
import { longId, MOST_IN_ADDRESS, shortId } from '../../../web/routing/short-ids.ts';
import { useListState } from '../../../web/table/list-state.ts';
import type { Holdings } from '../../holdings/contract.ts';

export type HeldRow = Holdings['rows'][number];
type Key = Pick<HeldRow, 'holding' | 'id'>;
export const keyOfRow = ({ holding, id: of }: Key) => `${holding}/${of}`;

/** Everything chosen on the screen but the reason: people for all, for a group, for a row, and rows taken out. */
export const reassignSearch = z.object({
  from: id.optional(),
  to: id.optional(),
  groups: text(500).optional(),
  rows: text(6000).optional(),
  out: text(6000).optional(),
  /** The rows left in, where those taken out are too many for an address. */
  only: text(6000).optional(),
});

/** One figure for the group, then ids, e.g. `2AbC…` for a step; entries that mean nothing are passed over. */
const tokenOf = ({ holding, id: of }: Key) => `${HOLDINGS.indexOf(holding)}${shortId(of)}`;
const GROUP = 1;
const ROW = GROUP + 22;

function keyIn(token: string): string | null {
  const holding = HOLDINGS[Number(token[0])];
  const of = longId(token.slice(GROUP, ROW));
  return holding && of ? keyOfRow({ holding, id: of }) : null;
}
const entries = (value: unknown) => (typeof value === 'string' ? value.split('.') : []);
/** As many signs as of the ids that an address bears. */
const MOST = MOST_IN_ADDRESS * 24;
function tokenText(tokens: readonly string[]): string | undefined {
  const joined = tokens.join('.');
  return joined && joined.length <= MOST ? joined : undefined;
}

const rowOf = (key: string): Key => {
  const [holding, of] = key.split('/');
  return { holding: holding as Holding, id: of ?? '' };
};

type People = Readonly<Record<string, string>>;
function peopleIn(value: unknown, keyOf: (token: string) => string | null, from: number): People {
  return Object.fromEntries(
    entries(value).flatMap(token => {
      const [key, person] = [keyOf(token), longId(token.slice(from))];
      return key && person ? [[key, person]] : [];
    }),
  );
}

function withPerson(people: People, key: string, person: string | null): People {
  const { [key]: _, ...rest } = people;
  return person ? { ...rest, [key]: person } : rest;
}

/**
 * Who takes each row over (the row's own choice, else its group's, else the one for everything) and which rows are
 * taken out. It lives in the address, up to what an address bears.
 */
export function useChoice(general: string | null, all: readonly Key[]) {
  const { values, set } = useListState(reassignSearch);
  const [groups, setGroups] = useState(() =>
    peopleIn(values.groups, token => HOLDINGS[Number(token[0])] ?? null, GROUP),
  );
  const [rows, setRows] = useState(() => peopleIn(values.rows, keyIn, ROW));
  const [out, setOut] = useState<ReadonlySet<string>>(() => {
    const keys = (value: unknown) => new Set(entries(value).flatMap(token => keyIn(token) ?? []));
    const only = keys(values.only);
    return only.size > 0 ? new Set(all.map(keyOfRow).filter(key => !only.has(key))) : keys(values.out);
  });
  const groupOf = (holding: Holding) => groups[holding] ?? null;
  return {
    targets: {
      ofGroup: groupOf,
      ofRow: (row: Key) => rows[keyOfRow(row)] ?? null,
      of: (row: Key) => rows[keyOfRow(row)] ?? groupOf(row.holding) ?? general,
      setGroup: (holding: Holding, to: string | null) => {
        const next = withPerson(groups, holding, to);
        setGroups(next);
        const tokens = Object.entries(next).map(([h, p]) => HOLDINGS.indexOf(h as Holding) + shortId(p));
        set({ groups: tokenText(tokens) }, { replace: true });
      },
      setRow: (row: Key, to: string | null) => {
        const next = withPerson(rows, keyOfRow(row), to);
        setRows(next);
        const tokens = Object.entries(next).map(([key, p]) => tokenOf(rowOf(key)) + shortId(p));
        set({ rows: tokenText(tokens) }, { replace: true });
      },
    },
    selection: {
      isIn: (row: Key) => !out.has(keyOfRow(row)),
      toggle: (changed: readonly Key[], on: boolean) => {
        const next = new Set(out);
        for (const row of changed) {
          if (on) next.delete(keyOfRow(row));
          else next.add(keyOfRow(row));
        }
        setOut(next);
        const taken = tokenText([...next].map(key => tokenOf(rowOf(key))));
        const only =
          next.size > 0 && !taken
            ? tokenText(all.filter(row => !next.has(keyOfRow(row))).map(tokenOf))
            : undefined;
        set({ out: taken, only }, { replace: true });
      },
    },
  };
}
