import { z } from 'zod';
import { cleanIdentifier, IDENTIFIER_ERRORS } from '../../domain/execution/identifiers.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import {
  isByName,
  MOST_TRACES,
  TRACE_GROUPS,
  TRACE_KINDS,
  type TraceKind,
} from '../../domain/privacy/traces.ts';
import { plain } from '../../domain/text/plain.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import { id, instant, optionOf, personName, text } from '../../domain/text/rules.ts';

const group = z.enum(keysOf(TRACE_GROUPS));

/** Words of at least two letters: one alone would find half the university. */
const longWords = (name: string): number => plain(name).match(/\p{L}{2,}/gu)?.length ?? 0;

/** What is looked for, as it is stored; null where it is none of its kind. */
export function soughtOf(kind: TraceKind, typed: string): string | null {
  if (kind !== 'name') return cleanIdentifier(kind, typed);
  const name = personName(200).safeParse(typed);
  return name.success && longWords(name.data) >= 2 ? name.data : null;
}

const errorOf = (kind: TraceKind): string =>
  kind === 'name' ? 'Escribe al menos un nombre y un apellido.' : IDENTIFIER_ERRORS[kind];

const fields = z.object({ kind: optionOf(TRACE_KINDS), value: text(254, 1) });
interface Typed {
  readonly kind: TraceKind;
  readonly value: string;
}
function mustBeOne({ value: { kind, value }, issues }: z.core.ParsePayload<Typed>): void {
  if (soughtOf(kind, value) === null)
    issues.push({ code: 'custom', path: ['value'], input: value, message: errorOf(kind) });
}
const cleaned = <T extends Typed>(typed: T): T => ({
  ...typed,
  value: soughtOf(typed.kind, typed.value) ?? typed.value,
});

/** One thing at a time: what else a person has is theirs to tell. */
export const traceSearch = fields.check(mustBeOne).transform(cleaned);
export type TraceSearch = z.output<typeof traceSearch>;

/** As `SD-2026-0042`. */
const requestCode = text(20)
  .toUpperCase()
  .refine(
    code => code === '' || /^SD-\d{4}-\d{4,}$/.test(code),
    'Escribe su número, por ejemplo SD-2026-0007.',
  )
  .default('');

const erasure = fields
  .extend({
    /** By group, of what was found. */
    ids: z.partialRecord(group, z.array(text(200, 1)).max(MOST_TRACES)),
    /** What was looked for, typed once more. */
    confirmation: text(254, 1),
    /** Code of the request it answers, which the audit keeps; empty without one. */
    request: requestCode,
  })
  .check(mustBeOne)
  .check(({ value: { kind, value, confirmation, ids }, issues }) => {
    const again = soughtOf(kind, confirmation);
    const isSame = isByName(kind)
      ? plain(again ?? '') === plain(soughtOf(kind, value) ?? value)
      : again === soughtOf(kind, value);
    if (!isSame)
      issues.push({
        ...{ code: 'custom', path: ['confirmation'], input: confirmation },
        message: 'Escribe lo mismo que buscaste.',
      });
    if (Object.values(ids).every(chosen => chosen.length === 0))
      issues.push({ code: 'custom', path: ['ids'], input: ids, message: RULES.minItems(1) });
  })
  .transform(cleaned);
export type Erasure = z.output<typeof erasure>;

const row = z.object({
  id: z.string(),
  name: z.string(),
  /** What else tells who it is: an identifier, an address, what they were. */
  detail: z.string(),
  project: z.object({ id, kind: z.enum(KIND_SLUGS), code: z.string(), title: z.string() }).nullable(),
  organisation: z.object({ id, name: z.string() }).nullable(),
  at: instant.nullable(),
  /** Why it is not erased here; null where it is. */
  refused: z.string().nullable(),
});
export type TraceRow = z.infer<typeof row>;

const found = z.object({
  /** Those that have something, in their order; of each at most `MOST_TRACES` rows, the latest first. */
  groups: z.array(
    z.object({ group, label: z.string(), why: z.string(), total: z.number().int(), rows: z.array(row) }),
  ),
  /** Accounts that are found by the same: they are exported and anonymised among the people. */
  accounts: z.array(z.object({ id, name: z.string(), email: z.string() })),
});
export type Traces = z.infer<typeof found>;
export type TraceFound = Traces['groups'][number];

const exported = z.object({
  generatedAt: instant,
  groups: z.array(
    z.object({ what: z.string(), why: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  ),
});
export type ExportedTraces = z.infer<typeof exported>;

const PATH = '/data-traces';

/** Sent in the body, not read from an address: what is looked for is personal. */
export const findTraces = endpoint({
  method: 'POST',
  path: `${PATH}/search`,
  permission: 'privacy.manage',
  summary: 'Where somebody without an account is named; the search is audited by counts alone',
  body: traceSearch,
  output: found,
});

export const exportTraces = endpoint({
  method: 'POST',
  path: `${PATH}/export`,
  permission: 'privacy.manage',
  summary: 'Everything kept about somebody without an account; the export itself is audited',
  body: traceSearch,
  output: exported,
});

export const eraseTraces = endpoint({
  method: 'POST',
  path: `${PATH}/erase`,
  permission: 'privacy.manage',
  summary: 'Forget chosen rows of somebody without an account, for ever; what was counted stays counted',
  body: erasure,
  output: z.object({ erased: z.partialRecord(group, z.number().int()) }),
});
