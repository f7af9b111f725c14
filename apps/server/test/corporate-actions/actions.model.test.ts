/**
 * Random sequences of trades, late trades, corrections, deletions and corporate actions over HTTP against the rules in their simplest form
 * (core/testing/naive-actions.ts): after each sequence holdings, lots, entitlements and what actions posted by day and role must agree,
 * and the books must verify. The same runs by the thousand without a database: core/corporate-actions/model.test.ts. MODEL_RUNS
 * sets the number of sequences (8 when left out), MODEL_SEED another seed, and
 * MODEL_SHRINK=1 looks for the shortest sequence that fails.
 */

import { CSE_HOLIDAYS } from '@em/core/holidays/cse-holidays'
import { isMarketDay, marketCalendar } from '@em/core/holidays/market-calendar'
import { ActionStory, anyCommands, anyPortfolios, STORY_DAYS } from '@em/core/testing/action-story'
import { addDays } from '@em/core/values/dates'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionBooks } from '../support/action-books.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? 5)
const seed = Number(process.env['MODEL_SEED'] ?? 20_261_123)

/** So many market days as a story has days. */
const DAYS: string[] = []
const calendar = marketCalendar(CSE_HOLIDAYS)
for (let day = '2026-01-05'; DAYS.length < STORY_DAYS.length; day = addDays(day, 1))
  if (isMarketDay(calendar, day)) DAYS.push(day)
const TODAY = DAYS.at(-1) as string

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
})

/** Refusals of forms that the rules do not know, because a story does not care about them. Neither side does anything then. */
const OF_FORMS = [
  'action.not-held',
  'action.election-portfolio',
  'action.election-too-much',
  'action.allotted-already',
  'action.not-subscribed',
  'action.receive-too-much',
  'action.nothing-due',
  'trade.security-unknown',
]
const done = { accepted: 0, refused: 0, ofForms: 0 }
const said = (one: { status: number; code: string | undefined }) =>
  one.status < 300
    ? 'accepted'
    : /^(lots|allocations)\.|^action\.needed$/.test(one.code ?? '')
      ? 'refused'
      : `${one.status} ${one.code}`

