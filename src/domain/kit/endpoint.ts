import type { z } from 'zod';
import type { Permission, TokenScope } from './permissions.ts';

export type Topic = 'projects' | 'spending';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an endpoint is, agreed by both sides. The server binds it with `serve()`, the browser asks it with `request()`.
 *
 * - `path` is relative to the API base path, with `:name` for parameters.
 * - `permission` is checked before the handler; rows are checked by queries and commands.
 * - `output` is what leaves: fields it does not name are stripped.
 * - `transfer: 'upload'` takes an octet-stream body, `'download'` answers with a file; both leave JSON aside.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly permission: Permission;
  /** Under which a program may read it with an access token; none may without. */
  readonly scope?: TokenScope;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly output: O;
  readonly transfer?: 'upload' | 'download';
  /** What its answer tells of besides its own: the browser reads it again once any of that has moved. */
  readonly about?: Topic;
  /** Largest body in bytes where the usual limit is too small. */
  readonly maxBytes?: number;
}

export type AnyEndpoint = Endpoint;

export function endpoint<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  O extends z.ZodType = z.ZodType,
>(definition: Endpoint<P, Q, B, O>): Endpoint<P, Q, B, O> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer O> ? z.output<O> : never;

/** What a caller has to give: the same request before defaults are filled in. */
export interface RequestOf<E> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never;
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
}
