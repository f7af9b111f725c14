import './without-eval.ts'
import { z } from 'zod'

/**
 * One call of the HTTP surface, described once: the server serves it, the web calls it, the OpenAPI page
 * prints it. `path` is below `/api` and names its parameters `:likeThis`.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /** `signed-in` (the default) needs the bearer token, `administrator` that of an administrator. */
  readonly access: 'public' | 'signed-in' | 'administrator'
  readonly status: 200 | 201 | 204
  /** The same reply may also come with this status: it says that something is wrong. */
  readonly troubleStatus?: 503
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
}

interface RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  name: string
  method: Route['method']
  path: `/${string}`
  summary: string
  tag: string
  access?: Route['access']
  status?: Route['status']
  troubleStatus?: 503
  params?: P
  query?: Q
  body?: B
  reply: R
}

/** The schema of "sends nothing": whatever comes is dropped. */
export const nothing = z.unknown().transform(() => undefined) as unknown as z.ZodUndefined

/** Describes a route; what is left out takes the default (signed in, 200, nothing sent). */
export function route<
  R extends z.ZodType,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(input: RouteInput<P, Q, B, R>): Route<P, Q, B, R> {
  return Object.freeze({
    access: 'signed-in',
    status: 200,
    params: nothing,
    query: nothing,
    body: nothing,
    ...input,
  }) as unknown as Route<P, Q, B, R>
}

/** What a client sends for a route: the schemas' inputs, left out where the route takes nothing. */
export type CallInput<T extends Route> = Part<'params', T['params']> &
  Part<'query', T['query']> &
  Part<'body', T['body']>
type Part<K extends string, S extends z.ZodType> = [z.input<S>] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }

/** What a client gets back. */
export type Reply<T extends Route> = z.output<T['reply']>
