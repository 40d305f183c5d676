import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { startClamd, type TestClamd } from '../../../test/clamd.ts';
import { freePort } from '../../../test/program.ts';
import { createScanner, EICAR, type Scanner, ScannerError } from './scanner.ts';

const KB = 1024;
const MB = KB * KB;
const AWAY = { scan: 'unscanned', detail: 'away' };
const TOO_LARGE = { scan: 'unscanned', detail: 'too_large' };
const CLEAN = { scan: 'clean' };

let clamd: TestClamd | undefined;
afterEach(async () => {
  await clamd?.close();
  clamd = undefined;
});

async function started(options?: Parameters<typeof startClamd>[0]): Promise<TestClamd> {
  clamd = await startClamd(options);
  return clamd;
}

/** Patient enough for a busy machine, but where silence is what is tested. */
function scannerOf({ address }: Pick<TestClamd, 'address'>, silence = 60_000): Scanner {
  const scanner = createScanner(address, { connect: 5_000, silence });
  if (!scanner) throw new Error('no scanner');
  return scanner;
}

/** So many bytes of nothing, in chunks. */
function* zeros(size: number, chunk = 64 * KB): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk) yield Buffer.alloc(Math.min(left, chunk));
}

it('where none is set there is none', () => {
  expect(createScanner(undefined)).toBeUndefined();
});

it.each([
  [{ host: '127.0.0.1', port: 3310 }, '127.0.0.1:3310'],
  [{ host: '::1', port: 3310 }, '[::1]:3310'],
  [{ path: '/run/clamav/clamd.ctl' }, '/run/clamav/clamd.ctl'],
])('%j is named as it is set', (address, place) => {
  expect(createScanner(address)?.place).toBe(place);
});

describe('what was looked at', () => {
  it.each([0, 1, 64 * KB - 1, 64 * KB, 64 * KB + 1, 5 * MB])(
    '%i clean bytes are clean, all sent',
    async size => {
      const fake = await started();
      expect(await scannerOf(fake).scan(zeros(size))).toEqual(CLEAN);
      expect(fake.received()).toBe(size);
    },
  );

  it('empty chunks do not end the content', async () => {
    const chunks = ['', EICAR.slice(0, 10), '', EICAR.slice(10), ''].map(text => Buffer.from(text));
    expect(await scannerOf(await started()).scan(chunks)).toEqual({
      scan: 'infected',
      detail: 'Eicar-Test-Signature',
    });
  });

  it.each([1, 33, 67, 68, 4 * KB])('a virus is found in chunks of %i bytes', async chunk => {
    const content = Buffer.concat([Buffer.alloc(4 * KB), Buffer.from(EICAR), Buffer.alloc(100)]);
    function* pieces() {
      for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk);
    }
    const result = await scannerOf(await started()).scan(pieces());
    expect(result).toEqual({ scan: 'infected', detail: 'Eicar-Test-Signature' });
  });

  it('a socket of this machine serves as well', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'clamd-'));
    const scanner = scannerOf(await started({ path: path.join(folder, 'clamd.ctl') }));
    await scanner.prove();
    expect(await scanner.scan(zeros(MB))).toEqual(CLEAN);
    expect(await scanner.scan([Buffer.from(EICAR)])).toMatchObject({ scan: 'infected' });
    await rm(folder, { recursive: true });
  });

  it('a name from outside is cut and made printable', async () => {
    const scanner = scannerOf(await started({ finds: `Win.\u001b[31m\n${'x'.repeat(200)}` }));
    const result = await scanner.scan([Buffer.from(EICAR)]);
    expect(result).toEqual({ scan: 'infected', detail: `Win.?[31m?${'x'.repeat(90)}` });
  });

  it('what it did not look at in full is not infected', async () => {
    const scanner = scannerOf(await started({ finds: 'Heuristics.Limits.Exceeded.MaxFileSize' }));
    expect(await scanner.scan([Buffer.from(EICAR)])).toEqual(TOO_LARGE);
  });
});

describe('a stream longer than it takes', () => {
  it('is taken up to its limit', async () => {
    const scanner = scannerOf(await started({ limit: MB }));
    expect(await scanner.scan(zeros(MB))).toEqual(CLEAN);
    expect(await scanner.scan(zeros(MB + 1))).toEqual(TOO_LARGE);
  });

  it('is too large however the end of the connection meets the writing', async () => {
    const scanner = scannerOf(await started({ limit: MB }));
    async function* inTurns(chunks: number) {
      let left = chunks;
      for (const bytes of zeros(20 * MB)) {
        yield bytes;
        left = left > 1 ? left - 1 : chunks;
        if (left === chunks) await setImmediate();
      }
    }
    for (let run = 0; run < 40; run++) expect(await scanner.scan(inTurns(1 + (run % 5)))).toEqual(TOO_LARGE);
  });

  it('is not read to its end, and closed', async () => {
    let read = 0;
    const content = Readable.from(
      (function* () {
        for (const bytes of zeros(200 * MB)) {
          read += bytes.length;
          yield bytes;
        }
      })(),
      { objectMode: false },
    );
    expect(await scannerOf(await started({ limit: MB })).scan(content)).toEqual(TOO_LARGE);
    expect(content.destroyed).toBe(true);
    expect(read).toBeLessThan(100 * MB);
  });
});

