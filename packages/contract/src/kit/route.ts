import './without-eval.ts'
import { z } from 'zod'
import type { Right } from '../identity/rights.ts'

/**
 * The load of a call on the server; it decides how many of them one person may run at once and which of the
 * database's connections they use.
 * - `none`: answered from memory, so that it never waits behind others.
 * - `light`: one record, or a short list whose length does not grow with the books.
 * - `heavy`: a read that grows with the books.
 * - `list`: takes `limit`; a page is a heavy read, and more than `LONG_LIST` rows are a long list.
 * - `report`: a heavy read that may take longer than others.
 * - `export`: answers a file made from the books.
 * - `file`: reads a file that the body holds.
 * - `write`: saves, or does what a save would do.
 * - `upload`: saves what a large body holds; up to a megabyte it is a `write`.
 */
export const LOADS = [
  'none',
  'light',
  'heavy',
  'list',
  'report',
  'export',
  'file',
  'write',
  'upload',
] as const
export type Load = (typeof LOADS)[number]

/** A list that is asked for more rows than this, or without `limit`, is a long one. */
export const LONG_LIST = 1_000

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
  /**
   * What the sender needs: nothing (`public`), the bearer token alone (`signed-in`: one's own account, sessions and
   * notices), or the token of a user with this right. It is checked before the body is read.
   */
  readonly needs: 'public' | 'signed-in' | Right
  /** Another right that is enough in its place. */
  readonly orNeeds?: Right
  /**
   * `all`: the call concerns every portfolio, so it is refused to a user with a list of portfolios. A read
   * asks for the portfolios that a person sees, a change for those that he changes.
   */
  readonly scope?: 'all'
  /** Default: `heavy` for a GET, `write` for the others. */
  readonly load: Load
  readonly status: 200 | 201 | 204
  /** Other statuses of the same reply, each for an end that the summary names: what was asked for was there already (200). */
  readonly alsoStatus?: readonly (200 | 202)[]
  /**
   * The status of what `?dryRun=1` answers: what the call would do, and nothing is saved. Null for a read, and for a change that
   * cannot be shown without doing it: one is asked for in vain (400).
   */
  readonly dryRunStatus: 200 | null
  /**
   * Long work: a worker carries it out. The call answers as any other where that is done within two seconds, else 202 with
   * the `jobId` to watch (GET /jobs/:id).
   */
  readonly runs?: 'job'
  /**
   * Of long work: it changes nothing but what is kept of itself, as an export or a check of the books. It waits for other reading
   * work alone, and nothing else waits for it.
   */
  readonly onlyReads?: true
  /**
   * The body is a form with a file in it (multipart/form-data): the file is the field `file` as `{fileName, data}` with its bytes
   * in base64, as JSON would have it.
   */
  readonly sends?: 'form'
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
  needs: Route['needs']
  orNeeds?: Route['orNeeds']
  scope?: Route['scope']
  load?: Load
  status?: Route['status']
  alsoStatus?: Route['alsoStatus']
  dryRunStatus?: Route['dryRunStatus']
  runs?: Route['runs']
  onlyReads?: Route['onlyReads']
  sends?: Route['sends']
  troubleStatus?: 503
  params?: P
  query?: Q
  body?: B
  reply: R
}

/** The schema of "sends nothing": whatever comes is dropped. */
export const nothing = z.unknown().transform(() => undefined) as unknown as z.ZodUndefined

/** Describes a route; what is left out takes the default (200, nothing sent, a heavy read or a write that can be previewed). */
export function route<
  R extends z.ZodType,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(input: RouteInput<P, Q, B, R>): Route<P, Q, B, R> {
  return Object.freeze({
    load: input.method === 'GET' ? 'heavy' : 'write',
    status: 200,
    dryRunStatus: input.method === 'GET' ? null : 200,
    params: nothing,
    query: nothing,
    body: nothing,
    ...input,
  }) as unknown as Route<P, Q, B, R>
}

/** The request of a client for a route: the schemas' inputs, left out where the route takes nothing. */
export type CallInput<T extends Route> = Part<'params', T['params']> &
  Part<'query', T['query']> &
  Part<'body', T['body']>
type Part<K extends string, S extends z.ZodType> = [z.input<S>] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }

/** The answer to the client. */
export type Reply<T extends Route> = z.output<T['reply']>
