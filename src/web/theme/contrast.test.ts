import { globSync } from 'node:fs';
import {
  Checkbox,
  CloseButton,
  Combobox,
  Input,
  Menu,
  Pill,
  Progress,
  Radio,
  SegmentedControl,
  Switch,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { describe, expect, test } from 'vitest';
import {
  colour,
  contrast,
  declared,
  library,
  ours,
  over,
  read,
  root,
  rulesOf,
  style,
} from '../../../test/painted.ts';
import { SHADES } from '../../domain/drawings/heat-table.ts';
import { PAPER_INK } from '../../domain/drawings/sheet.ts';
import { SCREEN_INK } from '../drawing/screen-ink.ts';
import { DISABLED_OPACITY } from './theme.ts';

/**
 * WCAG 2.2 AA, 1.4.3 and 1.4.11, in both schemes; the browser's axe looks at the light one. Judged is what reaches the
 * page: the library's variables under ours, its rules under those of `base.css`. Exempt by the standard: what is
 * disabled or refused (`--disabled-opacity`), what only adorns (`--line`), and the border of a button, which its word or
 * icon makes known.
 */
const TEXT = 4.5;
/** Icons with a meaning, outlines of controls, the ring of the focus. */
const GRAPHIC = 3;

const HUES = ['cyan', 'magenta', 'orange', 'red', 'green'];
const mantine = (...names: string[]) => names.map(name => `--mantine-color-${name}`);
const tint = (hue: string) => `--mantine-color-${hue}-light`;

/** What the pages, panels, lists and menus are made of. */
const GROUNDS = [
  ...mantine('body', 'default', 'default-hover'),
  '--surface',
  '--surface-sunken',
  '--selected',
];
/** Behind pills, badges, alerts and chosen things. */
const TINTS = [...HUES, 'gray'].map(tint);

const WORDS = mantine('text', 'bright', 'default-color', 'dimmed', 'error', 'success', 'anchor');
const HUE_WORDS = HUES.flatMap(hue => mantine(`${hue}-text`, `${hue}-light-color`));
const RING = '--mantine-color-cyan-text';

/** [foreground, grounds, at least] */
type Pair = [foreground: string, grounds: string[], least: number];

const PAIRS: Pair[] = [
  ...[...WORDS, ...HUE_WORDS, '--mantine-color-gray-light-color'].map((word): Pair => [word, GROUNDS, TEXT]),
  ['--mantine-color-placeholder', ['--surface', ...mantine('body', 'default')], TEXT],
  // An alert's words, a link in it, the answer to a question on a tinted row.
  ...mantine('text', 'bright', 'dimmed', 'anchor').map((word): Pair => [word, TINTS, TEXT]),
  ...[...HUES, 'gray'].flatMap((hue): Pair[] => [
    [`${tint(hue)}-color`, [tint(hue), `${tint(hue)}-hover`], TEXT],
    ['--mantine-color-white', mantine(`${hue}-filled`, `${hue}-filled-hover`), TEXT],
  ]),
  // The chrome is black in both schemes, as is the picture beside the sign-in.
  ...mantine('black-0', 'black-1', 'black-2', 'black-3').map(
    (word): Pair => [word, mantine('black-9'), TEXT],
  ),
  ['--mantine-color-black-1', mantine('black-7'), TEXT],
  ['--mantine-color-white', mantine('magenta-7'), TEXT],
  ['--mantine-color-cyan-4', mantine('black-9', 'black-7'), GRAPHIC],

  [RING, [...GROUNDS, ...TINTS], GRAPHIC],
  ['--input-line', GROUNDS, GRAPHIC],
  // Beside the section of a ficha that is shown.
  ['--mantine-color-cyan-filled', ['--surface-sunken'], GRAPHIC],
  // Bars and marks of charts and the road of a project.
  ['--mantine-color-cyan-6', ['--surface', ...mantine('body', 'default-hover')], GRAPHIC],
  ['--mantine-color-orange-5', ['--surface'], GRAPHIC],
];

/** Named by a rule, and neither words nor a control: what only adorns, or stands beside words that say the same. */
const ORNAMENTS = [
  '--line',
  ...mantine(
    'cyan-5',
    'magenta-5',
    'magenta-6',
    'orange-5',
    'gray-5',
    'black-5',
    'black-6',
    'default-border',
  ),
];

describe.each(['light', 'dark'] as const)('%s scheme', scheme => {
  const of = (value: string) => colour(scheme, value);
  /** Every pair that falls short, with its contrast. */
  const short = (pairs: Pair[]) =>
    pairs.flatMap(([foreground, grounds, least]) =>
      grounds
        .map(ground => ({ ground, found: contrast(of(foreground), of(ground)) }))
        .filter(({ found }) => found < least)
        .map(({ ground, found }) => `${foreground} on ${ground}: ${found.toFixed(2)} < ${least}`),
    );
  const declares = (property: string, own: string, theirs: string) => style(scheme, property, own, theirs);

  test('tokens', () => expect(short(PAIRS)).toEqual([]));

  test.each([
    ['screen', SCREEN_INK],
    ['paper', PAPER_INK],
  ])('ink of drawings on %s', (_, { text, dim, ground, shade, series, accent }) => {
    const name = (ink: string) => ink.replace(/^var\((.*)\)$/, '$1');
    const grounds = [ground, shade].map(name);
    expect(
      short([
        ...[text, dim].map((word): Pair => [name(word), grounds, TEXT]),
        ...[...series, accent].map((each): Pair => [name(each), grounds, GRAPHIC]),
        // Figures inside of bars: in the colour of the ground, on the first series.
        [name(series[0]), [name(ground)], TEXT],
      ]),
    ).toEqual([]);
  });

  test('outlines of checkboxes and radios, ticked or not', () => {
    for (const [own, theirs] of [
      ['.mantine-Checkbox-input', `.${Checkbox.classes.input}`],
      ['.mantine-Radio-radio', `.${Radio.classes.radio}`],
    ] as const) {
      const inside = declares('background-color', own, theirs);
      const idle = declares('border-color', `${own}:enabled:not([data-error])`, theirs);
      const ticked = declares('border-color', `${own}:checked:enabled`, `${theirs}:checked`);
      const fill = declares('background-color', `${own}:checked`, `${theirs}:checked`);
      expect(
        short([
          [idle, [...GROUNDS, inside], GRAPHIC],
          // A radio stands on the tint of the side that is chosen.
          [ticked, [...GROUNDS, tint('cyan')], GRAPHIC],
          ['--mantine-color-white', [fill], GRAPHIC],
          ['--mantine-color-error', GROUNDS, GRAPHIC],
        ]),
      ).toEqual([]);
    }
  });

  test('a switch, on or off', () => {
    const track = `.${Switch.classes.track}`;
    const input = `.${Switch.classes.input}`;
    const off = declares(
      '--switch-bg',
      '.mantine-Switch-input:enabled:not(:checked) + .mantine-Switch-track',
      track,
    );
    const on = declares('--switch-bg', '.mantine-Switch-input:checked', `${input}:checked + ${track}`);
    expect(declares('border', '.mantine-Switch-track', '')).toBe('1px solid var(--switch-bg)');
    const edge = declares(
      'border-color',
      '.mantine-Switch-input:checked:enabled + .mantine-Switch-track',
      track,
    );
    const thumb = '--mantine-color-white';
    expect(
      short([
        [off, GROUNDS, GRAPHIC],
        [edge, GROUNDS, GRAPHIC],
        [thumb, [off, on], GRAPHIC],
      ]),
    ).toEqual([]);
  });

  test('outlines of fields, at rest, in focus, refused', () => {
    const wrapper = `.${Input.classes.wrapper}`;
    const atRest = '.mantine-Input-input:not([data-error], [data-variant="unstyled"], :focus, :focus-within)';
    const inside = declares('--input-bg', wrapper, `${wrapper}[data-variant='default']`);
    const line = declares('--input-bd', atRest, `${wrapper}[data-variant='default']`);
    const focus = declares(
      '--input-bd-focus',
      '.mantine-Input-wrapper',
      `${wrapper}[data-variant='default']`,
    );
    expect(
      short([line, focus, '--mantine-color-error'].map(each => [each, [...GROUNDS, inside], GRAPHIC])),
    ).toEqual([]);
    expect(short([['--mantine-color-error', [inside], TEXT]])).toEqual([]);
  });

  test('outline of the place to drop files', () => {
    const [own, theirs] = ['.mantine-Dropzone-root', `.${Dropzone.classes.root}`];
    const line = declares('border-color', `${own}:not([data-accept], [data-reject])`, theirs);
    const inside = declares('background-color', own, theirs);
    const hover = declares(
      'background-color',
      own,
      `${theirs}:hover:where([data-activate-on-click]:not([data-loading]))`,
    );
    expect(short([[line, [...GROUNDS, inside, hover], GRAPHIC]])).toEqual([]);
    expect(short(mantine('text', 'dimmed').map(word => [word, [inside, hover], TEXT]))).toEqual([]);
  });

  test('which segment is chosen', () => {
    const { classes } = SegmentedControl;
    const ground = declares('background-color', '.mantine-SegmentedControl-root', `.${classes.root}`);
    const [own, theirs] = ['.mantine-SegmentedControl-indicator', `.${classes.indicator}`];
    const line = declares('border-color', own, theirs);
    const inside = declares('background-color', own, theirs);
    const idle = declares('color', '.mantine-SegmentedControl-label', `.${classes.label}`);
    const chosen = declares(
      'color',
      '.mantine-SegmentedControl-label',
      `.${classes.label}:where([data-active])`,
    );
    expect(
      short([
        [line, [ground, inside], GRAPHIC],
        [RING, [ground, inside], GRAPHIC],
        [idle, [ground], TEXT],
        [chosen, [inside], TEXT],
      ]),
    ).toEqual([]);
  });

  test('which tab is open', () => {
    const { classes } = Tabs;
    const open = declares(
      'border-color',
      '.mantine-Tabs-tab[data-active]',
      `.${classes['tab--default']}:where([data-active])`,
    );
    const others = declares('--tab-border-color', '', `.${classes.root}`);
    expect(short([[open, [...mantine('body'), others], GRAPHIC]])).toEqual([]);
  });

  test('the ring of the focus has the colour that is judged', () => {
    for (const [own, theirs] of [
      ['.mantine-focus-auto:focus-visible', ''],
      ['.mantine-Switch-input:focus-visible + .mantine-Switch-track', ''],
      ['.mantine-SegmentedControl-input:focus-visible + .mantine-SegmentedControl-label', ''],
    ] as const)
      expect(declares('outline-color', own, theirs)).toBe(`var(${RING})`);
    expect(declares('outline', ':focus-visible:not(input, textarea)', '')).toBe(`2px solid var(${RING})`);
  });

  test('menus and options under the pointer or the arrow keys', () => {
    const item = `.${Menu.classes.item}`;
    const states = ':where(:hover, :focus, [data-menu-active]):where(:not(:disabled, [data-disabled]))';
    const under = declared(ours, scheme, '.mantine-Menu-item', '--menu-item-hover');
    const menu = under ?? declares('background-color', item, `${item}${states}`);
    const option = `.${Combobox.classes.option}`;
    const hover = declares(
      'background-color',
      option,
      `${option}:hover:where(:not([data-combobox-selected], [data-combobox-disabled]))`,
    );
    const active = declares('background-color', option, `${option}:where([data-combobox-selected])`);
    const hint = declared(ours, scheme, '[data-combobox-selected]', '--mantine-color-dimmed');
    expect(
      short([
        ...mantine('text', 'dimmed', 'error').map((word): Pair => [word, [menu, hover], TEXT]),
        ['--mantine-color-white', [active], TEXT],
        [hint ?? '--mantine-color-dimmed', [active], TEXT],
      ]),
    ).toEqual([]);
    const tick = Number(
      style(
        scheme,
        'opacity',
        '[data-combobox-option][data-checked]:not([data-combobox-selected]) > svg',
        `.${Combobox.classes.optionsDropdownCheckIcon}`,
      ),
    );
    for (const ground of ['--mantine-color-default', hover]) {
      const seen = over(of('--mantine-color-text'), tick, of(ground));
      expect(contrast(seen, of(ground))).toBeGreaterThanOrEqual(GRAPHIC);
    }
  });

  test('figures on every shade of a table, on screen and on paper', () => {
    for (const shade of SHADES)
      for (const [text, series, ground] of [
        [SCREEN_INK.text, SCREEN_INK.series[0], SCREEN_INK.ground],
        [PAPER_INK.text, PAPER_INK.series[0], PAPER_INK.ground],
      ] as const) {
        const seen = over(of(series), shade, of(ground));
        expect(contrast(of(text), seen), `${shade}`).toBeGreaterThanOrEqual(TEXT);
      }
  });

  test('what else the library colours by itself', () => {
    const tooltip = `.${Tooltip.classes.tooltip}`;
    const pill = `.${Pill.classes.root}`;
    const pillGround =
      declared(library, scheme, `.${Pill.classes['root--default']}`, 'background-color') ??
      declares('background-color', pill, pill);
    const close = declares('color', '', `.${CloseButton.classes.root}`);
    const chevron = declares('--_combobox-chevron-color', '', `.${Combobox.classes.chevron}`);
    const progress = declares('background-color', '.mantine-Progress-root', `.${Progress.classes.root}`);
    const bar = declares('background-color', '.mantine-Progress-section', `.${Progress.classes.section}`);
    const loader = declares('--loader-color', '.mantine-Loader-root', '');
    expect(
      short([
        [declares('color', '', tooltip), [declares('background-color', '', tooltip)], TEXT],
        [declares('color', '', pill), [pillGround], TEXT],
        [close, [...GROUNDS, ...TINTS], GRAPHIC],
        [chevron, mantine('default'), GRAPHIC],
        [bar, [progress], GRAPHIC],
        [loader, GROUNDS, GRAPHIC],
      ]),
    ).toEqual([]);
  });

  test('what is dimmed by opacity and still has to be read', () => {
    const faint = (sheet: string, selector: string) =>
      Number(declared(rulesOf(read(sheet)), scheme, selector, 'opacity'));
    const seen = (word: string, opacity: number, ground: string) =>
      contrast(over(of(word), opacity, of(ground)), of(ground));

    const optional = faint('src/features/ficha/ui/ficha.module.css', '.optional');
    for (const ground of ['--mantine-color-body', '--mantine-color-default-hover', '--surface-sunken'])
      expect(seen('--mantine-color-dimmed', optional, ground)).toBeGreaterThanOrEqual(GRAPHIC);

    // The fixed fields of a call: the whole field lets its ground through.
    for (const ground of ['--mantine-color-body', '--surface']) {
      const [words, inside] = mantine('text', 'disabled').map(each =>
        over(of(each), DISABLED_OPACITY, of(ground)),
      );
      expect(contrast(words ?? '', inside ?? '')).toBeGreaterThanOrEqual(TEXT);
    }
  });
});

test('every colour that a style names is judged above or only adorns', () => {
  const judged = new Set([
    ...PAIRS.flatMap(([foreground, grounds]) => [foreground, ...grounds]),
    ...ORNAMENTS,
    ...mantine('black', 'white', 'cyan-filled', 'magenta-filled', 'disabled', 'disabled-color'),
  ]);
  const named = globSync('src/**/*.{css,tsx}', { cwd: root }).flatMap(file =>
    [
      ...read(file).matchAll(
        /var\((--(?:mantine-(?:primary-)?color|surface|line|selected|input-line)[\w-]*)/g,
      ),
    ].map(([, name]) => `${name} (${file})`),
  );
  expect(named.filter(each => !judged.has(each.split(' ')[0] ?? ''))).toEqual([]);
  // Its colour would be shade 6 of its hue, which is too light for words in one scheme and too dark in the other.
  for (const file of globSync('src/**/*.tsx', { cwd: root }))
    expect(read(file), file).not.toMatch(/<Menu\.\w*Item\b[^>]*\scolor=/);
});

/** Pages that stand without the theme: their own tokens, light first and dark after it. */
test.each([
  ['src/web/auth/msal.css', [['paper', ['ink', 'quiet', 'action']]]],
  [
    'src/demo/sign-in/pages.ts',
    [
      ['ground', ['ink', 'soft', 'cyan']],
      ['card', ['ink', 'soft']],
      ['cyan-soft', ['ink', 'soft', 'cyan']],
      ['notice', ['notice-ink']],
    ],
  ],
] as const)('%s', (file, pairs) => {
  const values = (name: string) =>
    [...read(file).matchAll(new RegExp(`--${name}: (#\\w+)`, 'g'))].map(m => m[1] ?? '');
  for (const [ground, words] of pairs)
    for (const word of words)
      for (const at of [0, 1])
        expect(contrast(values(word)[at] ?? '', values(ground)[at] ?? ''), word).toBeGreaterThanOrEqual(TEXT);
});

test('the spinner of the first paint', () => {
  const paint = read('src/web/layout/first-paint.css');
  for (const scheme of ['light', 'dark'] as const) expect(paint).toContain(colour(scheme, RING));
});
