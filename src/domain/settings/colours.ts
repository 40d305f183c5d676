/** Until the office chooses its own: the cyan of the application. */
export const FIRST_COLOUR = '#0aa8c4';

/** Ground of the top bar of the application. */
export const CHROME = '#110f0d';
const WHITE = '#ffffff';
const BLACK = '#000000';
/** At least, by WCAG 2.2: between words and their ground (1.4.3), and of what is no word (1.4.11). */
const WORDS = 4.5;
const SHAPE = 3;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

const linear = (channel: number): number =>
  channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

/** Of channels from 0 to 255, from 0 for black to 1 for white: the relative luminance of WCAG 2. */
export const luminanceOf = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of WCAG 2: 1 of a colour with itself, 21 of black with white. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(channelsOf(one)), luminanceOf(channelsOf(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of the way from one colour to the other. */
function mix(colour: string, towards: string, share: number): string {
  const target = channelsOf(towards);
  const mixed = channelsOf(colour).map((c, n) => Math.round(c + ((target[n] ?? 0) - c) * share));
  return `#${mixed.map(c => c.toString(16).padStart(2, '0')).join('')}`;
}

const STEPS = 50;

/** The colour, moved towards the other in steps only as far as it has the contrast with the ground. */
function until(colour: string, towards: string, ground: string, least: number): string {
  for (let step = 0; step < STEPS; step++) {
    const tone = mix(colour, towards, step / STEPS);
    if (contrastOf(tone, ground) >= least) return tone;
  }
  return towards;
}

/** The colour as the ground of white words: as it is, or darker. */
export const bandOf = (colour: string): string => until(colour, BLACK, WHITE, WORDS);

/** The colour as a strip on the black of the top bar: as it is, or lighter. */
export const stripOf = (colour: string): string => until(colour, WHITE, CHROME, SHAPE);
