import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { among, lit } from '../../db/states.ts';
import {
  CERTIFICATE_ROLES,
  CERTIFICATE_STATES,
  type CertificateState,
  isRevoked,
} from '../../domain/certificates/certificates.ts';
import { certificatePath, readCode, showCode } from '../../domain/certificates/codes.ts';
import { ACTIVITY_LINE } from '../../domain/certificates/content.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { labelIn } from '../../domain/text/format.ts';
import { takesPartInCall } from '../../server/part-taking/queries.ts';
import { byName, byTime, byWords } from '../../server/tables/groups.ts';
import { equal, findRow, type List, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import { callTitleOf } from '../calls/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type Condition, either, ledBy, NEVER, notBlind } from '../project-record/visibility/queries.ts';
import type { Certificate, CertificateRow, listCertificates } from './contract.ts';

type Query = QueryOf<typeof listCertificates>;

/** Certificates `c` with their project `p`, which those of reviewers have none of. */
export const CERTIFICATES = sql`certificates c left join projects p on p.id = c.project_id`;

interface WorkColumns {
  readonly call: Condition;
  readonly kind: Condition;
  readonly year: Condition;
}

/**
 * Who reviewed what somebody takes part in is not told to them, also not to the office: of a call until it is closed, of
 * a kind and year outside of calls for good.
 */
export const closedWork = (actor: Actor, { call, kind, year }: WorkColumns): Condition => sql`(case
  when ${call} is not null then exists (
      select from calls k where k.id = ${call} and k.state <> ${lit.call('closed')})
    and ${takesPartInCall(sql`${actor.id}`, call)}
  when ${kind} is not null then exists (
    select from project_people t join projects q on q.id = t.project_id and q.call_id is null and q.kind = ${kind}
      join reviews r on r.project_id = q.id and r.state = ${lit.review('confirmed')}
    where t.user_id = ${actor.id} and extract(year from day_in_chile(r.confirmed_at)) = ${year})
  else false end)`;

/**
 * Whether the reader may see the certificate `c` of the project `p`: their own, of projects they lead, of schools they
 * head; all for the office. One whose person was anonymised is nobody's any more.
 */
export function visibleCertificate(actor: Actor): Condition {
  if (actor.state !== 'active') return NEVER;
  const isThere = sql`c.erased_at is null`;
  const isMine = sql`c.user_id = ${actor.id}`;
  if (isAdmin(actor)) {
    const closed = closedWork(actor, {
      call: sql`c.call_id`,
      kind: sql`c.work_kind`,
      year: sql`c.work_year`,
    });
    return sql`${isThere} and (coalesce(${isMine}, false) or not ${closed})`;
  }
  const schools = headedSchools(actor);
  const headed = sql`(p.school_id = any(${schools}::uuid[]) and p.status in ${among(AWARDED)})`;
  const ofProject = sql`(${either([ledBy(actor.id), headed])} and ${notBlind(actor.id)})`;
  return sql`${isThere} and (${isMine} or coalesce(${ofProject}, false))`;
}

/** What became of the certificate `c`. */
export const stateOf: RawBuilder<CertificateState> = sql`case when c.revoked_at is not null then 'revoked'
  when c.suspended_at is not null then 'suspended' else 'valid' end`;
const IN_STATE: Readonly<Record<CertificateState, Condition>> = {
  revoked: sql`c.revoked_at is not null`,
  suspended: sql`c.revoked_at is null and c.suspended_at is not null`,
  valid: sql`c.revoked_at is null and c.suspended_at is null`,
};
export const isInState = (state: CertificateState): Condition => IN_STATE[state];

/** Of projects how many of their certificates hold, and how many wait for them to be closed again; none has no entry. */
export async function countStanding(
  db: Database | Transaction,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly valid: number; readonly suspended: number }>> {
  const { rows } = await sql<{ id: string; valid: number; suspended: number }>`
    select c.project_id as id, (count(*) filter (where ${isInState('valid')}))::int as valid,
      (count(*) filter (where ${isInState('suspended')}))::int as suspended
    from certificates c
    where c.project_id = any(${projectIds}::uuid[]) and c.erased_at is null group by c.project_id`.execute(
    db,
  );
  return new Map(rows.map(row => [row.id, row]));
}

const rowOf = (actor: Actor) => sql`c.id, c.folio, c.code, c.name, c.role, ${stateOf} as state,
  ${iso(sql`c.issued_at`)} as "issuedAt",
  ${iso(sql`case when c.revoked_at is null then c.suspended_at end`)} as "suspendedAt",
  ${iso(sql`c.revoked_at`)} as "revokedAt",
  case when p.id is not null
    then json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) end as project,
  coalesce((select l ->> 'value' from jsonb_array_elements(c.content -> 'lines') l
    where l ->> 'label' = ${ACTIVITY_LINE}), '') as activity,
  case when c.call_id is not null then (select ${callTitleOf} from calls k where k.id = c.call_id)
    when c.work_kind is not null then (
      select v.definition ->> 'plural' from kinds d join kind_versions v on v.slug = d.slug
        and v.version = d.current_version where d.slug = c.work_kind) || ' ' || c.work_year
    else '' end as work,
  coalesce(c.user_id = ${actor.id}, false) as "isMine"`;

const viewOf = (actor: Actor): View<Query> => ({
  from: CERTIFICATES,
  select: rowOf(actor),
  sorts: {
    folio: [sql`c.folio_year`, sql`c.folio_number`],
    name: sql`plain(c.name)`,
    issuedAt: sql`c.issued_at`,
  },
  groups: {
    project: byName(sql`p.id::text`, sql`p.code || ' ' || p.title`, 'Sin proyecto'),
    role: byWords(sql`c.role`, CERTIFICATE_ROLES),
    state: byWords(stateOf, CERTIFICATE_STATES),
    year: byTime(sql`c.folio_year::text`),
  },
  key: sql`c.id`,
});

/** What was typed: a whole code finds its certificate however it was written, also with its mistakes of reading. */
const searched = (q: string | undefined): Condition[] => {
  const code = readCode(q ?? '');
  return code ? [sql`c.code = ${code}`] : [...matching('c.search', q)];
};

/** Conditions of a list, for its pages, its table and its archive. */
export const certificateConditions = (
  actor: Actor,
  { q, state, role, project, activity, call, year, mine }: Omit<Query, 'sort' | 'page' | 'size'>,
): Condition[] => [
  visibleCertificate(actor),
  ...searched(q),
  ...(state ? [isInState(state)] : []),
  ...equal('c.role', role),
  ...equal('c.project_id', project),
  ...equal('c.activity_id', activity),
  ...equal('c.call_id', call),
  ...(year ? [sql`c.folio_year = ${year}`] : []),
  ...(mine ? [sql`c.user_id = ${actor.id}`] : []),
];

const listFor = (actor: Actor) => listOf<Query, CertificateRow>(viewOf(actor), certificateConditions);
export const certificateList: List<Query, CertificateRow> = {
  page: (db, actor, query) => listFor(actor).page(db, actor, query),
  rows: (db, actor, query) => listFor(actor).rows(db, actor, query),
};

export const CERTIFICATE_COLUMNS: Columns<CertificateRow> = {
  folio: row => row.folio,
  nombre: row => row.name,
  calidad: row => labelIn(CERTIFICATE_ROLES, row.role),
  estado: row => labelIn(CERTIFICATE_STATES, row.state),
  codigo: row => showCode(row.code),
  proyecto: row => row.project?.code,
  titulo_proyecto: row => row.project?.title,
  actividad: row => row.activity,
  evaluacion: row => row.work,
  emitido: row => instant(row.issuedAt),
  suspendido: row => instant(row.suspendedAt),
  anulado: row => instant(row.revokedAt),
};

/** Address where a certificate is checked. */
export const certificateUrl = (publicUrl: string, code: string): string =>
  new URL(certificatePath(code), publicUrl).href;

const OWN = 'No puedes anular ni corregir un certificado tuyo: lo hace otra persona de la oficina.';
const OVER = 'Ya está anulado.';

/** Why a person of the office may not revoke or replace it; undefined for anybody else. */
export function revocationRefusal(
  actor: Actor,
  { isMine, state }: Pick<CertificateRow, 'isMine' | 'state'>,
): string | null | undefined {
  if (!isAdmin(actor)) return undefined;
  if (isMine) return OWN;
  return isRevoked(state) ? OVER : null;
}

/** One certificate that the reader may see; 404 otherwise. */
export async function findCertificate(
  db: Database | Transaction,
  actor: Actor,
  { id, publicUrl }: { readonly id: string; readonly publicUrl: string },
): Promise<Certificate> {
  const select = sql`${rowOf(actor)}, c.content, encode(c.sha256, 'hex') as sha256,
    (select u.name from users u where u.id = c.issued_by) as "issuedBy",
    (select u.name from users u where u.id = c.revoked_by) as "revokedBy",
    c.revocation_reason as "revocationReason",
    (select r.folio from certificates r where r.id = c.replaces_id) as replaces,
    (select r.folio from certificates r where r.replaces_id = c.id) as "replacedBy"`;
  const found = await findRow<Omit<Certificate, 'publicUrl' | 'badgeUrl' | 'revocationRefused'>>(
    db,
    { from: CERTIFICATES, select, key: sql`c.id` },
    [sql`c.id = ${id}`, visibleCertificate(actor)],
  );
  const { openBadges } = await readSetting(db, 'certificates');
  const url = certificateUrl(publicUrl, found.code);
  return {
    ...found,
    publicUrl: url,
    badgeUrl: openBadges ? `${url}/insignia` : null,
    revocationRefused: revocationRefusal(actor, found),
  };
}
