/** Every write of the books under a rule: it waits, and after approval it answers and leaves what it would have without the rule. */
import { approvals, canWait } from '@em/contract/approvals/approvals'
import { allRoutes } from '@em/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approver, rule, waits } from '../support/approvals.ts'
import {
  addressed,
  fill,
  lotOf,
  type Named,
  named,
  TODAY,
  WRITES,
  type Write,
} from '../support/every-write.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let start: Named
let second: { token: string }
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY, edition: 'premium' })
  start = await fill(api)
  second = await approver(api)
  rewind = await rewindable(api)
})

/** Ids, times and names of people are of each run; so are deal numbers, which count the runs that were rolled back. */
const OF_RUN =
  /(^|_)(id|ids|at|by)$|Id$|Ids$|At$|By$|^(number|version|hash|turn)$|deal_?number|^(entries|action|replaces|reversal_of|trade)$/i
const DEAL = /(BULK-)?(BUY|SELL)-\d{8}-\d{6}(-\d+)?/g
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'string')
    return value
      .replace(DEAL, 'a deal')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replace(/\b\d{1,6}\b/g, 'n')
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OF_RUN.test(key))
      .map(([key, inner]) => [key, plain(inner)]),
  )
}

interface Ran {
  readonly answers: readonly { readonly name: string; readonly status: number; readonly answer: unknown }[]
  readonly books: Record<string, unknown>
}

async function books(): Promise<Record<string, unknown>> {
  const [figures] = await api.database.query<Record<string, unknown>>(
    `SELECT (SELECT jsonb_agg(jsonb_build_array(a.account_code, b.d, b.c) ORDER BY a.account_code)
               FROM (SELECT account_id, sum(debit) AS d, sum(credit) AS c FROM journal_lines GROUP BY 1) b
               JOIN chart_of_accounts a ON a.id = b.account_id) AS balances,
            (SELECT jsonb_agg(jsonb_build_array(portfolio_id, equity_id, quantity, cost, charges) ORDER BY portfolio_id, equity_id) FROM chains) AS holdings,
            (SELECT jsonb_agg(jsonb_build_array(kind, transaction_type, entry_date, n) ORDER BY kind, transaction_type, entry_date)
               FROM (SELECT kind, transaction_type, entry_date, count(*) AS n FROM journal_entries GROUP BY 1, 2, 3) e) AS entries,
            (SELECT jsonb_agg(jsonb_build_array(action, n) ORDER BY action)
               FROM (SELECT action, count(*) AS n FROM audit WHERE action NOT LIKE 'approval%' GROUP BY 1) a) AS acts`,
  )
  return figures ?? {}
}

async function run(one: Write, ids: Named, key: string) {
  const { to, body } = addressed(one, ids)
  return api.call(to, { ...(body !== undefined && { body }), headers: { 'idempotency-key': key } })
}

/** Does the writes one after the other. Under a rule each waits for the second person. */
async function all(isHeld: boolean): Promise<Ran> {
  await rewind()
  api.settings.signup = 'open'
  if (isHeld)
    await rule(
      api,
      allRoutes.filter(canWait).map(({ name }) => name),
    )
  const ids = { ...start }
  const answers: { name: string; status: number; answer: unknown }[] = []
  for (const [index, one] of WRITES.entries()) {
    if (one.name === 'openings.change-lot') ids['lot'] = await lotOf(api)
    const key = `write ${index}`
    let answer = await run(one, ids, key)
    if (isHeld) {
      const { approvalId: id } = waits(answer)
      const { body: seen } = await api.call<{ submitted: { hash: string } }>(approvals.get, {
        params: { id },
        token: second.token,
      })
      const done = await api.call<{ state: string; steps: { reason: string | null }[] }>(approvals.approve, {
        params: { id },
        body: { seen: seen.submitted.hash },
        token: second.token,
      })
      if (done.body.state !== 'done')
        throw new Error(`${one.name}: ${JSON.stringify(done.body.steps ?? done.body)}`)
      answer = await run(one, ids, key)
      expect([one.name, answer.headers['idempotent-replayed']]).toEqual([one.name, 'true'])
    }
    if (answer.status >= 300)
      throw new Error(`${one.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    if (one.as !== undefined) ids[one.as] = named(answer.body)
    answers.push({ name: one.name, status: answer.status, answer: plain(answer.body) })
  }
  expect(await verifyBooks(api.database)).toEqual([])
  return { answers, books: await books() }
}

test('every write of the books waits, and has the same result after approval', async () => {
  const free = await all(false)
  const held = await all(true)
  expect(held.answers).toEqual(free.answers)
  expect(held.books).toEqual(free.books)
})

test('every call that can wait goes through the write path', () => {
  const missing = allRoutes
    .filter((route) => canWait(route) && !api.writes.has(route.name))
    .map(({ name }) => name)
  expect(missing).toEqual([])
})

test('only writes to one’s own account, writes that decide nothing, and reads never wait', () => {
  const never = allRoutes
    .filter((route) => route.method !== 'GET' && !canWait(route))
    .map(({ name }) => name)
    .filter(
      (name) =>
        !/^(identity|approvals|approval-rules|approval-delegations|jobs|report-schedules|saved-views|favourites)\./.test(
          name,
        ),
    )
  expect(never.toSorted()).toMatchInlineSnapshot(`
    [
      "accounting-exports.tie",
      "audit.export",
      "batches.calculate-bulk-buy",
      "batches.read-file",
      "batches.see",
      "book.export",
      "broker-reports.compare",
      "cds-comparisons.read-file",
      "ledger.export",
      "limits.note",
      "limits.what-if",
      "prices.read-file",
      "realized.export-excel",
      "realized.generate-report",
      "rebalancing.propose",
      "reconciliation.read-statement",
      "report-files.daily-holdings",
      "report-files.fees-and-levies",
      "report-files.limits",
      "report-files.trade-blotter",
      "sale-proposals.average",
      "sale-proposals.cash",
      "sale-proposals.sale",
      "sells.calculate",
      "trade-documents.extract-pdf-text",
      "trades.calculate-buy",
      "verify.check",
    ]
  `)
})
