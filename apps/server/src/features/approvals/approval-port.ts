/**
 * Looks on while a write is carried out, and keeps the attempt where a rule asks for another person: what was sent, what it came to, who
 * asks. Carrying it out later is carry-out.ts.
 */
import { type ApprovalAccepted, canWait, requestNumber } from '@em/contract/approvals/approvals'
import { addMarketDays } from '@em/core/holidays/market-calendar'
import { sendAudits } from '../../platform/acts.ts'
import { BEYOND_A_LIMIT } from '../../platform/asks.ts'
import { isWithin } from '../../platform/authorize.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import type { AuditRow } from '../../platform/door.ts'
import {
  type ApprovalPort,
  type Attempt,
  type Doing,
  HasToWait,
  type Watch,
} from '../../platform/http/approval-port.ts'
import { portfoliosFor } from '../../platform/http/request-slots.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashOf } from '../../platform/same-content.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { approversCount, type Decider, decidersOf, standings } from './deciders.queries.ts'
import { type Found, found, hashOfRequest, SHOWN, whereBooksEnd } from './facts.queries.ts'
import { endInWords, SECRET, stateOn } from './request-rows.ts'
import {
  ADD,
  ADD_STEP,
  BY_KEY,
  HOLD_JOB,
  HOLD_NEW,
  KEEP_SENT,
  OF_JOB,
  TAKE_KEY,
  WAITING,
} from './requests.statements.ts'
import { askedCalls, asks, type InForce, type KnownRule, rulesInForce } from './rules.queries.ts'
import { recordOf, titleOf } from './titles.ts'

/** Calls that hard limits hold: without a rule they wait, too. */
const HELD_BY_LIMITS = /^(orders\.(create|change|approve)|corporate-actions\.(create|change|elect|process))$/
/** Requests of one person that wait, and the bytes sent for them. */
const MOST = 20_000
const MOST_BYTES = 512 * 1024 * 1024
const BUILT_IN_DAYS = 5

export const BUILT_IN: KnownRule = {
  id: null,
  version: null,
  name: BEYOND_A_LIMIT,
  acts: [],
  atLeast: null,
  changeOver: null,
  approvals: 1,
  portfolios: null,
  expiresAfter: BUILT_IN_DAYS,
  isOn: true,
}

/** The findings about a write that has to wait. */
interface Waits {
  readonly rules: readonly KnownRule[]
  readonly found: Found
  readonly audits: readonly AuditRow[]
  readonly hash: Buffer
  readonly deciders: readonly Decider[]
}

interface Means {
  readonly database: Database
  readonly clock: Clock
  /** The release of an approved write watches it in another way. */
  readonly release: (request: number) => Promise<Watch>
}

export function approvalPort(means: Means): Pick<ApprovalPort, 'watch' | 'known' | 'mayAsk'> {
  const { database, clock } = means
  return {
    watch: async (attempt) => {
      const { route, job } = attempt
      if (!canWait(route)) return { watch: undefined, rulesAct: null }
      if (job !== undefined) {
        const approved = await readForTheBooks(
          database,
          async () => (await database.query(OF_JOB, { job }))[0],
        )
        if (approved !== undefined) return { watch: await means.release(approved.id) }
      }
      const { acts, newest } = await askedCalls(database)
      const isAsked = previewedActs(attempt).some((act) => acts.has(act))
      if (!HELD_BY_LIMITS.test(route.name) && !isAsked) return { watch: undefined, rulesAct: newest }
      return { watch: watchOf(means, attempt, clock.now()) }
    },
    mayAsk: async ({ route, maker }) => {
      const rules = (await rulesInForce(database)).rules.filter(({ acts }) => acts.includes(route.name))
      if (rules.length === 0) return null
      const all = await standings(database, clock.today())
      const matter = { maker: maker.id, about: null, portfolios: [], approved: [] }
      return askedOf(rules, decidersOf(all, matter))
    },
    known: async (attempt) => {
      const { route, maker, idempotencyKey: key } = attempt
      if (key === undefined || attempt.job !== undefined) return undefined
      const [row] = await readForTheBooks(database, () =>
        database.query(BY_KEY, { maker: maker.id, act: route.name, key }),
      )
      if (row === undefined) return undefined
      if (!row.body_hash.equals(await hashOfSent(attempt))) throw new Refusal('idempotency.other-body')
      const state = stateOn(row, clock.today())
      const rules = row.rules as { name: string }[]
      if (state === 'waiting' || state === 'approved')
        return {
          waits: acceptedOf(
            row.id,
            rules.map(({ name }) => name),
            row.expires_on,
          ),
        }
      if (state === 'done') {
        if (!isWithin(row.portfolios, maker)) throw new Refusal('idempotency.outside')
        return {
          done: {
            status: row.result_status ?? 200,
            answer: JSON.parse(row.result ?? 'null'),
            replayed: true,
          },
        }
      }
      throw new Refusal('approval.ended', {
        number: requestNumber(row.id),
        why: endInWords(state, row.reason),
      })
    },
  }
}

