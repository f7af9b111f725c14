/** Asks a broker that offers it for messages of its application that did not come, on one connection. */
import { type ApplicationGap, applicationRequest } from '@em/core/fix-sessions/application'
import type { FixField } from '@em/core/fix-sessions/message'

/** A request without a result is repeated this many times, at this interval. */
const TIMES_MOST = 3
const AGAIN_MS = 60_000
/** Requests at a time. */
const AT_ONCE = 10

interface Asked {
  readonly times: number
  readonly at: number
}

export class ApplicationRequests {
  private readonly asked = new Map<string, Asked>()
  private sent = 0

  /** `send` answers whether it was sent. */
  ask(gaps: readonly ApplicationGap[], at: number, send: (fields: readonly FixField[]) => boolean): void {
    const due = gaps.filter((gap) => {
      const before = this.asked.get(keyOf(gap))
      return before === undefined || (before.times < TIMES_MOST && at - before.at >= AGAIN_MS)
    })
    for (const gap of due.slice(0, AT_ONCE)) {
      const isSent = send(applicationRequest(`EM-${at}-${(this.sent += 1)}`, gap))
      if (!isSent) return
      this.asked.set(keyOf(gap), { times: (this.asked.get(keyOf(gap))?.times ?? 0) + 1, at })
    }
  }
}

const keyOf = ({ applId, from, to }: ApplicationGap) => `${applId} ${from} ${to}`