async function agree(story: ActionStory, of: ActionBooks): Promise<void> {
  const rows = <Row extends object>(sql: string) => api.database.query<Row>(sql, [of.portfolioIds])
  const at = (portfolio: number) => of.portfolioIds.indexOf(portfolio)
  const nameOf = (symbol: string | null) =>
    symbol === null ? '-' : (['A', 'B', 'R'] as const).find((one) => of.symbol(one) === symbol)
  const { expected, portfolios } = story

  const chains = await rows<{
    portfolio: number
    symbol: string
    quantity: number
    cost: string
    charges: string
  }>(
    `SELECT c.portfolio_id AS portfolio, e.symbol, c.quantity, c.cost, c.charges FROM chains c JOIN equities e ON e.id = c.equity_id
      WHERE c.portfolio_id = ANY ($1) AND c.quantity > 0`,
  )
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const held = (of: Iterable<readonly [string, { quantity: bigint; cost: bigint; charges: bigint }]>) =>
    [...of]
      .filter(([, one]) => one.quantity > 0n)
      .map(([chain, { quantity, cost, charges }]) => `${chain}: ${quantity} | ${cost} | ${charges}`)
      .toSorted()
  expect(
    held(
      chains.map((row) => [
        `${at(row.portfolio)} ${nameOf(row.symbol)}`,
        { quantity: BigInt(row.quantity), cost: cents(row.cost), charges: cents(row.charges) },
      ]),
    ),
  ).toEqual(held(expected.holdings))

  const lots = await rows<{
    portfolio: number
    symbol: string
    bought: string
    quantity: number
    cost: string
    charges: string
  }>(
    `SELECT c.portfolio_id AS portfolio, e.symbol, l.trade_date AS bought, l.remaining_quantity AS quantity, l.remaining_cost AS cost, l.remaining_charges AS charges
       FROM lots l JOIN chains c ON c.id = l.chain_id JOIN equities e ON e.id = c.equity_id
      WHERE c.portfolio_id = ANY ($1) AND l.remaining_quantity > 0`,
  )
  const lotOf = (portfolio: number, what: string, quantity: bigint, cost: bigint, charges: bigint) =>
    portfolios[portfolio]?.method === 'WAP'
      ? `${what} ${quantity}`
      : `${what} ${quantity} | ${cost} | ${charges}`
  expect(
    lots
      .map((row) => {
        const portfolio = at(row.portfolio)
        const what = `${portfolio} ${nameOf(row.symbol)} ${row.bought}`
        return lotOf(portfolio, what, BigInt(row.quantity), cents(row.cost), cents(row.charges))
      })
      .toSorted(),
  ).toEqual(
    [...expected.holdings]
      .flatMap(([chain, holding]) =>
        holding.open.map((lot) =>
          lotOf(Number(chain.split(' ')[0]), `${chain} ${lot.bought}`, lot.quantity, lot.cost, lot.charges),
        ),
      )
      .toSorted(),
  )

  const posted = await rows<{
    portfolio: number
    day: string
    role: string
    symbol: string | null
    amount: string
  }>(
    `SELECT l.portfolio_id AS portfolio, coalesce(h.moved_from, h.entry_date) AS day, l.role, e.symbol, sum(l.debit - l.credit) AS amount
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id LEFT JOIN equities e ON e.id = l.equity_id
      WHERE l.portfolio_id = ANY ($1) AND h.cause_kind = 'action' AND h.trade_id IS NULL GROUP BY 1, 2, 3, 4 HAVING sum(l.debit - l.credit) <> 0`,
  )
  expect(
    posted
      .map((row) => `${at(row.portfolio)} ${row.day} ${row.role} ${nameOf(row.symbol)} ${cents(row.amount)}`)
      .toSorted(),
  ).toEqual([...expected.posted].map(([key, amount]) => `${key} ${amount}`).toSorted())

  const entitled = await rows<{
    action: number
    portfolio: number
    held: number
    entitled: number
    gross: string
    tax: string
    net: string
    fraction: string
    memo: string
  }>(
    `SELECT t.action_id AS action, t.portfolio_id AS portfolio, t.held, t.entitled, t.gross, t.tax, t.net, t.fraction, t.memo_tax AS memo
       FROM action_standings s JOIN action_entitlements t ON t.action_id = s.action_id AND t.portfolio_id = s.portfolio_id AND t.version = s.version
       JOIN corporate_actions a ON a.id = s.action_id WHERE s.portfolio_id = ANY ($1) AND a.state <> 'cancelled'`,
  )
  const isSome = (one: { held: bigint; entitled: bigint; gross: bigint }) =>
    one.held !== 0n || one.entitled !== 0n || one.gross !== 0n
  const spelled = (key: string, one: readonly bigint[]) => `${key}: ${one.join(' | ')}`
  expect(
    entitled
      .filter((row) => row.held !== 0 || row.entitled !== 0 || Number(row.gross) !== 0)
      .map((row) =>
        spelled(`${of.keyOf(row.action)} ${at(row.portfolio)}`, [
          ...[row.held, row.entitled].map(BigInt),
          ...[row.gross, row.tax, row.net, row.fraction, row.memo].map(cents),
        ]),
      )
      .toSorted(),
  ).toEqual(
    [...expected.entitled]
      .filter(([, one]) => isSome(one))
      .map(([key, one]) =>
        spelled(key, [one.held, one.entitled, one.gross, one.tax, one.net, one.fraction, one.memoTax]),
      )
      .toSorted(),
  )
}

test(`${numRuns} random sequences over HTTP leave what the naive rules say`, {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyPortfolios, anyCommands, async (portfolios, commands) => {
      const story = new ActionStory(portfolios, DAYS)
      const of = await ActionBooks.begin(api, books.bank, portfolios)
      for (const command of commands) {
        if (command.kind === 'identity') continue
        const next = story.next(command)
        if (next === null) continue
        const outcome = await of.take(story, next)
        if (OF_FORMS.includes(outcome.code ?? '')) {
          done.ofForms += 1
          continue
        }
        const { rules } = story.take(next)
        const what = [command.what, command.kind, command.portfolio, command.security]
        expect([...what, said(outcome)]).toEqual([...what, rules])
        done[rules === 'accepted' ? 'accepted' : 'refused'] += 1
      }
      await agree(story, of)
      for (const portfolioId of of.portfolioIds)
        expect(await verifyBooks(api.database, { portfolioId })).toEqual([])
    }),
    { numRuns, seed, endOnFailure: process.env['MODEL_SHRINK'] !== '1' },
  )
  expect(await verifyBooks(api.database)).toEqual([])
  expect(done.accepted / (done.accepted + done.refused + done.ofForms)).toBeGreaterThan(0.5)
})
