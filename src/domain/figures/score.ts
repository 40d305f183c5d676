import { type ScoreFormula, TERM_NAMES, type TermName } from '../settings/score-formula.ts';
import { formatNumber } from '../text/format.ts';

export { TERM_NAMES, type TermName } from '../settings/score-formula.ts';

/** A term is the part of a whole: what was counted of what could have been. */
interface TermInfo {
  readonly label: string;
  /** What is counted, and of what. */
  readonly part: string;
  readonly whole: string;
}

export const TERMS: Readonly<Record<TermName, TermInfo>> = {
  people: {
    label: 'Personas',
    part: 'beneficiarios directos que llegaron, hasta los previstos de cada proyecto',
    whole: 'beneficiarios directos previstos por proyectos iniciados',
  },
  indicators: {
    label: 'Indicadores',
    part: 'indicadores que alcanzaron su meta',
    whole: 'indicadores con meta de proyectos iniciados',
  },
  partners: { label: 'Socios', part: 'proyectos con algún socio', whole: 'proyectos aprobados' },
  activities: {
    label: 'Actividades',
    part: 'proyectos con actividades registradas',
    whole: 'proyectos iniciados',
  },
  finished: {
    label: 'Cierre',
    part: 'proyectos cerrados',
    whole: 'proyectos iniciados cuya fecha de término ya pasó',
  },
  punctual: {
    label: 'Puntualidad',
    part: 'proyectos cuyo plazo no ha vencido',
    whole: 'proyectos abiertos con un plazo',
  },
};

/** Part and whole; null where nothing was counted. */
export type TermCounts = Readonly<Record<TermName, readonly [part: number | null, whole: number | null]>>;

export interface Term {
  readonly name: TermName;
  readonly part: number;
  readonly whole: number;
  readonly weight: number;
  /** As a share, 0.01–1. */
  readonly goal: number;
  /** Part of whole, 0–1; null without anything to count: then the term is left out. */
  readonly share: number | null;
  /** How much of its weight it gives. */
  readonly points: number;
}

export interface Score {
  /** 0–100; null where no term that weighs has anything to count. */
  readonly score: number | null;
  readonly terms: readonly Term[];
}

function termOf(formula: ScoreFormula, name: TermName, counts: TermCounts): Term {
  const [part, whole] = counts[name].map(n => n ?? 0) as [number, number];
  const [weight, goal] = [formula[`${name}Weight`], formula[`${name}Goal`] / 100];
  const share = whole > 0 ? part / whole : null;
  return {
    ...{ name, part, whole, weight, goal, share },
    points: share === null ? 0 : weight * Math.min(1, share / goal),
  };
}

/** 100 × the points of all terms by their weights; terms without anything to count are no part of it. */
export function scoreOf(formula: ScoreFormula, counts: TermCounts): Score {
  const terms = TERM_NAMES.map(name => termOf(formula, name, counts));
  const told = terms.filter(({ share }) => share !== null);
  const weights = told.reduce((sum, { weight }) => sum + weight, 0);
  const points = told.reduce((sum, term) => sum + term.points, 0);
  return { score: weights > 0 ? (100 * points) / weights : null, terms };
}

/** The formula as it is read: what weighs, with what each term has to come to. */
export function formulaText(formula: ScoreFormula): string {
  const weighing = TERM_NAMES.filter(name => formula[`${name}Weight`] > 0);
  if (weighing.length === 0) return 'Ningún término pesa: no hay puntaje.';
  const sum = weighing.reduce((all, name) => all + formula[`${name}Weight`], 0);
  const terms = weighing.map(name => {
    const goal = formula[`${name}Goal`];
    const of = goal < 100 ? ` ÷ ${formatNumber(goal)} %` : '';
    return `${formatNumber(formula[`${name}Weight`])} × ${TERMS[name].label}${of}`;
  });
  return `Puntaje = 100 × (${terms.join(' + ')}) ÷ ${formatNumber(sum)}`;
}
