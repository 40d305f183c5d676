import { asFileName, slugOf } from '../text/file-names.ts';

/** Name of a PDF, which sorts by folio: `2026-000123-camila-rojas.pdf`. */
export const pdfName = ({ folio, name }: { readonly folio: string; readonly name: string }): string =>
  asFileName(`${[folio, slugOf(name)].filter(part => part !== '').join('-')}.pdf`);

/** What is left out of an archive, and why, as a text with the ends of line of every system. */
export function leftOutNote(left: readonly { readonly name: string; readonly reason: string }[]): string {
  const lines = [
    'Estos certificados no vienen en la carpeta:',
    ...left.map(({ name, reason }) => `- ${name}: ${reason}`),
  ];
  return `\uFEFF${lines.map(line => `${line}\r\n`).join('')}`;
}

/** Bytes of a PDF where none is drawn yet that says more. */
const USUAL_BYTES = 28_000;
/** What an archive holds of a file besides name and content. */
const ENTRY_BYTES = 92;
const END_BYTES = 22;

/** Bytes of an archive of stored PDFs: those of whom no size is known are taken to be as large as the others. */
export function archiveSize(
  files: readonly { readonly name: string; readonly size: number | null }[],
): number {
  const known = files.flatMap(({ size }) => size ?? []);
  const sum = known.reduce((total, size) => total + size, 0);
  const usual = known.length > 0 ? sum / known.length : USUAL_BYTES;
  const entries = files.reduce((total, { name }) => total + ENTRY_BYTES + 2 * name.length, 0);
  return Math.round(sum + usual * (files.length - known.length) + entries + END_BYTES);
}
