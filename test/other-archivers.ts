import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function withFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-archive-'));
  try {
    const file = path.join(folder, 'archivo.zip');
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const LIST = `import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(*archive.namelist(), sep="\\n")`;

/** Programs that people unpack archives with, where they are installed: each answers how many files it found sound. */
const ARCHIVERS = {
  unzip: (bytes: Buffer) =>
    withFile(bytes, async file => (await run('unzip', ['-t', file])).stdout.match(/ OK$/gm)?.length),
  python3: (bytes: Buffer, names: readonly string[]) =>
    withFile(bytes, async file => {
      const { stdout } = await run('python3', ['-X', 'utf8', '-c', LIST, file]);
      return stdout
        .trim()
        .split('\n')
        .filter((name, n) => name === names[n]).length;
    }),
};

const isInstalled = (program: string) =>
  run(program, ['--help']).then(
    () => true,
    () => false,
  );

/** How many of these files each of the programs that are installed reads under its own name; it throws where one is not whole. */
export async function readElsewhere(
  bytes: Buffer,
  names: readonly string[],
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [program, read] of Object.entries(ARCHIVERS))
    if (await isInstalled(program)) found[program] = (await read(bytes, names)) ?? 0;
  return found;
}
