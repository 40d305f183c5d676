import { vi } from 'vitest';
import type { BrowserConfig } from '../../src/domain/kit/config.ts';

/** A request as it would leave the browser. */
export interface Asked {
  method: string;
  /** Below the API's base, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | null | undefined;
}

/** A JSON body, a whole response, or a failure of the network when it throws. */
type Answer = (asked: Asked) => unknown;

const CONFIG: BrowserConfig = {
  institution: 'Universidad de Demostración',
  colour: '#0aa8c4',
  logo: null,
  product: 'Vinculación con los medios',
  apiBase: '/api',
  microsoft: { clientId: 'client', authority: 'https://login.example/common' },
  google: { clientId: 'client', scriptUrl: 'https://accounts.example/client.js' },
  demo: true,
};

let answers = new Map<string, Answer>();
let asked: Asked[] = [];

/** What the server says when asked, e.g. `answer('GET /faculties', () => page)`; the last one holds. */
export const answer = (what: string, how: Answer) => void answers.set(what, how);

/** The requests that have left so far, by default all of them, e.g. `requests('POST /auth/google')`. */
export const requests = (what?: string) =>
  asked.filter(({ method, path }) => what === undefined || what === `${method} ${path}`);

/** A refusal in the shape of the API, or only its status, as of a gateway in between. */
export const refusal = (status: number, problem?: object) =>
  new Response(
    problem && JSON.stringify({ type: 'about:blank', title: 'x', status, detail: 'x', ...problem }),
    {
      status,
      headers: { 'content-type': 'application/problem+json' },
    },
  );

export const refusedConnection = () => {
  throw new TypeError('Failed to fetch');
};

/** An answer that comes when `release` is called. */
export function held(what: string, how: Answer = () => ({})) {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(what, async request => {
    await promise;
    return how(request);
  });
  return { release: resolve };
}

async function fakeFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, 'http://localhost:3000');
  if (url.pathname === '/config.json') return Response.json(CONFIG);
  const request: Asked = {
    method: init.method ?? 'GET',
    path: url.pathname.replace(/^\/api/, ''),
    query: url.searchParams,
    headers: { ...(init.headers as Record<string, string>) },
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    signal: init.signal,
  };
  asked.push(request);
  const how = answers.get(`${request.method} ${request.path}`);
  if (!how) throw new Error(`The test has no answer to ${request.method} ${request.path}`);
  const gone = new Promise<never>((_, reject) =>
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );
  const given = await Promise.race([Promise.resolve(request).then(how), gone]);
  return given instanceof Response ? given : Response.json(given);
}

export function resetServer(): void {
  answers = new Map();
  asked = [];
  vi.stubGlobal('fetch', fakeFetch);
}
