import type { feedRoutes } from '@em/contract/kit/feed'
import type { Reply } from '@em/contract/kit/route'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { problemOf } from '../lib/api.ts'
import { formatMoment } from '../lib/dates.ts'
import { useMay } from '../lib/may.ts'
import { useWrite } from '../lib/query.ts'
import { isCancelled, useLongWork } from '../lib/useLongWork.ts'
import { Banner } from './Banner.tsx'
import { Running } from './Running.tsx'

/** A feed of the exchange on a screen: it is read now or by the clock, and says how the last reading went. */

type Feed<Read> = ReturnType<typeof feedRoutes<z.ZodType, z.ZodType, z.ZodType<Read>>>

/** The actions on a feed. `onRead` gets the result of a reading; `failed` is the sentence where the server gives none. */
export function useFeed<Read>(
  { read: route, turn: turning }: Feed<Read>,
  { workName, onRead, failed }: { workName: string; onRead: (read: Read) => void; failed: string },
) {
  const [problem, setProblem] = useState<string | null>(null)
  const may = useMay()
  const switchFeed = useWrite(turning)
  const fail = (error: unknown) => {
    if (!isCancelled(error)) setProblem(problemOf(error, failed))
  }
  const found = (reply: Reply<Feed<Read>['read']>) => onRead(reply as Read)
  const read = useLongWork(route, workName, { onFound: found, onFoundFailed: fail })
  return {
    problem,
    read,
    mayRead: may(route),
    readNow: () => {
      setProblem(null)
      void read.run({ query: {} }).then(found, fail)
    },
    maySwitch: may(turning) && !switchFeed.isPending,
    setByClock: (byClock: boolean) => {
      setProblem(null)
      switchFeed.mutate({ query: {}, body: { byClock } }, { onError: fail })
    },
  }
}
type FeedHandle = Pick<ReturnType<typeof useFeed>, 'problem' | 'read' | 'maySwitch' | 'setByClock'>

/** The error of the last reading, and the reading that is running. */
export function FeedRunning({ feed: { problem, read } }: { feed: FeedHandle }) {
  return (
    <>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {read.busy && (
        <Running
          job={read.job}
          words={(said) => `${said ?? 'Asking the exchange'}.`}
          onCancel={read.cancel}
        />
      )}
    </>
  )
}

export function ByClock({ feed, label, on }: { feed: FeedHandle; label: string; on: boolean }) {
  return (
    <Switch
      label={label}
      checked={on}
      disabled={!feed.maySwitch}
      onChange={(event) => feed.setByClock(event.currentTarget.checked)}
    />
  )
}

/** "Last read 12 May 2026 15:06 by the clock: 300 prices." */
export function lastRead<Last extends { at: string; by: string; byClock: boolean }>(
  { host, last }: { host: string; last: Last | null },
  what: (last: Last) => string,
): string {
  if (last === null) return `Nothing was read yet from ${host}.`
  return `Last read ${formatMoment(last.at)}${last.byClock ? ' by the clock' : ` by ${last.by}`}: ${what(last)}.`
}

export function LastFailure({ failed }: { failed: { at: string; message: string } | null }) {
  if (failed === null) return null
  return (
    <Banner tone="warning">
      The last try failed, {formatMoment(failed.at)}: {failed.message}
    </Banner>
  )
}
