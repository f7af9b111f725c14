import type { JobLine } from '@em/contract/jobs/jobs'
import type { Reply, Route } from '@em/contract/kit/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, cancelJob, isHeld, resultOf, type Sendable } from './api.ts'
import { featureOf, invalidateAfter, useWrite } from './query.ts'
import { recall, remember } from './remember.ts'

interface LongWorkOptions<R extends Route> {
  /** What an earlier visit began, before a reload or on another tab, came to its end. */
  onFound: (reply: Reply<R>) => void
  onFoundFailed: (error: unknown) => void
  /** A refusal is kept by the server: what shows it is asked for again. */
  keepsRefusals?: boolean
}

/** Who tells of the work of a place: the screen that came last to it. */
const tellers = new Map<string, object>()

/** Whether somebody ended the work before it was done: nothing of it is kept. */
export const isCancelled = (error: unknown) => error instanceof ApiFailure && error.code === 'job.cancelled'

/** Whether what became of the work is known: after a lost connection it is not. */
const isAnswer = (error: unknown) =>
  isHeld(error) || (error instanceof ApiFailure && error.status >= 400 && error.status < 500)

/**
 * Long work of one screen: sent, watched, cancelled, and found again after a reload or another visit. `place` names where it
 * belongs, such as `openings.MAIN`: one work at a time stands there.
 */
export function useLongWork<R extends Route>(route: R, place: string, options: LongWorkOptions<R>) {
  const client = useQueryClient()
  const write = useWrite(route, { keepsRefusals: options.keepsRefusals === true })
  const [job, setJob] = useState<JobLine | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const kept = `job.${place}`
  const [finding, setFinding] = useState(() => recall<number | null>(kept, null) !== null)

  useEffect(() => {
    const id = recall<number | null>(kept, null)
    if (id === null) return
    const left = new AbortController()
    const me = {}
    tellers.set(kept, me)
    const done = () => {
      remember(kept, null)
      tellers.delete(kept)
      for (const feature of [featureOf(route), 'attention']) void invalidateAfter(client, feature)
    }
    const find = async () => {
      setFinding(true)
      try {
        const reply = (await resultOf(id, { signal: left.signal, onJob: setJob })) as Reply<R>
        if (left.signal.aborted) return
        done()
        latest.current.onFound(reply)
      } catch (error) {
        if (left.signal.aborted) return
        if (isAnswer(error)) done()
        // Kept for weeks only.
        const isGone = error instanceof ApiFailure && error.code === 'record.missing'
        if (!isGone && !isHeld(error)) latest.current.onFoundFailed(error)
      } finally {
        if (!left.signal.aborted) {
          setFinding(false)
          setJob(null)
        }
      }
    }
    void find()
    return () => left.abort()
  }, [client, kept, route])

  /** Sends the work and answers its result, as the call does. */
  const run = async (
    input: Sendable<R> & { idempotencyKey?: string },
    follow: (job: JobLine) => void = () => undefined,
  ): Promise<Reply<R>> => {
    const me = {}
    tellers.set(kept, me)
    const onJob = (now: JobLine) => {
      remember(kept, now.id)
      setJob(now)
      follow(now)
    }
    const end = async (isKnown: boolean) => {
      // Another visit of the screen has found the work and tells of it.
      if (tellers.get(kept) !== me) await new Promise<never>(() => undefined)
      tellers.delete(kept)
      if (isKnown) remember(kept, null)
      setJob(null)
    }
    try {
      const reply = await write.mutateAsync({ ...input, onJob })
      await end(true)
      return reply
    } catch (error) {
      await end(isAnswer(error))
      throw error
    }
  }
  const cancel = () => (job === null ? Promise.resolve() : cancelJob(job.id))
  return { run, cancel, job, finding, busy: write.isPending || finding }
}
