import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FIRST_KINDS } from './kinds/index.ts';
import { STATUSES, statusLabel } from './kinds/statuses.ts';
import { NOTICE_INFO, NOTICE_TYPES } from './notices/notice-types.ts';
import { SECTION_SLUGS, SECTIONS } from './sections/index.ts';
import { TRANSITION_ACTIONS } from './workflow/transitions.ts';

const glossary = readFileSync(path.resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8');

it('the glossary names every status, section, kind, notice and action as the screens do', () => {
  const rows = [
    ...STATUSES.map(s => `| \`${s}\` | ${statusLabel(s)} |`),
    ...SECTION_SLUGS.filter(s => s !== 'goals').map(s => `| \`${s}\` | ${SECTIONS[s].label} |`),
    ...Object.values(FIRST_KINDS).map(k => `| \`${k.slug}\` | ${k.prefix} | ${k.label} |`),
    ...NOTICE_TYPES.map(t => `| \`${t}\` | ${NOTICE_INFO[t].label} |`),
    ...TRANSITION_ACTIONS.map(a => `\`${a}\``),
  ];
  expect(rows.filter(row => !glossary.includes(row))).toEqual([]);
});
