import { useEffect } from 'react';
import type { AnyEndpoint } from '../../domain/kit/endpoint.ts';
import { messageOf } from '../problem-error.ts';
import { useRead } from '../query.ts';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';
import type { CatalogueRow } from './catalogue.ts';

/** The row open beside the list; says so and closes when it is gone. */
export function useOpenRow<R extends CatalogueRow>(
  endpoint: AnyEndpoint,
  id: string | undefined,
  close: () => void,
) {
  const isRow = id !== undefined && id !== 'new';
  const { data, error } = useRead(endpoint, { params: { id } }, { enabled: isRow });
  useEffect(() => {
    if (!isRow || !error) return;
    toasts.error(asHtml(messageOf(error)));
    close();
  });
  const row = data as R | undefined;
  return isRow && row?.id === id ? row : null;
}
