import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { CHANGE_STATES } from '../src/domain/access/change-requests.ts';
import { CALL_STATE_SLUGS } from '../src/domain/calls/calls.ts';
import { REVIEW_STATES } from '../src/domain/calls/review-states.ts';
import { AGREEMENT_STATES } from '../src/domain/catalogues/agreements.ts';
import { DEPUTATION_STATES } from '../src/domain/catalogues/deputies.ts';
import { FILE_STATES } from '../src/domain/files/file-states.ts';
import { IMPORT_STATES } from '../src/domain/imports/import-states.ts';
import { STATUSES, SUB_STEPS } from '../src/domain/kinds/statuses.ts';
import { USER_STATE_SLUGS } from '../src/domain/kit/user-states.ts';
import { MAIL_STATE_SLUGS } from '../src/domain/notices/mail-states.ts';
import { OBSERVATION_STATES } from '../src/domain/workflow/observation-states.ts';
import { TRANSITION_ACTIONS } from '../src/domain/workflow/transitions.ts';

const TUPLES: readonly (readonly string[])[] = [
  STATUSES,
  REVIEW_STATES,
  CALL_STATE_SLUGS,
  CHANGE_STATES,
  OBSERVATION_STATES,
  USER_STATE_SLUGS,
  MAIL_STATE_SLUGS,
  IMPORT_STATES,
  DEPUTATION_STATES,
  AGREEMENT_STATES.map(s => s.value),
  FILE_STATES,
];
const STATES = new Set(TUPLES.flat());
const WORD = `'(?:${[...STATES].join('|')})'`;

/** Ways to name a state in SQL: beside its column, as a case of it, in a list of them. */
const IN_SQL = [
  new RegExp(
    `\\b(?:\\w+_)?(?:status|state|returned_from)\\s*(?:=|<>|!=|\\bis (?:not )?distinct from|\\b(?:not )?in|(?:=|<>)\\s*(?:all|an[y]))[\\s({]*(?:array\\[)?\\s*${WORD}`,
  ),
  new RegExp(`${WORD}(?:::text)?\\s*(?:=|<>|!=|\\bin)\\s*\\(?(?:\\w+\\.)?(?:\\w+_)?(?:status|state)\\b`),
  new RegExp(`\\bwhen\\s+${WORD}`),
  new RegExp(`\\barray\\[\\s*${WORD}`),
  new RegExp(`=\\s*an[y]\\s*\\(\\s*'\\{(?:${[...STATES].join('|')})\\b`),
  new RegExp(`\\bsub_step\\s*(?:=|<>|in)[\\s(]*'(?:${SUB_STEPS.join('|')})'`),
  new RegExp(`\\baction\\s*(?:=|<>|in)[\\s(]*'(?:${TRANSITION_ACTIONS.join('|')})'`),
];
/** What is written into a row. */
const WRITTEN = new RegExp(`\\binsert into\\b[^]*[(,]\\s*${WORD}\\s*[,)]`);

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const isState = (value: unknown) =>
  isNode(value) && value.type === 'Literal' && STATES.has(String(value.value));
/** `status` of `status` and of `project.status`. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'ChainExpression') return nameOf(value.expression);
  return value.type === 'MemberExpression' ? nameOf(value.property) : String(value.name ?? '');
}
const isHeld = (value: unknown) => /^(status|state|from|to)$|(Status|State)$/.test(nameOf(value));

function textOfTemplate({ quasis }: Node): string {
  return nodes(quasis)
    .map(part => (part.value as { raw: string }).raw)
    .join('§');
}

function isLiteralInSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
    return isNode(node.quasi) && nodes(node.quasi.expressions).some(isState);
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'lit')
    return nodes(node.arguments).some(isState);
  const text = node.type === 'TemplateLiteral' ? textOfTemplate(node) : String(node.value ?? '');
  if (node.type !== 'TemplateLiteral' && node.type !== 'Literal') return false;
  return IN_SQL.some(pattern => pattern.test(text)) || WRITTEN.test(text);
}

/** Two or more states of the same noun, which is a set without a name. */
const isListed = ({ type, elements }: Node) => {
  const words = nodes(elements).map(e => String(e.value ?? ''));
  return (
    type === 'ArrayExpression' && words.length > 1 && TUPLES.some(t => words.every(word => t.includes(word)))
  );
};

