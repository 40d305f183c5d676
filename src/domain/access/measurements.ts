import {
  isAccepted,
  isOpenMeasurement,
  isReturned,
  type MeasurementState,
} from '../execution/measurement-states.ts';
import { MEASURED, RECORDING } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import { type HolderQuestion, type Holders, holdersOf } from '../workflow/holders.ts';
import { judgeEntry } from './execution.ts';
import { type Bar, barOf, judgeBar, type PartSubject } from './part-taking.ts';
import type { EditSubject, ProjectSubject } from './subject.ts';

/** What of a measurement a permission depends on. */
export interface JudgedMeasurement {
  readonly state: MeasurementState;
  readonly authorId: string;
  /** Who changed it last. */
  readonly updatedById: string;
}

/**
 * Whether somebody may change or take back a measurement that does not count yet. What came back is mended also while
 * the final report is reviewed.
 */
export function judgeMeasurementChange(actor: Actor, s: EditSubject, m: JudgedMeasurement): Verdict {
  const verdict = judgeEntry(actor, s, m, isReturned(m) ? MEASURED : RECORDING);
  if (!verdict.allowed || isOpenMeasurement(m)) return verdict;
  return refuse('Ya se decidió: se corrige con otra medición que la reemplaza.');
}

/** Whether somebody may send a measurement in place of one that counts. */
export function judgeCorrection(actor: Actor, s: EditSubject, m: JudgedMeasurement): Verdict {
  const verdict = judgeEntry(actor, s, m);
  if (!verdict.allowed || isAccepted(m)) return verdict;
  return refuse('Solo se corrige una medición aceptada.');
}

type Heads = Pick<HolderQuestion, 'directors' | 'deans'>;

/**
 * Who accepts a measurement: the heads of the school by the usual way round a conflict. Neither whoever takes part in
 * the project nor who wrote the measurement decides it.
 */
export const measurementHolders = (
  { directors, deans }: Heads,
  { partIds }: Pick<ProjectSubject, 'partIds'>,
  { authorId, updatedById }: Pick<JudgedMeasurement, 'authorId' | 'updatedById'>,
): Holders =>
  holdersOf({
    ...{ step: 'director_review', directors, deans, actedAsDirectorIds: [] },
    involvedIds: [...partIds, authorId, updatedById],
  });

/** Whether this is somebody's to decide now. */
export const holdsMeasurement = (actor: Actor, { holders, office }: Holders): boolean =>
  holders.some(h => h.userId === actor.id) || (office && isAdmin(actor));

const NOT_YOURS = 'Solo puede decidirla la Dirección de la unidad.';

/** May this person accept or return a measurement that waits, and if not, why not. */
export function judgeDecision(actor: Actor, s: PartSubject, m: JudgedMeasurement, holders: Holders): Verdict {
  if (!holdsMeasurement(actor, holders)) return hide(NOT_YOURS);
  if (!MEASURED.includes(s.status)) return refuse('Se decide hasta que el proyecto se cierra.');
  return judgeBar(barFrom(actor, s, m));
}

function barFrom(actor: Actor, s: PartSubject, m: JudgedMeasurement): Bar | null {
  const bar = barOf(actor, s, 'unit');
  if (bar || (m.authorId !== actor.id && m.updatedById !== actor.id)) return bar;
  return {
    reason: 'Tú registraste esta medición: decide otra persona.',
    last: isAdmin(actor) && s.lastAdmin,
  };
}
