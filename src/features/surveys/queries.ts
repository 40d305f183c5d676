import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { AUDIENCES, SENT_WAVES, surveyPath, WAVE_STATES } from '../../domain/surveys/waves.ts';
import { labelIn } from '../../domain/text/format.ts';
import { byName, byWords } from '../../server/tables/groups.ts';
import {
  equal,
  findRow,
  type List,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, day, instant } from '../../server/tables/table-file.ts';
import { canonicalOf } from '../organisations/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type Condition, either, ledBy, NEVER } from '../project-record/visibility/queries.ts';
import type { listWaves, Wave, WaveRow } from './contract.ts';

type Query = QueryOf<typeof listWaves>;
type Sql = RawBuilder<unknown>;

/**
 * Whether the reader manages the wave `w` of the project `p`, which may be none: whoever leads the project, and the
 * office. The domain's `judgeSurveying` says from when on.
 */
export const managedWave = (actor: Actor): Condition =>
  isAdmin(actor) ? sql`true` : sql`coalesce(${ledBy(actor.id)}, false)`;

/**
 * Whether the reader may see the wave `w` of the project `p`: their own, and of schools they head those that were sent.
 * The office's are seen by the office.
 */
export function visibleWave(actor: Actor): Condition {
  if (actor.state !== 'active') return NEVER;
  const schools = headedSchools(actor);
  const headed = sql`(p.school_id = any(${schools}::uuid[]) and p.status in ${among(AWARDED)}
    and w.state in ${among(SENT_WAVES)})`;
  return isAdmin(actor) ? sql`true` : sql`coalesce(${either([managedWave(actor), headed])}, false)`;
}

/** Waves `w` with their project `p`, if they have one. */
export const WAVES = sql`waves w left join projects p on p.id = w.project_id`;

/** Whether the wave `w` is answered now, by the clock of the database alone. */
export const isAnswered = sql`w.state = ${lit.wave('open')} and w.closes_at > now()`;

const invitationsOf = (where: Sql) =>
  sql`(select count(*)::int from wave_invitations v where v.wave_id = w.id and ${where})`;
/** Counted live until it is counted for good. */
const live = (stored: Sql, counted: Sql) =>
  sql`case when w.state = ${lit.wave('ready')} then ${stored} else ${counted} end`;
const ROW = sql`w.id, w.title, w.state, w.audience, w.anonymous,
  json_build_object('id', i.id, 'name', i.name) as instrument, n.number as version,
  case when p.id is not null
    then json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) end as project,
  w.last_day::text as "lastDay", ${iso(sql`w.opened_at`)} as "openedAt", ${iso(sql`w.closes_at`)} as "closesAt",
  ${live(sql`w.invited`, invitationsOf(sql`true`))} as invited,
  ${live(sql`w.declined`, invitationsOf(sql`v.state = ${lit.invitation('declined')}`))} as declined,
  ${live(sql`w.answers`, sql`(select count(*)::int from wave_answers a where a.wave_id = w.id)`)} as answers,
  ${lastChangeOf('w')}`;
const JOINS = sql`join instruments i on i.id = w.instrument_id left join instrument_versions n on n.id = w.version_id`;

const VIEW: View<Query> = {
  from: WAVES,
  joins: JOINS,
  select: ROW,
  sorts: {
    title: sql`plain(w.title)`,
    openedAt: sql`w.opened_at`,
    lastDay: sql`w.last_day`,
    updatedAt: sql`w.updated_at`,
  },
  sparse: ['openedAt'],
  groups: {
    state: byWords(sql`w.state`, WAVE_STATES),
    audience: byWords(sql`w.audience`, AUDIENCES),
    instrument: byName(sql`w.instrument_id::text`, sql`i.name`),
    project: byName(sql`w.project_id::text`, sql`p.code || ' ' || p.title`, 'Sin proyecto'),
  },
  key: sql`w.id`,
};

/** Those that asked people of an organisation, by its kept id, or its project's partners. */
const ofPartner = (canonical: Sql) => sql`w.id in (
  select x.wave_id from organisations g join wave_organisations x on x.organisation_id = g.id
    where g.canonical_id = ${canonical}
  union all select y.id from organisations g join project_partners l on l.organisation_id = g.id
    join waves y on y.project_id = l.project_id and y.audience = 'partners'
    where g.canonical_id = ${canonical})`;

/** Day on which a partner was asked last, of what the reader may see; `canonical` is its kept id. */
export const lastSurveyOf = (actor: Actor, canonical: Sql): Sql => sql`(
  select max(day_in_chile(w.opened_at))::text from ${WAVES}
  where w.state in ${among(SENT_WAVES)} and ${ofPartner(canonical)} and ${visibleWave(actor)})`;

export const waveList: List<Query, WaveRow> = listOf<Query, WaveRow>(
  VIEW,
  (actor, { q, state, audience, instrument, project, partner }) => [
    visibleWave(actor),
    ...matching('w.search', q),
    ...equal('w.state', state),
    ...equal('w.audience', audience),
    ...equal('w.instrument_id', instrument),
    ...equal('w.project_id', project),
    ...(partner ? [ofPartner(canonicalOf(partner))] : []),
  ],
);

export const WAVE_COLUMNS: Columns<WaveRow> = {
  titulo: row => row.title,
  estado: row => labelIn(WAVE_STATES, row.state),
  destinatarios: row => labelIn(AUDIENCES, row.audience),
  anonima: row => row.anonymous,
  instrumento: row => row.instrument.name,
  version: row => row.version,
  proyecto: row => row.project?.code,
  titulo_proyecto: row => row.project?.title,
  enviada: row => instant(row.openedAt),
  ultimo_dia: row => day(row.lastDay),
  invitados: row => row.invited,
  no_quisieron: row => row.declined,
  respuestas: row => row.answers,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

const WAITING = sql`v.state = ${lit.invitation('waiting')}`;
/** The version that was sent, or the one that will be. */
const QUESTIONS = sql`coalesce(n.questions, (select l.questions from instrument_versions l
  where l.instrument_id = w.instrument_id order by l.number desc limit 1), '[]')`;

/** Address of a survey, by the secret of its link or of a room. */
export const surveyUrl = (publicUrl: string, code: string): string =>
  new URL(surveyPath(code), publicUrl).href;

/** One wave that the reader may see; 404 otherwise. */
export async function findWave(
  db: Database | Transaction,
  actor: Actor,
  { id, publicUrl }: { readonly id: string; readonly publicUrl: string },
): Promise<Wave> {
  const manages = managedWave(actor);
  const found = await findRow<Omit<Wave, 'roomUrl'> & { roomCode: string | null }>(
    db,
    {
      ...VIEW,
      select: sql`${ROW}, w.message, w.reminder_days as "reminderDays", ${QUESTIONS} as questions,
        ${invitationsOf(WAITING)} as waiting, ${invitationsOf(sql`${WAITING} and objects_to_mail(v.email)`)} as objecting,
        ${iso(sql`w.reminded_at`)} as "remindedAt", ${manages} as "mayManage",
        case when ${manages} and w.state = ${lit.wave('open')} then w.room_code end as "roomCode"`,
    },
    [sql`w.id = ${id}`, visibleWave(actor)],
  );
  const { roomCode, ...wave } = found;
  return { ...wave, roomUrl: roomCode === null ? null : surveyUrl(publicUrl, roomCode) };
}
