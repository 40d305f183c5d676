import type { Criterion, KindDefinition, Question, RequiredDocument } from '../kinds/definition.ts';
import { SUMMED_FIELDS } from '../kinds/revision.ts';
import type { KindSlug } from '../kinds/slugs.ts';
import { endOfDay, localDay } from '../kit/calendar.ts';
import { keysOf } from '../kit/look-up.ts';
import type { Instalment } from '../spending/instalments.ts';
import { formatDateTime } from '../text/format.ts';
import type { Committee } from './committee.ts';
import type { MoneyLimits } from './money.ts';

export const CALL_STATES = {
  preparation: 'En preparación',
  open: 'Abierta',
  evaluation: 'En evaluación',
  provisional: 'Resultado provisional',
  resolved: 'Resuelta',
  execution: 'En ejecución',
  closed: 'Cerrada',
} as const;
export type CallState = keyof typeof CALL_STATES;
export const CALL_STATE_SLUGS = keysOf(CALL_STATES);

export interface CallLine {
  readonly id: string;
  readonly name: string;
  /** The most one project may ask for, CLP. */
  readonly cap: number;
  /** What the bases give all of the line, CLP. */
  readonly budget: number;
  /** What came from other lines since the opening; below 0 where it went to them. */
  readonly moved: number;
}

/** What there is for all of a line now, CLP. */
export const moneyOf = ({ budget, moved }: Pick<CallLine, 'budget' | 'moved'>): number => budget + moved;

/** Why no money moves between the lines of a call as it stands; `null` where it may. */
export function transferRefusal({ state, lines }: Pick<Call, 'state'> & { lines: readonly object[] }) {
  if (!isFrozen(state)) return 'La convocatoria está en preparación: cambia el presupuesto en sus líneas.';
  if (state === 'closed') return 'La convocatoria está cerrada: reábrela para mover dinero.';
  return lines.length < 2 ? 'La convocatoria tiene una sola línea.' : null;
}

/** A call with everything its rules need. Instants are ISO strings, days `yyyy-mm-dd`. */
export interface Call extends MoneyLimits {
  readonly id: string;
  readonly name: string;
  readonly year: number;
  readonly kind: KindSlug;
  readonly state: CallState;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly endorseUntil: string | null;
  /** Working days to answer what was sent back. */
  readonly correctionDays: number;
  readonly evaluationUntil: string | null;
  readonly resolutionAt: string | null;
  /** Working days after the result. */
  readonly appealDays: number;
  /** Working days that the office has to answer an appeal. */
  readonly answerDays: number;
  /** Working days that a reviewer has to answer an invitation. */
  readonly invitationDays: number;
  readonly executionFrom: string | null;
  readonly executionTo: string | null;
  /** Last day of the waitlist; null where it ends as the execution starts. */
  readonly waitlistUntil: string | null;
  readonly blind: boolean;
  /** Reviews a proposal needs. */
  readonly reviews: number;
  /** Score below which a proposal is not awarded, 0–100. */
  readonly minimum: number;
  /** Difference between two scores that asks for a third review. */
  readonly gap: number;
  /** Working days that reviewers so far apart have for a consensus; 0 asks for a third review at once. */
  readonly consensusDays: number;
  readonly proposalsPerLead: number;
  readonly blocksOverdue: boolean;
  /** Parts of each award and what releases them; without any, all is released at the start. */
  readonly instalments: readonly Instalment[];
  /** Days on which the progress reports of each project are due; without any, those of the kind. */
  readonly reportDates: readonly string[];
  /** Days after the end of a project in which its vouchers may still be issued; null for no limit. */
  readonly graceDays: number | null;
  /** Anybody may read whom it was awarded to, once its result is final. */
  readonly publishesResults: boolean;
  readonly rubric: { readonly criteria: readonly Criterion[] };
  readonly questions: readonly Question[];
  readonly documents: readonly RequiredDocument[];
  readonly lines: readonly CallLine[];
  /** The most awards of a faculty; one that is not named has no limit. */
  readonly quotas: readonly { readonly facultyId: string; readonly quota: number }[];
  readonly committee: Committee;
  readonly version: number;
}

/** Why a project of this kind cannot be started now; `null` when it can. */
export const startRefusal = (
  kind: Pick<KindDefinition, 'call' | 'label'>,
  openCalls: number,
): string | null =>
  kind.call === 'required' && openCalls === 0
    ? `${kind.label}: solo se puede empezar mientras haya una convocatoria abierta.`
    : null;

