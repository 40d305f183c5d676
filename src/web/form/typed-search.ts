import { useDebouncedValue } from '@mantine/hooks';
import type { AnyEndpoint } from '../../domain/kit/endpoint.ts';
import { hasWords } from '../../domain/text/plain.ts';
import type { Input } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { useRead } from '../query.ts';

const SEARCH_MS = 200;

/**
 * Asks an endpoint for the first matches of what is typed, a moment after the last letter. Until it answers, `fits`
 * keeps of the answer before what matches: a list of others would move away under the pointer as soon as the answer comes.
 */
export function useTypedSearch<E extends AnyEndpoint>(
  endpoint: E,
  typed: string,
  inputOf: (query: { q?: string }) => Input<E>,
  enabled = true,
) {
  const wanted = typed.trim();
  const [asked] = useDebouncedValue(wanted, SEARCH_MS);
  const input = inputOf(asked ? { q: asked } : {});
  const { data, isPlaceholderData, isLoading } = useRead(endpoint, input, { enabled, keepPrevious: true });
  const isBehind = asked !== wanted || isPlaceholderData || isLoading;
  return {
    data,
    isBehind,
    fits: (label: string) => !isBehind || hasWords(label, wanted),
    /** What the list says while nothing fits. */
    nothingFound: t(isBehind ? 'form.searching' : 'form.nothingFound'),
  };
}
