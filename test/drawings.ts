import type { Drawing, Mark } from '../src/domain/drawings/mark.ts';
import { PAPER_INK, type Sheet } from '../src/domain/drawings/sheet.ts';

export const sheetOf = (width: number, size = 13): Sheet => ({ width, size, ink: PAPER_INK, name: 'd' });

/** A phone, a page on a desk, paper. */
export const SHEETS = [sheetOf(350), sheetOf(700), sheetOf(495.28, 8.5)] as const;
export const [PHONE, DESK] = SHEETS;

export const allMarks = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap(m => [m, ...(typeof m.content === 'string' ? [] : allMarks(m.content))]);

/** What the marks that can be walked say, in their order. */
export const labelsOf = ({ marks }: Pick<Drawing, 'marks'>): string[] =>
  allMarks(marks).flatMap(m => m.label ?? []);

/** The texts written, in their order. */
export const textsOf = ({ marks }: Pick<Drawing, 'marks'>): string[] =>
  allMarks(marks).flatMap(m => (m.tag === 'text' && typeof m.content === 'string' ? [m.content] : []));

const SIZES = ['width', 'height', 'r', 'stroke-width', 'font-size'];

/** What no reader of SVG would draw: numbers that are none, and sizes below zero. */
export function flawsOf(drawing: Drawing): string[] {
  const flawed = allMarks(drawing.marks).flatMap(m =>
    Object.entries(m.attributes).flatMap(([name, value]) => {
      const isWrong =
        typeof value === 'number'
          ? !Number.isFinite(value) || (SIZES.includes(name) && value < 0)
          : /NaN|Infinity|undefined|null/.test(value);
      return isWrong ? [`${m.tag} ${name}=${value}`] : [];
    }),
  );
  const isWhole = [drawing.width, drawing.height].every(n => Number.isFinite(n) && n > 0);
  return isWhole ? flawed : [...flawed, `${drawing.width} × ${drawing.height}`];
}

/** Marks of one kind, in their order, but for those of which patterns are made. */
export const drawn = (marks: readonly Mark[], tag: Mark['tag']): Mark[] =>
  allMarks(marks.filter(m => m.tag !== 'defs')).filter(m => m.tag === tag);

export const num = (m: Mark | undefined, name: string): number => Number(m?.attributes[name]);