/** Calls that have opened and have no act yet. */
export const UNRESOLVED_CALLS: readonly CallState[] = ['open', 'evaluation'];
export const isUnresolved = (state: CallState): boolean => UNRESOLVED_CALLS.includes(state);
/** What they award is not final yet: nothing of it starts. */
export const AWAITING_CALLS: readonly CallState[] = ['preparation', ...UNRESOLVED_CALLS, 'provisional'];
export const awaitsResult = (state: CallState): boolean => AWAITING_CALLS.includes(state);
/** Their result is final. */
export const FINAL_CALLS: readonly CallState[] = CALL_STATE_SLUGS.filter(state => !awaitsResult(state));
/** Resolved by an act, with its appeals still to come or to be answered. */
export const isProvisional = (state: CallState): boolean => state === 'provisional';
export const isOpenCall = (state: CallState): boolean => state === 'open';

/** Lines, form, rubric and rules change only until the call opens; whoever applies must be able to rely on them. */
export const isFrozen = (state: CallState): boolean => state !== 'preparation';

/** The committee stays open until it has decided. */
export const isCommitteeOpen = (state: CallState): boolean => !isFrozen(state) || isUnresolved(state);

type Window = Pick<Call, 'state' | 'opensAt' | 'closesAt'>;

/**
 * Whether proposals are taken at an instant. The dates decide, not the clock's job: a request that arrived in time is
 * in time, though the job may have moved the call on while it waited.
 */
export function takesProposals({ state, opensAt, closesAt }: Window, at: Date): boolean {
  if (!isUnresolved(state)) return false;
  return opensAt !== null && closesAt !== null && new Date(opensAt) <= at && at < new Date(closesAt);
}

/** Why a call takes no proposal at an instant, without a full stop; `null` where it does. */
function whyNotTaking(call: Window, at: Date): { why: string; isOver: boolean } | null {
  if (takesProposals(call, at)) return null;
  const { state, opensAt, closesAt } = call;
  if (state === 'preparation' || (opensAt && at < new Date(opensAt))) {
    const when = opensAt ? `abre el ${formatDateTime(new Date(opensAt))}` : 'todavía no abre';
    return { why: `La convocatoria ${when}`, isOver: false };
  }
  const when = closesAt ? ` el ${formatDateTime(new Date(closesAt))}` : '';
  return { why: `La convocatoria cerró${when}`, isOver: true };
}

/** Why no proposal is started in a call at an instant; `null` where one may be. */
export function entryRefusal(call: Window, at: Date): string | null {
  const refused = whyNotTaking(call, at);
  return refused && `${refused.why}.`;
}

/** The same of a draft, which may go elsewhere. */
export function windowRefusal(call: Window, at: Date): string | null {
  const refused = whyNotTaking(call, at);
  if (!refused?.isOver) return refused && `${refused.why}.`;
  return `${refused.why}: puedes pasar el borrador a otra en la sección Fondo.`;
}

/** What a call lacks to open, in words that complete "Falta …"; empty when it may. */
export function missingToOpen(
  call: Pick<Call, 'opensAt' | 'closesAt' | 'rubric'> & { readonly lines: readonly object[] },
  now: Date,
): string[] {
  const { opensAt, closesAt, lines, rubric } = call;
  const weights = rubric.criteria.reduce((sum, c) => sum + c.weight, 0);
  return [
    ...(opensAt ? [] : ['la fecha de apertura']),
    ...(closesAt ? [] : ['la fecha de cierre']),
    ...(closesAt && new Date(closesAt) <= now ? ['una fecha de cierre futura'] : []),
    ...(lines.length > 0 ? [] : ['al menos una línea']),
    ...(rubric.criteria.length > 0 && weights === 100 ? [] : ['una pauta con ponderaciones que sumen 100']),
  ];
}

type Asking = Pick<
  Call,
  'questions' | 'documents' | 'correctionDays' | 'rubric' | 'reviews' | 'minimum' | 'gap' | 'consensusDays'
>;

/** What a project is asked for and judged by once it applies to a call: the kind's, and the call's besides. */
export function withCall(kind: KindDefinition, call: Asking | null): KindDefinition {
  if (!call) return kind;
  const { reviews, minimum, gap, consensusDays } = call;
  const questions = [
    ...kind.questions,
    ...call.questions.filter(q => !kind.questions.some(k => k.id === q.id)),
  ];
  const asked = new Set(call.documents.map(d => d.type));
  const sections = kind.sections.map(s => ({ ...s, onlyWithCall: false }));
  const missing = [
    ...(sections.some(s => s.slug === 'budget') ? [] : (['budget'] as const)),
    ...(questions.length > 0 && !sections.some(s => s.slug === 'questions') ? (['questions'] as const) : []),
  ];
  return {
    ...kind,
    questions,
    sections: [
      ...sections.map(s => (s.slug === 'budget' ? { ...s, fields: showSummed(s.fields) } : s)),
      ...missing.map(slug => ({ slug, onlyWithCall: false, fields: {} })),
    ],
    documents: [...kind.documents.filter(d => !asked.has(d.type)), ...call.documents],
    correctionDays: call.correctionDays,
    rubric: { criteria: [...call.rubric.criteria], reviews, minimum, gap, consensusDays },
  };
}

