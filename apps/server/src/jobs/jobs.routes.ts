/** One's jobs: what runs, how far it is, what it answered. */
import { type ApprovalAsked, requestNumber } from '@em/contract/approvals/approvals'
import { type Job, type JobLine, jobs } from '@em/contract/jobs/jobs'
import { LIST_MAX } from '@em/contract/kit/register'
import { isWithin, may, type SignedIn } from '../platform/authorize.ts'
import type { RowOf } from '../platform/database/database.ts'
import { type Server, serve, setWaitHeader } from '../platform/http/serve.ts'
import { Refusal } from '../platform/refusal.ts'
import { setPageHeaders } from '../registers/list.ts'
import { COUNT, LIST, lineOf, ONE } from './jobs.statements.ts'
import { SCHEDULED_KINDS } from './schedules.ts'
import type { Submissions } from './submissions.ts'

type Row = RowOf<typeof LIST>

/** Users who manage people see the jobs of others, of kinds that they may do themselves. */
const OF_OTHERS = { needs: 'users.manage', scope: 'all' } as const

export function jobsRoutes(server: Server, submissions: Submissions): void {
  const { database, writes } = server

  const mayCall = (user: SignedIn, kind: string) => {
    const route = writes.get(kind)?.route
    return route !== undefined && may(route, user)
  }
  /** The jobs that a person sees: his own, and of others those of some kinds. */
  const seenBy = (user: SignedIn) => ({
    ownerId: user.id,
    long: [...writes.values()]
      .flatMap(({ route }) => (route.runs === 'job' ? [route.name] : []))
      .concat(SCHEDULED_KINDS),
    kinds: may(OF_OTHERS, user)
      ? [
          ...[...writes.keys()].filter(
            (kind) => writes.get(kind)?.route.runs === 'job' && mayCall(user, kind),
          ),
          ...SCHEDULED_KINDS,
        ]
      : [],
  })
  /** The result is shown as long as the person may do the work and sees the portfolios that it worked with. */
  const mayRead = (user: SignedIn, { kind, portfolios, owner_id: ownerId }: Row) =>
    ownerId === null || (mayCall(user, kind) && isWithin(portfolios, user))
  const jobLineOf = (user: SignedIn, row: Row): JobLine => {
    const { file, ...rest } = lineOf(row)
    // A file may be of fewer portfolios than its job worked with.
    const mayHave = mayCall(user, row.kind) && isWithin(row.file_portfolios, user)
    const line = { ...rest, file: mayHave ? file : null }
    if (line.error === null || mayRead(user, row)) return line
    const { status } = line.error
    return { ...line, error: { ...new Refusal('job.outside').body(), status } }
  }

  const readJob = async (
    user: SignedIn,
    id: number,
  ): Promise<{ job: Job; wouldWait: ApprovalAsked | null }> => {
    const [row] = await database.query(ONE, { id, ...seenBy(user) })
    if (row === undefined) throw new Refusal('record.missing', { what: 'The job' })
    const { result_status: resultStatus, result } = row
    const answered = result === null || !mayRead(user, row) ? null : JSON.parse(result)
    const wouldWait = answered === null ? null : (row.would_wait as ApprovalAsked | null)
    return { job: { ...jobLineOf(user, row), resultStatus, result: answered }, wouldWait }
  }
  const find = async (user: SignedIn, id: number): Promise<Job> => (await readJob(user, id)).job

  serve(server, jobs.list, async ({ query, user, reply }) => {
    const { limit = LIST_MAX, cursor } = query
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
      throw new Refusal('request.invalid', {}, [
        { field: 'cursor', message: 'This is not a cursor of this list.' },
      ])
    }
    const seen = seenBy(user)
    const [rows, [counted]] = await Promise.all([
      database.query(LIST, {
        ...seen,
        before: cursor === undefined ? null : Number(cursor),
        limit: limit + 1,
      }),
      database.query(COUNT, seen),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    setPageHeaders(reply, {
      total: counted?.total ?? 0,
      nextCursor: last === undefined ? null : String(last.id),
    })
    return shown.map((row) => jobLineOf(user, row))
  })

  serve(server, jobs.get, async ({ params, user, reply }) => {
    const { job, wouldWait } = await readJob(user, params.id)
    setWaitHeader(reply, wouldWait)
    return job
  })

  serve(server, jobs.cancel, async ({ params, user }) => {
    const before = await find(user, params.id)
    if (before.status === 'held')
      throw new Refusal('job.held', { number: requestNumber(before.approvalId ?? 0) })
    if (before.endedAt === null) await submissions.cancel(params.id, user.id)
    const after = await find(user, params.id)
    if (after.status === 'done' || after.status === 'failed')
      throw new Refusal('job.ended', { status: after.status })
    return after
  })

  serve(server, jobs.retry, async ({ params, user }) => {
    const { status, owner } = await find(user, params.id)
    // It is carried out as its owner: no other user has it done in his name.
    if (owner?.id !== user.id) throw new Refusal('job.not-own')
    if (status !== 'failed') throw new Refusal('job.not-failed')
    await submissions.again(params.id)
    return find(user, params.id)
  })
}
