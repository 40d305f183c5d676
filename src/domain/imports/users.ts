import { fullName } from '../catalogues/catalogue.ts';
import { USER_STATES } from '../kit/user-states.ts';
import { readablePerson } from '../text/names.ts';
import { schoolField } from './common.ts';
import {
  asIs,
  by,
  type CheckedRow,
  type ImportKind,
  partsOf,
  plainText,
  type Reading,
  type RowError,
} from './field.ts';
import { readEmail } from './people.ts';
import { fullUnitName } from './unit-names.ts';

// Of each also the code, which is what an export of people says, and positions that are plainly one of them.
const ROLE_WORDS = [
  ['Academic', /^academia$|^(academic|docente|profesor|investigador|instructor|catedratic)/],
  ['Reviewer', /^evaluacion$|^(par(es)? )?(evaluador|revisor|reviewer)/],
  ['Admin', /^(admin|administrador(as?|es)?|administracion|oficina)$/],
] as const;

const ROLE_LABELS = { Academic: 'Academia', Reviewer: 'Evaluación', Admin: 'Administración' };
/** What else a position may be said to mean. */
const ROLE_CHOICES = [
  { value: 'Director', label: 'Dirección de su escuela' },
  { value: 'Decanato', label: 'Decanato de su facultad' },
  { value: '', label: 'Sin rol' },
];

const rolesIn = (raw: string): string[] => raw.split(/[;|,\n/]/).filter(word => word.trim() !== '');

/** Roles given by hand, in alphabetical order; those of a headship come with the unit. */
export function readRoles(raw: string): Reading {
  const words = rolesIn(raw);
  const roles = words.map(word => ROLE_WORDS.find(([, pattern]) => pattern.test(plainText(word)))?.[0]);
  const unknown = words[roles.indexOf(undefined)];
  if (unknown !== undefined)
    return {
      error: `No se reconoce el rol «${unknown.trim()}»: usa académico, evaluador, dirección, decanato o administrador.`,
    };
  return { value: [...new Set(roles)].sort().join(', ') };
}

/** Positions that head a unit, and what may follow them: the unit itself, or what kind of unit it is. */
const HEADSHIPS = {
  schoolIds: /^(?:director[a]?|direccion)(?: de)?(?: l[ao])?(?: ((?:escuela|departamento|instituto)\b.*))?$/,
  facultyIds: /^(?:decan[oa]|decanato)(?: de)?(?: la)?(?: (facultad\b.*))?$/,
} as const;
type Headship = keyof typeof HEADSHIPS;

/** Stands for a unit that the row does not name. */
const UNNAMED = '¿?';

/** A unit that calls itself a faculty is none of the schools. */
function withFaculty(texts: Readonly<Record<string, string>>): Record<string, string> {
  if (!fullUnitName(texts.school ?? '').startsWith('facultad')) return texts;
  return { ...texts, school: '', faculty: texts.faculty || texts.school || '' };
}

/**
 * Headships among the roles of a row, or in the position it tells, with the unit that it names; what is left are roles
 * given by hand. A position gives roles to new people alone: what somebody was given here, no payroll knows.
 */
function deriveHeadships(told: Readonly<Record<string, string>>): Record<string, string> {
  const texts = withFaculty(told);
  const from = texts.roles === undefined ? 'position' : 'roles';
  if (!texts[from]) return texts;
  const headed: Partial<Record<Headship, string>> = {};
  const given = rolesIn(texts[from]).filter(word => {
    for (const key of ['schoolIds', 'facultyIds'] as const) {
      const found = HEADSHIPS[key].exec(plainText(word));
      if (!found) continue;
      const named = found[1]?.includes(' ') ? found[1] : undefined;
      const own = key === 'facultyIds' ? texts.faculty || texts.school : texts.school;
      headed[key] = texts[key] || named || own || UNNAMED;
      return false;
    }
    return true;
  });
  const roles = given.join('; ');
  // What is not understood is told once, at the position.
  const isClear = 'value' in readRoles(roles);
  return { ...texts, ...headed, [from]: roles, ...(from === 'position' && isClear && { roles }) };
}

