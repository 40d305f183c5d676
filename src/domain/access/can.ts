import { kindSections } from '../kinds/definition.ts';
import {
  AWARDED,
  CHANGEABLE,
  holderGroup,
  isFinal,
  isReturned,
  isRunning,
  RESOLVED,
  type Status,
  statusLabel,
  WRITING,
} from '../kinds/statuses.ts';
import { type Actor, isAdmin, onlyReviews } from '../kit/actor.ts';
import { type Allowed, hide, refuse, type Verdict } from '../kit/verdict.ts';
import type { SectionSlug } from '../sections/index.ts';
import { unmetCondition } from '../workflow/conditions.ts';
import {
  actionVerb,
  isTransitionAction,
  rowOf,
  SENT_BACK,
  type Transition,
  type TransitionAction,
  transitionFor,
} from '../workflow/transitions.ts';
import { type Bar, barOf, concernsCall, judgeBar, rightAt, takesPart } from './part-taking.ts';
import type { EditSubject, ProjectSubject } from './subject.ts';
import { isMember, isOwn, mayRead, mayReadPrivate } from './visibility.ts';

const ALLOWED: Allowed = { allowed: true };
const ON_BEHALF: Allowed = { allowed: true, onBehalf: true };
const onlyIf = (condition: boolean, reason: string): Verdict => (condition ? ALLOWED : hide(reason));

const NOT_FOUND = 'No encontramos lo que buscas, o no tienes acceso.';
const OWN_ONLY = 'Solo puede hacerlo el responsable, el alterno o la oficina.';
const LEAD_ONLY = 'Solo puede hacerlo el responsable o la oficina.';
const OFFICE_ONLY = 'Solo puede hacerlo la oficina.';

/** Its result is known, or there will be none: what was withdrawn by a step that may be taken back is still to be judged. */
const isDecided = (s: ProjectSubject) =>
  RESOLVED.includes(s.status) || (isFinal(s.status) && unmetCondition('undoable', s) !== null);

/** Changes of what is written in a project, which depend on who reads it and on its status alone. */
const EDITS = {
  upload: (actor, s) =>
    s.status === 'running' && isMember(actor, s)
      ? ALLOWED
      : editIn(WITH_FILES, actor, s, [...FILE_STATUSES, 'running']),
  delete_file: (actor, s) => editIn(WITH_FILES, actor, s, FILE_STATUSES),
  answer_observation: (actor, s) => edit(actor, s, SENT_BACK),
  change_lead: (actor, s) =>
    s.leadId === actor.id
      ? editIn(['identification'], actor, s, WRITING)
      : editAsOffice(actor, s, WRITING, LEAD_ONLY),
} as const satisfies Record<string, (actor: Actor, s: EditSubject) => Verdict>;

/** What may be asked about a project besides its transitions and edits. */
const QUESTIONS = {
  read_reviews: (actor, s) =>
    onlyIf(
      managesReviews(actor, s) || (mayReadPrivate(actor, s) && isDecided(s)),
      'Las evaluaciones se ven después de la resolución.',
    ),
  answer_appeal: asOffice,
  extend_due: asOffice,
  allow_early_report: (actor, s) => asOfficeWhile(isRunning(s.status), actor, s),
  open_sections: (actor, s) => asOfficeWhile(isReturned(s.status), actor, s),
  request_change: (actor, s) => requestChange(actor, s),
} as const satisfies Record<string, (actor: Actor, s: ProjectSubject) => Verdict>;

/** Annexes and contract stay open until the project runs; so does a budget that awaits what was awarded. */
const FILE_STATUSES: readonly Status[] = [...WRITING, 'approved'];

export type EditAction = keyof typeof EDITS | `edit:${SectionSlug}`;
export type ProjectAction = keyof typeof QUESTIONS | EditAction | TransitionAction;

const behalf = (actor: Actor, reason: string): Verdict => (isAdmin(actor) ? ON_BEHALF : hide(reason));

/** What the office does of its own right, and nobody of it who takes part. */
function asOffice(actor: Actor, s: ProjectSubject): Verdict {
  return isAdmin(actor) ? judgeBar(barOf(actor, s, 'office')) : hide(OFFICE_ONLY);
}

const asOfficeWhile = (isTime: boolean, actor: Actor, s: ProjectSubject): Verdict =>
  isTime ? asOffice(actor, s) : hide('No corresponde en este estado.');

/** Reads and arranges the reviews of a project, its reviewers by name. */
export const managesReviews = (actor: Actor, s: EditSubject): boolean =>
  isAdmin(actor) && judgeBar(barOf(actor, s, 'office')).allowed;

