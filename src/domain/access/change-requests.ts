import { CHANGEABLE } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { keysOf } from '../kit/look-up.ts';
import type { Verdict } from '../kit/verdict.ts';
import { type HolderQuestion, type Holders, holdersOf } from '../workflow/holders.ts';
import { type Bar, barOf, judgeBar, rightAt } from './part-taking.ts';
import type { ProjectSubject } from './subject.ts';

/** Sections that change by a request once a project is approved: what of each, its name, and who decides. */
const CHANGES = {
  identification: { label: 'Fechas', words: 'las fechas', fields: ['startDate', 'endDate'], decides: 'unit' },
  team: { label: 'Equipo', words: 'el equipo', fields: ['members'], decides: 'unit' },
  budget: { label: 'Presupuesto', words: 'el presupuesto', fields: ['lines'], decides: 'office' },
} as const;

export type ChangeSection = keyof typeof CHANGES;
export const CHANGE_SECTIONS = keysOf(CHANGES);
export const isChangeSection = (slug: string): slug is ChangeSection => Object.hasOwn(CHANGES, slug);
export const changeLabel = (section: ChangeSection): string => CHANGES[section].label;
/** The same within a sentence: `pidió cambiar el equipo`. */
export const changeWords = (section: ChangeSection): string => CHANGES[section].words;
/** Names of the fields of the section that a request may change; the others stay as they are. */
export const changeFields = (section: ChangeSection): readonly string[] => CHANGES[section].fields;

/** Working days to decide a request. */
export const CHANGE_DAYS = 5;

/** Where a request stands; it is settled once. */
export const CHANGE_STATES = ['open', 'accepted', 'refused', 'withdrawn', 'closed'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
export const isOpenChange = ({ state }: { readonly state: ChangeState }): boolean => state === 'open';

type Data = Readonly<Record<string, unknown>>;

/** Only what a request may change. */
export const changedPart = (section: ChangeSection, data: Data): Record<string, unknown> =>
  Object.fromEntries(changeFields(section).map(key => [key, data[key] ?? null]));

type Deciders = Pick<HolderQuestion, 'directors' | 'deans' | 'involvedIds'> & { readonly authorId: string };

/** Who decides a request: the office about money, else the heads of the school by the usual way round a conflict. */
export function changeHolders(
  section: ChangeSection,
  { authorId, involvedIds, ...heads }: Deciders,
): Holders {
  if (CHANGES[section].decides === 'office') return { holders: [], office: true, why: null };
  return holdersOf({ ...heads, step: 'director_review', involvedIds, authorId, actedAsDirectorIds: [] });
}

interface Request {
  readonly authorId: string;
  readonly holderIds: readonly string[];
  readonly office: boolean;
}

export const holdsChange = (actor: Actor, { holderIds, office }: Request): boolean =>
  holderIds.includes(actor.id) || (office && isAdmin(actor));

/** May this person accept or refuse an open request, and if not, why not. */
export function mayDecideChange(actor: Actor, s: ProjectSubject, request: Request): Verdict {
  if (!holdsChange(actor, request))
    return { allowed: false, hidden: true, reason: 'Solo puede hacerlo quien tiene la solicitud.' };
  if (!CHANGEABLE.includes(s.status))
    return {
      allowed: false,
      reason: 'Se decide mientras el proyecto está aprobado o en ejecución.',
      unmet: true,
    };
  return judgeBar(barFrom(actor, s, request));
}

function barFrom(actor: Actor, s: ProjectSubject, { authorId, office }: Request): Bar | null {
  const bar = barOf(actor, s, office ? rightAt(s.status) : 'unit');
  if (bar || authorId !== actor.id) return bar;
  return { reason: 'Tú pediste este cambio: decide otra persona.', last: isAdmin(actor) && s.lastAdmin };
}

/** Taking an open request back is for who made it, or the project's lead. */
export const mayWithdrawChange = (
  actor: Actor,
  s: Pick<ProjectSubject, 'leadId'>,
  { authorId }: Pick<Request, 'authorId'>,
): boolean => authorId === actor.id || s.leadId === actor.id;
