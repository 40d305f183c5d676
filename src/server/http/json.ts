import type { FastifyInstance } from 'fastify';
import { AppError } from '../../domain/kit/problem.ts';

/** Lists and objects within one another; no contract comes near. Writing what is deeper than a stack fails. */
const MOST_LEVELS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// `[` and `{`, `]` and `}` differ by one bit.
const CASE = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Where the text that begins at `from` ends. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === BACKSLASH) at += 1;
    else if (mark === QUOTE) return at;
  }
  return json.length;
}

/** Whether a JSON text goes deeper than `MOST_LEVELS`; read by its marks alone, as what reads it whole comes after. */
export function isTooDeep(json: string): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(json, at);
    else if ((mark | CASE) === OPENING) level += 1;
    else if ((mark | CASE) === CLOSING) level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

/** Every call of the browser says it is JSON, also those without a body; whether one is needed is the contract's matter. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body);
    if (json === '') done(null, undefined);
    else if (isTooDeep(json)) done(new AppError('invalid', 'Los datos enviados no se pueden leer.'));
    else parse(request, json, done);
  });
}