function edit(actor: Actor, s: EditSubject, statuses: readonly Status[]): Verdict {
  if (!isOwn(actor, s)) return editAsOffice(actor, s, statuses, OWN_ONLY);
  return statuses.includes(s.status) ? ALLOWED : refuse(frozenReason(s.status));
}

/** The same of what belongs to these sections: while a proposal is corrected, one of them has to be open. */
function editIn(
  sections: readonly SectionSlug[],
  actor: Actor,
  s: EditSubject,
  statuses: readonly Status[],
): Verdict {
  const verdict = edit(actor, s, statuses);
  const { openSections } = s;
  if (!verdict.allowed || !isReturned(s.status) || openSections === null) return verdict;
  return sections.some(slug => openSections.includes(slug)) ? verdict : refuse(CLOSED_SECTION);
}
const WITH_FILES: readonly SectionSlug[] = ['attachments', 'contract'];
const CLOSED_SECTION =
  'Al corregir cambian las secciones observadas y las que están incompletas. La oficina puede abrir esta también.';

/** Sections of the kind that a correction leaves closed, in their order. */
export const closedSections = (
  kind: Parameters<typeof kindSections>[0],
  { openSections }: Pick<EditSubject, 'openSections'>,
): SectionSlug[] =>
  openSections === null
    ? []
    : kindSections(kind, false)
        .map(s => s.slug)
        .filter(slug => !openSections.includes(slug));

/** The office writes in what it takes no part in, and in what competes with its own only before it was sent. */
function editAsOffice(actor: Actor, s: EditSubject, statuses: readonly Status[], only: string): Verdict {
  if (!isAdmin(actor)) return hide(only);
  if (takesPart(actor, s)) return statuses.includes(s.status) ? ON_BEHALF : refuse(frozenReason(s.status));
  const bar = s.submittedAt === null ? null : barOf(actor, s, rightAt(s.status));
  return bar ? refuse(bar.reason) : ON_BEHALF;
}

function requestChange(actor: Actor, s: ProjectSubject): Verdict {
  if (!isOwn(actor, s) && !isAdmin(actor)) return hide(OWN_ONLY);
  if (!AWARDED.includes(s.status)) return hide('Los cambios se piden una vez aprobado el proyecto.');
  if (!CHANGEABLE.includes(s.status))
    return refuse('Los cambios se piden mientras el proyecto está aprobado o en ejecución.');
  return isOwn(actor, s) ? ALLOWED : ON_BEHALF;
}

function frozenReason(status: Status): string {
  if (isFinal(status)) return 'El proyecto terminó y ya no se edita.';
  if (AWARDED.includes(status))
    return 'La Ficha quedó congelada al aprobarse: el equipo, las fechas y el presupuesto se cambian con una solicitud.';
  return 'El proyecto está en revisión: para cambiarlo, pide que te lo devuelvan con observaciones.';
}

/** May this person do this with this project, and if not, why not. The only place that says so. */
export function can(actor: Actor, action: ProjectAction, subject: ProjectSubject): Verdict {
  if (isEditAction(action)) return canEdit(actor, action, subject);
  const unread = unreadable(actor, subject);
  if (unread) return unread;
  return isTransitionAction(action)
    ? mayTransition(actor, action, subject)
    : QUESTIONS[action](actor, subject);
}

/** The same of edits, for which nothing need be known of the project's steps, observations or call. */
export function canEdit(actor: Actor, action: EditAction, subject: EditSubject): Verdict {
  const unread = unreadable(actor, subject);
  if (unread) return unread;
  if (isQuestion(EDITS, action)) return EDITS[action](actor, subject);
  const isOpen =
    action === 'edit:attachments' ||
    action === 'edit:contract' ||
    (action === 'edit:budget' && subject.unfitted);
  const section = action.slice('edit:'.length) as SectionSlug;
  return editIn([section], actor, subject, isOpen ? FILE_STATUSES : WRITING);
}

const isQuestion = <Q extends object>(questions: Q, action: string): action is Extract<keyof Q, string> =>
  Object.hasOwn(questions, action);
const isEditAction = (action: ProjectAction): action is EditAction =>
  action.startsWith('edit:') || isQuestion(EDITS, action);

function unreadable(actor: Actor, subject: EditSubject): Verdict | null {
  if (actor.state !== 'active') return hide('La oficina debe habilitar tu cuenta.');
  return mayRead(actor, subject) ? null : hide(NOT_FOUND);
}

