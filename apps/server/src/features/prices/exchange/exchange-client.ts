/** Asks the exchange's public calls: politely, one after the other, with a limit on everything. */
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings.ts'

export interface FeedLimits {
  /** Milliseconds between two calls. */
  readonly betweenMs: number
  /** Milliseconds that a call may take. */
  readonly timeoutMs: number
  /** Bytes that an answer may have. */
  readonly bytesMax: number
  /** Tries of a call that failed for a reason that may pass, and the wait before the next, longer each time. */
  readonly tries: number
  readonly waitMs: number
}

const FEED_LIMITS: Omit<FeedLimits, 'betweenMs'> = {
  timeoutMs: 15_000,
  bytesMax: 5 * 1024 * 1024,
  tries: 3,
  waitMs: 2_000,
}

export interface Exchange {
  /** Asks one call of the exchange; most of them take POST alone. @throws Refusal `feed.unreachable` (502) or `feed.unexpected` (502). */
  ask<T extends z.ZodType>(call: string, shape: T, method?: 'GET' | 'POST'): Promise<z.output<T>>
}

/** The exchange where the settings say it is, and as often as they say. */
export const exchangeOf = ({
  priceFeedUrl,
  priceFeedPauseMs,
}: Pick<Settings, 'priceFeedUrl' | 'priceFeedPauseMs'>): Exchange =>
  exchangeAt(priceFeedUrl, { ...FEED_LIMITS, betweenMs: priceFeedPauseMs })

/** @param base the address that the names of calls are put to. */
export function exchangeAt(base: string, limits: FeedLimits): Exchange {
  let next = 0
  const nextCall = async () => {
    const wait = next - performance.now()
    if (wait > 0) await pause(wait)
    next = performance.now() + limits.betweenMs
  }
  return {
    ask: async (call, shape, method = 'POST') => {
      const text = await tried(limits, async () => {
        await nextCall()
        return textOf(new URL(call, base), method, limits)
      })
      const parsed = shape.safeParse(jsonOf(text))
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new Refusal('feed.unexpected', { call, what: (issue?.path ?? []).join('.') || 'its answer' })
      }
      return parsed.data
    },
  }
}

/** It may go well the next time. */
class Passing extends Error {}

async function tried<T>({ tries, waitMs }: FeedLimits, work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (!(error instanceof Passing) || round === tries) throw new Refusal('feed.unreachable', { why })
      await pause(waitMs * round)
    }
  }
}

/** @throws Passing for what may pass: no connection, no answer in time, an error of the other server's. */
async function textOf(
  url: URL,
  method: 'GET' | 'POST',
  { timeoutMs, bytesMax }: FeedLimits,
): Promise<string> {
  const { origin } = url
  const answer = await fetch(url, {
    method,
    // It goes where the setting says, and nowhere that an answer sends it.
    redirect: 'error',
    headers: {
      accept: 'application/json',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      'user-agent': 'Equity Manager (reads prices and announcements, a few times a day)',
      origin,
      referer: `${origin}/`,
    },
    ...(method === 'POST' && { body: '{}' }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Passing(reasonOf(error, timeoutMs))
  })
  if (answer.status === 429 || answer.status >= 500) {
    await answer.body?.cancel()
    throw new Passing(`it answered ${answer.status}`)
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`it answered ${answer.status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes > bytesMax) throw new RangeError(`its answer is larger than ${bytesMax / 1024 / 1024} MB`)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof RangeError) throw new Error(error.message)
    throw new Passing(reasonOf(error, timeoutMs))
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} seconds`
  return 'the connection failed'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
