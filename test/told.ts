import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { AUDIT_FIELDS } from '../src/domain/audit/fields.ts';
import { auditField } from '../src/domain/audit/words.ts';
import { lookUp } from '../src/domain/kit/look-up.ts';

/** As code names things; what is named by a day, a year or in Spanish is none. */
const CODE = /^[a-z][A-Za-z_]*$/;

/** Whatever a test has had written to the audit has words for every field, or it fails as it ends. */
export async function expectTold(db: Database): Promise<void> {
  const { rows } = await sql<{ action: string; field: string }>`
    select distinct a.action, f as field from audit a, jsonb_object_keys(a.changes) f`.execute(db);
  const untold = rows.filter(
    ({ action, field }) =>
      CODE.test(field) && auditField(action, field) === field && lookUp(AUDIT_FIELDS, field) === undefined,
  );
  if (untold.length > 0)
    throw new Error(
      `without words in src/domain/audit/fields.ts: ${untold.map(({ action, field }) => `${field} (${action})`).join(', ')}`,
    );
}