const acceptedOf = (id: number, rules: readonly string[], expiresAt: string): ApprovalAccepted => ({
  approvalId: id,
  number: requestNumber(id),
  state: 'waiting',
  rules: [...new Set(rules)],
  expiresAt,
})

/** The hash by which the same attempt is known again. Of bytes that were kept as they came, that of what they hold. */
const hashOfSent = ({ sent, json }: Attempt): Promise<Buffer> =>
  hashOf({ params: sent.params ?? {}, body: json ?? null })

/** The account that a call is about. */
function aboutOf(attempt: Attempt, audits: readonly AuditRow[]): number | null {
  const user = audits.find(({ entity, action }) => entity === 'user' && action !== 'users.invite')
  return user === undefined || !attempt.route.name.startsWith('users.') ? null : Number(user.entityId)
}

/** A preview of recording an event may show its processing too, which is sent as a call of its own afterwards. */
function previewedActs({ route, sent }: Attempt): readonly string[] {
  const query = sent.query as { readonly process?: unknown } | undefined
  const process = query?.process === '1' || query?.process === 'true'
  return route.name === 'corporate-actions.create' && process
    ? [route.name, 'corporate-actions.process']
    : [route.name]
}

const askedOf = (rules: readonly KnownRule[], deciders: readonly Decider[]) => ({
  rules: [...new Set(rules.map(({ name }) => name))],
  approvers: deciders.map(({ name }) => name).slice(0, 20),
})

const needsOf = (rules: readonly KnownRule[]) => Math.max(...rules.map(({ approvals }) => approvals))

/** The rules that ask for what was done. */
async function rulesFor(
  tx: Queryable,
  acts: readonly string[],
  { asks: asked }: Doing,
  is: Found,
): Promise<InForce> {
  const { rules: inForce, newest } = await rulesInForce(tx)
  const rules = inForce.filter((rule) => acts.some((act) => asks(rule, act, is)))
  return { rules: asked.length > 0 ? [BUILT_IN, ...rules] : rules, newest }
}

function watchOf(means: Means, attempt: Attempt, asOf: Date): Watch {
  const { clock } = means
  const judge = async (doing: Doing, acts: readonly string[]) => {
    const { tx } = doing
    await tx.settled()
    const is = await found(doing)
    const { rules, newest } = await rulesFor(tx, acts, doing, is)
    if (rules.length === 0) return { rules, newest, is, deciders: [] }
    const all = await standings(tx, clock.today())
    const about = aboutOf(attempt, doing.audits)
    const matter = { maker: attempt.maker.id, about, portfolios: is.portfolios, approved: [] }
    const [count, needed] = [approversCount(all, matter), needsOf(rules)]
    if (count < needed) {
      // A write beyond a hard limit that no one could release is refused.
      const [beyond] = doing.asks
      throw beyond?.refusal ?? new Refusal('approval.nobody', { needed, found: count })
    }
    return { rules, newest, is, deciders: decidersOf(all, matter) }
  }
  return {
    asOf,
    begin: (tx) => whereBooksEnd(tx),
    judge: async (doing) => {
      const { rules, newest, is, deciders } = await judge(doing, [attempt.route.name])
      if (rules.length === 0) return newest
      const hash = await hashOfRequest(sentFacts(attempt), is.facts)
      throw new HasToWait({ rules, found: is, audits: doing.audits, hash, deciders } satisfies Waits)
    },
    preview: async (doing) => {
      const { rules, deciders } = await judge(doing, previewedActs(attempt))
      if (rules.length === 0) return null
      return askedOf(rules, deciders)
    },
    asked: ({ found: waits }) => askedOf((waits as Waits).rules, (waits as Waits).deciders),
    keep: async (waits, show) => {
      // A secret is never kept, not even of a run that was rolled back.
      const preview = SECRET.has(attempt.route.name) ? null : await show()
      return keep(means, { attempt, asOf, waits: waits.found as Waits, preview })
    },
  }
}

export const sentFacts = ({ route, sent, json }: Pick<Attempt, 'route' | 'sent' | 'json'>) => ({
  route: route.name,
  params: sent.params ?? {},
  body: json ?? null,
})

/** The result of an act, as it is kept and shown. */
export function computedOf(
  is: Found,
  audits: readonly AuditRow[],
  { preview, hash, at }: { readonly preview: unknown; readonly hash: Buffer; readonly at: Date },
) {
  return {
    facts: is.facts,
    counts: is.counts,
    records: audits.slice(0, SHOWN).map(recordOf),
    preview: preview ?? null,
    hash: hash.toString('hex'),
    computedAt: at.toISOString(),
  }
}