type Overrides = KindDefinition['sections'][number]['fields'];
/** What is asked for is a sum of the budget, so what it adds up is hidden from nobody who applies. */
const showSummed = (fields: Overrides): Overrides => ({
  ...fields,
  ...Object.fromEntries(
    SUMMED_FIELDS.map(path => [path, { ...fields[path], hidden: false, required: true }]),
  ),
});

/**
 * The same where a call may still be joined but none is chosen: its section is shown and nothing of it is asked for.
 * With a call that is optional the project goes its usual way without one.
 */
export const withChoiceOfCall = (kind: KindDefinition): KindDefinition => ({
  ...kind,
  sections: kind.sections.map(s =>
    s.slug === 'fund' && s.onlyWithCall
      ? { ...s, onlyWithCall: false, fields: { ...s.fields, ...OPTIONAL } }
      : s,
  ),
});
const OPTIONAL = {
  callId: { required: false },
  lineId: { required: false },
};

/** Last day `yyyy-mm-dd` of the waitlist; `null` where nothing ends it. */
export const waitlistEnd = ({
  waitlistUntil,
  executionFrom,
}: Pick<Call, 'waitlistUntil' | 'executionFrom'>) => waitlistUntil ?? executionFrom;

/** The last day of the waitlist has passed. */
export function isWaitlistOver(call: Pick<Call, 'waitlistUntil' | 'executionFrom'>, now: Date): boolean {
  const last = waitlistEnd(call);
  return last !== null && last < localDay(now);
}

/** The dates that steps are due by. */
export const datesOf = (call: Call | null) => {
  if (!call) return null;
  const at = (instant: string | null) => (instant === null ? {} : { date: new Date(instant) });
  const { date: closesAt } = at(call.closesAt);
  const { date: endorseUntil } = at(call.endorseUntil);
  const { date: evaluationUntil } = at(call.evaluationUntil);
  const { date: resolutionAt } = at(call.resolutionAt);
  const waitlist = waitlistEnd(call);
  const { reportDates, instalments } = call;
  return {
    ...{ reportDates, instalments },
    ...(closesAt && { closesAt }),
    ...(endorseUntil && { endorseUntil }),
    ...(evaluationUntil && { evaluationUntil }),
    ...(resolutionAt && { resolutionAt }),
    ...(waitlist && { waitlistUntil: endOfDay(waitlist) }),
  };
};

/** What may still change once a call has opened: what comes after the closing, and the text that explains it. */
const FREE_ONCE_OPEN = [
  'endorseUntil',
  'evaluationUntil',
  'resolutionAt',
  'executionFrom',
  'executionTo',
  'waitlistUntil',
  'graceDays',
  'publishesResults',
  'publicText',
] as const;

/** The same text for what says the same: in whichever order its keys come, and its instants are written. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (key, v: unknown) => {
    if (typeof v === 'string' && /(At|Until)$/.test(key) && !Number.isNaN(Date.parse(v)))
      return new Date(v).toISOString();
    if (v === null || typeof v !== 'object' || Array.isArray(v)) return v;
    return Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

type Changes = Record<string, readonly [unknown, unknown]>;

/** Settings that differ, each as it was and as it is sent. */
export function settingChanges(before: Pick<Call, 'lines'>, after: object): Changes {
  // Money moves between lines by an act of its own, which the form knows nothing of.
  const lines = before.lines.map(({ moved: _, ...line }) => line);
  const stored = { ...before, lines } as Record<string, unknown>;
  const pairs = Object.entries(after).map(
    ([key, sent]) => [key, [stored[key] ?? null, sent ?? null]] as const,
  );
  return Object.fromEntries(
    pairs.filter(([key, [a, b]]) => canonical({ [key]: a }) !== canonical({ [key]: b })),
  );
}

/** Settings that differ and may no longer change; who decides stays open until they have. */
export const frozenChanges = (before: Pick<Call, 'lines' | 'state'>, after: object): string[] =>
  Object.keys(settingChanges(before, after)).filter(
    key =>
      !FREE_ONCE_OPEN.some(free => free === key) && !(key === 'committee' && isCommitteeOpen(before.state)),
  );
