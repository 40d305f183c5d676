import { fullName } from '../catalogues/catalogue.ts';
import { USER_STATES } from '../kit/user-states.ts';
import { readableName } from '../text/names.ts';
import { email } from '../text/rules.ts';
import { schoolField } from './common.ts';
import { by, type ImportKind, partsOf, plainText, type Reading } from './field.ts';

// Of each also the code, which is what an export of people says.
const ROLE_WORDS = [
  ['Academic', /^(academic([oa]s?)?|academia|docente|profesor(as?|es)?)$/],
  ['Reviewer', /^(evaluador(as?|es)?|evaluacion|revisor(as?|es)?|reviewer)$/],
  ['Admin', /^(admin|administrador(as?|es)?|administracion|oficina)$/],
] as const;

/** Roles given by hand, in alphabetical order; those of a headship come with the unit. */
export function readRoles(raw: string): Reading {
  const words = raw.split(/[;|,\n/]/).filter(word => word.trim() !== '');
  const roles = words.map(word => ROLE_WORDS.find(([, pattern]) => pattern.test(plainText(word)))?.[0]);
  const unknown = words[roles.indexOf(undefined)];
  if (unknown !== undefined)
    return {
      error: `No se reconoce el rol «${unknown.trim()}»: usa académico, evaluador o administrador. Dirección y decanato se dan en su unidad.`,
    };
  return { value: [...new Set(roles)].sort().join(', ') };
}

const MOST_WORDS = 10;
const MOST_LETTERS = 60;

function readExpertise(raw: string): Reading {
  const words = raw.includes(';') || raw.includes('|') ? partsOf(raw) : raw.split(/[,\n]/);
  const unique = [...new Map(words.map(w => [w.trim().toLowerCase(), w.trim()])).values()].filter(Boolean);
  if (unique.length > MOST_WORDS) return { error: `Escribe como máximo ${MOST_WORDS} especialidades.` };
  if (unique.some(word => word.length > MOST_LETTERS))
    return { error: `Escribe como máximo ${MOST_LETTERS} letras en cada especialidad.` };
  return { value: unique.join(', ') };
}

export function readState(raw: string): Reading {
  const word = plainText(raw);
  if (word === '') return { value: '' };
  if (/^(activ[oae]|vigente|si)$/.test(word)) return { value: 'active' };
  if (/^(pendiente|pending|por habilitar)$/.test(word)) return { value: 'pending' };
  if (/^(bloquead[oa]|blocked|inactiv[oa]|no)$/.test(word)) return { value: 'blocked' };
  return { error: `No se reconoce el estado «${raw}»: usa activa, pendiente o bloqueada.` };
}

export const USERS: ImportKind = {
  one: 'persona',
  many: 'personas',
  ending: 'a',
  key: 'email',
  remembers: false,
  personal: ['name', 'email', 'expertise'],
  fields: [
    {
      key: 'email',
      label: 'Correo',
      required: true,
      headers: ['correo', 'correo electronico', 'correo institucional', 'email', 'e mail', 'mail'],
      example: 'ana.perez@universidad.example',
      read: by(email.toLowerCase()),
      column: 'email',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: ['nombre', 'nombre completo', 'nombres y apellidos', 'persona', 'name'],
      example: 'Ana Pérez Soto',
      read: by(fullName, readableName),
      column: 'name',
    },
    {
      key: 'roles',
      label: 'Roles',
      headers: ['roles', 'rol', 'perfil', 'role'],
      example: 'Académico',
      read: readRoles,
      column: 'roles',
      stored: 'list',
      blankKeeps: true,
      words: { Academic: 'Academia', Reviewer: 'Evaluación', Admin: 'Administración' },
    },
    schoolField('home_school_id'),
    {
      key: 'expertise',
      label: 'Especialidades',
      headers: ['especialidades', 'especialidad', 'palabras clave', 'areas de experticia', 'expertise'],
      example: 'salud comunitaria; envejecimiento',
      read: readExpertise,
      column: 'expertise',
      stored: 'list',
    },
    {
      key: 'state',
      label: 'Estado',
      headers: ['estado', 'state'],
      example: 'Activa',
      read: readState,
      column: 'state',
      blankKeeps: true,
      initial: 'active',
      words: USER_STATES,
    },
  ],
};