const readHeaded =
  (message: string) =>
  (raw: string): Reading =>
    raw === UNNAMED ? { error: message } : { value: raw };

/** Who may not be given away in a table: the last word on access is a person's own. */
function checkPerson({ value, before, isConfirmed, isImporter }: CheckedRow): RowError[] {
  const kept = before('keptName');
  if (kept) return [{ field: 'email', message: `Esa cuenta se unió con la de «${kept}»: usa su correo.` }];
  const errors: RowError[] = [];
  const own = 'No puedes quitarte a ti el acceso de administración.';
  const isAdmin = value('roles').includes('Admin');
  if (isImporter && !isAdmin) errors.push({ field: 'roles', message: own });
  if (isImporter && value('state') !== 'active') errors.push({ field: 'state', message: own });
  if (isAdmin && !before('roles').includes('Admin') && !isConfirmed)
    errors.push({
      field: 'roles',
      message: `${value('name')} administraría todo: confírmalo por su nombre, o elige otro rol.`,
    });
  for (const field of ['schoolIds', 'facultyIds'])
    if (value('state') !== 'active' && value(field) !== before(field))
      errors.push({ field, message: 'Solo dirige una unidad quien tiene una cuenta habilitada.' });
  return errors;
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
  creates: ['faculty', 'school'],
  derive: deriveHeadships,
  check: checkPerson,
  fields: [
    {
      key: 'email',
      label: 'Correo',
      required: true,
      headers: [
        'correo institucional',
        'correo',
        'correo electronico',
        'email institucional',
        'mail institucional',
        'mail inst',
        'email',
        'e mail',
        'mail',
        'direccion de correo',
        'correo u',
      ],
      example: 'ana.perez@universidad.example',
      read: readEmail,
      column: 'email',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: [
        'nombre completo',
        'nombres y apellidos',
        'nombre y apellido',
        'apellidos y nombres',
        'apellidos nombres',
        'nombre',
        'persona',
        'funcionario',
        'academico',
        'nombres',
        'name',
      ],
      joined: [
        ['nombres', 'nombre', 'primer nombre', 'first name'],
        ['segundo nombre'],
        [
          'apellido paterno',
          'ap paterno',
          'paterno',
          'primer apellido',
          'apellido 1',
          'apellidos',
          'last name',
        ],
        ['apellido materno', 'ap materno', 'materno', 'segundo apellido', 'apellido 2'],
      ],
      example: 'Ana Pérez Soto',
      read: by(fullName, readablePerson),
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
      words: ROLE_LABELS,
      choices: ROLE_CHOICES,
    },
    {
      key: 'position',
      label: 'Cargo',
      headers: [
        'cargo',
        'cargo desc',
        'desc cargo',
        'puesto',
        'funcion',
        'jerarquia',
        'jerarquia academica',
        'categoria',
        'estamento',
      ],
      example: '',
      read: readRoles,
      wordsOf: 'roles',
      onlyNew: true,
      words: ROLE_LABELS,
      choices: ROLE_CHOICES,
    },
    schoolField('home_school_id'),
    {
      key: 'schoolIds',
      label: 'Escuela que dirige',
      headers: ['escuela que dirige', 'dirige', 'dirige la escuela'],
      example: '',
      read: readHeaded('¿Qué escuela dirige?'),
      reference: 'school',
      blankKeeps: true,
      adds: true,
    },
    {
      key: 'facultyIds',
      label: 'Facultad que dirige',
      headers: ['facultad que dirige', 'decanato', 'decanato de'],
      example: '',
      read: readHeaded('¿Qué facultad dirige?'),
      reference: 'faculty',
      blankKeeps: true,
      adds: true,
    },
    {
      key: 'faculty',
      label: 'Facultad',
      headers: ['facultad', 'nombre facultad', 'desc facultad'],
      example: '',
      read: asIs,
      reference: 'faculty',
      onlyNew: true,
    },
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
