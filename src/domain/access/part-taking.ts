import type { Status } from '../kinds/statuses.ts';
import { STARTED } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { type Allowed, type Refused, refuse } from '../kit/verdict.ts';
import type { SectionData } from '../sections/index.ts';
import type { Transition } from '../workflow/transitions.ts';

/** What somebody may be in a project. Whoever is any of these influences no decision on it. */
export const PARTS = ['lead', 'alternate', 'member', 'founder', 'mentor'] as const;
/** A person as a project names them: by the account, else by the mail, in small letters. */
export interface Part {
  readonly part: (typeof PARTS)[number];
  readonly userId: string | null;
  readonly email: string | null;
}

type Named = Partial<Pick<SectionData, 'identification' | 'team' | 'venture'>>;

/** The parts that a project's sections name. The SQL twin is `written_parts`, and a test compares the two. */
export function partsOf({ identification, team, venture }: Named): Part[] {
  const named = [
    { part: 'lead', userId: identification?.leadId },
    { part: 'alternate', userId: identification?.alternateId },
    { part: 'mentor', userId: venture?.mentorId },
    ...(team?.members ?? []).map(m => ({ part: 'member', userId: m.userId, email: m.email }) as const),
    ...(venture?.founders ?? []).map(f => ({ part: 'founder', email: f.email }) as const),
  ] as const;
  const parts = named.flatMap((n): Part[] => {
    const userId = ('userId' in n && n.userId) || null;
    const email = userId === null && 'email' in n ? n.email?.trim().toLowerCase() || null : null;
    return userId || email ? [{ part: n.part, userId, email }] : [];
  });
  return [...new Map(parts.map(p => [[p.part, p.userId, p.email].join(), p])).values()];
}

/** Another proposal of the same call in which the reader takes part. */
export interface Rival {
  readonly code: string;
  /** Nobody else of the office is free of every proposal of that call. */
  readonly last: boolean;
}

/** What part-taking is judged by. */
export interface PartSubject {
  readonly status: Status;
  /** Accounts of everybody who takes part, now or when it was sent. */
  readonly partIds: readonly string[];
  /** Asked of the office alone: heads may endorse what competes with their own. */
  readonly rival: Rival | null;
  /** Nobody else of the office is free of this project. */
  readonly lastAdmin: boolean;
}

export const takesPart = (person: { readonly id: string }, s: Pick<PartSubject, 'partIds'>): boolean =>
  s.partIds.includes(person.id);

/** Why somebody may not decide. `last`: may all the same, as the last possible one, with a reason that the audit flags. */
export interface Bar {
  readonly reason: string;
  readonly last: boolean;
}

const OWN = 'No puedes decidir sobre un proyecto que diriges o integras: ';
export const BY_ANOTHER_HEAD = `${OWN}lo decide otra persona de la unidad o la oficina.`;
const rivalReason = (code: string) =>
  `Participas en ${code}, de la misma convocatoria: decide otra persona de la oficina.`;

/** What keeps this person from deciding; `office`: by the right of the office rather than of a unit. */
export function barOf(actor: Actor, s: PartSubject, right: 'unit' | 'office'): Bar | null {
  if (takesPart(actor, s)) return { reason: BY_ANOTHER_HEAD, last: isAdmin(actor) && s.lastAdmin };
  return right === 'office' && s.rival ? barOfRival(s.rival) : null;
}

export const barOfRival = ({ code, last }: Rival): Bar => ({ reason: rivalReason(code), last });

/** Steps of the execution alone settle nothing between the proposals of a call; ending one may free its money. */
export const concernsCall = ({ from, action }: Pick<Transition, 'from' | 'action'>): boolean =>
  action === 'cancel' || from === 'any' || !from.every(status => STARTED.includes(status));

/** The same where no step is taken. */
export const rightAt = (status: Status): 'unit' | 'office' => (STARTED.includes(status) ? 'unit' : 'office');

/** Whether what is barred may be done, as a verdict. */
export function judgeBar(bar: Bar | null): Allowed | Refused {
  if (!bar) return { allowed: true };
  return bar.last ? { allowed: true, lastResort: true } : refuse(bar.reason);
}
