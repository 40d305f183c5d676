import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOMAIN_ROOMS, FEATURES } from './rooms.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file && existsSync(path.join(root, file)));
const documents = files.filter(file => file.endsWith('.md'));

describe('documents', () => {
  it('every place they name in code exists', () => {
    const missing = documents.flatMap(document =>
      [...read(document).matchAll(/`((?:src|test|e2e|bench|scripts|docs)\/[\w./-]+?)`/g)]
        .map(([, place = '']) => place)
        .filter(place => !existsSync(path.join(root, place)))
        .map(place => `${document}: ${place}`),
    );
    expect(missing).toEqual([]);
  });

  it('every link within the project leads somewhere, and to a heading that is there', () => {
    const headings = (file: string) =>
      [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      );
    const broken = documents.flatMap(document =>
      [...read(document).matchAll(/(?:\]\(|src="|srcset=")(?!https?:|mailto:)([^)"#]*)(?:#([^)"]*))?[)"]/g)]
        .filter(([, place = '', heading]) => {
          const target = place ? path.posix.join(path.posix.dirname(document), place) : document;
          if (!existsSync(path.join(root, target))) return true;
          return heading !== undefined && !headings(target).includes(heading);
        })
        .map(([link]) => `${document}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('the names that recipes and the map of the house mention are in the code', () => {
    const code = files
      .filter(file => /\.(tsx?|js|sql|json|html)$/.test(file) && file !== 'package-lock.json')
      .map(read)
      .join('\n');
    const words = new Set(code.match(/[\w$]+/g));
    const unknown = ['CONTRIBUTING.md', 'docs/architecture.md'].flatMap(document =>
      [...read(document).matchAll(/`([A-Za-z_$][\w$]*)(?:\(\))?`/g)]
        .map(([, name = '']) => name)
        .filter(name => !words.has(name) && !files.some(file => file.split('/').includes(name)))
        .map(name => `${document}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the map of the house', () => {
  const map = read('docs/architecture.md');
  const lineOf = (name: string) => new RegExp(`^ *${name} +(.*)$`, 'm').exec(map)?.[1];

  it.each(Object.entries({ ...FEATURES, domain: DOMAIN_ROOMS }))('shows %s in their order', (name, rooms) => {
    expect(lineOf(name)).toBe(rooms);
  });

  it.each(['server', 'web', 'db'])('names every folder of src/%s', kit => {
    const folders = new Set(
      files.flatMap(file => new RegExp(`^src/${kit}/([\\w-]+)/`).exec(file)?.[1] ?? []),
    );
    const shown = new Set(/^.*$/m.exec(map.slice(map.indexOf(`src/${kit}: `)))?.[0].split(' '));
    expect([...folders].filter(folder => !shown.has(folder))).toEqual([]);
  });
});

describe('decisions', () => {
  const folder = 'docs/decisions';
  const decisions = documents.filter(file => file.startsWith(`${folder}/`) && !file.endsWith('README.md'));
  const headOf = (file: string) =>
    /^# (\d{3}) · (.+)\n\n(\d{4}-\d{2}-\d{2}) · (.+)\n\n/.exec(read(file))?.slice(1) ?? [];

  it('are numbered without a gap, in the order of their dates', () => {
    expect(decisions.map(file => path.basename(file).slice(0, 3))).toEqual(
      decisions.map((_, n) => String(n + 1).padStart(3, '0')),
    );
    const dates = decisions.map(file => headOf(file)[2] ?? file);
    expect(dates).toEqual(dates.toSorted());
  });

  it('begin with number, title, date and status', () => {
    const status = /^(accepted|superseded by \[\d{3}\]\(\S+\))(, amended by (\[\d{3}\]\(\S+\)(, )?)+)?$/;
    const wrong = decisions.filter(file => {
      const [number, , , said = ''] = headOf(file);
      return number !== path.basename(file).slice(0, 3) || !status.test(said);
    });
    expect(wrong).toEqual([]);
  });

  it('stand in the index as they call themselves', () => {
    const rows = decisions.map(file => {
      const [number, title, date, status] = headOf(file);
      return `| [${number}](${path.basename(file)}) | ${title} | ${date} | ${status} |`;
    });
    const index = read(`${folder}/README.md`)
      .split('\n')
      .filter(line => line.startsWith('| ['));
    expect(index).toEqual(rows);
  });
});
