import { type RawBuilder, sql } from 'kysely';
import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { type Status, statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { PERMISSIONS } from '../../../domain/kit/permissions.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { visibleCalls } from '../../calls/queries.ts';
import { all, readable } from '../../project-record/visibility/queries.ts';
import type { Hit, Searched } from '../contract.ts';

type Sql = RawBuilder<unknown>;

/** What tells a hit apart, as far as its object has it. */
export interface Facts {
  readonly kind?: KindSlug;
  readonly status?: Status;
  readonly code?: string;
  readonly type?: string;
  readonly place?: string | null;
  readonly active?: boolean;
}

/** How entries `p` of an object are read; a row behind them is looked at where the entry cannot say who may open it. */
interface Source {
  readonly join: Sql;
  /** Of which of them the reader may open the page, by the rule of that page; null for none at all. */
  where(actor: Actor): Sql | null;
  /** `Facts` of the hit `h`, as JSON. */
  readonly facts: Sql;
  show(facts: Facts): Omit<Hit, 'id' | 'title'>;
}

const words = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');
const isOff = ({ active }: Facts) => active === false && 'Inactivo';

export const SOURCES: Readonly<Record<Searched, Source>> = {
  project: {
    join: sql``,
    where: readable,
    facts: sql`select json_build_object('kind', kind, 'code', code, 'status', status) from projects where id = h.id`,
    show: ({ kind = null, code = null, status }) => ({
      kind,
      code,
      detail: status ? statusLabel(status) : '',
    }),
  },
  partner: {
    join: sql``,
    where: actor => (PERMISSIONS['partners.read'](actor) ? sql`true` : null),
    facts: sql`select json_build_object('type', o.type, 'place', c.name, 'active', o.active)
      from organisations o left join comunas c on c.code = o.comuna_code where o.id = h.id`,
    show: facts => ({
      kind: null,
      code: null,
      detail: words(facts.type && labelIn(ORGANISATION_TYPES, facts.type), facts.place, isOff(facts)),
    }),
  },
  person: {
    join: sql``,
    where: actor => (PERMISSIONS['people.manage'](actor) ? sql`true` : null),
    facts: sql`select json_build_object('place', email) from users where id = h.id`,
    show: ({ place }) => ({ kind: null, code: null, detail: place ?? '' }),
  },
  course: {
    join: sql``,
    where: actor => (PERMISSIONS['catalogues.manage'](actor) ? sql`true` : null),
    facts: sql`select json_build_object('code', c.code, 'place', s.name, 'active', c.active)
      from courses c join schools s on s.id = c.school_id where c.id = h.id`,
    show: ({ code = null, place, ...facts }) => ({ kind: null, code, detail: words(place, isOff(facts)) }),
  },
  call: {
    join: sql`join calls c on c.id = p.id`,
    where: actor => all(visibleCalls(actor)),
    facts: sql`select json_build_object('place', year::text) from calls where id = h.id`,
    show: ({ place }) => ({ kind: null, code: null, detail: place ?? '' }),
  },
};
