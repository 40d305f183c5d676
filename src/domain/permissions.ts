import { unmetCondition } from './conditions.ts';
import type { KindSlug } from './kinds/definition.ts';
import { holderGroup, isFinal, RESOLVED, type Status, statusLabel } from './kinds/statuses.ts';
import type { SectionSlug } from './sections/index.ts';
import {
  actionVerb,
  isTransitionAction,
  type Standing,
  type Transition,
  type TransitionAction,
  transitionFor,
} from './workflow.ts';

export const ROLES = ['Academic', 'Admin', 'Dean', 'Director', 'Reviewer'] as const;
export type Role = (typeof ROLES)[number];

/** The words for a role, those of the office a person holds. */
export const ROLE_LABELS: Record<Role, string> = {
  Academic: 'Academia',
  Admin: 'Administración',
  Dean: 'Decanato',
  Director: 'Dirección',
  Reviewer: 'Evaluación',
};

/** Who asks: the signed-in person with everything a permission depends on. Ids are UUIDs. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly state: 'active' | 'pending';
  readonly homeSchoolId: string | null;
  /** Schools this person directs, deputies' included. */
  readonly directs: readonly string[];
  /** Faculties this person heads as dean. */
  readonly heads: readonly string[];
  /** All schools of those faculties. */
  readonly headsSchools: readonly string[];
  /** Leads a project, or is its alternate, of which something may still be filled in. */
  readonly fillsIn: boolean;
}

export const isAcademic = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Academic');
export const isAdmin = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Admin');
export const isDean = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Dean');
export const isDirector = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Director');
export const isReviewer = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Reviewer');
/**
 * Somebody from outside: no role, or none but the reviewer's. They start no project, choose from no directory and stand
 * in for nobody. The SQL twin is `only_reviews`, and a test compares the two.
 */
export const onlyReviews = (actor: Pick<Actor, 'roles'>) => actor.roles.every(role => role === 'Reviewer');
const fillsFichas = (actor: Actor) => !onlyReviews(actor) || actor.fillsIn;

/**
 * What an endpoint asks of its caller before any row is looked at.
 * `public` nobody signed in; `session` anybody signed in, pending included; `active` an enabled account; the rest by role.
 */
