import type { SettlementsActed, settlements } from '@em/contract/books/settlements'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'

const PAUSE_MS = 350
type ActRoute =
  | typeof settlements.confirm
  | typeof settlements.fail
  | typeof settlements.reschedule
  | typeof settlements.reopen

interface Previewed {
  /** What was asked about: another answer is not this one's. */
  readonly sent: string
  readonly preview: SettlementsActed | null
  readonly refusal: unknown
}

/** What an act would do, asked of the server once typing has paused. `items` null asks nothing; `more` goes beside them. */
export function usePreview(route: ActRoute, items: readonly object[] | null, more: object = {}) {
  const [answer, setAnswer] = useState<Previewed>({ sent: '', preview: null, refusal: null })
  const sent = items === null ? '' : JSON.stringify({ items, ...more })
  useEffect(() => {
    if (sent === '') return
    const asked = new AbortController()
    const timer = setTimeout(() => {
      const input = {
        query: { dryRun: '1' as const },
        body: JSON.parse(sent),
        signal: asked.signal,
      }
      call(route as typeof settlements.reopen, input).then(
        (preview) => setAnswer({ sent, preview, refusal: null }),
        (refusal: unknown) => {
          if (!asked.signal.aborted) setAnswer({ sent, preview: null, refusal })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [route, sent])
  return answer.sent === sent && sent !== '' ? answer : { sent, preview: null, refusal: null }
}
