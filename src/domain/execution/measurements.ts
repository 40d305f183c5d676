import { z } from 'zod';
import type { FieldError } from '../kit/problem.ts';
import { FIGURE, type Indicator, kindOfIndicator } from '../sections/indicators.ts';
import { formatNumber } from '../text/format.ts';
import { RULES } from '../text/rule-messages.ts';
import { id, isWebAddress, plannedDay, text } from '../text/rules.ts';
import { shareOf } from './actual-value.ts';

const hasFourDecimals = (figure: number): boolean => Number(figure.toFixed(4)) === figure;
const figure = z
  .number()
  .min(FIGURE.min)
  .max(FIGURE.max)
  .refine(hasFourDecimals, 'Escribe como máximo cuatro decimales.')
  .nullable()
  .default(null);

export const MOST_EVIDENCE = 20;

/** One version of a file of the project, or an address on the day it was looked at. */
const evidence = z
  .object({
    versionId: id.nullable().default(null),
    url: text(500).default(''),
    seenOn: plannedDay.nullable().default(null),
  })
  .superRefine(({ versionId, url, seenOn }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (versionId !== null && url !== '') fail('url', 'Elige un archivo o una dirección, no ambos.');
    if (versionId !== null) return;
    if (!isWebAddress(url)) fail('url', RULES.webAddress);
    if (seenOn === null) fail('seenOn', 'Di qué día la viste.');
  });
export type Evidence = z.output<typeof evidence>;

/** What is sent of a measurement; which figures it needs follows from the indicator, see `measurementErrors`. */
export const measurementFields = z.object({
  day: plannedDay,
  /** Of a milestone 1 or 0. */
  value: figure,
  numerator: figure,
  denominator: figure,
  note: text(2000).default(''),
  evidence: z
    .array(evidence)
    .max(MOST_EVIDENCE)
    .refine(all => new Set(all.map(e => e.versionId ?? e.url)).size === all.length, 'Hay evidencia repetida.')
    .default([]),
});
export type MeasurementFields = z.output<typeof measurementFields>;

type Figures = Pick<MeasurementFields, 'value' | 'numerator' | 'denominator' | 'note'>;

/** All that is wrong with the figures for an indicator. */
export function figureErrors(indicator: Partial<Indicator>, given: Figures): FieldError[] {
  const { value, numerator, denominator, note } = given;
  const { scaleFrom = null, scaleTo = null } = indicator;
  const kind = kindOfIndicator(indicator);
  switch (kind) {
    case 'percentage':
    case 'ratio':
      return shareErrors(kind, numerator, denominator);
    case 'qualitative':
      return note === '' ? [{ path: 'note', message: 'Describe lo que se observó.' }] : [];
    case 'milestone':
      return value === 0 || value === 1 ? [] : [{ path: 'value', message: 'Di si se alcanzó.' }];
    case 'scale':
      if (value === null) return [{ path: 'value', message: RULES.required }];
      return (scaleFrom !== null && value < scaleFrom) || (scaleTo !== null && value > scaleTo)
        ? [{ path: 'value', message: `La escala va de ${ends(scaleFrom)} a ${ends(scaleTo)}.` }]
        : [];
    case 'number':
      return value === null ? [{ path: 'value', message: RULES.required }] : [];
  }
}
const ends = (end: number | null) => (end === null ? '…' : formatNumber(end, 4));

function shareErrors(
  kind: 'percentage' | 'ratio',
  numerator: number | null,
  denominator: number | null,
): FieldError[] {
  const errors: FieldError[] = [];
  if (numerator === null) errors.push({ path: 'numerator', message: RULES.required });
  else if (numerator < 0) errors.push({ path: 'numerator', message: 'No puede ser negativo.' });
  if (denominator === null) errors.push({ path: 'denominator', message: RULES.required });
  else if (denominator <= 0)
    errors.push({
      path: 'denominator',
      message: 'Se divide por esta cantidad: tiene que ser mayor que cero.',
    });
  if (errors.length > 0 || numerator === null || denominator === null) return errors;
  return shareOf(kind, numerator, denominator) > FIGURE.max
    ? [{ path: 'numerator', message: 'El resultado es demasiado grande: revisa ambas cantidades.' }]
    : [];
}

/** What is stored: figures that the kind of the indicator does not have are left out. Call it on what has no errors. */
export function figuresOf(
  indicator: Partial<Indicator>,
  { value, numerator, denominator }: Figures,
): Pick<Figures, 'value' | 'numerator' | 'denominator'> {
  const kind = kindOfIndicator(indicator);
  if (kind === 'qualitative') return { value: null, numerator: null, denominator: null };
  if ((kind === 'percentage' || kind === 'ratio') && numerator !== null && denominator !== null)
    return { value: shareOf(kind, numerator, denominator), numerator, denominator };
  return { value, numerator: null, denominator: null };
}
