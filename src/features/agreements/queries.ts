import { type RawBuilder, sql } from 'kysely';
import { ALERT_DAYS } from '../../domain/catalogues/agreements.ts';
/** The domain's `agreementState` in SQL, of the row `g` on a day. */
export const agreementStateOf = (g: RawBuilder<unknown>, today: string): RawBuilder<unknown> => sql`
  case when ${g}.ends_on < ${today}::date then 'ended'
    when ${g}.starts_on > ${today}::date then 'future'
    when ${g}.ends_on <= ${today}::date + ${ALERT_DAYS}::int then 'ending'
    else 'current' end`;
