import type { Role } from '../../domain/kit/actor.ts';
import { DEMO_DOMAIN, demoId } from '../../server/sign-in/demo-identity.ts';

/** Section of the demo provider's account list. */
export type DemoGroup =
  | 'Academia'
  | 'Dirección'
  | 'Decanato'
  | 'Evaluación'
  | 'Administración'
  | 'Otros casos';

export interface DemoAccount {
  email: string;
  name: string;
  group: DemoGroup;
  /** What the account list says below the name. */
  note: string;
  roles: readonly Role[];
  /** `unknown` has no user: the first sign-in creates one. */
  state: 'active' | 'blocked' | 'unknown';
  school?: string;
  directs?: string;
  heads?: string;
  expertise?: readonly string[];
  /** Subject at the demo Microsoft provider (oid); absent when the person only has a Google account. */
  oid?: string;
  /** Subject at the demo Google provider; absent when the person only has a Microsoft account. */
  sub?: string;
}

export const DEMO_FACULTIES = [
  { code: 'FSCS', name: 'Facultad de Salud y Ciencias Sociales' },
  { code: 'FIAD', name: 'Facultad de Ingeniería, Arquitectura y Diseño' },
] as const;

export const DEMO_SCHOOLS = [
  { code: 'ENF', name: 'Escuela de Enfermería', faculty: 'FSCS' },
  { code: 'TSO', name: 'Escuela de Trabajo Social', faculty: 'FSCS' },
  { code: 'INF', name: 'Escuela de Ingeniería Informática', faculty: 'FIAD' },
  { code: 'ARQ', name: 'Escuela de Arquitectura y Diseño', faculty: 'FIAD' },
] as const;

type Person = Omit<DemoAccount, 'oid' | 'sub' | 'email' | 'state'> & {
  email: string;
  state?: DemoAccount['state'];
  only?: 'microsoft' | 'google';
};

const academic = (email: string, name: string, school: string, note: string): Person => ({
  email,
  name,
  group: 'Academia',
  note,
  roles: ['Academic'],
  school,
});
const director = (email: string, name: string, school: string, note: string): Person => ({
  email,
  name,
  group: 'Dirección',
  note,
  roles: ['Director'],
  school,
  directs: school,
});
const dean = (email: string, name: string, school: string, faculty: string, note: string): Person => ({
  email,
  name,
  group: 'Decanato',
  note,
  roles: ['Dean'],
  school,
  heads: faculty,
});
const reviewer = (email: string, name: string, note: string, expertise: string[]): Person => ({
  email,
  name,
  group: 'Evaluación',
  note,
  roles: ['Reviewer'],
  expertise,
});

const people: Person[] = [
  academic('camila.rojas', 'Camila Rojas Fuentes', 'ENF', 'Académica, Enfermería'),
  academic('matias.sepulveda', 'Matías Sepúlveda Araya', 'ENF', 'Académico, Enfermería'),
  academic('francisca.munoz', 'Francisca Muñoz Cárdenas', 'TSO', 'Académica, Trabajo Social'),
  academic('ignacio.pavez', 'Ignacio Pavez Molina', 'TSO', 'Académico, Trabajo Social'),
  academic('valentina.oyarzun', 'Valentina Oyarzún Pérez', 'INF', 'Académica, Ingeniería Informática'),
  academic('diego.huenchulaf', 'Diego Huenchulaf Soto', 'ARQ', 'Académico, Arquitectura y Diseño'),
  director('patricia.contreras', 'Patricia Contreras Vidal', 'ENF', 'Directora de Enfermería'),
  director('rodrigo.ibanez', 'Rodrigo Ibáñez Leiva', 'TSO', 'Director de Trabajo Social'),
  director('claudia.sandoval', 'Claudia Sandoval Riquelme', 'INF', 'Directora de Ingeniería Informática'),
  director('hernan.bustos', 'Hernán Bustos Aguilera', 'ARQ', 'Director de Arquitectura y Diseño'),
  dean('marcela.figueroa', 'Marcela Figueroa Ponce', 'TSO', 'FSCS', 'Decana de Salud y Ciencias Sociales'),
  dean(
    'jorge.alarcon',
    'Jorge Alarcón Miranda',
    'INF',
    'FIAD',
    'Decano de Ingeniería, Arquitectura y Diseño',
  ),
  reviewer('soledad.cifuentes', 'Soledad Cifuentes Lagos', 'Evaluadora externa, salud comunitaria', [
    'salud comunitaria',
    'personas mayores',
    'promoción de la salud',
  ]),
  reviewer('nicolas.vergara', 'Nicolás Vergara Ulloa', 'Evaluador externo, desarrollo territorial', [
    'desarrollo territorial',
    'vivienda',
    'patrimonio',
  ]),
  reviewer('antonia.quezada', 'Antonia Quezada Nahuelpán', 'Evaluadora externa, educación e inclusión', [
    'educación',
    'inclusión digital',
    'pueblos originarios',
  ]),
  {
    email: 'beatriz.navarrete',
    name: 'Beatriz Navarrete Olea',
    group: 'Administración',
    note: 'Oficina de Vinculación',
    roles: ['Admin'],
  },
  {
    email: 'tomas.espinoza',
    name: 'Tomás Espinoza Garrido',
    group: 'Administración',
    note: 'Oficina de Vinculación y académico de Trabajo Social',
    roles: ['Admin', 'Academic'],
    school: 'TSO',
  },
  {
    email: 'constanza.silva@otra-universidad.example',
    name: 'Constanza Silva Baeza',
    group: 'Otros casos',
    note: 'Sin registrar, solo en Microsoft: queda pendiente de habilitación',
    roles: [],
    state: 'unknown',
    only: 'microsoft',
  },
  {
    email: 'felipe.toro@correo.example',
    name: 'Felipe Toro Cáceres',
    group: 'Otros casos',
    note: 'Sin registrar, solo en Google: queda pendiente de habilitación',
    roles: [],
    state: 'unknown',
    only: 'google',
  },
  {
    email: 'gonzalo.leal',
    name: 'Gonzalo Leal Zamorano',
    group: 'Otros casos',
    note: 'Cuenta bloqueada: no puede ingresar',
    roles: ['Academic'],
    school: 'INF',
    state: 'blocked',
  },
];

