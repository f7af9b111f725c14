import type { ActionPreview } from '@em/contract/books/corporate-actions'
import type { JobLine } from '@em/contract/jobs'
import type { Route } from '@em/contract/kit/route'
import { useState } from 'react'
import { type CallArguments, call } from '../../../lib/api.ts'
import { usePreview } from '../../../lib/usePreview.ts'

export interface Look {
  readonly preview: ActionPreview | null
  readonly refusal: unknown
  /** The look at the server, once it takes longer than a moment. */
  readonly job: JobLine | null
  /** Looks again, after a refusal. */
  readonly again: () => void
}

/** What an act would do, asked of the server once typing has paused. `body` null asks nothing. */
export function useLook(route: Route, id: number, body: object | null): Look {
  const [job, setJob] = useState<JobLine | null>(null)
  const [times, setTimes] = useState(0)
  const sent = body === null ? '' : JSON.stringify({ id, body, times })
  const { preview, refusal } = usePreview(sent, async (signal): Promise<ActionPreview> => {
    const input = { params: { id }, query: { dryRun: '1' }, body, signal, onJob: setJob }
    try {
      const reply: unknown = await call(route, ...([input] as unknown as CallArguments<Route>))
      return reply as ActionPreview
    } finally {
      if (!signal.aborted) setJob(null)
    }
  })
  return { preview, refusal, job, again: () => setTimes((before) => before + 1) }
}
