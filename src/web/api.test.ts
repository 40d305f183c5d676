// @vitest-environment jsdom
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../domain/kit/endpoint.ts';
import {
  apiUrl,
  download,
  downloadInParts,
  type Progress,
  refusal,
  request,
  stopRequests,
  TIMEOUT_MS,
} from './api.ts';
import { loadConfig } from './config.ts';
import { OfflineError, ProblemError, TimeoutError } from './problem-error.ts';
import { AUTH_MESSAGE } from './storage.ts';

const read = endpoint({
  method: 'GET',
  path: '/things/:id',
  permission: 'active',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ tag: z.array(z.string()).optional(), page: z.number().optional() }),
  output: z.object({ ok: z.boolean() }),
});
const write = endpoint({
  method: 'POST',
  path: '/things',
  permission: 'active',
  summary: '',
  body: z.object({ name: z.string() }),
  output: z.object({ ok: z.boolean() }),
});

const fetchHere = globalThis.fetch;
let server: Server;
let base: string;
let seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string };
let answer: { status: number; type: string; body: string; headers?: Record<string, string> } | 'none';
/** Answers not given, or not to their end. */
let waiting: ServerResponse[];
const ok = { status: 200, type: 'application/json', body: '{"ok":true}' };
const problem = (status: number, code: string, more: object = {}) => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: 'x', status, detail: `Detalle ${code}`, code, ...more }),
});

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/config.json') {
        response.end(JSON.stringify({ institution: 'U', product: 'P', apiBase: `${base}/api` }));
        return;
      }
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      if (answer === 'none') {
        waiting.push(response);
        return;
      }
      response.writeHead(answer.status, { 'Content-Type': answer.type, ...answer.headers });
      if (answer.headers?.['Content-Length']) {
        response.write(answer.body);
        waiting.push(response);
      } else response.end(answer.body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The page's own origin is where the configuration comes from.
  globalThis.fetch = (input, init) => fetchHere(new URL(String(input), base), init);
  await loadConfig();
});
afterAll(async () => {
  globalThis.fetch = fetchHere;
  // What the last test stopped stays stopped: the next file reads the module anew.
  vi.resetModules();
  await new Promise(resolve => server.close(resolve));
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  answer = ok;
  waiting = [];
  return () => {
    for (const response of waiting) response.destroy();
  };
});

test('waits five minutes at most', () => {
  expect(TIMEOUT_MS).toBe(300_000);
});

test('addresses: parameters escaped, repeated keys for lists', () => {
  expect(apiUrl(read, { params: { id: 'a/b ñ' }, query: { tag: ['x', 'y'], page: 2 } })).toBe(
    `${base}/api/things/a%2Fb%20%C3%B1?tag=x&tag=y&page=2`,
  );
});

test('JSON headers, and the token as stored at that moment', async () => {
  await request(write, { body: { name: 'ñandú' } });
  expect(seen).toMatchObject({ method: 'POST', url: '/api/things', body: '{"name":"ñandú"}' });
  expect(seen.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  expect(seen.headers.authorization).toBeUndefined();
  localStorage.setItem('auth-token', 'uno');
  await request(read, { params: { id: '1' } });
  expect(seen.headers.authorization).toBe('Bearer uno');
  localStorage.setItem('auth-token', 'dos');
  expect(await request(read, { params: { id: '1' } })).toEqual({ ok: true });
  expect(seen.headers.authorization).toBe('Bearer dos');
});

describe('a refusal', () => {
  test('is thrown in the words of the server, with every field', async () => {
    const errors = [
      { path: 'name', message: 'Este campo es obligatorio.' },
      { path: 'goals.0.text', message: 'Escribe un texto.' },
    ];
    answer = problem(400, 'invalid', { errors, extra: { version: 3 } });
    const error = await request(write, { body: { name: '' } }).catch(thrown => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      message: 'Detalle invalid',
      status: 400,
      code: 'invalid',
      errors,
      extra: { version: 3 },
    });
  });

  test.each([
    [404, 'not_found'],
    [413, 'too_large'],
    [429, 'too_many'],
    [500, 'internal'],
    [502, 'unavailable'],
    [503, 'unavailable'],
  ])('%i without problem details, as of a proxy, is told in our words', async (status, code) => {
    answer = { status, type: 'text/html', body: '<h1>Bad gateway</h1>' };
    const error = await request(read, { params: { id: '1' } }).catch(thrown => thrown);
    expect(error).toMatchObject({ code, status });
    expect(error.message).not.toContain('gateway');
  });
});

