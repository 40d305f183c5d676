import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { ProblemError } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { assignReviewers, getMatrix, listCandidates, proposeReviewers } from '../../reviews/contract.ts';

export type Proposed = OutputOf<typeof proposeReviewers>;
type Candidate = OutputOf<typeof listCandidates>[number];

/** A place of a proposal: who is proposed for it, or nobody. */
export interface Place {
  readonly key: string;
  readonly projectId: string;
  readonly code: string;
  readonly title: string;
  readonly who: Pick<Candidate, 'id' | 'name' | 'topics' | 'preference'> | null;
  /** Why nobody is: how many are kept from it by what. */
  readonly reasons: Proposed['gaps'][number]['reasons'];
  readonly isChanged: boolean;
}

/** All places, those of a proposal together. */
function placesOf({ pairs, gaps }: Proposed): Place[] {
  const filled = pairs.map(
    ({ projectId, code, title, userId, name, topics, preference }): Place => ({
      ...{ projectId, code, title, key: `${projectId}/${userId}` },
      ...{ who: { id: userId, name, topics, preference }, reasons: [], isChanged: false },
    }),
  );
  const empty = gaps.flatMap(({ projectId, code, title, missing, reasons }) =>
    Array.from(
      { length: missing },
      (_, n): Place => ({
        ...{ projectId, code, title, key: `${projectId}/${n}` },
        ...{ who: null, reasons, isChanged: false },
      }),
    ),
  );
  return [...filled, ...empty].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}

/** How many reviews each person would have, by id: what they have and what is proposed as it stands. */
function countLoads({ pairs }: Proposed, places: readonly Place[], known: ReadonlyMap<string, number>) {
  const proposed = Map.groupBy(pairs, p => p.userId);
  const before = new Map([...proposed].map(([id, own]) => [id, (own[0]?.load ?? 0) - own.length] as const));
  const loads = new Map<string, number>();
  for (const { who } of places) {
    if (!who) continue;
    loads.set(who.id, (loads.get(who.id) ?? before.get(who.id) ?? known.get(who.id) ?? 0) + 1);
  }
  return loads;
}

/** Asked for as soon as it is shown; edited in the browser, sent as it stands then. */
export function useProposal(call: string | null, onInvited: () => void) {
  const { mutate, data, error } = useWrite(proposeReviewers);
  const assign = useWrite(assignReviewers, [getMatrix, listCandidates]);
  const [places, setPlaces] = useState<Place[]>([]);
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(
    () => mutate({ body: call ? { call } : {} }, { onSuccess: found => setPlaces(placesOf(found)) }),
    [mutate, call],
  );
  const sent = places.flatMap(({ key, projectId, who }) => (who ? [{ key, projectId, userId: who.id }] : []));
  const change = (key: string, chosen: Candidate | null) => {
    if (chosen) setKnown(before => new Map(before).set(chosen.id, chosen.load));
    const who = chosen;
    setPlaces(before => before.map(p => (p.key === key ? { ...p, who, reasons: [], isChanged: true } : p)));
    assign.reset();
  };
  const invite = (blind: boolean) =>
    assign.mutate(
      { body: { pairs: sent.map(({ projectId, userId }) => ({ projectId, userId })), blind } },
      {
        onSuccess: ({ invited }) => {
          toasts.success(
            asHtml(invited === 1 ? 'Enviamos 1 invitación.' : `Enviamos ${invited} invitaciones.`),
          );
          onInvited();
        },
      },
    );
  const problems = assign.error instanceof ProblemError ? assign.error.errors : [];
  return {
    ...{ data, places, change, invite, count: sent.length, inviting: assign.isPending },
    loads: data ? countLoads(data, places, known) : new Map<string, number>(),
    isEdited: places.some(p => p.isChanged),
    failure: error ?? assign.error,
    /** What the server found in the place with that key. */
    problemOf: (key: string) =>
      problems.find(p => p.path === `pairs.${sent.findIndex(s => s.key === key)}.userId`)?.message,
  };
}
