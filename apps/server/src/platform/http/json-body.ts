/**
 * Reads a JSON body: its shape is looked over as it comes in, and a long list in it is parsed in turns, so that other requests do not
 * wait for the largest body as long as it takes.
 */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type BodyBounds, DEPTH_MAX, KEYS_MAX, TEXT_BYTES_MAX } from '@em/contract/kit/bounds'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { regularPauses } from '../pauses.ts'
import { Refusal } from '../refusal.ts'
import { JsonShape, type LongList, PastBounds } from './json-shape.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How large a body may be in fields, values and depth; without it, as small as any. */
    bounds?: BodyBounds
    /** The body is handed on as it came, as bytes: its shape is looked over, and who carries it out parses it. */
    raw?: boolean
  }
}

const SMALLEST: BodyBounds = { depth: DEPTH_MAX, keys: KEYS_MAX, lists: [], textBytes: TEXT_BYTES_MAX }
/** Bytes of a long list that are parsed at once: about a millisecond. */
const PART_BYTES = 64 * 1024

/** Replaces a long list while the rest of the body is parsed; unknown outside of the process. */
const MARK = randomUUID()

type Parse = (text: string) => unknown

/** Takes the place of the framework's own JSON parser. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = parserOf(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { bounds = SMALLEST, raw = false } = request.routeOptions.config
    const shape = new JsonShape(bounds, PART_BYTES)
    await takeIn(payload, shape, Number(request.headers['content-length']), request.routeOptions.bodyLimit)
    return raw ? utf8(shape) : parsed(shape, parse)
  })
}

/** Parses a body that was kept as it came. @throws Refusal as for a body that comes in. */
export function storedJsonParser(
  app: FastifyInstance,
): (bytes: Buffer, bounds: BodyBounds) => Promise<unknown> {
  const parse = parserOf(app)
  return (bytes, bounds) => {
    const shape = new JsonShape(bounds, PART_BYTES)
    shape.take(bytes)
    return parsed(shape, parse)
  }
}

/** Refuses `__proto__` and `constructor.prototype`. */
function parserOf(app: FastifyInstance): Parse {
  const trusted = app.getDefaultJsonParser('error', 'error')
  return (text) => {
    let outcome: { readonly error: Error | null; readonly body?: unknown } | undefined
    // It answers at once, and looks at no request.
    void trusted(undefined as unknown as FastifyRequest, text, (error, body) => {
      outcome = { error, body }
    })
    if (outcome === undefined || outcome.error !== null) throw new Refusal('request.malformed')
    return outcome.body
  }
}

async function takeIn(
  payload: Readable,
  shape: JsonShape,
  announced: number,
  limit: number | undefined,
): Promise<void> {
  const tooLarge = () => Object.assign(new Error('the body is too large'), { statusCode: 413 })
  if (limit !== undefined && announced > limit) throw tooLarge()
  try {
    // The connection stays open for the answer when the rest is not read.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (limit !== undefined && shape.length + chunk.length > limit) throw tooLarge()
      shape.take(chunk)
    }
  } catch (error) {
    // The rest of the body is thrown away, so that the client gets to read the answer.
    payload.resume()
    if ((error as { statusCode?: number }).statusCode === 413) throw error
    if (!(error instanceof PastBounds)) throw new Refusal('request.malformed')
    throw new Refusal('request.invalid', {}, [{ field: error.field, message: error.message }])
  }
  if (!Number.isNaN(announced) && announced !== shape.length) throw new Refusal('request.malformed')
}

function utf8(shape: JsonShape): Buffer {
  const bytes = shape.bytes()
  if (!isUtf8(bytes)) throw new Refusal('request.encoding')
  return bytes
}

async function parsed(shape: JsonShape, parse: Parse): Promise<unknown> {
  const bytes = utf8(shape)
  const { longLists } = shape
  if (longLists.length === 0) return parse(bytes.toString('utf8'))
  // The text around the lists, with a mark in the place of their values.
  let rest = ''
  let done = 0
  for (const { from, to } of longLists) {
    rest += bytes.toString('utf8', done, from + 1) + JSON.stringify(MARK)
    done = to
  }
  const body = parse(rest + bytes.toString('utf8', done)) as Record<string, unknown>
  for (const list of longLists) {
    const name = parse(bytes.toString('utf8', list.nameFrom, list.nameTo)) as string
    // A field that comes twice would be read as its last one here and as any of the two elsewhere.
    const marked = body[name]
    if (!Array.isArray(marked) || marked[0] !== MARK) throw new Refusal('request.malformed')
    body[name] = await partsOf(bytes, list, parse)
  }
  return body
}

async function partsOf(bytes: Buffer, { from, to, cuts }: LongList, parse: Parse): Promise<unknown[]> {
  const values: unknown[] = []
  const mayPause = regularPauses()
  let start = from + 1
  for (const end of [...cuts, to]) {
    const some = parse(`[${bytes.toString('utf8', start, end)}]`) as unknown[]
    // Nothing between two commas, or behind the last one.
    if (some.length === 0) throw new Refusal('request.malformed')
    for (const value of some) values.push(value)
    start = end + 1
    const pause = mayPause()
    if (pause !== undefined) await pause
  }
  return values
}