function mayTransition(actor: Actor, action: TransitionAction, s: ProjectSubject): Verdict {
  const row = transitionFor(action, s.status);
  if (!row) return hide(`En estado «${statusLabel(s.status)}» no se puede ${actionVerb(action)}.`);
  const entitled = entitlement(actor, row, s);
  if (!entitled.allowed) return entitled;
  const bar = conflict(actor, row, s, entitled);
  if (bar && !bar.last) return refuse(bar.reason);
  const unmet = row.requires.map(r => unmetCondition(r, s)).find(v => v);
  if (unmet) return { ...unmet, unmet: true };
  return bar ? { ...entitled, lastResort: true } : entitled;
}

/** Taking a step back is judged as taking it was. */
const judgedRow = (row: Transition, { lastTransition }: ProjectSubject): Transition =>
  (row.to === 'before_last' && lastTransition && rowOf(lastTransition.action)) || row;

/** Whether the row names this person, before conflicts and conditions. */
function entitlement(actor: Actor, row: Transition, s: ProjectSubject): Verdict {
  const { who } = row;
  if (who.includes('last_actor'))
    return onlyIf(s.lastTransition?.actorId === actor.id, 'Solo puede deshacerlo quien lo hizo.');
  if (who.includes('own')) return isOwn(actor, s) ? ALLOWED : behalf(actor, OWN_ONLY);
  if (who.includes('lead')) return s.leadId === actor.id ? ALLOWED : behalf(actor, LEAD_ONLY);
  if (who.includes('holder') && holdsStep(actor, s)) return ALLOWED;
  if (who.includes('admin'))
    return onlyIf(isAdmin(actor), who.includes('holder') ? HOLDER_ONLY : OFFICE_ONLY);
  if (!who.includes('holder')) return hide('Ocurre por sí solo.');
  // The office also holds a unit's step that nobody of the unit can hold.
  const office = s.officeTurn || s.holderIds.length === 0 || holderGroup(s.status, s.subStep) === 'office';
  return onlyIf(isAdmin(actor) && office, HOLDER_ONLY);
}
const HOLDER_ONLY = 'Solo puede hacerlo quien tiene el proyecto en este paso.';

function conflict(actor: Actor, asked: Transition, s: ProjectSubject, { onBehalf }: Allowed): Bar | null {
  const row = judgedRow(asked, s);
  const decides = row.who.includes('holder') || row.who.includes('admin');
  const holds = row.who.includes('holder') && (holdsStep(actor, s) || row !== asked);
  const right = holds || !concernsCall(row) ? 'unit' : 'office';
  // What its own lead does is no decision, unless the office does it to a competitor.
  if (!decides) return onBehalf && !takesPart(actor, s) ? barOf(actor, s, right) : null;
  const bar = barOf(actor, s, right);
  if (bar || row !== asked) return bar;
  const reason = headsConflict(actor, row, s);
  return reason === null ? null : { reason, last: isAdmin(actor) && s.lastAdmin };
}

/** Nobody endorses twice, nor for a head who may not. */
function headsConflict(actor: Actor, { action, who }: Transition, s: ProjectSubject): string | null {
  const asDean = action === 'endorse' && s.status === 'dean_review';
  if (asDean && s.actedAsDirectorIds.includes(actor.id))
    return 'Ya diste visto bueno por la Dirección: por el Decanato decide otra persona.';
  const principal = standsInFor(actor, s);
  // The office decides by its own right too.
  if (!principal || (who.includes('admin') && isAdmin(actor))) return null;
  if (takesPart({ id: principal }, s))
    return 'Subrogas a quien dirige o integra este proyecto: lo decide otra persona de la unidad o la oficina.';
  return asDean && s.actedAsDirectorIds.includes(principal)
    ? 'Subrogas a quien ya dio visto bueno por la Dirección: por el Decanato decide otra persona.'
    : null;
}

/** The head in whose place this person holds the step. */
export const standsInFor = (actor: Pick<Actor, 'id'>, s: Pick<ProjectSubject, 'deputies'>): string | null =>
  s.deputies.find(d => d.userId === actor.id)?.principalId ?? null;

/** Who has become an external reviewer since no longer stands in, even before the step has moved back to the head. */
const holdsStep = (actor: Actor, s: ProjectSubject): boolean =>
  s.holderIds.includes(actor.id) && (standsInFor(actor, s) === null || !onlyReviews(actor));

/** An observation is settled by who made it, or by the office in their place; never by who takes part by then. */
export const mayResolve = (
  actor: Actor,
  s: EditSubject,
  observation: { readonly authorId: string },
): boolean =>
  observation.authorId === actor.id
    ? !takesPart(actor, s)
    : isAdmin(actor) && barOf(actor, s, rightAt(s.status)) === null;
