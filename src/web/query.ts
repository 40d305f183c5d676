import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AnyEndpoint, OutputOf, Topic } from '../domain/kit/endpoint.ts';
import { type Input, requestWith } from './api.ts';
import { ProblemError, TimeoutError } from './problem-error.ts';
import { getToken, onSessionChange } from './storage.ts';

/** Refusals stay refusals; only what may pass by itself and soon is tried again, once. 504: a gateway has waited. */
const mayPass = (error: unknown) => {
  if (error instanceof TimeoutError) return false;
  if (!(error instanceof ProblemError)) return true;
  return (error.code === 'internal' || error.code === 'unavailable') && error.status !== 504;
};

export const queryClient = new QueryClient({
  defaultOptions: {
    // Our own message tells of a lost connection; pausing would leave the skeleton for ever.
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && mayPass(error),
    },
    mutations: { networkMode: 'always' },
  },
});

// What was read goes with the session it was read in: the next person may enter in this same document.
onSessionChange(() => {
  if (getToken() === null) queryClient.clear();
});

/** All answers of an endpoint share the first part of the key, so that one call forgets every page of a list. */
export const keyOf = (endpoint: AnyEndpoint, input?: unknown): QueryKey =>
  input === undefined ? [endpoint.path] : [endpoint.path, input];

/** Reads again what an endpoint, or every endpoint about a topic, has shown; what is not on screen once it is. */
export const outdate = (client: QueryClient, what: AnyEndpoint | Topic) =>
  client.invalidateQueries(
    typeof what === 'string' ? { predicate: ({ meta }) => meta?.about === what } : { queryKey: keyOf(what) },
  );

interface ReadOptions {
  enabled?: boolean;
  /** Shows the last page while the next one loads. */
  keepPrevious?: boolean;
  refetchInterval?: number;
}

/** Query options of a read; also for `queryClient.ensureQueryData` in a route's loader. */
export function reading<E extends AnyEndpoint>(endpoint: E, input: Input<E> | undefined) {
  return {
    queryKey: keyOf(endpoint, input ?? {}),
    meta: { about: endpoint.about },
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
      requestWith(endpoint, input, signal),
  };
}

/** Reads an endpoint. `useRead(listFaculties, { query })`. */
export function useRead<E extends AnyEndpoint>(endpoint: E, input?: Input<E>, options: ReadOptions = {}) {
  const { keepPrevious, ...rest } = options;
  return useQuery({
    ...reading(endpoint, input),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

interface WriteOptions {
  /** Requests to the endpoint leave one after the other: two at once might arrive in either order. */
  oneByOne?: boolean;
}

/** Calls an endpoint that writes, then reads again whatever it has outdated. */
export function useWrite<E extends AnyEndpoint>(
  endpoint: E,
  outdates: readonly (AnyEndpoint | Topic)[] = [],
  { oneByOne = false }: WriteOptions = {},
) {
  const client = useQueryClient();
  return useMutation<OutputOf<E>, Error, Input<E>>({
    mutationFn: (input: Input<E>) => requestWith(endpoint, input),
    onSuccess: () => Promise.all(outdates.map(each => outdate(client, each))),
    ...(oneByOne ? { scope: { id: `${endpoint.method} ${endpoint.path}` } } : {}),
  });
}
