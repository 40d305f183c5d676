import { PROBLEMS } from '../../src/domain/kit/problem-codes.ts';
import { breakAt, breaksOf, fieldsOf, jsonOf, valueAt } from './breaks.ts';
import type { FuzzRequest, Sent } from './requests.ts';
import type { Schema } from './schemas.ts';
import type { World } from './world.ts';

type Values = Record<string, unknown>;

/** As a part of an address; half a surrogate pair as the bytes that careless clients send. */
const encode = (value: unknown) => {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return text
    .split(/(\p{Surrogate})/u)
    .map(part => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('');
};

function addressOf(path: string, { params, query }: Sent): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(one => `${encode(name)}=${encode(one)}`),
  );
  return `/api${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const ask = (world: World, who: number, method: string, url: string, body?: unknown) => {
  const binary = Buffer.isBuffer(body);
  return world.server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${world.people[who]?.client.token}`,
      ...(body !== undefined && { 'content-type': binary ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { payload: binary ? body : jsonOf(body) }),
  });
};

/** The page a browser has open when it sends this: what it has read tells the values and the version it started from. */
async function readBefore(
  world: World,
  { endpoint, who }: FuzzRequest,
  sent: Sent,
): Promise<Values | undefined> {
  const readable = new Set(world.endpoints.filter(e => e.method === 'GET').map(e => e.path));
  for (let path = endpoint.path; path.length > 0; path = path.slice(0, path.lastIndexOf('/')))
    if (readable.has(path)) {
      const answer = await ask(world, who, 'GET', addressOf(path, { ...sent, query: {} }));
      return answer.statusCode === 200 ? pageOf(endpoint.path, sent, answer.json()) : undefined;
    }
  return undefined;
}

/** What is read of a page, by the names in which it is sent. */
function pageOf(path: string, { params, body }: Sent, page: Values): Values {
  const slug = path.endsWith('/changes') ? (body as Values).section : params.section;
  if (slug !== undefined) return (page.sections as Values[])?.find(one => one.slug === slug) ?? {};
  if (path.endsWith('/checks'))
    return {
      ...page,
      items: Object.fromEntries((page.items as Values[]).map(({ id, ok, note }) => [id, { ok, note }])),
    };
  if (path.startsWith('/kinds/')) return { version: 0, ...(page.draft as Values | null) };
  return page;
}

/** Fields of the body that the page tells; of one it does not tell, what it tells of the fields within. */
function readFrom({ properties = {} }: Schema, page: Values): Values {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (page[name] !== undefined) return [[name, page[name]]];
      const within = field.properties ? readFrom(field, page) : {};
      return Object.keys(within).length > 0 ? [[name, within]] : [];
    }),
  );
}

/** What everybody who saves gives along as it was read. */
const STAMPS = new Set(['version', 'updatedAt']);

/** The same request as a browser sends it: with the stored version, and with everything stored where asked for. */
async function filledIn(world: World, request: FuzzRequest): Promise<Sent> {
  const { sent, endpoint, asStored } = request;
  const { body: schema } = endpoint;
  if (!schema?.properties || typeof sent.body !== 'object') return sent;
  const stamped = Object.keys(schema.properties).some(name => STAMPS.has(name));
  const page = stamped || asStored ? await readBefore(world, request, sent) : undefined;
  if (!page) return sent;
  const known = Object.entries(readFrom(schema, page)).filter(([name]) => asStored || STAMPS.has(name));
  return { ...sent, body: { ...sent.body, ...Object.fromEntries(known) } };
}

const at = <T>(list: readonly T[], share: number) => list[Math.floor(list.length * share)] as T;

/** What is sent in the end, and which field is broken and how, e.g. `body.startDate: no day`. */
function spoiled(sent: Sent, { broken: share }: FuzzRequest): { sent: Sent; fault: string } {
  // Without its place a request meets nothing: those are broken less often than what it brings.
  const fields = fieldsOf(sent).filter(path => path.length > 1 || path[0] === 'body');
  const rich = fields.filter(path => path[0] !== 'params');
  const all = [...rich, ...rich, ...rich, ...fields];
  if (!share || all.length === 0) return { sent, fault: 'nothing' };
  const path = at(all, share.field);
  const by = at(breaksOf(valueAt(sent, path)), share.by);
  return { sent: breakAt(sent, path, by), fault: `${path.join('.')}: ${by.name}` };
}

export interface Outcome {
  readonly status: number;
  /** Which field was broken and how. */
  readonly fault: string;
  readonly sent: Sent;
  /** What is wrong with the answer; nothing for a success and for a refusal in the API's own words. */
  readonly wrong?: string;
}

/** Sends a request and judges what came back: an answer below 500, and refusals as problem details. */
export async function send(world: World, request: FuzzRequest): Promise<Outcome> {
  const { endpoint, who } = request;
  const { sent, fault } = spoiled(await filledIn(world, request), request);
  const answer = await ask(world, who, endpoint.method, addressOf(endpoint.path, sent), sent.body);
  const { statusCode: status, body } = answer;
  if (status < 400) return { status, fault, sent };
  const { code, detail } = isProblem(answer.headers) ? (answer.json() as Values) : {};
  const isTold = typeof code === 'string' && Object.hasOwn(PROBLEMS, code) && detail;
  return { status, fault, sent, ...((status >= 500 || !isTold) && { wrong: body.slice(0, 300) }) };
}

const isProblem = (headers: Values) => String(headers['content-type']).includes('problem+json');
