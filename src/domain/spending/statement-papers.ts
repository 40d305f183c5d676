import { asFileName, slugOf } from '../text/file-names.ts';

/** A paper of an expense, in the order of its statement. */
export interface StatedPaper {
  /** Place of the expense in the statement, from 0. */
  readonly place: number;
  /** Type of its voucher, and the number. */
  readonly type: string;
  readonly number: string;
  /** As it was uploaded. */
  readonly name: string;
}

const EXTENSION = /\.[^. ]{1,20}$/u;

/** Bytes of a name before the number that tells it apart: with number and extension it fits whatever a system keeps. */
const MOST_BASE = 150;

function shortBase(base: string): string {
  const characters = [...base].slice(0, MOST_BASE);
  while (new TextEncoder().encode(characters.join('')).length > MOST_BASE) characters.pop();
  return characters.join('');
}

/** The first of `name`, `name (2)`, `name (3)` … that is not taken, whatever capitals it is written with. */
function untaken(name: string, taken: Set<string>): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const base = shortBase(name.slice(0, name.length - extension.length));
  const keyOf = (text: string) => text.normalize('NFC').toLowerCase();
  let free = name;
  for (let n = 2; taken.has(keyOf(free)); n += 1) free = asFileName(`${base} (${n})${extension}`);
  taken.add(keyOf(free));
  return free;
}

/** Names that sort as the statement does and that every system keeps: `001-factura-1234-boleto.pdf`. */
export function paperNames(papers: readonly StatedPaper[]): string[] {
  const taken = new Set<string>();
  return papers.map(({ place, type, number, name }) =>
    untaken(
      asFileName(
        [String(place + 1).padStart(3, '0'), slugOf(type), slugOf(number), name]
          .filter(part => part !== '')
          .join('-'),
      ),
      taken,
    ),
  );
}

/** What is not in the archive, and why, as a text with the ends of line of every system. */
export function papersNote(
  statement: { readonly code: string; readonly number: number },
  left: readonly { readonly name: string; readonly reason: string }[],
): string {
  const lines = [
    `Respaldos de la rendición N.º ${statement.number} del proyecto ${statement.code}.`,
    '',
    ...(left.length === 0
      ? ['La rendición no tiene respaldos.']
      : [
          'Estos respaldos no vienen en la carpeta:',
          ...left.map(({ name, reason }) => `- ${name}: ${reason}`),
        ]),
  ];
  return `\uFEFF${lines.map(line => `${line}\r\n`).join('')}`;
}