describe('what was not looked at, as it', () => {
  it('is away', async () => {
    const content = Readable.from(zeros(MB), { objectMode: false });
    const scanner = scannerOf({ address: { host: '127.0.0.1', port: await freePort() } });
    expect(await scanner.scan(content)).toEqual(AWAY);
    expect(content.destroyed).toBe(true);
    expect(await scannerOf({ address: { path: '/nowhere/clamd.ctl' } }).scan(zeros(MB))).toEqual(AWAY);
  });

  it('breaks off', async () => {
    const scanner = scannerOf(await started({ behaviour: 'break' }));
    expect(await scanner.scan(zeros(50 * MB))).toEqual(AWAY);
    expect(await scanner.scan(zeros(1))).toEqual(AWAY);
  });

  it('says nothing in time', async () => {
    expect(await scannerOf(await started({ behaviour: 'silent' }), 200).scan(zeros(MB))).toEqual(AWAY);
  });

  it('answers something else', async () => {
    expect(await scannerOf(await started({ behaviour: 'garbage' })).scan(zeros(MB))).toEqual(AWAY);
  });

  it('says that all is well in the middle', async () => {
    expect(await scannerOf(await started({ behaviour: 'hasty' })).scan(zeros(20 * MB))).toEqual(AWAY);
  });
});

it('an error of the content stays as it is', async () => {
  const broken = new Error('the store broke off');
  async function* content() {
    yield* zeros(MB);
    throw broken;
  }
  await expect(scannerOf(await started()).scan(content())).rejects.toBe(broken);
  const address = { host: '127.0.0.1', port: await freePort() };
  const atOnce = Readable.from([]).destroy(broken);
  await expect(scannerOf({ address }).scan(atOnce)).rejects.toBe(broken);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Bytes of buffers that somebody still holds: when the others go is the runtime's affair. */
function heldBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

it('of a large stream no more is read than clamd takes', async () => {
  const { address, received } = await started();
  let [read, waiting, memory] = [0, 0, 0];
  function* content() {
    for (const bytes of zeros(200 * MB)) {
      waiting = Math.max(waiting, read - received());
      if (read % (10 * MB) === 0) memory = Math.max(memory, heldBuffers());
      read += bytes.length;
      yield bytes;
    }
  }
  const before = heldBuffers();
  expect(await scannerOf({ address }).scan(content())).toEqual(CLEAN);
  expect(received()).toBe(200 * MB);
  // What the system holds of a connection.
  expect(waiting).toBeLessThan(20 * MB);
  expect(memory).toBeGreaterThan(0);
  expect(memory - before).toBeLessThan(100 * MB);
});

describe('a proof', () => {
  it('succeeds where it is right', async () => {
    const fake = await started();
    await scannerOf(fake).prove();
    expect(fake.received()).toBeGreaterThan(0);
  });

  const failureOf = (scanner: Scanner) =>
    scanner.prove().then(
      () => undefined,
      (error: Error) => error,
    );

  it.each([
    ['silent', /: no respondió en 0\.2 segundos\.$/],
    ['break', /: (cerró la conexión sin responder|ECONNRESET|EPIPE)\.$/],
    ['garbage', /: respondió «HTTP\/1\.1 400 Bad Request/],
  ] as const)('fails by name where it is %s', async (behaviour, words) => {
    const scanner = scannerOf(await started({ behaviour }), 200);
    const failure = await failureOf(scanner);
    expect(failure).toBeInstanceOf(ScannerError);
    expect(failure?.message).toContain(`El antivirus de CLAMD no se puede usar: ${scanner.place}: `);
    expect(failure?.message).toMatch(words);
  });

  it('fails by name where nobody listens', async () => {
    const port = await freePort();
    const failure = await failureOf(scannerOf({ address: { host: 'localhost', port } }));
    expect(failure?.message).toBe(`El antivirus de CLAMD no se puede usar: localhost:${port}: ECONNREFUSED.`);
  });

  it('fails by name where a few bytes are too many', async () => {
    const failure = await failureOf(scannerOf(await started({ limit: 1 })));
    expect(failure?.message).toContain('respondió «INSTREAM size limit exceeded. ERROR»');
  });
});
