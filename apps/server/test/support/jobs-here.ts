/** A queue whose jobs are carried out by the server of the test itself, on its clock: two at a time, one of each person. */

import { START } from '../../src/jobs/jobs.statements.ts'
import type { JobQueue } from '../../src/jobs/queue.ts'
import { runJob } from '../../src/jobs/run-job.ts'
import { runOutside } from '../../src/platform/database/inside.ts'
import type { Server } from '../../src/platform/http/serve.ts'

const AT_ONCE = 2

export function jobsHere(server: () => Server): JobQueue {
  const owners = new Map<number, number>()
  const waiting: number[] = []
  const running = new Map<number, Promise<void>>()
  const carryOut = async (id: number) => {
    const [started] = await server().database.query(START, { id, most: 3 })
    if (started !== undefined) await runJob(server(), { id, turn: started.turn }, console.error)
  }
  const next = () => {
    const busy = new Set([...running.keys()].map((id) => owners.get(id)))
    const index = waiting.findIndex((id) => !busy.has(owners.get(id)))
    if (running.size >= AT_ONCE || index === -1) return
    const [id] = waiting.splice(index, 1) as [number]
    const work = runOutside(() => carryOut(id))
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        running.delete(id)
        owners.delete(id)
        next()
      })
    running.set(id, work)
    next()
  }
  return {
    open: async () => undefined,
    send: async (_, { id, ownerId }) => {
      owners.set(id, ownerId)
    },
    sent: (id) => {
      if (!owners.has(id) || running.has(id) || waiting.includes(id)) return
      waiting.push(id)
      next()
    },
    close: async () => {
      waiting.length = 0
      await Promise.all(running.values())
    },
  }
}
