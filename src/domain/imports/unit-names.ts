import { plainText } from './field.ts';

/** Words for what a unit is, with how they are shortened. */
const UNIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  escuela: ['esc'],
  departamento: ['depto', 'dpto', 'dep'],
  facultad: ['fac'],
  instituto: ['inst'],
};
const FULL = new Map(Object.entries(UNIT_WORDS).flatMap(([word, short]) => short.map(each => [each, word])));
/** What names of units begin with, in plain text; a pattern that the database reads as we do. */
export const UNIT_BEGINNING = `^(?:${Object.keys(UNIT_WORDS).join('|')})(?: de)?(?: (?:la|las|los|el))? `;
const BEGINNING = new RegExp(UNIT_BEGINNING);

/** Name of a unit as it is compared: `Depto. de Artes` is Departamento de Artes. */
export const fullUnitName = (name: string): string =>
  plainText(name).replace(/^\S+/, word => FULL.get(word) ?? word);

/** Without what kind of unit it is: `Escuela de Enfermería` is enfermeria. */
export const bareUnitName = (name: string): string => fullUnitName(name).replace(BEGINNING, '');
