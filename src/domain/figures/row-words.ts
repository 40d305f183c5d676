import type { RowsBy } from './figures.ts';

interface Noun {
  readonly one: string;
  readonly many: string;
  readonly feminine?: true;
}

/** What a row is called within a sentence. */
const NOUNS: Readonly<Record<RowsBy, Noun>> = {
  status: { one: 'estado', many: 'estados' },
  kind: { one: 'tipo', many: 'tipos' },
  period: { one: 'período', many: 'períodos' },
  faculty: { one: 'facultad', many: 'facultades', feminine: true },
  school: { one: 'escuela', many: 'escuelas', feminine: true },
  goal: { one: 'ODS', many: 'ODS' },
  comuna: { one: 'comuna', many: 'comunas', feminine: true },
  region: { one: 'región', many: 'regiones', feminine: true },
  call: { one: 'convocatoria', many: 'convocatorias', feminine: true },
  group: { one: 'grupo', many: 'grupos' },
  partnerType: { one: 'tipo', many: 'tipos' },
  source: { one: 'fuente', many: 'fuentes', feminine: true },
  stage: { one: 'etapa', many: 'etapas', feminine: true },
  line: { one: 'línea', many: 'líneas', feminine: true },
  reviewState: { one: 'estado', many: 'estados' },
  total: { one: 'cifra', many: 'cifras', feminine: true },
  term: { one: 'término', many: 'términos' },
};

export const nounOf = (by: RowsBy): Noun => NOUNS[by];
export const isFeminine = (by: RowsBy): boolean => NOUNS[by].feminine ?? false;

/** A project may be in several of these rows, so that they come to more than there are. */
export const OVERLAPPING: readonly RowsBy[] = ['goal', 'comuna', 'region', 'group'];

/** Heads of the column of rows, in the table behind a drawing. */
export const ROW_HEADS: Readonly<Record<RowsBy, string>> = {
  status: 'Estado',
  kind: 'Tipo',
  period: 'Período',
  faculty: 'Facultad',
  school: 'Escuela',
  goal: 'ODS',
  comuna: 'Comuna',
  region: 'Región',
  call: 'Convocatoria',
  group: 'Grupo',
  partnerType: 'Tipo de socio',
  source: 'Fuente',
  stage: 'Etapa',
  line: 'Convocatoria y línea',
  reviewState: 'Estado',
  total: 'Cifra',
  term: 'Término',
};
