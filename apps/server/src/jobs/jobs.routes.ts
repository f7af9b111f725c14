/** One's jobs: what runs, how far it is, what it answered. */
import { type Job, jobs } from '@em/contract/jobs'
import { LIST_MAX } from '@em/contract/kit/register'
import type { SignedIn } from '../platform/authorize.ts'
import { type Server, serve } from '../platform/http/serve.ts'
import { Refusal } from '../platform/refusal.ts'
import { tellPage } from '../registers/list.ts'
import type { Desk } from './desk.ts'
import { COUNT, LIST, lineOf, ONE } from './kept.queries.ts'

/** Whose jobs a person sees: null for everybody's. */
const seenBy = (user: SignedIn) => (user.rights.has('users.manage') ? null : user.id)

export function jobsRoutes(server: Server, desk: Desk): void {
  const { database } = server

  const find = async (user: SignedIn, id: number): Promise<Job> => {
    const [row] = await database.query(ONE, { id, ownerId: seenBy(user) })
    if (row === undefined) throw new Refusal('record.missing', { what: 'The job' })
    const { result_status: resultStatus, result } = row
    return { ...lineOf(row), resultStatus, result: result === null ? null : JSON.parse(result) }
  }

  serve(server, jobs.list, async ({ query, user, reply }) => {
    const { limit = LIST_MAX, cursor } = query
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
      throw new Refusal('request.invalid', {}, [
        { field: 'cursor', message: 'This is not a cursor of this list.' },
      ])
    }
    const ownerId = seenBy(user)
    const [rows, [counted]] = await Promise.all([
      database.query(LIST, {
        ownerId,
        before: cursor === undefined ? null : Number(cursor),
        limit: limit + 1,
      }),
      database.query(COUNT, { ownerId }),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    tellPage(reply, { total: counted?.total ?? 0, nextCursor: last === undefined ? null : String(last.id) })
    return shown.map(lineOf)
  })

  serve(server, jobs.get, ({ params, user }) => find(user, params.id))

  serve(server, jobs.cancel, async ({ params, user }) => {
    const before = await find(user, params.id)
    if (before.endedAt === null) await desk.cancel(params.id)
    const after = await find(user, params.id)
    if (after.status === 'done' || after.status === 'failed')
      throw new Refusal('job.ended', { status: after.status })
    return after
  })

  serve(server, jobs.retry, async ({ params, user }) => {
    const { status } = await find(user, params.id)
    if (status !== 'failed') throw new Refusal('job.not-failed')
    await desk.again(params.id)
    return find(user, params.id)
  })
}
