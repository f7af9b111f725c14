/** Long work that waits: its job is run again, previewed or carried out, in the process of jobs. */
import { requestNumber } from '@em/contract/approvals/approvals'
import { sendAudits } from '../../platform/acts.ts'
import type { Watch } from '../../platform/http/approval-port.ts'
import { Refusal } from '../../platform/refusal.ts'
import { decided, keepRefusal, type Means, previewWatch, releaseWatch, settleDone } from './carry-out.ts'
import { endWith } from './ends.ts'
import { approvedHash, held } from './held.ts'
import { HOLD_JOB, OF_JOB, ONE } from './requests.statements.ts'

/** The watch of a held job: one that was approved is carried out, any other is previewed and waits again. */
export async function watchOfJob({ database, clock }: Means, id: number): Promise<Watch> {
  const [request] = await database.query(ONE, { id })
  if (request === undefined) throw new Error(`the request ${id} is gone`)
  if (request.state !== 'approved')
    return previewWatch({ database, clock }, request, async (tx) => {
      if ((await tx.query(HOLD_JOB, { job: request.job_id })).length === 0) throw new Refusal('job.cancelled')
    })
  const seen = await approvedHash(database, id)
  return releaseWatch({
    request,
    seen: seen ?? '',
    asOf: new Date(request.submitted_at),
    hasSlot: false,
    allow: async (_, now) => {
      if (now.state !== 'approved')
        throw new Refusal('approval.not-waiting', { number: requestNumber(id), state: now.state })
    },
    settle: (tx, _, hash) => settleDone(tx, request, { hash, given: request.given }),
  })
}

/** The run of a held job was refused. Answers whether it goes on waiting, with the sentence for those who look at it. */
export async function jobRefused(means: Means, job: number, refusal: Refusal): Promise<boolean> {
  const { database } = means
  const [open] = await database.query(OF_JOB, { job })
  if (open === undefined) return false
  if (open.state === 'waiting') {
    // One that is to be cancelled does not wait any more.
    if ((await database.query(HOLD_JOB, { job })).length === 0) return false
    await keepRefusal(means, open.id, refusal)
    return true
  }
  const [request] = await database.query(ONE, { id: open.id })
  if (request === undefined) return false
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      if (now.ended_at !== null) return
      await endWith(tx, now, { what: 'returned', by: null, reason: refusal.message })
      sendAudits(tx, [decided(now, 'return', refusal.message)])
    },
    'approvals.return',
    [request.maker],
  )
  return false
}
