/**
 * What waits is run again: previewed and rolled back, or carried out as its maker in one transaction with the last approval. What is carried
 * out is what was approved, by its hash.
 */
import type { ApprovalAccepted } from '@em/contract/approvals/approvals'
import { requestNumber } from '@em/contract/approvals/approvals'
import type { AuditRow } from '../../platform/acts.ts'
import type { Releaser } from '../../platform/asks.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Done } from '../../platform/door.ts'
import { type Doing, HasToWait, type Watch } from '../../platform/http/approval-port.ts'
import type { Sent } from '../../platform/http/sent.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { HeldWrite } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actorOf } from '../identity/accounts/actor.queries.ts'
import { computedOf, sentFacts } from './approval-port.ts'
import { differencesOf } from './differs.ts'
import { type Found, found, hashOfRequest, whereBooksEnd } from './facts.queries.ts'
import { refusalByRules } from './refusals.ts'
import { SECRET } from './request-rows.ts'
import type { Request } from './requests.queries.ts'
import { ADD_STEP, HOLD, MOVE, ONE, PREVIEWED } from './requests.statements.ts'

export type Means = Pick<Server, 'database' | 'clock'>
type Computed = ReturnType<typeof computedOf>

/** The request as the write reads it. */
export const sentOf = ({ params, query, body }: Pick<Request, 'params' | 'query' | 'body'>): Sent => ({
  params: JSON.parse(params ?? '{}'),
  query: JSON.parse(query ?? '{}'),
  body: body ?? undefined,
})

/** The key under which it is carried out: once, whatever breaks off. */
export const keyOf = ({ key, job_id: job }: Pick<Request, 'key' | 'job_id'>): string => key ?? `job №${job}`

interface Came {
  readonly is: Found
  readonly hash: Buffer
  readonly doing: Doing
}

async function cameTo(request: Request, doing: Doing): Promise<Came> {
  await doing.tx.settled()
  const is = await found(doing)
  const hash = await hashOfRequest(factsSent(request), is.facts)
  return { is, hash, doing }
}
const factsSent = (request: Request) => {
  const { params } = sentOf(request)
  const body = request.body === null ? null : (JSON.parse(request.body.toString('utf8')) as unknown)
  return sentFacts({ route: { name: request.act } as never, sent: { params }, json: body })
}

/** Runs it and rolls it back: its result now is kept next to the result at the submission. */
export function previewWatch(
  { database, clock }: Means,
  request: Request,
  settle?: (tx: Transaction) => Promise<void>,
): Watch {
  return {
    asOf: new Date(request.submitted_at),
    hasSlot: true,
    isPreview: true,
    begin: (tx) => whereBooksEnd(tx),
    judge: async (doing) => {
      throw new HasToWait(await cameTo(request, doing))
    },
    preview: () => Promise.resolve(null),
    keep: async (waits, show): Promise<ApprovalAccepted> => {
      const { is, hash, doing } = waits.found as Came
      const preview = SECRET.has(request.act) ? null : await show()
      const at = clock.now()
      const comesTo = computedOf(is, doing.audits, { preview, hash, at })
      await database.transaction(async (tx) => {
        await tx.query(PREVIEWED, {
          id: request.id,
          comesTo: JSON.stringify(comesTo),
          refusal: null,
          at: at.toISOString(),
        })
        await settle?.(tx)
      }, 'approvals.look')
      return {
        approvalId: request.id,
        number: requestNumber(request.id),
        state: 'waiting',
        rules: [],
        expiresAt: request.expires_on,
      }
    },
  }
}

/** Previews a request as of now. A refusal is kept in words. */
export async function previewAgain(server: Means, write: HeldWrite, request: Request): Promise<void> {
  try {
    const maker = await actorOf(server.database, request.maker)
    await write.run(maker, sentOf(request), { dryRun: false, watch: previewWatch(server, request) })
  } catch (error) {
    const refusal = refusalByRules(error)
    if (refusal === undefined) throw error
    await keepRefusal(server, request.id, refusal)
  }
}

export async function keepRefusal({ database, clock }: Means, id: number, refusal: Refusal): Promise<void> {
  const at = clock.now().toISOString()
  await database.transaction(
    (tx) => tx.query(PREVIEWED, { id, comesTo: null, refusal: refusal.message, at }),
    'approvals.look',
  )
}

/** The user who carries it out, and those who approved it. */
export interface Release {
  readonly request: Request
  /** The hash that was approved, in hexadecimal digits. */
  readonly seen: string
  /** As of when its command works. */
  readonly asOf: Date
  readonly hasSlot: boolean
  /** The approvers, where its command asks. */
  readonly releasers?: readonly Releaser[]
  /** In the transaction, once the request is held: refuses what may not be carried out any more. */
  allow(tx: Transaction, now: Request): Promise<void>
  /** Before the commit: the steps and the end. */
  settle(tx: Transaction, done: Done<unknown>, hash: Buffer): Promise<void>
}

/** The watch while an approved write is carried out. @throws Refusal `approval.stale` where its result differs. */
export function releaseWatch({
  request,
  seen,
  asOf,
  hasSlot,
  releasers = [],
  allow,
  settle,
}: Release): Watch {
  let hash: Buffer | undefined
  return {
    asOf,
    hasSlot: hasSlot,
    releasers,
    begin: async (tx) => {
      await tx.query(HOLD, { id: request.id })
      const [now] = await tx.query(ONE, { id: request.id })
      if (now === undefined) throw new Refusal('record.missing', { what: 'The request' })
      await allow(tx, now)
      return whereBooksEnd(tx)
    },
    judge: async (doing) => {
      const came = await cameTo(request, doing)
      if (came.hash.toString('hex') !== seen) throw stale(request, came.is)
      hash = came.hash
      return null
    },
    preview: () => Promise.resolve(null),
    settle: (tx, done) => settle(tx, done, hash ?? request.hash),
    keep: () => Promise.reject(new Error('what was approved does not wait again')),
  }
}

/** Another hash than the one that was seen: what differs from the last preview. */
export function stale(request: Request, is: Found): Refusal {
  const last = (request.comes_to ?? request.came_to) as Computed
  const differences = differencesOf(last.facts, is.facts)
  const what =
    differences.length === 0
      ? 'the figures that you saw are not those of now'
      : differences.slice(0, 3).join('; ')
  return new Refusal(
    'approval.stale',
    { number: requestNumber(request.id), what },
    differences.map((message) => ({ field: 'seen', message })),
  )
}

/** Its end, with what it wrote: once it was approved there is nothing left to decide. */
export async function settleDone(
  tx: Transaction,
  request: Request,
  { hash, given }: { readonly hash: Buffer; readonly given: number },
): Promise<void> {
  const step = { id: request.id, what: 'carried-out', by: request.maker, forUser: null, reason: null, hash }
  await tx.query(ADD_STEP, step)
  await tx.query(MOVE, { id: request.id, state: 'done', given })
}

export const decided = (
  request: Pick<Request, 'id' | 'title'>,
  what: string,
  reason: string | null = null,
): AuditRow => ({
  action: `approvals.${what}`,
  entity: 'approval',
  entityId: request.id,
  after: {
    number: requestNumber(request.id),
    name: requestNumber(request.id),
    asks_for: request.title,
    ...(reason !== null && { reason }),
  },
})
