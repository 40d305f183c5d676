import { z } from 'zod';
import { text } from '../domain/text/rules.ts';

type Fields = Record<string, unknown>;

function dropWrong(schema: z.ZodObject, input: Fields): Fields {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const wrong = new Set(result.error.issues.map(issue => issue.path[0]));
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !wrong.has(key)));
  const second = schema.safeParse(rest);
  return second.success ? second.data : {};
}

/** State of a list's screen that is not part of its query. */
const screenState = z.object({
  /** Id of the row shown beside the list, or `new`. */
  open: text(200),
  /** Columns shown, comma separated; absent for the usual ones. */
  cols: text(500),
  /** Id of the kept view that these conditions came from. */
  view: text(36),
  /** Rows selected, where the list keeps them in its address. */
  picked: text(5000),
});

type Found<Q extends z.ZodObject> = Partial<z.output<Q>> & {
  open?: string;
  cols?: string;
  view?: string;
  picked?: string;
};

/**
 * Search state of a list's screen: its query, plus the row open, the columns chosen and the rows selected. What an address has wrong is
 * dropped instead of failing the page, and defaults stay out of it.
 */
export function listSearch<Q extends z.ZodObject>(query: Q) {
  const schema = z.object({ ...query.shape, ...screenState.shape }).partial();
  const defaults = dropWrong(schema, {});
  const parse = (input: Fields) =>
    Object.fromEntries(
      Object.entries(dropWrong(schema, input)).filter(
        ([key, value]) => value !== undefined && key in input && value !== defaults[key],
      ),
    ) as Found<Q>;
  return Object.assign(parse, { defaults: defaults as Found<Q> });
}
