import { useDebouncedValue } from '@mantine/hooks';
import { plain } from '../../../domain/text/plain.ts';
import { useRead } from '../../../web/query.ts';
import { type HitGroup, search } from '../contract.ts';

/** In ms; whoever types goes on within it. */
const PAUSE = 150;
const SHORTEST = 3;

type Refusal = 'short' | 'signs' | 'common';

export interface SearchAnswer {
  readonly groups: readonly HitGroup[];
  /** Why nothing was looked for. */
  readonly refused: Refusal | null;
  /** What is shown may be of words typed before. */
  readonly busy: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Why it is not even asked. */
function refusalOf(typed: string): Refusal | null {
  const letters = plain(typed).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters === 0) return 'signs';
  return letters < SHORTEST ? 'short' : null;
}

/** What the server finds for what is typed; while it looks, what it found last. */
export function useAnswer(typed: string): SearchAnswer {
  const [wanted] = useDebouncedValue(typed, PAUSE);
  const own = typed === '' ? null : refusalOf(typed);
  const isAsked = typed !== '' && !own && wanted !== '' && !refusalOf(wanted);
  const { data, error, isFetching, refetch } = useRead(
    search,
    { query: { q: wanted } },
    { enabled: isAsked, keepPrevious: true },
  );
  const busy = typed !== '' && !own && (wanted !== typed || isFetching);
  const shown = isAsked ? data : undefined;
  return {
    groups: shown?.groups ?? [],
    refused: own ?? (busy ? null : (shown?.refused ?? null)),
    busy,
    error: isAsked && !busy ? error : null,
    retry: () => void refetch(),
  };
}
