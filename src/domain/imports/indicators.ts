import { FIGURE } from '../sections/indicators.ts';
import { text } from '../text/rules.ts';
import { by, type ImportField, type ImportKind, plainText, type Reading } from './field.ts';
import { dayField, pastKeys, projectField } from './past-rows.ts';
import { readFigure, refuseEmpty } from './readings.ts';

/** Kinds that a spreadsheet has a figure of; a scale needs its ends, and words are no figure. */
const KINDS = [
  ['number', /^(numero|cantidad|conteo|number)$/],
  ['percentage', /^(porcentaje|porcentual|percentage)$/],
  ['ratio', /^(razon|tasa|ratio)$/],
  ['milestone', /^(hito|logro|si no|milestone)$/],
] as const;

/** Empty is whatever the project says of the indicator, and a number where it says nothing. */
function readKind(raw: string): Reading {
  const words = plainText(raw);
  if (words === '') return { value: raw.trim() === '%' ? 'percentage' : '' };
  const kind = KINDS.find(([, pattern]) => pattern.test(words))?.[0];
  return kind
    ? { value: kind }
    : { error: `No se reconoce el tipo «${raw}»: usa número, porcentaje, razón o hito.` };
}

const YES = /^(si|s|x|logrado|alcanzado|cumplido)$/;
const NO = /^(no|n|no logrado|no alcanzado|no cumplido)$/;
/** Whether a value is told in the words of a milestone. */
export const isMilestoneWord = (raw: string): boolean => YES.test(plainText(raw)) || NO.test(plainText(raw));

function readValue(raw: string): Reading {
  if (isMilestoneWord(raw)) return { value: YES.test(plainText(raw)) ? '1' : '0' };
  return readFigure(raw, FIGURE);
}

const figure = (key: string, label: string, headers: readonly string[], example: string): ImportField => ({
  key,
  label,
  headers,
  example,
  read: raw => readFigure(raw, FIGURE),
  blankKeeps: true,
});

/** What past projects reached: a value is known by its project, the indicator's name and the day. */
export const INDICATORS: ImportKind = {
  one: 'valor de indicadores de proyectos anteriores',
  many: 'indicadores de proyectos anteriores',
  ending: 'o',
  table: 'measurements',
  key: 'indicator',
  fixed: ['project', 'indicator', 'day'],
  keys: pastKeys('indicator'),
  remembers: true,
  unaudited: ['indicator', 'unit'],
  columns: ['indicator_id', 'state', 'origin'],
  fields: [
    projectField,
    {
      key: 'indicator',
      label: 'Indicador',
      required: true,
      headers: ['indicador', 'nombre del indicador', 'nombre indicador', 'nombre', 'indicator'],
      example: 'Talleres realizados',
      read: by(text(200, 3)),
    },
    {
      key: 'kind',
      label: 'Tipo',
      headers: ['tipo', 'tipo de indicador', 'tipo indicador', 'kind'],
      example: 'Número',
      read: readKind,
      blankKeeps: true,
      words: {
        number: 'Número',
        percentage: 'Porcentaje',
        ratio: 'Razón',
        milestone: 'Hito',
        scale: 'Escala',
      },
    },
    {
      key: 'unit',
      label: 'Unidad',
      headers: ['unidad', 'unidad de medida', 'medida', 'unit'],
      example: 'talleres',
      read: by(text(60)),
      blankKeeps: true,
    },
    figure('baseline', 'Línea base', ['linea base', 'linea de base', 'valor inicial', 'baseline'], '0'),
    figure('target', 'Meta', ['meta', 'meta comprometida', 'valor esperado', 'target'], '8'),
    {
      key: 'value',
      label: 'Valor',
      required: true,
      headers: ['valor', 'valor logrado', 'resultado', 'valor alcanzado', 'logro', 'value'],
      example: '6',
      read: refuseEmpty(readValue),
      column: 'value',
      stored: 'number',
    },
    dayField('30-07-2019', ['fecha de medicion', 'fecha de la medicion', 'fecha medicion']),
  ],
};