test('a 401 forgets the session, leaves a message for the login page and never settles', async () => {
  for (const key of ['auth-token', 'auth-user', 'auth-google-account', 'auth-microsoft-account']) {
    localStorage.setItem(key, '{}');
  }
  localStorage.setItem('auth-provider', 'google');
  answer = problem(401, 'unauthenticated');
  let settled = false;
  const pending = request(read, { params: { id: '1' } }).finally(() => {
    settled = true;
  });
  await expect.poll(() => sessionStorage.getItem(AUTH_MESSAGE)).toBe('Detalle unauthenticated');
  expect({ ...localStorage }).toEqual({ 'auth-provider': 'google' });
  expect(settled).toBe(false);
  void pending;
});

test('a server that cannot be reached', async () => {
  const closed = createServer();
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise(resolve => closed.close(resolve));
  const before = globalThis.fetch;
  globalThis.fetch = (input, init) => before(String(input).replace(base, `http://127.0.0.1:${port}`), init);
  try {
    const reading = await request(read, { params: { id: '1' } }).catch(thrown => thrown);
    const writing = await request(write, { body: { name: 'x' } }).catch(thrown => thrown);
    expect(reading).toBeInstanceOf(OfflineError);
    expect(writing.message).toBe(
      'Sin conexión: no se guardó. Lo que escribiste sigue aquí; inténtalo de nuevo.',
    );
  } finally {
    globalThis.fetch = before;
  }
});

describe('a server that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    return () => {
      vi.useRealTimers();
    };
  });

  test.each([
    ['a read', () => request(read, { params: { id: '1' } })],
    ['a write', () => request(write, { body: { name: 'x' } })],
    ['a download', () => download(read, { params: { id: '1' } })],
  ])('%s is given up after five minutes, and not for a lost connection', async (_, ask) => {
    answer = 'none';
    const asked = ask().catch(thrown => thrown);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    vi.advanceTimersByTime(TIMEOUT_MS);
    const error = await asked;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toBe('El servidor tardó demasiado en responder. Inténtalo de nuevo.');
  });

  test('an answer that stops half way is given up as well', async () => {
    answer = { ...ok, headers: { 'Content-Length': '100' } };
    const asked = request(read, { params: { id: '1' } }).catch(thrown => thrown);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    vi.advanceTimersByTime(TIMEOUT_MS);
    expect(await asked).toBeInstanceOf(TimeoutError);
  });

  test('nor is it a lost connection when the browser gives up before that', async () => {
    answer = 'none';
    const asked = request(read, { params: { id: '1' } }).catch(thrown => thrown);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    vi.advanceTimersByTime(90_000);
    for (const response of waiting) response.destroy();
    expect(await asked).toBeInstanceOf(TimeoutError);
  });

  test('a connection that breaks off soon is one', async () => {
    answer = 'none';
    const asked = request(read, { params: { id: '1' } }).catch(thrown => thrown);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    for (const response of waiting) response.destroy();
    const error = await asked;
    expect(error).toBeInstanceOf(OfflineError);
    expect(error.message).toBe('Sin conexión. Revisa tu red e inténtalo de nuevo.');
  });
});

test('a request given up by the screen is no lost connection', async () => {
  const error = await request(read, { params: { id: '1' } }, AbortSignal.abort()).catch(thrown => thrown);
  expect(error).not.toBeInstanceOf(OfflineError);
  expect(error.name).toBe('AbortError');
});

