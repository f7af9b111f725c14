/** How a request ends without being carried out: rejected, withdrawn, expired, returned. */
import { requestNumber } from '@em/contract/approvals/approvals'
import { sendAudits } from '../../platform/acts.ts'
import type { SignedIn } from '../../platform/authorize.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Server } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { decided, type Means } from './carry-out.ts'
import { deciderOf, held, requireWaiting } from './held.ts'
import { SECRET, stateOn } from './request-rows.ts'
import type { Request } from './requests.queries.ts'
import { ADD_STEP, JOB_ENDED, JOB_RETURNED, MOVE, OVERDUE } from './requests.statements.ts'

export interface End {
  readonly what: 'rejected' | 'withdrawn' | 'expired' | 'returned'
  readonly by: number | null
  readonly forUser?: number | null
  readonly reason: string | null
}

export async function endWith(
  tx: Transaction,
  { id, given }: Request,
  { what, by, forUser = null, reason }: End,
): Promise<void> {
  const short = reason === null ? null : reason.slice(0, 1_000)
  await tx.query(ADD_STEP, { id, what, by, forUser, reason: short, hash: null })
  await tx.query(MOVE, { id, state: what, given })
}

export async function returned(
  { database }: Pick<Server, 'database'>,
  request: Request,
  refusal: Refusal,
  by: number,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      if (now.ended_at !== null) return
      await endWith(tx, now, { what: 'returned', by, reason: refusal.message })
      const ended = { job: now.job_id, status: refusal.status, error: JSON.stringify(refusal.body()) }
      await tx.query(JOB_RETURNED, ended)
      sendAudits(tx, [decided(now, 'return', refusal.message)])
    },
    'approvals.return',
    [by],
  )
}

/** The person rejects it: nothing of it is done. @throws Refusal as for approving. */
export async function reject(
  tx: Transaction,
  id: number,
  user: SignedIn,
  reason: string,
  today: string,
): Promise<Outcome<number>> {
  const request = await held(tx, id)
  requireWaiting(request, today)
  const { for: forUser } = await deciderOf(tx, request, user, today)
  await endWith(tx, request, { what: 'rejected', by: user.id, forUser, reason })
  await tx.query(JOB_ENDED, { job: request.job_id })
  return { answer: id, audit: decided(request, 'reject', reason) }
}

/** The maker takes it back; a user who writes rules may, with a reason. @throws Refusal `approval.maker-only`, `approval.not-waiting`. */
export async function withdraw(
  tx: Transaction,
  id: number,
  user: SignedIn,
  reason: string | null,
  today: string,
): Promise<Outcome<number>> {
  const request = await held(tx, id)
  if (request.maker !== user.id && !(user.rights.has('approvals.rules') && reason !== null))
    throw new Refusal('approval.maker-only', {
      name: (request.maker_name ?? '').trim(),
      number: requestNumber(id),
    })
  // An approved request that a job carries out is not taken back any more.
  if (!(stateOn(request, today) === 'approved' && SECRET.has(request.act))) requireWaiting(request, today)
  await endWith(tx, request, { what: 'withdrawn', by: user.id, reason })
  await tx.query(JOB_ENDED, { job: request.job_id })
  return { answer: id, audit: decided(request, 'withdraw', reason) }
}

/** Withdraws a request that still waits, in the name of its maker: the clock asks anew. */
export async function withdrawForMaker(
  database: Database,
  { id, maker }: Pick<Request, 'id' | 'maker'>,
  reason: string,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      const now = await held(tx, id)
      if (now.state !== 'waiting') return
      await endWith(tx, now, { what: 'withdrawn', by: maker, reason })
      await tx.query(JOB_ENDED, { job: now.job_id })
      sendAudits(tx, [decided(now, 'withdraw', reason)])
    },
    'approvals.withdraw',
    [maker],
  )
}

/** Ends what was not decided in time, and what waits although its job broke off. Answers how many. */
export const endOverdue = ({ database, clock }: Means): Promise<number> =>
  endAll(database, { today: clock.today(), job: null })

/** The job has ended without its work: a request that it was ends with it. */
export const endWithJob = (database: Database, job: number): Promise<number> =>
  readForTheBooks(database, () => endAll(database, { today: null, job }))

async function endAll(
  database: Database,
  asked: { readonly today: string | null; readonly job: number | null },
): Promise<number> {
  const overdue = await database.query(OVERDUE, asked)
  for (const { id, job_id: job, status, error } of overdue) {
    await database.transaction(
      async (tx) => {
        const now = await held(tx, id)
        if (now.ended_at !== null) return
        const brokeOff = status === 'failed' || status === 'cancelled'
        const why = error === null ? 'It was cancelled.' : (JSON.parse(error) as { message: string }).message
        await endWith(
          tx,
          now,
          brokeOff
            ? { what: 'returned', by: null, reason: why }
            : { what: 'expired', by: null, reason: null },
        )
        await tx.query(JOB_ENDED, { job })
        sendAudits(tx, [decided(now, brokeOff ? 'return' : 'expire', brokeOff ? why : null)])
      },
      'approvals.expire',
      [null],
    )
  }
  return overdue.length
}
