import { z } from 'zod';
import { text } from '../text/rules.ts';
import { FINAL_ADDRESS } from './names.ts';

interface Part {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  /** Asked of a progress report, too; of the final one all are. */
  readonly inProgress: boolean;
}

/** What its author writes in a report, in its order; the rest is put together from what was recorded. */
export const REPORT_PARTS = [
  {
    value: 'results',
    label: 'Resultados',
    help: 'Qué se logró, comparado con lo que se propuso.',
    inProgress: true,
  },
  {
    value: 'difficulties',
    label: 'Dificultades',
    help: 'Qué no salió como se esperaba y cómo se resolvió.',
    inProgress: true,
  },
  {
    value: 'external',
    label: 'Contribución externa',
    help: 'Qué cambió para las comunidades, organizaciones o territorios con los que se trabajó.',
    inProgress: false,
  },
  {
    value: 'internal',
    label: 'Contribución interna',
    help: 'Qué ganaron la docencia, la investigación y las personas de la universidad.',
    inProgress: false,
  },
  {
    value: 'changes',
    label: 'Qué cambió en un curso o programa, y quién lo adoptó',
    help: 'Qué curso o programa cambió por este proyecto, en qué, y qué unidad lo hizo suyo. Si nada cambió, dilo.',
    inProgress: false,
  },
  {
    value: 'continuity',
    label: 'Continuidad',
    help: 'Qué sigue después del proyecto, y quién se hace cargo.',
    inProgress: false,
  },
  {
    value: 'lessons',
    label: 'Aprendizajes',
    help: 'Qué harías igual y qué harías distinto.',
    inProgress: false,
  },
] as const satisfies readonly Part[];
export type ReportPart = (typeof REPORT_PARTS)[number]['value'];

export const REPORT_PART_SLUGS = REPORT_PARTS.map(p => p.value) as [ReportPart, ...ReportPart[]];

/** Letters of one text. */
export const LONGEST_PART = 10_000;

/** By part; one that is left out is not written yet. */
export const reportTexts = z.partialRecord(z.enum(REPORT_PART_SLUGS), text(LONGEST_PART));
export type ReportTexts = z.output<typeof reportTexts>;

/** What an observation of a progress report may be about: a text, or what was put together. */
export const OBSERVED_PARTS = [
  ...REPORT_PARTS.map(({ value, label }) => ({ value, label })),
  { value: 'recorded', label: 'Lo registrado en Ejecución' },
  { value: 'photos', label: 'Fotos' },
] as const;
export type ObservedPart = (typeof OBSERVED_PARTS)[number]['value'];
export const OBSERVED_PART_SLUGS = OBSERVED_PARTS.map(p => p.value) as [ObservedPart, ...ObservedPart[]];

export const observedPartLabel = (part: ObservedPart): string =>
  OBSERVED_PARTS.find(p => p.value === part)?.label ?? part;

export const MOST_PHOTOS = 60;

/** Number in an address; null of the final one, undefined of what names none. */
export function numberIn(address: string): number | null | undefined {
  if (address === FINAL_ADDRESS) return null;
  return /^[1-9]\d?$/.test(address) ? Number(address) : undefined;
}
