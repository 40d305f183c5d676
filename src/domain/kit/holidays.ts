export interface Holiday {
  readonly day: string;
  readonly name: string;
}

const YEARLY = [
  ['01-01', 'Año Nuevo'],
  ['05-01', 'Día Nacional del Trabajo'],
  ['05-21', 'Día de las Glorias Navales'],
  ['07-16', 'Día de la Virgen del Carmen'],
  ['08-15', 'Asunción de la Virgen'],
  ['09-18', 'Independencia Nacional'],
  ['09-19', 'Día de las Glorias del Ejército'],
  ['11-01', 'Día de Todos los Santos'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-25', 'Navidad'],
] as const;

const GOOD_FRIDAY = 'Viernes Santo';
const HOLY_SATURDAY = 'Sábado Santo';
const INDIGENOUS = 'Día Nacional de los Pueblos Indígenas';
const PETER_AND_PAUL = 'San Pedro y San Pablo';
const TWO_WORLDS = 'Encuentro de Dos Mundos';
const REFORMATION = 'Día Nacional de las Iglesias Evangélicas y Protestantes';

/** Days that follow Easter, the solstice or the laws that move a holiday to a Monday or Friday. */
const MOVABLE: readonly Holiday[] = [
  { day: '2026-04-03', name: GOOD_FRIDAY },
  { day: '2026-04-04', name: HOLY_SATURDAY },
  { day: '2026-06-21', name: INDIGENOUS },
  { day: '2026-06-29', name: PETER_AND_PAUL },
  { day: '2026-10-12', name: TWO_WORLDS },
  { day: '2026-10-31', name: REFORMATION },
  { day: '2027-03-26', name: GOOD_FRIDAY },
  { day: '2027-03-27', name: HOLY_SATURDAY },
  { day: '2027-06-21', name: INDIGENOUS },
  { day: '2027-06-28', name: PETER_AND_PAUL },
  { day: '2027-09-17', name: 'Feriado adicional de Fiestas Patrias' },
  { day: '2027-10-11', name: TWO_WORLDS },
  { day: '2027-10-31', name: REFORMATION },
  { day: '2028-04-14', name: GOOD_FRIDAY },
  { day: '2028-04-15', name: HOLY_SATURDAY },
  { day: '2028-06-20', name: INDIGENOUS },
  { day: '2028-06-26', name: PETER_AND_PAUL },
  { day: '2028-10-09', name: TWO_WORLDS },
  { day: '2028-10-27', name: REFORMATION },
];

const YEARS = [2026, 2027, 2028] as const;

/** National holidays of Chile 2026–2028, the first content of the holidays table; elections are not among them. */
export const HOLIDAYS: readonly Holiday[] = [
  ...YEARS.flatMap(year => YEARLY.map(([day, name]) => ({ day: `${year}-${day}`, name }))),
  ...MOVABLE,
].sort((a, b) => a.day.localeCompare(b.day));
