import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { RESULT_LABELS } from '../../../domain/calls/proposals.ts';
import {
  REVIEW_STATE_LABELS,
  type ReviewState,
  WAITING_REVIEWS,
} from '../../../domain/calls/review-states.ts';
import { type Criterion, RECOMMENDATION_LABELS } from '../../../domain/calls/scoring.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import { cursorRows } from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import type { Ranked } from '../contract.ts';
import { rankingRows, readRules, requireJudged } from '../queries.ts';

interface OfCall {
  readonly call: string;
}

/** As `4 | 3,5`: in the order of the criteria, whose names stand beside. */
interface RankingLine extends Ranked {
  readonly line: string;
  readonly names: readonly string[];
}

export const RANKING_COLUMNS: Columns<RankingLine> = {
  lugar: r => r.rank,
  codigo: r => r.code,
  titulo: r => r.title,
  estado: r => statusLabel(r.status),
  escuela: r => r.school?.name,
  facultad: r => r.faculty?.name,
  linea: r => r.line,
  monto_solicitado: r => r.amount,
  monto_adjudicado: r => r.awarded,
  puntaje_final: r => r.score,
  diferencia: r => r.spread,
  puntajes: r => r.scores.map(String),
  promedios_por_criterio: r => r.names,
  propuesta_de_resultado: r => r.proposed && RESULT_LABELS[r.proposed],
  motivo: r => r.reason,
  evaluaciones_confirmadas: r => r.scores.length,
  evaluaciones_necesarias: r => r.reviewsNeeded,
};

/** Worked out as a whole anyway, so it leaves in one batch. */
export async function* rankingLines(db: Database, actor: Actor, _query: object, { call: id }: OfCall) {
  const call = await requireJudged(db, actor, id);
  const lines = new Map(call.lines.map(l => [l.id, l.name]));
  const rows = await rankingRows(db, actor, call, await readRules(db, call));
  yield rows.map(row => ({
    ...row,
    line: lines.get(row.lineId ?? '') ?? '',
    names:
      row.scores.length > 0
        ? call.rubric.criteria.map(c => `${c.name}: ${row.criteria[c.id]?.mean ?? 0}`)
        : [],
  }));
}

interface ScoreRow {
  readonly code: string;
  readonly title: string;
  readonly school: string | null;
  readonly reviewer: string;
  readonly state: ReviewState;
  readonly score: number | null;
  readonly marks: Record<string, { points: number | null; justification: string }>;
  readonly authorComment: string;
  readonly officeComment: string;
  readonly recommendation: keyof typeof RECOMMENDATION_LABELS | null;
  readonly reason: string | null;
  readonly invitedAt: string;
  readonly answeredAt: string | null;
  readonly confirmedAt: string | null;
  readonly dueAt: string | null;
}
type ScoreLine = ScoreRow & { readonly criterion: Criterion | null };

const DAY_MS = 86_400_000;
/** Days between two instants, with a decimal. */
const daysFrom = (from: string, to: string | null) =>
  to && Math.round(((Date.parse(to) - Date.parse(from)) / DAY_MS) * 10) / 10;
const markOf = (r: ScoreLine) => (r.criterion ? r.marks[r.criterion.id] : undefined);

export const SCORE_COLUMNS: Columns<ScoreLine> = {
  codigo: r => r.code,
  titulo: r => r.title,
  escuela: r => r.school,
  evaluador: r => r.reviewer,
  estado: r => REVIEW_STATE_LABELS[r.state],
  puntaje: r => r.score,
  criterio: r => r.criterion?.name,
  ponderacion: r => r.criterion?.weight,
  puntos: r => markOf(r)?.points,
  puntos_maximos: r => r.criterion?.maxPoints,
  justificacion: r => markOf(r)?.justification,
  comentario_autor: r => r.authorComment,
  comentario_reservado: r => r.officeComment,
  recomendacion: r => r.recommendation && RECOMMENDATION_LABELS[r.recommendation],
  motivo: r => r.reason,
  invitado: r => instant(r.invitedAt),
  respondio: r => instant(r.answeredAt),
  confirmada: r => instant(r.confirmedAt),
  vence: r => instant(r.dueAt),
  dias_hasta_responder: r => daysFrom(r.invitedAt, r.answeredAt),
  dias_hasta_confirmar: r => daysFrom(r.invitedAt, r.confirmedAt),
};

