import { drawBars } from '../../drawings/bars.ts';
import { drawGantt, type GanttData } from '../../drawings/gantt.ts';
import { drawMap, type MapBorders, type MapComuna } from '../../drawings/map/map.ts';
import type { Drawing } from '../../drawings/mark.ts';
import { PAPER_INK, type Sheet } from '../../drawings/sheet.ts';
import { drawStackedBars } from '../../drawings/stacked-bars.ts';
import { drawTargets } from '../../drawings/target.ts';
import type { Budget } from '../../sections/budget.ts';
import type { SectionSlug } from '../../sections/index.ts';
import type { Indicators } from '../../sections/indicators.ts';
import type { Participants } from '../../sections/participants.ts';
import type { Plan } from '../../sections/plan.ts';
import type { Territory } from '../../sections/territory.ts';
import { budgetBars } from '../charts/budget.ts';
import { indicatorTargets } from '../charts/indicators.ts';
import { participantBars } from '../charts/participants.ts';
import { planGantt } from '../charts/plan.ts';
import type { DrawingBlock } from './print.ts';

/** Points between the side margins of an A4 page. */
export const PAPER_WIDTH = 495.28;
/** Rows of a Gantt, or of indicators, on one page, with room for its heading. */
const PAGE_ROWS = 30;

/** Paper of a drawing; its name is its own in its document. */
export const paperSheet = (name: string): Sheet => ({ width: PAPER_WIDTH, size: 8.5, ink: PAPER_INK, name });

export const printDrawing = ({ width, height, marks, sentence }: Drawing): DrawingBlock => ({
  type: 'drawing',
  drawing: { width, height, marks, sentence },
});

/** In as many parts as it takes, so that each fits on a page. */
export function inPages<T>(rows: readonly T[]): T[][] {
  const pages = Math.ceil(rows.length / PAGE_ROWS);
  return Array.from({ length: pages }, (_, n) => rows.slice(n * PAGE_ROWS, (n + 1) * PAGE_ROWS));
}

/** A Gantt over as many pages as it takes, each with all months; what all of it comes to stands under the last. */
export function ganttPages(whole: GanttData, sheet: Sheet): Drawing[] {
  const { sentence } = drawGantt(whole, sheet);
  const parts = inPages(whole.activities);
  return parts.map((activities, n) => ({
    ...drawGantt({ ...whole, activities }, sheet),
    sentence: n === parts.length - 1 ? sentence : '',
  }));
}

export interface Surroundings {
  /** Every comuna by its code. */
  readonly comunas: ReadonlyMap<string, MapComuna>;
  /** Borders of the project's comunas, where the installation has them. */
  readonly borders: MapBorders | null;
  /** Day `yyyy-mm-dd`. */
  readonly today: string;
}

type Draw = (data: Readonly<Record<string, unknown>>, around: Surroundings, sheet: Sheet) => Drawing[];

/** What of a section is seen better than read; each fits a page. */
const DRAWN: Partial<Record<SectionSlug, Draw>> = {
  plan(data, { today }, sheet) {
    const { activities = [] } = data as Partial<Plan>;
    const whole = planGantt({ activities }, today);
    return whole ? ganttPages(whole, sheet) : [];
  },
  budget(data, _, sheet) {
    const bars = budgetBars({ lines: (data as Partial<Budget>).lines ?? [] });
    return bars ? [drawStackedBars(bars, sheet)] : [];
  },
  participants(data, _, sheet) {
    const given = data as Partial<Participants>;
    const counted = Object.values(given).some(group => Object.values(group).some(c => c.actual !== null));
    const bars = participantBars(given, counted);
    return bars ? [drawBars(bars, sheet)] : [];
  },
  indicators(data, _, sheet) {
    const { indicators = [] } = data as Partial<Indicators>;
    const targets = indicators.some(i => i.actual !== null) ? indicatorTargets({ indicators }) : null;
    return targets ? [drawTargets(targets, sheet)] : [];
  },
  territory(data, { comunas, borders }, sheet) {
    const { comunaCodes = [], point = null } = data as Partial<Territory>;
    const own = comunaCodes.flatMap(code => comunas.get(code) ?? []);
    if (own.length === 0 && !point) return [];
    const around = [...comunas.values()];
    return [drawMap({ comunas: own, around, borders, point }, sheet)];
  },
};

/** The drawings of a section, from what the reader may see of it. */
export function printDrawings(
  slug: SectionSlug,
  data: Readonly<Record<string, unknown>>,
  around: Surroundings,
): DrawingBlock[] {
  return (DRAWN[slug]?.(data, around, paperSheet(slug)) ?? []).map(printDrawing);
}
