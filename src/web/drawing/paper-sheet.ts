import { PAPER_INK, type Sheet } from '../../domain/drawings/sheet.ts';

/** For a drawing as a file: on white, as wide as a page of a document. */
export const PAPER_SHEET: Sheet = { width: 720, size: 13, ink: PAPER_INK, name: 'p' };
