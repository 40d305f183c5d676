import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import type { Permission, TokenScope } from '../kit/permissions.ts';
import { id, instant, pageOf, personName, text, thingName } from '../text/rules.ts';

/** Text that is empty or passes `valid`; emptiness is told by the length alone: one message a field is enough. */
export const emptyOr = (max: number, valid: (value: string) => boolean, message: string, min = 0) =>
  text(max, min).refine(value => value === '' || valid(value), message);

/** At least two signs, a letter among them; spreadsheets would take one that begins as formulas do for one. */
const withLetter = (schema: z.ZodString) =>
  schema
    .refine(value => value === '' || /^(?=.{2}).*\p{L}.*$/u.test(value), {
      message: 'Escribe un nombre con letras.',
      abort: true,
    })
    .refine(value => !/^[=+\-@]/.test(value), 'Empieza el nombre con una letra o un número.');
/** Name of a unit, career, course or organisation: one line with a letter in it. */
export const catalogueName = withLetter(thingName(200, 1));
/** Name of somebody with an account. */
export const fullName = withLetter(personName(200, 1));

const code = (min: number) =>
  emptyOr(
    30,
    value => /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u.test(value),
    'Usa letras, números, puntos, guiones y espacios.',
    min,
  ).toUpperCase();
/** Short code, in capitals so that `fing` and `FING` are one. */
export const catalogueCode = code(1);
export const optionalCode = code(0).default('');

export const activeFilter = z.enum(['active', 'inactive']).optional();
export const named = z.object({ id, name: z.string() });

/** Who changed a row last and when; `updatedAt` goes back with the next save, which is refused when it is old. */
export const lastChange = { updatedAt: instant, updatedBy: z.string().nullable() };

const one = z.object({ id });
const seen = z.object({ updatedAt: instant });

interface CatalogueShapes<Row extends z.ZodType, Fields extends z.ZodType, Query extends z.ZodObject> {
  readonly path: `/${string}`;
  readonly what: string;
  /** Who reads it, else all who may read catalogues. */
  readonly read?: Permission;
  readonly manage: Permission;
  /** Under which access tokens read it. */
  readonly scope?: TokenScope;
  readonly row: Row;
  readonly fields: Fields;
  readonly query: Query;
}

/** The endpoints every catalogue has: a page, one row, create, update (409 when stale) and delete (422 while used). */
export function catalogueEndpoints<
  Row extends z.ZodType,
  Fields extends z.ZodType,
  Query extends z.ZodObject,
>(shapes: CatalogueShapes<Row, Fields, Query>) {
  const { path, what, read = 'catalogues.read', manage, row, fields, query } = shapes;
  const scope = shapes.scope && { scope: shapes.scope };
  return {
    list: endpoint({
      method: 'GET',
      path,
      permission: read,
      ...scope,
      summary: `A page of ${what}: all for Admin, those of headed units for Director and Dean`,
      query,
      output: pageOf(row),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      permission: read,
      ...scope,
      summary: `One of ${what}`,
      params: one,
      output: row,
    }),
    create: endpoint({
      method: 'POST',
      path,
      permission: manage,
      summary: `Add to ${what}`,
      body: fields,
      output: row,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      permission: manage,
      summary: `Change one of ${what}; 409 with the stored row when somebody changed it since \`updatedAt\``,
      params: one,
      body: z.intersection(fields, seen),
      output: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission: manage,
      summary: `Delete one of ${what}; 422 while something refers to it`,
      params: one,
      output: one,
    }),
  };
}

export type CatalogueEndpoints<
  Row extends z.ZodType,
  Fields extends z.ZodType,
  Query extends z.ZodObject,
> = ReturnType<typeof catalogueEndpoints<Row, Fields, Query>>;

/** Take out of use and back: an inactive row keeps its past and is offered nowhere. */
export function activationEndpoint<Row extends z.ZodType>(
  path: `/${string}`,
  row: Row,
  manage: Permission = 'catalogues.manage',
) {
  return endpoint({
    method: 'PUT',
    path: `${path}/:id/active`,
    permission: manage,
    summary: 'Deactivate or reactivate',
    params: one,
    body: seen.extend({ active: z.boolean() }),
    output: row,
  });
}

/** As many rows as a person can have looked at. */
export const MOST_AT_ONCE = 2000;

/**
 * One field of several rows, each by itself: what one row refuses stops no other. `before` is what undoing sends back;
 * null where the row was refused.
 */
export function bulkEndpoint<Value extends z.ZodType>(
  path: `/${string}`,
  field: string,
  { value, manage = 'catalogues.manage' }: { value: Value; manage?: Permission },
) {
  return endpoint({
    method: 'POST',
    path: `${path}/bulk/${field}`,
    permission: manage,
    summary: `Set \`${field}\` of several rows, with a result for each`,
    body: z.object({ rows: z.array(z.object({ id, value })).min(1).max(MOST_AT_ONCE) }),
    output: z.object({
      rows: z.array(z.object({ id, before: value.nullable(), refused: z.string().nullable() })),
    }),
    // Two ids a row.
    maxBytes: 1024 * 1024,
  });
}
