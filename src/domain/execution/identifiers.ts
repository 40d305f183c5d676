import { formatRut, RutFormat, validateRut } from '@fdograph/rut-utilities';
import { RULES } from '../text/rule-messages.ts';
import { email } from '../text/rules.ts';

export const IDENTIFIER_KINDS = ['rut', 'foreign', 'email', 'none'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];
export const IDENTIFIER_LABELS: Readonly<Record<IdentifierKind, string>> = {
  rut: 'RUT',
  foreign: 'Documento extranjero',
  email: 'Correo',
  none: 'Sin identificación',
};
/** As it is kept: of whoever was forgotten nothing is left. */
export const KEPT_KINDS = [...IDENTIFIER_KINDS, 'forgotten'] as const;
export const KEPT_LABELS: Readonly<Record<(typeof KEPT_KINDS)[number], string>> = {
  ...IDENTIFIER_LABELS,
  forgotten: '–',
};

const FOREIGN = /^[A-Z0-9][A-Z0-9-]{3,29}$/;

/**
 * An identifier as it is kept, so that the same person is the same text however it was written: RUT `12345678-5`, a
 * foreign document in capitals without spaces and dots, an e-mail in small letters. Null where it is none of its kind.
 */
export function cleanIdentifier(kind: IdentifierKind, typed: string): string | null {
  const bare = typed.trim();
  if (kind === 'none') return '';
  if (kind === 'rut') {
    const rut = bare.replaceAll(/\s/g, '').replace('–', '-').replace(/^0+/, '');
    return validateRut(rut) ? formatRut(rut, RutFormat.DASH).toUpperCase() : null;
  }
  if (kind === 'email') {
    const address = bare.toLowerCase();
    return email.safeParse(address).success ? address : null;
  }
  const document = bare.toUpperCase().replaceAll(/[\s.]/g, '');
  return FOREIGN.test(document) ? document : null;
}

/** What somebody is identified with, by as much as is typed of it; undefined before the first letter. */
export function guessKind(typed: string): Exclude<IdentifierKind, 'none'> | undefined {
  const begun = typed.trim();
  if (begun === '') return undefined;
  if (begun.includes('@')) return 'email';
  return /^[\d.\s–-]+k?$/i.test(begun) ? 'rut' : 'foreign';
}

export const IDENTIFIER_ERRORS: Readonly<Record<Exclude<IdentifierKind, 'none'>, string>> = {
  rut: 'El RUT no es válido: revisa el dígito verificador.',
  foreign: 'Escribe el documento con 4 a 30 letras y números.',
  email: RULES.email,
};