test('a file comes with the name the server gave it', async () => {
  answer = {
    status: 200,
    type: 'application/pdf',
    body: 'contenido',
    headers: {
      'Content-Disposition': 'attachment; filename="acta.pdf"; filename*=UTF-8\'\'Acta%20N%C2%B0%201.pdf',
    },
  };
  const { name, blob } = await download(read, { params: { id: '1' } });
  expect([name, await blob.text()]).toEqual(['Acta N° 1.pdf', 'contenido']);
});

describe('a download in parts', () => {
  const begin = () => {
    answer = {
      ...{ status: 200, type: 'application/zip', body: 'abc' },
      headers: {
        ...{ 'Content-Length': '6', 'X-Size-Estimate': '12', 'X-Files': '2' },
        'Content-Disposition': 'attachment; filename="certificados.zip"',
      },
    };
    const told: Progress[] = [];
    const cancel = new AbortController();
    const onProgress = (progress: Progress) => told.push(progress);
    const coming = downloadInParts(read, { params: { id: '1' } }, { onProgress, signal: cancel.signal });
    const received = (bytes: number) => vi.waitFor(() => expect(told.at(-1)?.received).toBe(bytes));
    return { coming, told, cancel, received };
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    return () => {
      vi.useRealTimers();
    };
  });

  test('tells how far it is, and waits as long again after each part', async () => {
    const { coming, told, received } = begin();
    await received(3);
    vi.advanceTimersByTime(0.8 * TIMEOUT_MS);
    waiting[0]?.write('d');
    await received(4);
    vi.advanceTimersByTime(0.8 * TIMEOUT_MS);
    waiting[0]?.end('ef');
    const { blob, name } = await coming;
    expect([name, blob.type, await blob.text()]).toEqual(['certificados.zip', 'application/zip', 'abcdef']);
    expect(told[0]).toEqual({ received: 0, expected: 12, files: 2 });
    expect(told.at(-1)).toEqual({ received: 6, expected: 12, files: 2 });
  });

  test('is given up when nothing comes any more', async () => {
    const { coming, received } = begin();
    const failed = coming.catch(thrown => thrown);
    await received(3);
    vi.advanceTimersByTime(TIMEOUT_MS);
    expect(await failed).toBeInstanceOf(TimeoutError);
  });

  test('is a lost connection when it breaks off', async () => {
    const { coming, received } = begin();
    const failed = coming.catch(thrown => thrown);
    await received(3);
    waiting[0]?.destroy();
    const error = await failed;
    expect(error).toBeInstanceOf(OfflineError);
    expect(error).not.toBeInstanceOf(TimeoutError);
  });

  test('ends at the server, too, when it is cancelled', async () => {
    const { coming, cancel, received } = begin();
    const failed = coming.catch(thrown => thrown);
    await received(3);
    const closed = new Promise(resolve => waiting[0]?.once('close', resolve));
    cancel.abort();
    expect(await failed).toMatchObject({ name: 'AbortError' });
    await closed;
  });

  test('refuses in the words of the server', async () => {
    const { coming } = begin();
    // The answer is looked at only once the request has come.
    answer = problem(422, 'rule');
    await expect(coming).rejects.toThrow('Detalle rule');
  });
});

// Last: from here on nothing of this file is asked for any more.
test('while somebody signs out, a 401 does not cut it short, and nothing new is asked', async () => {
  sessionStorage.clear();
  const asked = vi.spyOn(globalThis, 'fetch');
  stopRequests();
  const refused = await refusal(401, JSON.parse(problem(401, 'unauthenticated').body));
  expect(refused).toBeInstanceOf(ProblemError);
  expect(sessionStorage.getItem(AUTH_MESSAGE)).toBeNull();
  void request(read, { params: { id: '1' } });
  expect(asked).not.toHaveBeenCalled();
});
