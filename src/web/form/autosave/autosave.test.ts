import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OfflineError, problemFrom } from '../../problem-error.ts';
import { Autosaver, type SaveState, type Version } from './autosave.ts';

interface Value {
  title: string;
}

/** A server that keeps the last value and its version, and refuses what started from an older one. */
class Server {
  value: Value = { title: 'uno' };
  version = 1;
  requests = 0;
  online = true;
  refusal: { status: number; body: object } | null = null;

  save = async (value: Value, version: Version) => {
    this.requests += 1;
    await Promise.resolve();
    if (!this.online) throw new OfflineError('Sin conexión');
    if (this.refusal) throw problemFrom(this.refusal.status, this.refusal.body);
    if (version !== this.version) {
      const extra = { value: this.value, version: this.version };
      throw problemFrom(409, { type: 'x', title: 'x', status: 409, detail: 'x', code: 'conflict', extra });
    }
    this.value = value;
    this.version += 1;
    return { version: this.version };
  };
}

let server: Server;
let shelf: { value: Value; base: Version; from: Value } | null;
let states: SaveState[];
let saver: Autosaver<Value>;
const kinds = () => states.map(state => state.kind);

const start = () =>
  new Autosaver<Value>({
    saved: server.value,
    version: server.version,
    save: server.save,
    onState: state => states.push(state),
    shelf: {
      put: (value, base, from) => {
        shelf = { value, base, from };
      },
      drop: () => {
        shelf = null;
      },
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  shelf = null;
  states = [];
  saver = start();
});
afterEach(() => vi.useRealTimers());

test('a rest after the last change sends it once, and only then the shelf is cleared', async () => {
  saver.change({ title: 'dos' });
  saver.change({ title: 'tres' });
  expect(shelf).toEqual({ value: { title: 'tres' }, base: 1, from: { title: 'uno' } });
  await vi.advanceTimersByTimeAsync(999);
  expect(server.requests).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.value).toEqual({ title: 'tres' });
  expect(server.requests).toBe(1);
  expect(shelf).toBeNull();
  expect(kinds()).toEqual(['dirty', 'dirty', 'saving', 'saved']);
});

test('what is typed while a save runs is sent after it, on top of the new version', async () => {
  saver.change({ title: 'dos' });
  const saving = saver.flush();
  saver.change({ title: 'dos y medio' });
  expect(await saving).toBe(false);
  expect(shelf).toEqual({ value: { title: 'dos y medio' }, base: 2, from: { title: 'dos' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server).toMatchObject({ value: { title: 'dos y medio' }, version: 3 });
});

test('taking a change back sends nothing', async () => {
  saver.change({ title: 'dos' });
  saver.change({ title: 'uno' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.requests).toBe(0);
  expect(shelf).toBeNull();
});

test('without connection the work waits on the shelf and is tried again', async () => {
  server.online = false;
  saver.change({ title: 'dos' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(states.at(-1)).toEqual({
    kind: 'offline',
    message: 'Sin conexión. Guardamos tus cambios en este equipo y los enviaremos al volver.',
  });
  expect(shelf?.value).toEqual({ title: 'dos' });
  server.online = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.value).toEqual({ title: 'dos' });
  expect(shelf).toBeNull();
});

test('work found after a reload goes on from the version it started from', async () => {
  saver.resume({ title: 'de antes' }, 1, { title: 'uno' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.value).toEqual({ title: 'de antes' });
});

test('what is found after a reload but had arrived is clean, and goes on from what is stored', async () => {
  server.value = { title: 'llegó' };
  server.version = 2;
  saver = start();
  saver.resume({ title: 'llegó' }, 1, { title: 'uno' });
  expect(shelf).toBeNull();
  saver.change({ title: 'llegó, y más' });
  expect(await saver.flush()).toBe(true);
  expect(server).toMatchObject({ value: { title: 'llegó, y más' }, version: 3 });
});

test('two that wait for the same save send what came meanwhile once', async () => {
  saver.change({ title: 'dos' });
  void saver.flush();
  saver.change({ title: 'tres' });
  expect(await Promise.all([saver.flush(), saver.flush()])).toEqual([true, true]);
  expect(server.requests).toBe(2);
  expect(kinds()).not.toContain('conflict');
});

describe('when somebody else saved meanwhile', () => {
  beforeEach(async () => {
    server.value = { title: 'ajeno' };
    server.version = 5;
    saver.change({ title: 'propio' });
    await vi.advanceTimersByTimeAsync(1000);
  });

  test('both values are at hand, nothing is lost and nothing is sent again by itself', async () => {
    expect(states.at(-1)).toEqual({
      kind: 'conflict',
      stored: { value: { title: 'ajeno' }, version: 5 },
      from: { title: 'uno' },
    });
    saver.change({ title: 'propio, más' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toBe(1);
    expect(shelf?.value).toEqual({ title: 'propio, más' });
    expect(await saver.flush()).toBe(false);
  });

  test('after a reload what both started from is known, not what is stored now', async () => {
    const left = shelf;
    saver = start();
    saver.resume({ title: 'propio' }, left?.base, left?.from);
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toMatchObject({ kind: 'conflict', from: { title: 'uno' } });
    expect(shelf).toEqual({ value: { title: 'propio' }, base: 1, from: { title: 'uno' } });
  });

  test('keeping mine saves on top of theirs', async () => {
    expect(await saver.overwrite({ title: 'propio' }, 5)).toBe(true);
    expect(server).toMatchObject({ value: { title: 'propio' }, version: 6 });
    expect(shelf).toBeNull();
  });

  test('taking theirs clears the shelf and goes on from there', async () => {
    saver.adopt({ title: 'ajeno' }, 5);
    expect(shelf).toBeNull();
    saver.change({ title: 'ajeno, corregido' });
    expect(await saver.flush()).toBe(true);
    expect(server.version).toBe(6);
  });
});

test('a refused value says why, keeps the work and waits for the next change', async () => {
  const errors = [{ path: 'title', message: 'Escribe al menos 10 caracteres.' }];
  server.refusal = {
    status: 400,
    body: {
      type: 'x',
      title: 'x',
      status: 400,
      detail: 'Revisa los datos marcados.',
      code: 'invalid',
      errors,
    },
  };
  saver.change({ title: 'x' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toEqual({ kind: 'error', message: 'Revisa los datos marcados.', errors });
  expect(server.requests).toBe(1);
  expect(shelf?.value).toEqual({ title: 'x' });
  server.refusal = null;
  saver.change({ title: 'suficientemente largo' });
  expect(await saver.flush()).toBe(true);
});

test('leaving the screen sends what waits', async () => {
  saver.change({ title: 'al salir' });
  saver.dispose();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.value).toEqual({ title: 'al salir' });
});

describe('a screen that was left without a connection', () => {
  beforeEach(async () => {
    server.online = false;
    saver.change({ title: 'al salir' });
    expect(await saver.dispose()).toBe(false);
    server.online = true;
  });

  test('is tried again', async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.value).toEqual({ title: 'al salir' });
  });

  test('is left to the one that goes on from the shelf', async () => {
    saver.handOver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toBe(1);
    expect(shelf?.value).toEqual({ title: 'al salir' });
  });
});