interface HeldAttempt {
  readonly attempt: Attempt
  readonly asOf: Date
  readonly waits: Waits
  readonly preview: unknown
}

async function keep({ database, clock }: Means, held: HeldAttempt): Promise<ApprovalAccepted> {
  const { attempt, waits } = held
  const { route, maker, idempotencyKey: key, requestId } = attempt
  return database.transaction(
    (tx) =>
      readForTheBooks(tx, async () => {
        if (key !== undefined) {
          await tx.query(TAKE_KEY, { maker: maker.id, act: route.name, key })
          const [earlier] = await tx.query(BY_KEY, { maker: maker.id, act: route.name, key })
          if (earlier !== undefined) {
            const names = (earlier.rules as { name: string }[]).map(({ name }) => name)
            return acceptedOf(earlier.id, names, earlier.expires_on)
          }
        }
        const calendar = await loadCalendar(tx)
        const days = Math.min(...waits.rules.map(({ expiresAfter }) => expiresAfter))
        const expiresOn = addMarketDays(calendar, clock.today(), days)
        const job = await heldJob(tx, attempt)
        const id = await addRequest(tx, job, expiresOn, held)
        await tx.query(ADD_STEP, {
          id,
          what: 'submitted',
          by: maker.id,
          forUser: null,
          reason: null,
          hash: waits.hash,
        })
        sendAudits(tx, [submitted(id, held)], { requestId })
        return acceptedOf(
          id,
          waits.rules.map(({ name }) => name),
          expiresOn,
        )
      }),
    'approvals.submit',
    [maker.id],
  )
}

const submitted = (id: number, { attempt, waits }: HeldAttempt): AuditRow => ({
  action: 'approvals.submit',
  entity: 'approval',
  entityId: id,
  after: {
    number: requestNumber(id),
    name: requestNumber(id),
    asks_for: titleOf({
      audits: waits.audits,
      found: waits.found,
      summary: attempt.route.summary,
      json: attempt.json,
    }),
    rules: [...new Set(waits.rules.map(({ name }) => name))],
  },
})

/** The job that is held: the one that carried it out, or a new one. @throws Refusal `approval.too-many`, `job.cancelled`. */
async function heldJob(tx: Transaction, attempt: Attempt): Promise<number> {
  const { route, maker, sent, json, job } = attempt
  if (job !== undefined) {
    if ((await tx.query(HOLD_JOB, { job })).length === 0) throw new Refusal('job.cancelled')
    return job
  }
  const [held] = await tx.query(WAITING, { maker: maker.id })
  if ((held?.open ?? 0) >= MOST || (held?.bytes ?? 0) > MOST_BYTES)
    throw new Refusal('approval.too-many', { most: MOST })
  const portfolios = portfoliosFor(route, maker)
  const [added] = await tx.query(HOLD_NEW, {
    act: route.name,
    maker: maker.id,
    key: attempt.idempotencyKey ?? null,
    hash: await hashOfSent(attempt),
    requestId: attempt.requestId ?? null,
    portfolios: portfolios === 'all' ? null : [...portfolios],
  })
  const id = added?.id ?? 0
  const body = json === undefined || json === null ? null : Buffer.from(JSON.stringify(json))
  await tx.query(KEEP_SENT, {
    job: id,
    params: JSON.stringify(sent.params ?? {}),
    query: JSON.stringify(sent.query ?? {}),
    body,
  })
  return id
}

async function addRequest(
  tx: Transaction,
  job: number,
  expiresOn: string,
  held: HeldAttempt,
): Promise<number> {
  const { attempt, asOf, waits, preview } = held
  const { found: is, rules, audits, hash } = waits
  const [added] = await tx.query(ADD, {
    job,
    act: attempt.route.name,
    title: titleOf({ audits, found: is, summary: attempt.route.summary, json: attempt.json }),
    maker: attempt.maker.id,
    submittedAt: asOf.toISOString(),
    expiresOn,
    needed: needsOf(rules),
    rules: JSON.stringify(rules.map(({ id, version, name }) => ({ rule: id, version, name }))),
    amount: is.amount === null ? null : `${is.amount / 100n}.${String(is.amount % 100n).padStart(2, '0')}`,
    portfolios: is.portfolios === null ? null : [...is.portfolios],
    about: aboutOf(attempt, audits),
    dated: is.dated,
    cameTo: JSON.stringify(computedOf(is, audits, { preview, hash, at: asOf })),
    hash,
  })
  return added?.id ?? 0
}
