import { afterEach, expect, it, vi } from 'vitest';
import { startExport, watchStalls } from '../tables/export.ts';
import { createTurns, inTurn } from './turns.ts';

const LIMITS = { places: { export: 2, pdf: 1 }, mostOfOne: 2, most: 5, waitMs: 45_000 } as const;

/** A queue whose turns are told by name in the order they begin. */
function openTurns(limits: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const take = createTurns({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ask = (work: 'export' | 'pdf', person: string, name = person) => {
    const leaving = new AbortController();
    const turn = take(work, { person, gone: leaving.signal });
    turn.then(
      () => begun.push(name),
      () => {},
    );
    return { leave: () => leaving.abort(), turn, release: async () => (await turn)() };
  };
  return { ask, begun };
}
const settled = () => new Promise<void>(resolve => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

it('whoever finds no place waits, and gets one in the order of asking', async () => {
  const { ask, begun } = openTurns();
  const [a] = ['a', 'b', 'c', 'd'].map(person => ask('export', person));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  await a?.release();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('a second file of a person waits for the first and holds up nobody behind it', async () => {
  const { ask, begun } = openTurns();
  const first = ask('export', 'a', 'a1');
  ask('export', 'a', 'a2');
  ask('pdf', 'a', 'a3');
  ask('export', 'b');
  ask('pdf', 'c');
  await settled();
  expect(begun).toEqual(['a1', 'b', 'c']);
  await first.release();
  await settled();
  expect(begun).toEqual(['a1', 'b', 'c', 'a2']);
});

it('one kind of work that is full does not hold up the other', async () => {
  const { ask, begun } = openTurns();
  for (const person of ['a', 'b']) ask('pdf', person);
  ask('export', 'c');
  await settled();
  expect(begun).toEqual(['a', 'c']);
});

it('whoever goes away leaves the queue at once', async () => {
  const { ask, begun } = openTurns();
  const first = ask('pdf', 'a');
  const second = ask('pdf', 'b');
  ask('pdf', 'c');
  second.leave();
  await expect(second.turn).rejects.toMatchObject({ code: 'unavailable' });
  await first.release();
  await settled();
  expect(begun).toEqual(['a', 'c']);
  // Gone before it is even asked for.
  const late = new AbortController();
  late.abort();
  const take = createTurns(LIMITS);
  await expect(take('pdf', { person: 'a', gone: late.signal })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await take('pdf', { person: 'a', gone: new AbortController().signal });
});

it('a place given back twice is given back once', async () => {
  const { ask, begun } = openTurns();
  const a = ask('pdf', 'a');
  for (const person of ['b', 'c']) ask('pdf', person);
  await a.release();
  await a.release();
  await settled();
  expect(begun).toEqual(['a', 'b']);
});

it('of one person only so many wait; the next is told when to come again', async () => {
  const { ask } = openTurns();
  const [first, second] = [1, 2, 3].map(() => ask('export', 'a'));
  await expect(ask('pdf', 'a').turn).rejects.toMatchObject({
    code: 'too_many',
    message: 'Demasiadas solicitudes. Intenta de nuevo en 45 segundos.',
    retryAfter: 45,
  });
  ask('export', 'b');
  await first?.release();
  await second?.turn;
  ask('export', 'a');
});

it('of all only so many wait, and none longer than a while', async () => {
  vi.useFakeTimers();
  const { ask, begun } = openTurns({ most: 1 });
  const running = ask('pdf', 'a');
  const waiting = ask('pdf', 'b');
  const refused = {
    code: 'unavailable',
    message: 'Se están preparando otras descargas. Intenta de nuevo en un minuto.',
    retryAfter: 60,
  };
  await expect(ask('pdf', 'c').turn).rejects.toMatchObject(refused);
  vi.advanceTimersByTime(LIMITS.waitMs - 1);
  const told = expect(waiting.turn).rejects.toMatchObject(refused);
  vi.advanceTimersByTime(1);
  await told;
  await running.release();
  await ask('pdf', 'd').turn;
  expect(begun).toEqual(['a', 'd']);
});

it('a failure gives the place back', async () => {
  const asker = { person: 'a', gone: new AbortController().signal };
  // The queue of the server itself: one person's second would wait for ever.
  const failing = () => inTurn('pdf', asker, () => Promise.reject(new Error('broken')));
  await expect(failing()).rejects.toThrow('broken');
  await expect(failing()).rejects.toThrow('broken');
  expect(await inTurn('export', asker, async () => 'done')).toBe('done');
});

it('a reader that takes nothing for a while is noticed; a slow one is not', async () => {
  vi.useFakeTimers();
  const stalled = vi.fn();
  async function* parts() {
    yield* [1, 2, 3];
  }
  const reading = watchStalls(parts(), stalled, 1000);
  for (const part of [1, 2]) {
    expect((await reading.next()).value).toBe(part);
    vi.advanceTimersByTime(999);
  }
  await reading.next();
  expect(stalled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(stalled).toHaveBeenCalledOnce();
  expect((await reading.next()).done).toBe(true);
});

it('a download that may go on for so long ends then, whoever reads it', async () => {
  let isOver = false;
  async function* rows() {
    try {
      for (;;) {
        // As a database answers: not within the same turn of the loop, in which no timer rings.
        await settled();
        yield [{ text: 'x'.repeat(1000) }];
      }
    } finally {
      isOver = true;
    }
  }
  const turn = createTurns(LIMITS);
  const asker = { person: 'a', gone: new AbortController().signal };
  const table = {
    format: 'csv',
    columns: { texto: (row: { text: string }) => row.text },
    rows: rows(),
  } as const;
  const file = await startExport(asker, table, { turn, longestMs: 100 });
  const read = async () => {
    let bytes = 0;
    for await (const part of file) bytes += part.length;
    return bytes;
  };
  await expect(read()).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(isOver).toBe(true);
  // The place is free again.
  await turn('export', asker);
});
