import type { Problem } from '../src/domain/kit/problem.ts';
import type { TestApp } from './app.ts';
import { signInAs } from './sign-in.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

/** Requests of one signed-in person; `body` is whatever came back. */
export interface Client {
  readonly url: string;
  readonly token: string;
  get<T = Problem>(path: string): Promise<Answer<T>>;
  post<T = Problem>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T = Problem>(path: string, body: unknown): Promise<Answer<T>>;
  delete<T = Problem>(path: string): Promise<Answer<T>>;
}

/** `url` is the server's address, paths are below `/api`. */
export function clientOf(url: string, token: string): Client {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const bytes = body instanceof Uint8Array;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'content-type': bytes ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: bytes ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
  };
  return {
    url,
    token,
    get: path => send('GET', path),
    post: (path, body) => send('POST', path, body ?? {}),
    put: (path, body) => send('PUT', path, body),
    delete: path => send('DELETE', path),
  };
}

export const clientAs = async (server: TestApp, email: string): Promise<Client> =>
  clientOf(server.url, await signInAs(server, email));
