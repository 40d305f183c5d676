import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { html } from '../html/html.ts';
import type { Heading, PublicDocument } from './documents.ts';
import { keepDocuments } from './kept.ts';

const HEADING: Heading = {
  ...{ institution: 'Universidad', productName: 'Vinculación', publicUrl: 'https://x.example' },
  ...{ colour: '#0aa8c4', logo: null },
};

/** What the documents are written from; `write` stands for the queries of a feature. */
let version: string;
let heading: Heading;
let write: (key: string) => Promise<PublicDocument | null>;
let written: string[];
let app: FastifyInstance;

beforeEach(() => {
  [version, heading, written] = ['1', HEADING, []];
  write = async key => ({ title: `Página ${key}`, body: html`<p>Escrita bajo ${version}</p>` });
  const send = keepDocuments(async () => heading);
  app = Fastify();
  app.get<{ Params: { key: string } }>('/:key', (request, reply) => {
    const { key } = request.params;
    const counted = () => {
      written.push(key);
      return write(key);
    };
    return send({ request, reply }, { key, version, write: counted });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const open = (key: string, known?: string) =>
  app.inject({ method: 'GET', url: `/${key}`, headers: known ? { 'if-none-match': known } : {} });

describe('a document that is kept', () => {
  it('is written once, and may be kept by whoever asks each time', async () => {
    const [first, second] = [await open('a'), await open('a')];
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
    expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag]);
    expect(written).toEqual(['a']);
  });

  it('is one for each key', async () => {
    const [a, b] = [await open('a'), await open('b')];
    expect([a.body.includes('Página a'), b.body.includes('Página b')]).toEqual([true, true]);
    expect(a.headers.etag).not.toBe(b.headers.etag);
    expect(written).toEqual(['a', 'b']);
  });

  it('is not sent again to whoever has it', async () => {
    const { headers } = await open('a');
    const tag = String(headers.etag);
    for (const known of [tag, `"x", ${tag}`, `W/"x",${tag} , W/"y"`]) {
      const answer = await open('a', known);
      expect([known, answer.statusCode, answer.body, answer.headers.etag]).toEqual([known, 304, '', tag]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    for (const known of ['"x"', 'W/"x", "y"', tag.slice(0, -2), '', ',']) {
      const answer = await open('a', known);
      expect([known, answer.statusCode]).toEqual([known, 200]);
    }
  });

  it('is written anew once its version moved, and the tag of before is none any more', async () => {
    const { headers } = await open('a');
    version = '2';
    const next = await open('a', String(headers.etag));
    expect([next.statusCode, next.body.includes('Escrita bajo 2')]).toEqual([200, true]);
    expect(written).toEqual(['a', 'a']);
  });

  it('is written anew once name, colour or logo of the institution are others', async () => {
    const { headers } = await open('a');
    for (const change of [
      { institution: 'Universidad Nueva' },
      { colour: '#123456' },
      { logo: '/publico/logo.png?v=1' },
    ]) {
      written = [];
      heading = { ...heading, ...change };
      expect((await open('a', String(headers.etag))).statusCode).toBe(200);
      expect(written).toEqual(['a']);
    }
    expect((await open('a')).body).toContain(' - Universidad Nueva</title>');
  });

  it('is still known where it was written anew and says the same', async () => {
    write = async () => ({ title: 'Siempre igual', body: html`<p>Nada cambió</p>` });
    const { headers } = await open('a');
    version = '2';
    expect((await open('a', String(headers.etag))).statusCode).toBe(304);
    expect(written).toEqual(['a', 'a']);
  });

  it('is gone at the next look where it is none any more, whatever the browser has', async () => {
    const { headers } = await open('a');
    version = '2';
    write = async () => null;
    const gone = await open('a', String(headers.etag));
    expect([gone.statusCode, gone.headers['cache-control'], gone.headers.etag]).toEqual([
      ...[404, 'no-store', undefined],
    ]);
    // What there is not is kept by nobody.
    write = async () => ({ title: 'Vuelve', body: html`` });
    expect((await open('a')).statusCode).toBe(200);
  });

  it('is read again after ten seconds, for what changes without the version', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    await open('a');
    vi.setSystemTime(9_999);
    await open('a');
    expect(written).toEqual(['a']);
    vi.setSystemTime(10_000);
    await open('a');
    expect(written).toEqual(['a', 'a']);
  });
});

describe('many at once', () => {
  /** Writes that wait until they are let go. */
  function held() {
    const waiting: (() => void)[] = [];
    const usual = write;
    write = async key => {
      await new Promise<void>(resolve => waiting.push(resolve));
      return usual(key);
    };
    return { waiting, release: () => waiting.splice(0).map(go => go()) };
  }

  it('have it written once', async () => {
    const { waiting, release } = held();
    const all = Promise.all(Array.from({ length: 20 }, () => open('a')));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    release();
    expect(new Set((await all).map(answer => answer.body)).size).toBe(1);
    expect(written).toEqual(['a']);
  });

  it('who come after the version moved do not get what is still written under the one before', async () => {
    const { waiting, release } = held();
    const before = open('a');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    version = '2';
    const after = open('a');
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    release();
    await before;
    expect((await after).body).toContain('Escrita bajo 2');
    expect((await open('a')).body).toContain('Escrita bajo 2');
  });

  it('try again after a failure', async () => {
    const usual = write;
    write = () => Promise.reject(new Error('no database'));
    expect((await open('a')).statusCode).toBe(500);
    write = usual;
    expect((await open('a')).statusCode).toBe(200);
  });
});

describe('what is kept', () => {
  it('is bounded by its letters: the oldest goes, however many addresses are asked for', async () => {
    write = async key => ({ title: key, body: html`<p>${'x'.repeat(500_000)}</p>` });
    const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);
    for (const key of keys) await open(key);
    written = [];
    await open('k19');
    await open('k10');
    expect(written).toEqual([]);
    await open('k0');
    expect(written).toEqual(['k0']);
  });

  it('counts a document that is written anew once', async () => {
    write = async key => ({ title: key, body: html`<p>${'x'.repeat(500_000)}</p>` });
    await open('first');
    for (let n = 0; n < 30; n += 1) {
      version = String(n);
      await open('second');
    }
    version = '1';
    written = [];
    await open('first');
    expect(written).toEqual([]);
  });
});