/** A row for each criterion of a confirmed review; one row for a review without points. */
export async function* scoreLines(db: Database, actor: Actor, _query: object, { call: id }: OfCall) {
  const call = await requireJudged(db, actor, id);
  const rows = sql`select to_json(r) as row from (
    select p.code, p.title, s.name as school, u.name as reviewer, r.state, r.score, r.marks,
      case when r.state = ${lit.review('confirmed')} then r.author_comment else '' end as "authorComment",
      case when r.state = ${lit.review('confirmed')} then r.office_comment else '' end as "officeComment",
      case when r.state = ${lit.review('confirmed')} then r.recommendation end as recommendation, r.reason,
      r.invited_at as "invitedAt", r.answered_at as "answeredAt", r.confirmed_at as "confirmedAt", r.due_at as "dueAt"
    from reviews r join projects p on p.id = r.project_id join users u on u.id = r.user_id
      left join schools s on s.id = p.school_id
    where p.call_id = ${call.id} and ${freeOf(actor)} order by p.code, r.invited_at, r.id) r`;
  const { criteria } = call.rubric;
  yield* cursorRows<ScoreRow, ScoreLine>(db, rows, batch =>
    batch.flatMap((row): ScoreLine[] =>
      row.state === 'confirmed' && criteria.length > 0
        ? criteria.map(criterion => ({ ...row, criterion }))
        : [{ ...row, criterion: null }],
    ),
  );
}

interface LoadRow {
  readonly name: string;
  readonly email: string;
  readonly school: string | null;
  readonly expertise: readonly string[];
  readonly invited: number;
  readonly waiting: number;
  readonly writing: number;
  readonly confirmed: number;
  readonly declined: number;
  readonly conflicts: number;
  readonly replaced: number;
  readonly late: number;
  readonly daysToAnswer: number | null;
  readonly daysToConfirm: number | null;
  readonly meanScore: number | null;
}

export const LOAD_COLUMNS: Columns<LoadRow> = {
  evaluador: r => r.name,
  correo: r => r.email,
  escuela: r => r.school,
  especialidad: r => r.expertise,
  invitaciones: r => r.invited,
  por_responder: r => r.waiting,
  en_curso: r => r.writing,
  confirmadas: r => r.confirmed,
  rechazadas: r => r.declined,
  en_conflicto: r => r.conflicts,
  reemplazadas: r => r.replaced,
  atrasadas: r => r.late,
  dias_promedio_hasta_responder: r => r.daysToAnswer,
  dias_promedio_hasta_confirmar: r => r.daysToConfirm,
  puntaje_promedio: r => r.meanScore,
};

/** Everybody who was asked to review something of the call. */
export async function* loadLines(db: Database, actor: Actor, _query: object, { call: id }: OfCall) {
  const call = await requireJudged(db, actor, id);
  const days = (until: string) =>
    sql`round(avg(extract(epoch from r.${sql.ref(until)} - r.invited_at) / 86400)::numeric, 1)::float8`;
  const count = (state: ReviewState) => sql`count(*) filter (where r.state = ${state})::int`;
  const rows = sql`select to_json(r) as row from (
    select u.name, u.email, s.name as school, u.expertise, count(*)::int as invited,
      ${count('invited')} as waiting, ${count('accepted')} as writing, ${count('confirmed')} as confirmed,
      ${count('declined')} as declined, ${count('conflict')} as conflicts, ${count('replaced')} as replaced,
      count(*) filter (where r.state in ${among(WAITING_REVIEWS)} and r.due_at < now()
        or r.confirmed_at > r.due_at)::int as late,
      ${days('answered_at')} as "daysToAnswer", ${days('confirmed_at')} as "daysToConfirm",
      round(avg(r.score), 2)::float8 as "meanScore"
    from reviews r join projects p on p.id = r.project_id join users u on u.id = r.user_id
      left join schools s on s.id = u.home_school_id
    where p.call_id = ${call.id} and ${freeOf(actor)} group by u.id, s.id order by plain(u.name), u.id) r`;
  yield* cursorRows<LoadRow, LoadRow>(db, rows, batch => batch);
}
