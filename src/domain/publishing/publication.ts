import { barOf, judgeBar } from '../access/part-taking.ts';
import type { ProjectSubject, ReadSubject } from '../access/subject.ts';
import { isOwn } from '../access/visibility.ts';
import { AWARDED, STARTED, type Status } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';

/** Photos of a project's public page. */
export const MOST_PUBLISHED_PHOTOS = 12;
export const CAPTION_LETTERS = { least: 3, most: 200 } as const;

/** How a project stands, in the words of visitors: the steps of the university are no concern of theirs. */
export const PUBLIC_STATES = {
  'por-comenzar': 'Por comenzar',
  'en-ejecucion': 'En ejecución',
  terminado: 'Terminado',
} as const;
export type PublicState = keyof typeof PUBLIC_STATES;

export function publicStateOf(status: Status): PublicState {
  if (status === 'closed') return 'terminado';
  return STARTED.includes(status) ? 'en-ejecucion' : 'por-comenzar';
}
/** Statuses that a visitor is told as this state. */
export const statusesOf = (state: PublicState): readonly Status[] =>
  AWARDED.filter(status => publicStateOf(status) === state);

/** What the view `published_projects` looks at, apart. */
export interface PublicationFacts {
  readonly status: Status;
  /** Its people agreed to publish it. */
  readonly consented: boolean;
  /** It has a call whose result may still change. */
  readonly awaitsResult: boolean;
  readonly withheld: boolean;
  /** The institution shows its catalogue. */
  readonly catalogue: boolean;
}

/** Why nobody outside sees a project, each reason in a sentence; empty where anybody does. */
export function publicationHindrances(facts: PublicationFacts): string[] {
  return [
    ...(facts.catalogue ? [] : ['La institución no muestra su catálogo público.']),
    ...(AWARDED.includes(facts.status) ? [] : ['Se muestra desde que el proyecto está aprobado.']),
    ...(facts.awaitsResult ? ['El resultado de su convocatoria todavía no es definitivo.'] : []),
    ...(facts.withheld ? ['La oficina lo retiró del catálogo público.'] : []),
    ...(facts.consented ? [] : ['Falta el consentimiento para publicarlo.']),
  ];
}

/**
 * Whether somebody decides what a project shows: whoever leads it, and the office. Before it is approved its consent is
 * a question of the Ficha.
 */
export function judgePublishing(
  actor: Actor,
  s: Pick<ReadSubject, 'status' | 'leadId' | 'alternateId'>,
): Verdict {
  if (!isOwn(actor, s) && !isAdmin(actor))
    return hide('Solo pueden hacerlo el responsable del proyecto, su alterno o la oficina.');
  return AWARDED.includes(s.status)
    ? { allowed: true }
    : refuse('Se decide desde que el proyecto está aprobado; antes, en la sección Identificación.');
}

/** Their own name is shown by nobody else; whoever decides what the project shows may take it off. */
export const mayShowName = (actor: Actor, s: Pick<ReadSubject, 'leadId'>): boolean => s.leadId === actor.id;

/** Keeping a project from the public pages is a decision of the office: nobody makes it of their own. */
export const judgeWithholding = (actor: Actor, s: ProjectSubject): Verdict =>
  isAdmin(actor) ? judgeBar(barOf(actor, s, 'unit')) : hide('Solo puede hacerlo la oficina.');