export const PERMISSIONS = {
  public: () => true,
  session: () => true,
  active: actor => actor.state === 'active',
  'projects.create': actor => !onlyReviews(actor),
  /** The large directories behind the fields of a Ficha; who leads a project picks from them whatever their roles. */
  'options.read': fillsFichas,
  'organisations.create': fillsFichas,
  'catalogues.read': actor => isAdmin(actor) || isDirector(actor) || isDean(actor),
  'catalogues.manage': isAdmin,
  'people.manage': isAdmin,
  'projects.manage': isAdmin,
  'calls.manage': isAdmin,
  'reviews.manage': isAdmin,
  'mail.manage': isAdmin,
  'system.read': isAdmin,
  'audit.read': isAdmin,
  'settings.manage': isAdmin,
  'kinds.manage': isAdmin,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof PERMISSIONS;

/** The words that complete "No tienes permiso para …". */
export const PERMISSION_LABELS: Record<Permission, string> = {
  public: 'ver esta página',
  session: 'ver esta página',
  active: 'usar esta función',
  'projects.create': 'crear proyectos',
  'options.read': 'buscar personas, carreras, cursos, organizaciones ni proyectos',
  'organisations.create': 'agregar organizaciones',
  'catalogues.read': 'ver los catálogos',
  'catalogues.manage': 'administrar los catálogos',
  'people.manage': 'administrar personas',
  'projects.manage': 'cambiar estados ni reasignar',
  'calls.manage': 'administrar convocatorias',
  'reviews.manage': 'organizar evaluaciones',
  'mail.manage': 'ver los correos enviados',
  'system.read': 'ver el estado del sistema',
  'audit.read': 'ver la auditoría',
  'settings.manage': 'cambiar la configuración',
  'kinds.manage': 'administrar los tipos de proyecto',
};

/** Everything about a project that a permission depends on. Lists fill only what `mayRead` asks for. */
export interface ProjectSubject extends Standing, ReadSubject {
  readonly id: string;
  readonly kind: KindSlug;
  /** The outreach office (any Admin) holds it, for its own step or in place of a unit without a head. */
  readonly officeTurn: boolean;
  readonly lastTransition: LastTransition | null;
  /** What `completeness()` found missing. */
  readonly missingCount: number;
  /** Observations the lead has not answered. */
  readonly openObservations: number;
  /** Rules of its call that a proposal does not meet yet, and what the admissibility desk has not checked. */
  readonly callRefusals: readonly string[];
  readonly unchecked: readonly string[];
  /** Sent back by the admissibility desk, which it does once. */
  readonly correctedOnce: boolean;
  /** Labels of what has to be there before the project runs, e.g. a signed contract. */
  readonly missingToStart: readonly string[];
  /** Figures, verifiers and evidence the final report lacks. */
  readonly missingInReport: number;
  /** Its result comes with the act that resolves its whole call. */
  readonly resolvedTogether: boolean;
  /** Rejected by a declaration of inadmissibility, which can be appealed. */
  readonly dismissed: boolean;
  readonly actedAsDirectorIds: readonly string[];
  /** Holders who stand in for a head: a conflict of interest of either counts. */
  readonly deputies: readonly { readonly userId: string; readonly principalId: string }[];
  /** No other active Admin is free of conflict with this project. */
  readonly lastAdmin: boolean;
  readonly now: Date;
}
export interface ReadSubject {
  readonly status: Status;
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly memberIds: readonly string[];
  readonly schoolId: string | null;
  readonly holderIds: readonly string[];
  /** Reviewers invited, at work or done; who declined, was in conflict or was replaced is none. */
  readonly reviewerIds: readonly string[];
  /** Those who may not know whose it is: they read it at their desk, and nowhere else until the resolution. */
  readonly blindIds: readonly string[];
  readonly submittedAt: Date | null;
}
export interface LastTransition {
  readonly id: string | number;
  readonly actorId: string | null;
  readonly at: Date;
  readonly action: string;
  /** False once something automatic followed, or an act or certificate was issued. */
  readonly undoable: boolean;
}

export interface Allowed {
  readonly allowed: true;
  /** An Admin acts for the lead; the history says so. */
  readonly onBehalf?: true;
  /** The last possible Admin decides despite a conflict: the audit flags it and a reason is asked for. */
  readonly lastResort?: true;
}
export interface Refused {
  readonly allowed: false;
  /** Spanish; says what to do. */
  readonly reason: string;
  /** Never this person's to do here, so no button is shown. */
  readonly hidden?: true;
  /** This person's to do, but a condition of the project is not met. */
  readonly unmet?: true;
}
export type Verdict = Allowed | Refused;

/** What anybody of the university reads, without budget, reviews and personal data. */
export const OPEN_STATUSES: readonly Status[] = [
  'approved',
  'running',
  'suspended',
  'final_report',
  'closed',
];
const isOwn = (actor: Actor, s: ReadSubject) => s.leadId === actor.id || s.alternateId === actor.id;
/** Blindness overrides whatever else this person is to the project. */
export const isBlind = (actor: Pick<Actor, 'id'>, s: Pick<ReadSubject, 'blindIds' | 'status'>) =>
  s.blindIds.includes(actor.id) && !RESOLVED.includes(s.status);
const isMember = (actor: Actor, s: ReadSubject) => s.memberIds.includes(actor.id);
const isIn = (schools: readonly string[], s: ReadSubject) =>
  s.submittedAt !== null && s.schoolId !== null && schools.includes(s.schoolId);

/**
 * Why somebody sees a project; one clause suffices. The server's lists state the same clauses in SQL, and a test
 * compares the two. `private`: with budget, reviews and personal data.
 */
const VISIBILITY = [
  { clause: 'office', private: true, holds: (actor: Actor) => isAdmin(actor) },
  { clause: 'own', private: true, holds: isOwn },
  { clause: 'team', private: true, holds: isMember },
  {
    clause: 'holder',
    private: true,
    holds: (actor: Actor, s: ReadSubject) => s.holderIds.includes(actor.id),
  },
  {
    clause: 'reviewer',
    private: true,
    holds: (actor: Actor, s: ReadSubject) => s.reviewerIds.includes(actor.id),
  },
  { clause: 'director', private: true, holds: (actor: Actor, s: ReadSubject) => isIn(actor.directs, s) },
  { clause: 'dean', private: true, holds: (actor: Actor, s: ReadSubject) => isIn(actor.headsSchools, s) },
  {
    clause: 'open',
    private: false,
    holds: (actor: Actor, s: ReadSubject) =>
      (isAcademic(actor) || isDirector(actor) || isDean(actor)) && OPEN_STATUSES.includes(s.status),
  },
] as const;

export const mayRead = (actor: Actor, s: ReadSubject): boolean =>
  actor.state === 'active' && !isBlind(actor, s) && VISIBILITY.some(v => v.holds(actor, s));
/** Budget, reviews and personal data too. */
export const mayReadPrivate = (actor: Actor, s: ReadSubject): boolean =>
  mayRead(actor, s) && VISIBILITY.some(v => v.private && v.holds(actor, s));

const ALLOWED: Allowed = { allowed: true };
const ON_BEHALF: Allowed = { allowed: true, onBehalf: true };
const refused = (reason: string): Refused => ({ allowed: false, reason });
const hidden = (reason: string): Refused => ({ allowed: false, reason, hidden: true });
const onlyIf = (condition: boolean, reason: string): Verdict => (condition ? ALLOWED : hidden(reason));

const NOT_FOUND = 'No encontramos lo que buscas, o no tienes acceso.';
const OWN_ONLY = 'Solo puede hacerlo el responsable, el alterno o la oficina.';
const LEAD_ONLY = 'Solo puede hacerlo el responsable o la oficina.';
const OFFICE_ONLY = 'Solo puede hacerlo la oficina.';

/** Its result is known, or there will be none: what was withdrawn by a step that may be taken back is still to be judged. */
const isDecided = (s: ProjectSubject) =>
  RESOLVED.includes(s.status) || (isFinal(s.status) && unmetCondition('undoable', s) !== null);

/** What may be asked about a project besides its transitions. */
const QUESTIONS = {
  read: (actor, s) => onlyIf(mayRead(actor, s), NOT_FOUND),
  read_private: (actor, s) =>
    onlyIf(
      mayReadPrivate(actor, s),
      'El presupuesto y los datos personales son solo del equipo y de quien revisa.',
    ),
  read_reviews: (actor, s) =>
    onlyIf(
      isAdmin(actor) || (mayReadPrivate(actor, s) && isDecided(s)),
      'Las evaluaciones se ven después de la resolución.',
    ),
  edit_actuals: (actor, s) => duringExecution(actor, s, isOwn(actor, s), OWN_ONLY),
  add_log: (actor, s) =>
    duringExecution(
      actor,
      s,
      isOwn(actor, s) || isMember(actor, s),
      'Solo puede hacerlo el equipo o la oficina.',
    ),
  upload: (actor, s) =>
    s.status === 'running' && isMember(actor, s) ? ALLOWED : edit(actor, s, [...FILE_STATUSES, 'running']),
  delete_file: (actor, s) => edit(actor, s, FILE_STATUSES),
  comment: (actor, s) => onlyIf(mayReadPrivate(actor, s), 'Solo comentan el equipo y quien revisa.'),
  answer_observation: (actor, s) => edit(actor, s, ['returned', 'running']),
  resolve_observation: (actor, s) =>
    onlyIf(isAdmin(actor) || holdsStep(actor, s), 'La da por resuelta quien tiene el proyecto.'),
  change_lead: (actor, s) =>
    s.leadId === actor.id ? edit(actor, s, FICHA_STATUSES) : behalf(actor, LEAD_ONLY),
  extend_due: actor => onlyIf(isAdmin(actor), OFFICE_ONLY),
  reassign: actor => onlyIf(isAdmin(actor), OFFICE_ONLY),
  request_change: (actor, s) => requestChange(actor, s),
} as const satisfies Record<string, (actor: Actor, s: ProjectSubject) => Verdict>;

const FICHA_STATUSES: readonly Status[] = ['draft', 'returned'];
/** Annexes and contract stay open until the project runs. */
const FILE_STATUSES: readonly Status[] = ['draft', 'returned', 'approved'];

export type ProjectAction = keyof typeof QUESTIONS | `edit:${SectionSlug}` | TransitionAction;

const behalf = (actor: Actor, reason: string): Verdict => (isAdmin(actor) ? ON_BEHALF : hidden(reason));

function duringExecution(actor: Actor, s: ProjectSubject, mine: boolean, reason: string): Verdict {
  if (!mine && !isAdmin(actor)) return hidden(reason);
  if (s.status !== 'running') return refused('Se registra mientras el proyecto está en ejecución.');
  return mine ? ALLOWED : ON_BEHALF;
}

function edit(actor: Actor, s: ProjectSubject, statuses: readonly Status[]): Verdict {
  if (!isOwn(actor, s)) return behalf(actor, OWN_ONLY);
  if (statuses.includes(s.status)) return ALLOWED;
  return isAdmin(actor) ? ALLOWED : refused(frozenReason(s.status));
}

/** Statuses in which the frozen parts of a Ficha change by a request. */
export const CHANGEABLE: readonly Status[] = ['approved', 'running'];
/** Statuses in which there is something for lead and alternate to choose. */
export const FILLED_IN: readonly Status[] = [
  ...new Set([...FICHA_STATUSES, ...FILE_STATUSES, ...CHANGEABLE]),
];

function requestChange(actor: Actor, s: ProjectSubject): Verdict {
  if (!isOwn(actor, s) && !isAdmin(actor)) return hidden(OWN_ONLY);
  if (!OPEN_STATUSES.includes(s.status)) return hidden('Los cambios se piden una vez aprobado el proyecto.');
  if (!CHANGEABLE.includes(s.status))
    return refused('Los cambios se piden mientras el proyecto está aprobado o en ejecución.');
  return isOwn(actor, s) ? ALLOWED : ON_BEHALF;
}

function frozenReason(status: Status): string {
  if (isFinal(status)) return 'El proyecto terminó y ya no se edita.';
  if (OPEN_STATUSES.includes(status))
    return 'La Ficha quedó congelada al aprobarse: el equipo, las fechas y el presupuesto se cambian con una solicitud.';
  return 'El proyecto está en revisión: para cambiarlo, pide que te lo devuelvan con observaciones.';
}

/** May this person do this with this project, and if not, why not. The only place that says so. */
export function can(actor: Actor, action: ProjectAction, subject: ProjectSubject): Verdict {
  if (actor.state !== 'active') return hidden('La oficina debe habilitar tu cuenta.');
  if (!mayRead(actor, subject)) return hidden(NOT_FOUND);
  if (isTransitionAction(action)) return mayTransition(actor, action, subject);
  if (!action.startsWith('edit:')) return QUESTIONS[action as keyof typeof QUESTIONS](actor, subject);
  const withFiles = action === 'edit:attachments' || action === 'edit:contract';
  return edit(actor, subject, withFiles ? FILE_STATUSES : FICHA_STATUSES);
}

function mayTransition(actor: Actor, action: TransitionAction, s: ProjectSubject): Verdict {
  const row = transitionFor(action, s.status);
  if (!row) return hidden(`En estado «${statusLabel(s.status)}» no se puede ${actionVerb(action)}.`);
  const entitled = entitlement(actor, row, s);
  if (!entitled.allowed) return entitled;
  const barred = entitled.onBehalf || action === 'undo' ? null : conflict(actor, action, row, s);
  if (barred && !(isAdmin(actor) && s.lastAdmin)) return refused(barred);
  const unmet = row.requires.map(r => unmetCondition(r, s)).find(v => v);
  if (unmet) return { ...unmet, unmet: true };
  return barred ? { ...entitled, lastResort: true } : entitled;
}

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
  if (!who.includes('holder')) return hidden('Ocurre por sí solo.');
  // The office also holds a unit's step that nobody of the unit can hold.
  const office = s.officeTurn || s.holderIds.length === 0 || holderGroup(s.status, s.subStep) === 'office';
  return onlyIf(isAdmin(actor) && office, HOLDER_ONLY);
}
const HOLDER_ONLY = 'Solo puede hacerlo quien tiene el proyecto en este paso.';

function conflict(actor: Actor, action: TransitionAction, row: Transition, s: ProjectSubject): string | null {
  const decides = row.who.includes('holder') || row.who.includes('admin');
  if (decides && (isOwn(actor, s) || isMember(actor, s)))
    return 'No puedes decidir sobre un proyecto que diriges o integras: lo decide otra persona de la unidad o la oficina.';
  const asDean = action === 'endorse' && s.status === 'dean_review';
  if (asDean && s.actedAsDirectorIds.includes(actor.id))
    return 'Ya diste visto bueno por la Dirección: por el Decanato decide otra persona.';
  const principal = standsInFor(actor, s);
  // The office decides by its own right too.
  if (!decides || !principal || (row.who.includes('admin') && isAdmin(actor))) return null;
  if ([s.leadId, s.alternateId, ...s.memberIds].includes(principal))
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

/** An observation is settled by who made it, or by the office in their place. */
export const mayResolve = (actor: Actor, observation: { readonly authorId: string }): boolean =>
  isAdmin(actor) || observation.authorId === actor.id;
