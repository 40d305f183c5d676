import { z } from 'zod';
import { text } from '../domain/rules.ts';

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
  cols: text(200),
});

/**
 * Search state of a list's screen: its query, plus the row open and the columns chosen. What an address has wrong is
 * dropped instead of failing the page, and defaults stay out of it.
 */
export function listSearch<S extends z.ZodRawShape>(query: z.ZodObject<S>) {
  const schema = z.object({ ...query.shape, ...screenState.shape }).partial();
  const defaults = dropWrong(schema, {});
  return (input: Fields): Partial<z.output<typeof query>> & { open?: string; cols?: string } => {
    const found = Object.entries(dropWrong(schema, input)).filter(
      ([key, value]) => value !== undefined && value !== defaults[key],
    );
    return Object.fromEntries(found) as Partial<z.output<typeof query>> & { open?: string; cols?: string };
  };
}
