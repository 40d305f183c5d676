import { nprogress } from '@mantine/nprogress';
import type { AnyEndpoint, OutputOf, RequestOf } from '../domain/kit/endpoint.ts';
import { config } from './config.ts';
import { t } from './i18n/i18n.ts';
import { withReason } from './last-resort.ts';
import { log } from './log.ts';
import { lostConnection, type ProblemError, problemFrom, TimeoutError } from './problem-error.ts';
import { type Search, stringifySearch } from './routing/paths.ts';
import { reloadDocument } from './routing/reload.ts';
import { AUTH_MESSAGE, clearSession, getToken } from './storage.ts';

export const TIMEOUT_MS = 300_000;

type OptionalKeys<R> = {
  [K in keyof R]: [R[K]] extends [undefined] ? K : object extends R[K] ? K : never;
}[keyof R];
/** The parts of a request an endpoint declares; those that may be empty may be left out. */
export type Input<E> = Omit<RequestOf<E>, OptionalKeys<RequestOf<E>>> &
  Partial<Pick<RequestOf<E>, OptionalKeys<RequestOf<E>>>>;
/** Arguments after the endpoint: the request (when it needs none, optional) and a signal to give up. */
type CallArguments<E> =
  object extends Input<E>
    ? [input?: Input<E>, signal?: AbortSignal]
    : [input: Input<E>, signal?: AbortSignal];

interface Parts {
  params?: Record<string, unknown> | undefined;
  query?: Search | undefined;
  body?: unknown;
}

/** Full address of an endpoint below the configured API base. */
export function apiUrl(endpoint: Pick<AnyEndpoint, 'path'>, input: Parts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  return config().apiBase + path + stringifySearch(input.query ?? {});
}

export function authHeaders(): Record<string, string> {
  const token = getToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

let inFlight = 0;

/** Shows the bar at the top while `work` runs; several at once share it. */
export async function withProgress<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight++ === 0) nprogress.start();
  try {
    return await work();
  } finally {
    if (--inFlight === 0) nprogress.complete();
  }
}

/**
 * The stored session is of no use any more: forget it and start over at the login page, which shows `message` once.
 * Never settles, so that no screen draws a failure while the page goes away.
 */
export function startOver(message: string): Promise<never> {
  log.info('Starting over at the login page', message);
  sessionStorage.setItem(AUTH_MESSAGE, message);
  clearSession();
  reloadDocument();
  return new Promise<never>(() => {});
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let stopped = false;

/**
 * A refusal as an error to throw; a 401 starts the session over instead, unless somebody is signing out: then it is
 * expected, and a reload would cut the sign-out short.
 */
export function refusal(status: number, body: unknown): ProblemError | Promise<never> {
  const problem = problemFrom(status, body);
  return status === 401 && !stopped ? startOver(problem.message) : problem;
}

/** The document is going away: what its screens ask for from now on waits for ever instead of being refused. */
export function stopRequests(): void {
  stopped = true;
}

/**
 * One exchange within the time limit; `read` takes what it wants of an answer that is no refusal, and may say each time
 * that something has come: then the limit begins anew.
 */
async function exchange<T>(
  endpoint: AnyEndpoint,
  input: Parts,
  signal: AbortSignal | undefined,
  read: (response: Response, onSign: () => void) => Promise<T>,
): Promise<T> {
  if (stopped) await new Promise<never>(() => {});
  let started = 0;
  const limit = new AbortController();
  let timer: number | undefined;
  const waitAnew = () => {
    window.clearTimeout(timer);
    started = Date.now();
    timer = window.setTimeout(() => limit.abort(), TIMEOUT_MS);
  };
  waitAnew();
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(apiUrl(endpoint, input), {
      method: endpoint.method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...authHeaders() },
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    content = await (response.ok ? read(response, waitAnew) : readBody(response));
  } catch (error) {
    if (signal?.aborted) throw error;
    if (limit.signal.aborted) throw new TimeoutError();
    throw lostConnection(started, t(endpoint.method === 'GET' ? 'error.offlineRead' : 'error.offline'));
  } finally {
    window.clearTimeout(timer);
  }
  if (!response.ok) throw await refusal(response.status, content);
  return content as T;
}

/** Where the reason goes: with the body, or with the query of what has none. */
const withLastResort = ({ body }: AnyEndpoint, parts: Parts, lastResort: string): Parts =>
  body
    ? { ...parts, body: { ...(parts.body ?? {}), lastResort } }
    : { ...parts, query: { ...(parts.query ?? {}), lastResort } };

/**
 * `request` for whoever hands on an input made elsewhere, which may be none. What only the last possible person may
 * decide is asked why on the way.
 */
export function requestWith<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  signal?: AbortSignal,
): Promise<OutputOf<E>> {
  const parts = (input ?? {}) as Parts;
  const read = readBody as (r: Response) => Promise<OutputOf<E>>;
  return withReason({ method: endpoint.method, address: apiUrl(endpoint, parts) }, lastResort => {
    const sent = lastResort === undefined ? parts : withLastResort(endpoint, parts, lastResort);
    return withProgress(() => exchange(endpoint, sent, signal, read));
  });
}

/**
 * One request of the contract. Throws `ProblemError` when refused, `OfflineError` when nothing came back, of that
 * `TimeoutError` when it took too long.
 */
export function request<E extends AnyEndpoint>(endpoint: E, ...rest: CallArguments<E>): Promise<OutputOf<E>> {
  const [input, signal] = rest;
  return requestWith(endpoint, input, signal);
}

function fileName({ headers }: Response): string {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (plain ?? 'archivo');
}

const readFile = async (response: Response) => ({ blob: await response.blob(), name: fileName(response) });

/** A `transfer: 'download'` endpoint as a file in memory, with the name the server gave it. */
export function download<E extends AnyEndpoint>(
  endpoint: E,
  ...rest: CallArguments<E>
): Promise<{ blob: Blob; name: string }> {
  const [input, signal] = rest;
  return withProgress(() => exchange(endpoint, (input ?? {}) as Parts, signal, readFile));
}

/** How far a file that is written while it is read has come. */
export interface Progress {
  /** Bytes so far. */
  readonly received: number;
  /** Bytes and files that the server expects it to have; null where it does not say. */
  readonly expected: number | null;
  readonly files: number | null;
}

/**
 * The same of a file that takes its time: tells what has come, and is given up only when nothing has come for as long as
 * others take as a whole. The bar at the top does not show it.
 */
export function downloadInParts<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<{ blob: Blob; name: string }> {
  return exchange(endpoint, input as Parts, signal, async (response, onSign) => {
    const told = (name: string) => Number(response.headers.get(name)) || null;
    const about = { expected: told('X-Size-Estimate'), files: told('X-Files') };
    const parts: BlobPart[] = [];
    let received = 0;
    onProgress({ received, ...about });
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      onSign();
      parts.push(part.value);
      received += part.value.length;
      onProgress({ received, ...about });
    }
    const type = response.headers.get('Content-Type') ?? '';
    return { blob: new Blob(parts, { type }), name: fileName(response) };
  });
}
