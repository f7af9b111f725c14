import type { JobLine } from '@em/contract/jobs/jobs'
import type { Reply, Route } from '@em/contract/kit/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, cancelJob, isHeld, resultOf, type Sendable } from './api.ts'
import { featureOf, invalidateAfter, useWrite } from './query.ts'
import { recall, remember } from './remember.ts'

interface LongWorkOptions<R extends Route> {
  /** Work of an earlier visit, before a reload or on another tab, has ended. */
  onFound: (reply: Reply<R>) => void
  onFoundFailed: (error: unknown) => void
  /** A refusal is kept by the server: what shows it is asked for again. */
  keepsRefusals?: boolean
}

/** The screen that reports the outcome of a work, by the name of the work: the one opened last. */
const reporters = new Map<string, object>()

/** Whether a user cancelled the work before it was done: nothing of it is kept. */
export const isCancelled = (error: unknown) => error instanceof ApiFailure && error.code === 'job.cancelled'

/** Whether what became of the work is known: after a lost connection it is not. */
const isAnswer = (error: unknown) =>
  isHeld(error) || (error instanceof ApiFailure && error.status >= 400 && error.status < 500)

/**
 * Long work of one screen: sent, watched, cancelled, and found again after a reload or another visit. `workName` is its key,
 * such as `openings.MAIN`: one work at a time has a name.
 */
export function useLongWork<R extends Route>(route: R, workName: string, options: LongWorkOptions<R>) {
  const client = useQueryClient()
  const write = useWrite(route, { keepsRefusals: options.keepsRefusals === true })
  const [job, setJob] = useState<JobLine | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const key = `job.${workName}`
  const [finding, setFinding] = useState(() => recall<number | null>(key, null) !== null)

  useEffect(() => {
    const id = recall<number | null>(key, null)
    if (id === null) return
    const left = new AbortController()
    const me = {}
    reporters.set(key, me)
    const done = () => {
      remember(key, null)
      reporters.delete(key)
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
  }, [client, key, route])

  /** Sends the work and answers its result, as the call does. */
  const run = async (
    input: Sendable<R> & { idempotencyKey?: string },
    follow: (job: JobLine) => void = () => undefined,
  ): Promise<Reply<R>> => {
    const me = {}
    reporters.set(key, me)
    const onJob = (now: JobLine) => {
      remember(key, now.id)
      setJob(now)
      follow(now)
    }
    const end = async (isKnown: boolean) => {
      // A later visit of the screen has found the work and reports its outcome.
      if (reporters.get(key) !== me) await new Promise<never>(() => undefined)
      reporters.delete(key)
      if (isKnown) remember(key, null)
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
