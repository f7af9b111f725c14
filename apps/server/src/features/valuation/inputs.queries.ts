/** The inputs of a run: who holds what by posting date, at which prices, and what is in force of the day already. */

import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import type { ValuedLine } from '@em/core/valuation/mark-to-market'
import { type KnownPrice, type PriceBasis, type PriceKind } from '@em/core/valuation/price-at'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { type PostedHolding, postedHoldings } from '../holdings/posted.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

const PORTFOLIOS = statement(
  'valuations.portfolios',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, p.accounting_treatment AS treatment, p.price_basis AS basis, p.opening_date
     FROM portfolios p WHERE :portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds) ORDER BY lower(p.portfolio_name), p.id`,
)
export type PortfolioToValue = RowOf<typeof PORTFOLIOS>

const SECURITIES = statement(
  'valuations.securities',
  'SELECT id, symbol, name FROM equities WHERE id = ANY (:ids::bigint[]) ORDER BY lower(name), symbol',
)
export type Security = RowOf<typeof SECURITIES>

// Openings whose fair value was carried over on the day, less what was reversed: the adjustment holds it until the next.
const BROUGHT_FORWARD = statement(
  'valuations.brought-forward',
  `SELECT l.portfolio_id AS "portfolioId!", l.equity_id AS "equityId!", sum(l.debit - l.credit) AS amount!
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('fair-value-adjustment', 'rights-entitlement') AND l.equity_id IS NOT NULL
    WHERE h.entry_date = :date::date AND h.trade_id IS NOT NULL AND l.portfolio_id = ANY (:portfolioIds::bigint[])
    GROUP BY 1, 2 HAVING sum(l.debit - l.credit) <> 0`,
)

const IN_FORCE = statement(
  'valuations.in-force',
  `SELECT f.portfolio_id AS "portfolioId", f.valuation_id AS id, f.run_id AS run, v.posted, v.entry_id AS entry,
          v.reversal_entry_id AS reversal, v.price_basis AS basis,
          EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id) AS marked
     FROM valuations_in_force f JOIN valuations v ON v.id = f.valuation_id
    WHERE f.valuation_date = :date::date AND f.portfolio_id = ANY (:portfolioIds::bigint[])`,
)
const VERSIONS = statement(
  'valuations.versions',
  `SELECT portfolio_id AS "portfolioId", max(version) AS version! FROM valuations
    WHERE valuation_date = :date::date AND portfolio_id = ANY (:portfolioIds::bigint[]) GROUP BY portfolio_id`,
)
const LINES = statement(
  'valuations.lines-in-force',
  `SELECT l.valuation_id AS id, l.equity_id, l.quantity, l.cost, l.capitalised, l.price, l.price_date, l.price_kind, l.price_source, l.level,
          l.fair_value, l.posted
     FROM valuations_in_force f JOIN valuation_lines l ON l.valuation_id = f.valuation_id
    WHERE f.valuation_date = :date::date AND f.portfolio_id = ANY (:portfolioIds::bigint[])`,
)

// How many lines the accounts of shares have until the day: lines are only ever added, so the same number is the same lines.
const LINES_UNTIL = statement(
  'valuations.lines-until',
  `SELECT k.portfolio_id AS "portfolioId!", sum(k.lines)::bigint AS lines!
     FROM (SELECT DISTINCT account_id FROM gl_mappings WHERE role IN ('investment', 'transaction-costs') AND account_id IS NOT NULL) a
     JOIN (SELECT account_id, portfolio_id, lines FROM ledger_months
            WHERE month < date_trunc('month', :date::timestamp)::date AND portfolio_id = ANY (:portfolioIds::bigint[])
           UNION ALL
           SELECT account_id, portfolio_id, lines FROM ledger_days
            WHERE day >= date_trunc('month', :date::timestamp)::date AND day <= :date::timestamp::date
              AND portfolio_id = ANY (:portfolioIds::bigint[])) k USING (account_id)
    GROUP BY k.portfolio_id`,
)

/** A valuation in force. */
export interface Live {
  readonly id: number
  readonly run: number
  readonly basis: PriceBasis
  readonly posted: bigint
  readonly entryIds: readonly number[]
  readonly marked: boolean
  readonly lines: readonly ValuedLine[]
}

export interface RunInputs {
  readonly date: string
  readonly calendar: MarketCalendar
  readonly portfolios: readonly PortfolioToValue[]
  /** By portfolio. */
  readonly held: ReadonlyMap<number, readonly PostedHolding[]>
  /** By name. */
  readonly securities: ReadonlyMap<number, Security>
  readonly prices: ReadonlyMap<number, KnownPrice>
  /** By `portfolio security`, in cents. */
  readonly broughtForward: ReadonlyMap<string, bigint>
  readonly live: ReadonlyMap<number, Live>
  /** The last version that each portfolio has of the day. */
  readonly versions: ReadonlyMap<number, number>
  /** Lines of the accounts of shares, read before the holdings. */
  readonly linesUntil: ReadonlyMap<number, number>
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
export const keyOf = (portfolioId: number, equityId: number) => `${portfolioId} ${equityId}`

/** Counts the lines of the accounts of shares, by portfolio, until a day. */
export async function linesUntil(
  db: Queryable,
  portfolioIds: readonly number[],
  date: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query(LINES_UNTIL, { portfolioIds, date })
  return new Map(rows.map(({ portfolioId, lines }) => [portfolioId, lines]))
}

/** Reads everything that a run over some portfolios, or all that one may change (null), rests on. */
export async function readInputs(
  db: Queryable,
  asked: readonly number[] | null,
  date: string,
): Promise<RunInputs> {
  const portfolios = await db.query(PORTFOLIOS, { portfolioIds: asked })
  const portfolioIds = portfolios.map(({ id }) => id)
  const lines = await linesUntil(db, portfolioIds, date)
  const [calendar, holdings] = await Promise.all([
    loadCalendar(db),
    postedHoldings(db, asked === null ? null : portfolioIds, date),
  ])
  const equityIds = [...new Set(holdings.map(({ equityId }) => equityId))]
  const opening = portfolios.filter(({ opening_date }) => opening_date !== null && opening_date <= date)
  const [securities, prices, opened, live, versions] = await Promise.all([
    db.query(SECURITIES, { ids: equityIds }),
    knownPrices(db, equityIds, { date, calendar }),
    opening.length === 0
      ? []
      : db.query(BROUGHT_FORWARD, { date, portfolioIds: opening.map(({ id }) => id) }),
    liveOf(db, portfolioIds, date),
    db.query(VERSIONS, { date, portfolioIds }),
  ])
  return {
    date,
    calendar,
    portfolios,
    held: Map.groupBy(holdings, (one) => one.portfolioId),
    securities: new Map(securities.map((one) => [one.id, one])),
    prices,
    broughtForward: new Map(opened.map((row) => [keyOf(row.portfolioId, row.equityId), cents(row.amount)])),
    live,
    versions: new Map(versions.map((row) => [row.portfolioId, row.version])),
    linesUntil: lines,
  }
}

async function liveOf(
  db: Queryable,
  portfolioIds: readonly number[],
  date: string,
): Promise<ReadonlyMap<number, Live>> {
  const [heads, lines] = await Promise.all([
    db.query(IN_FORCE, { date, portfolioIds }),
    db.query(LINES, { date, portfolioIds }),
  ])
  const byValuation = Map.groupBy(lines, ({ id }) => id)
  return new Map(
    heads.map((head) => [
      head.portfolioId,
      {
        id: head.id,
        run: head.run,
        basis: head.basis,
        posted: cents(head.posted),
        entryIds: [head.entry, head.reversal].filter((id) => id !== null),
        marked: head.marked ?? false,
        lines: (byValuation.get(head.id) ?? []).map(lineOf),
      },
    ]),
  )
}

function lineOf(row: RowOf<typeof LINES>): ValuedLine {
  return {
    equityId: row.equity_id,
    quantity: BigInt(row.quantity),
    cost: cents(row.cost),
    capitalised: cents(row.capitalised),
    fairValue: cents(row.fair_value),
    posted: cents(row.posted),
    level: row.level as ValuedLine['level'],
    price:
      row.price === null
        ? null
        : {
            price: decimalOf(row.price, PRICE_SCALE),
            date: row.price_date ?? '',
            kind: row.price_kind as PriceKind,
            source: row.price_source ?? '',
          },
  }
}
