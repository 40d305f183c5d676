import { cleanName } from '../text/clean-names.ts';
import { email as emailAddress } from '../text/rules.ts';

/** Somebody in a cell: `Ana Pérez <ana@universidad.cl>`, a name or a mail alone. */
interface Written {
  readonly name: string;
  readonly email: string;
}

const MOST_MEMBERS = 100;
const LONGEST_NAME = 120;

/** Commas part names only where each part has a mail: `Pérez, Ana` is one person. */
function pieces(text: string): string[] {
  return text
    .split(/[;|\n]/)
    .flatMap(part => (part.split(',').every(piece => piece.includes('@')) ? part.split(',') : [part]))
    .map(cleanName)
    .filter(Boolean);
}

function readOne(piece: string): Written | string {
  const email = /[^\s<>()"]+@[^\s<>()"]+/.exec(piece)?.[0] ?? '';
  const name = cleanName(piece.replace(email, '').replace(/[<>()"]/g, ' '));
  if (email && !emailAddress.safeParse(email).success) return `«${email}» no es un correo válido.`;
  if (name.length > LONGEST_NAME) return `Escribe como máximo ${LONGEST_NAME} letras en cada nombre.`;
  return { name, email: email.toLowerCase() };
}

/** The people of a cell, each once, or what is wrong with it. */
export function readTeam(text: string): Written[] | string {
  const people = new Map<string, Written>();
  for (const piece of pieces(text)) {
    const one = readOne(piece);
    if (typeof one === 'string') return one;
    people.set(one.email || one.name.toLowerCase(), one);
  }
  if (people.size > MOST_MEMBERS) return `El equipo tiene como máximo ${MOST_MEMBERS} personas.`;
  return [...people.values()];
}

/** The same people as a cell. */
export const teamText = (people: readonly Written[]): string =>
  people.map(({ name, email }) => (email ? `${name} <${email}>` : name)).join('; ');