const googleSubject = (email: string) =>
  `1${BigInt(`0x${demoId(`google:${email}`).replaceAll('-', '')}`)
    .toString()
    .slice(-20)
    .padStart(20, '0')}`;

function account({ only, state = 'active', ...person }: Person): DemoAccount {
  const email = person.email.includes('@') ? person.email : `${person.email}@${DEMO_DOMAIN}`;
  return {
    ...person,
    email,
    state,
    ...(only !== 'google' && { oid: demoId(`microsoft:${email}`) }),
    ...(only !== 'microsoft' && { sub: googleSubject(email) }),
  };
}

/** Everybody one can sign in as, in the order of the account list. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = people.map(account);

export const DEMO_CAREERS = [
  { code: 'ENF-D', official: 'D2101', name: 'Enfermería', school: 'ENF', level: 'pregrado', shift: 'diurna' },
  {
    code: 'TEN-V',
    official: 'D2102',
    name: 'Técnico de Nivel Superior en Enfermería',
    school: 'ENF',
    level: 'tecnico',
    shift: 'vespertina',
  },
  {
    code: 'TSO-D',
    official: 'D2201',
    name: 'Trabajo Social',
    school: 'TSO',
    level: 'pregrado',
    shift: 'diurna',
  },
  {
    code: 'MIC-O',
    official: 'D2202',
    name: 'Magíster en Intervención Comunitaria',
    school: 'TSO',
    level: 'postgrado',
    shift: 'otra',
  },
  {
    code: 'ICI-D',
    official: 'D3101',
    name: 'Ingeniería Civil Informática',
    school: 'INF',
    level: 'pregrado',
    shift: 'diurna',
  },
  {
    code: 'ARQ-D',
    official: 'D3201',
    name: 'Arquitectura',
    school: 'ARQ',
    level: 'pregrado',
    shift: 'diurna',
  },
  { code: 'DIS-D', official: 'D3202', name: 'Diseño', school: 'ARQ', level: 'pregrado', shift: 'diurna' },
] as const;

export const DEMO_COURSES = [
  {
    code: 'ENF-310',
    name: 'Enfermería Comunitaria',
    school: 'ENF',
    careers: ['ENF-D'],
    credits: 8,
    teacher: 'camila.rojas',
  },
  {
    code: 'ENF-412',
    name: 'Cuidado de Personas Mayores',
    school: 'ENF',
    careers: ['ENF-D', 'TEN-V'],
    credits: 6,
    teacher: 'matias.sepulveda',
  },
  {
    code: 'TSO-221',
    name: 'Diagnóstico Participativo',
    school: 'TSO',
    careers: ['TSO-D'],
    credits: 6,
    teacher: 'francisca.munoz',
  },
  {
    code: 'TSO-330',
    name: 'Taller de Intervención Comunitaria',
    school: 'TSO',
    careers: ['TSO-D', 'MIC-O'],
    credits: 10,
    teacher: 'ignacio.pavez',
  },
  {
    code: 'INF-345',
    name: 'Taller de Desarrollo de Software',
    school: 'INF',
    careers: ['ICI-D'],
    credits: 8,
    teacher: 'valentina.oyarzun',
  },
  {
    code: 'ARQ-250',
    name: 'Taller de Espacio Público',
    school: 'ARQ',
    careers: ['ARQ-D', 'DIS-D'],
    credits: 10,
    teacher: 'diego.huenchulaf',
  },
] as const;

export const DEMO_THEMES = [
  'Salud y bienestar',
  'Educación e inclusión',
  'Desarrollo territorial y vivienda',
  'Patrimonio y cultura',
  'Innovación y emprendimiento',
  'Medioambiente y cambio climático',
] as const;

/** Invented, with right check digits. */
export const DEMO_ORGANISATIONS = [
  {
    name: 'Municipalidad de Talcahuano',
    rut: '69000001-6',
    type: 'sector_publico',
    comuna: '08110',
    contact: 'Loreto Parra Inostroza',
  },
  {
    name: 'Junta de Vecinos N.º 14 Los Cóndores',
    rut: '65000014-5',
    type: 'organizacion_social',
    comuna: '08110',
    contact: 'Ramón Gatica Sáez',
  },
  {
    name: 'CESFAM Villa Los Ríos',
    rut: '61000027-4',
    type: 'salud',
    comuna: '08101',
    contact: 'Elena Mardones Rivas',
  },
  {
    name: 'Liceo Bicentenario Puente del Sur',
    rut: '60000038-1',
    type: 'educacional',
    comuna: '08108',
    contact: 'Óscar Jara Melo',
  },
  {
    name: 'Fundación Raíces del Biobío',
    rut: '65000052-8',
    type: 'ong',
    comuna: '08101',
    contact: 'Javiera Cid Monsalve',
  },
  {
    name: 'Cooperativa Textil Lafkén',
    rut: '76000063-9',
    type: 'empresa',
    comuna: '08102',
    contact: 'Sergio Antileo Catril',
  },
] as const;
