import type { AnyEndpoint, OutputOf } from '../domain/kit/endpoint.ts';
import { apiUrl, authHeaders, type Input, refusal, TIMEOUT_MS, withProgress } from './api.ts';
import { t } from './i18n/i18n.ts';
import { lostConnection, TimeoutError } from './problem-error.ts';
import type { Search } from './routing/paths.ts';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Transfer {
  /** Bytes of this request that have left. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/** A `transfer: 'upload'` endpoint: the bytes as they are. XMLHttpRequest, as fetch tells nothing of progress. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  input: Omit<Input<E>, 'body'>,
  bytes: Blob,
  { onProgress, signal }: Transfer = {},
): Promise<OutputOf<E>> {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Search };
  const run = () =>
    new Promise<OutputOf<E>>((resolve, reject) => {
      const started = Date.now();
      const request = new XMLHttpRequest();
      const cancel = () => request.abort();
      request.open(endpoint.method, apiUrl(endpoint, { params, query }));
      request.timeout = TIMEOUT_MS;
      request.setRequestHeader('Accept', 'application/json');
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = event => onProgress?.(event.loaded);
      request.onload = () => {
        const body = parse(request.responseText);
        if (request.status < 400) resolve(body as OutputOf<E>);
        else Promise.resolve(refusal(request.status, body)).then(reject);
      };
      request.onerror = () => reject(lostConnection(started, t('error.offlineRead')));
      request.ontimeout = () => reject(new TimeoutError());
      request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
      request.onloadend = () => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
      else request.send(bytes);
    });
  return withProgress(run);
}