function isCompared(node: Node): boolean {
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator)))
    return (isHeld(node.left) && isState(node.right)) || (isHeld(node.right) && isState(node.left));
  if (node.type === 'SwitchStatement' && isHeld(node.discriminant))
    return nodes(node.cases).some(each => isState(each.test));
  if (node.type !== 'CallExpression' || !nodes(node.arguments).some(isHeld)) return false;
  const callee = isNode(node.callee) ? node.callee.object : null;
  return isNode(callee) && callee.type === 'ArrayExpression' && nodes(callee.elements).some(isState);
}

/** Lines that name a state where a set or a predicate of the domain, or `lit` of the database kit, should. */
function stateLiterals(file: string, text: string): string[] {
  const found: string[] = [];
  const isScreen = file.endsWith('.tsx') || file.startsWith('src/web/');
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    if (isListed(value) || (isScreen ? isCompared(value) : isLiteralInSql(value)))
      found.push(`${file}:${text.slice(0, value.start).split('\n').length}`);
    Object.values(value).forEach(walk);
  };
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body);
  return found;
}

const root = path.resolve(import.meta.dirname, '..');
const source = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(path.join(root, file)))
  // The domain has the tables, the types of the tables are made of the migrations, the demonstration tells a story.
  .filter(file => !/^src\/(domain|demo\/seed)\/|^src\/db\/tables\.ts$/.test(file));

/** What a template takes in is written with another sign here, where nothing is taken in. */
const inserted = (sample: string) => sample.replaceAll('§', '$');

describe('statuses and states', () => {
  it('are named by sets and predicates of the domain, in SQL and on screens', () => {
    const found = source.flatMap(file => stateLiterals(file, readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });

  it.each([
    "sql`select 1 from projects p where p.status = 'draft'`",
    "sql<Row>`select 1 where §{a} and p.status <> 'draft'`",
    "sql`select 1 where r.state in ('invited', 'accepted')`",
    "sql`select 1 where r.state not in (\n  'invited')`",
    "sql`select count(*) filter (where state = 'confirmed') from reviews`",
    "sql`update users set name = §{name}, state = 'blocked'`",
    "sql`select 1 where status = any('{draft,returned}')`",
    "sql`select 1 where status = any(array['draft'])`",
    "sql`select 1 where h.to_status = 'evaluation' and h.undone_at is null`",
    "sql`select 1 where p.returned_from is not distinct from 'admissibility'`",
    "sql`select 1 where 'open' = c.state`",
    "sql`select case u.state when 'pending' then 0 else 1 end`",
    "sql`select array_position(array['preparation', 'open'], c.state)`",
    "sql`insert into mails (name, state) values (§{name}, 'pending')`",
    "sql`insert into mails (name, state, at) select u.name, 'pending', now() from users u`",
    "sql`select 1 where p.sub_step = 'director'`",
    "sql`select 1 from project_history where action = 'endorse'`",
    "sql.raw(`select 1 where status = 'draft'`)",
    'sql.raw("select 1 where status = \'draft\'")',
    "sql`select 1 where status = §{'draft'}`",
    "sql`select 1 where status = §{sql.lit('draft')}`",
    "const MINE = ['draft', 'returned']",
    "query.where('status', 'in', ['draft', 'returned'])",
    "sql`select 1 where p.status in §{among(['draft', 'returned'])}`",
  ])('a literal in SQL is found: %s', text => {
    expect(stateLiterals('src/features/some/queries.ts', inserted(text))).not.toEqual([]);
  });

  it.each([
    "project.status === 'running'",
    "'running' !== project?.status",
    "status == 'draft'",
    "latest?.from === 'returned'",
    "['draft'].includes(project.status)",
    "['draft', 'returned'].includes(s)",
    "new Set(['running', 'suspended'])",
    "switch (call.state) { case 'open': break }",
  ])('a literal on a screen is found: %s', text => {
    expect(stateLiterals('src/features/some/ui/page.tsx', text)).not.toEqual([]);
  });

  it.each([
    ['src/features/some/queries.ts', "sql`select 1 where p.status = §{lit.status('draft')}`"],
    ['src/features/some/queries.ts', "sql`select json_build_object('draft', d.id, 'undone', h.undone_at)`"],
    ['src/features/some/queries.ts', "const changes = { state: 'blocked' } satisfies Values"],
    ['src/features/some/ui/page.tsx', "const LOOKS: Record<Status, string> = { draft: 'a', running: 'b' }"],
    ['src/features/some/ui/page.tsx', "error.code === 'conflict' || phase === 'running'"],
    ['src/features/some/ui/page.tsx', "<Link href={paths.mail({ state: 'failed' })} />"],
  ])('in %s this is none: %s', (file, text) => {
    expect(stateLiterals(file, inserted(text))).toEqual([]);
  });
});
