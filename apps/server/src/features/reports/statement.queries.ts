/** The statement of investments: holdings by posting date at the prices of a day, tied to the ledger. */
import { type ReportTie, type Tied, TREATMENTS } from '@em/contract/reports/report-ties'
import type { Investment, StatementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { NOT_VALUED } from '@em/contract/valuation/valuation-note'
import type { PriceBasis } from '@em/core/valuation/price-at'
import { decimalOf, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import type { Scope } from '../portfolios/scope.queries.ts'
import { type PortfolioDay, portfoliosOnDay } from '../valuation/state/day.queries.ts'
import { noteOf } from '../valuation/state/valued.ts'
import { CHANGED } from './changed-values-text.ts'
import {
  type Balance,
  balancesByPortfolio,
  investmentAccounts,
  statedBalances,
} from './ledger-balances.queries.ts'
import { groupsByPortfolio, netOfGroups } from './net-assets.ts'
import { countedPrice, type PricesOn, pricesOn } from './prices-on.queries.ts'
import {
  type Named,
  netOn,
  saysAnything,
  type TiedAccounts,
  type TiedAmounts,
  tiedAccounts,
  tieOf,
} from './ties.ts'
import { VALUED } from './valued.ts'

// By security, and by portfolio with rights apart: they are on an account of their own.
const SUMS = statement(
  'reports.valued-sums',
  `WITH ${VALUED}
   SELECT v.is_fvoci, v.basis, v.equity_id, v.portfolio_id, v.is_rights, count(*)::int AS portfolios!, sum(v.quantity)::bigint AS quantity!,
          sum(v.cost) AS cost!, sum(v.capitalised) AS capitalised!, sum(v.fair_value) AS fair_value!
     FROM valued v GROUP BY GROUPING SETS ((v.is_fvoci, v.basis, v.equity_id), (v.portfolio_id, v.is_rights))`,
)
type SumRow = RowOf<typeof SUMS>

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

/** The totals of some holdings, in cents. */
interface Worth {
  readonly cost: bigint
  readonly capitalised: bigint
  readonly fairValue: bigint
}
interface OfPortfolio extends Worth {
  readonly portfolioId: number
  readonly isRights: boolean
}
interface OfSecurity extends Worth {
  readonly row: SumRow
}

const worthOf = (row: Pick<SumRow, 'cost' | 'capitalised' | 'fair_value'>): Worth => ({
  cost: cents(row.cost),
  capitalised: cents(row.capitalised),
  fairValue: cents(row.fair_value),
})
const unrealized = ({ cost, capitalised, fairValue }: Worth) => fairValue - cost - capitalised
function added(of: readonly Worth[]): Worth {
  const sum = (part: (one: Worth) => bigint) => of.reduce((all, one) => all + part(one), 0n)
  return {
    cost: sum((one) => one.cost),
    capitalised: sum((one) => one.capitalised),
    fairValue: sum((one) => one.fairValue),
  }
}

/** The holdings of portfolios on a day, valued: by security, and by portfolio. */
export interface ValuedBooks {
  readonly prices: PricesOn
  readonly bySecurity: readonly OfSecurity[]
  readonly byPortfolio: readonly OfPortfolio[]
}

/** Values what some portfolios (all that one sees where null) held at the end of a day by posting date. */
export async function valuedBooks(
  db: Queryable,
  portfolioIds: readonly number[] | null,
  date: string,
): Promise<ValuedBooks> {
  const prices = await pricesOn(db, portfolioIds, date)
  const rows = await db.query(SUMS, { portfolioIds, date, ...prices.given })
  return {
    prices,
    bySecurity: rows.filter((row) => row.equity_id !== null).map((row) => ({ row, ...worthOf(row) })),
    byPortfolio: rows.flatMap((row) =>
      row.portfolio_id === null
        ? []
        : [{ portfolioId: row.portfolio_id, isRights: row.is_rights === true, ...worthOf(row) }],
    ),
  }
}

/** The statement at a date. */
export async function statementAt(
  db: Queryable,
  date: string,
  scope: Scope,
): Promise<Omit<StatementOfInvestments, 'generatedAt'>> {
  const { portfolioIds } = scope
  const books = await valuedBooks(db, portfolioIds, date)
  const days = await portfoliosOnDay(db, portfolioIds, date)
  const accounts = await investmentAccounts(db, portfolioIds)
  const balances = await balancesByPortfolio(db, date, portfolioIds)
  const accountIds = accounts.map(({ id }) => id)
  const stated = await statedBalances(db, date, portfolioIds, accountIds)
  const chart = await chartOfAccounts(db, { from: date, to: date })
  const total = added(books.bySecurity)
  const groups = [...groupsByPortfolio(chart, balances).values()]
  // The ledger's balance of investments is replaced by their fair value.
  const netAssets = groups.reduce((sum, of) => sum + netOfGroups(of) - of.investments, total.fairValue)
  const share = (worth: Worth) =>
    netAssets > 0n ? toJsonNumber(percentageOf(worth.fairValue, netAssets), RATE_SCALE) : null
  const shown = (worth: Worth) => ({
    cost: rupees(worth.cost),
    capitalised: rupees(worth.capitalised),
    fair_value: rupees(worth.fairValue),
    unrealized: rupees(unrealized(worth)),
    share: share(worth),
  })
  const lines = books.bySecurity.map((one) => ({ worth: one, line: lineOf(one, books.prices, shown(one)) }))
  lines.sort((a, b) => inOrder(a.line, b.line))
  const treatments = TREATMENTS.flatMap((treatment) => {
    const of = lines.filter(({ line }) => line.treatment === treatment)
    return of.length === 0 ? [] : [{ treatment, of }]
  })
  return {
    asOf: date,
    portfolio: scope.portfolio,
    entity: scope.entity,
    valuation: noteOf(days, date),
    rows: lines.map(({ line }) => line),
    sectors: treatments.flatMap(({ treatment, of }) =>
      [...Map.groupBy(of, ({ line }) => line.sector)].map(([sector, ones]) => ({
        treatment,
        sector,
        rows: ones.length,
        ...shown(added(ones.map(({ worth }) => worth))),
      })),
    ),
    treatments: treatments.map(({ treatment, of }) => ({
      treatment,
      rows: of.length,
      ...shown(added(of.map(({ worth }) => worth))),
    })),
    total: { rows: lines.length, ...shown(total) },
    netAssets: rupees(netAssets),
    ties: tiesOf({ tied: tiedAccounts(accounts), books, balances, stated, days }),
  }
}

function lineOf({ row }: OfSecurity, { securities, priceOf }: PricesOn, amounts: AmountsOf): Investment {
  const security = securities.get(row.equity_id ?? 0)
  if (security === undefined) throw new Error(`security ${row.equity_id} is held and not there`)
  const basis = row.basis as PriceBasis
  const treatment = row.is_fvoci === true ? 'FVOCI' : 'FVTPL'
  const sector = security.sector?.trim() ?? ''
  return {
    id: `${security.id}-${treatment}-${basis}`,
    treatment,
    sector: sector === '' ? null : sector,
    symbol: security.symbol,
    companyName: security.name,
    portfolios: row.portfolios,
    quantity: Number(row.quantity),
    ...amounts,
    ...countedPrice(priceOf(security.id, basis), basis, row.quantity !== 0),
  }
}
type AmountsOf = Pick<Investment, 'cost' | 'capitalised' | 'fair_value' | 'unrealized' | 'share'>

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** By treatment, sector (none last), company and symbol. */
function inOrder(one: Investment, other: Investment): number {
  return (
    TREATMENTS.indexOf(one.treatment) - TREATMENTS.indexOf(other.treatment) ||
    Number(one.sector === null) - Number(other.sector === null) ||
    collator.compare(one.sector ?? '', other.sector ?? '') ||
    collator.compare(one.companyName, other.companyName) ||
    collator.compare(one.id, other.id)
  )
}

interface ToTie {
  readonly tied: readonly TiedAccounts[]
  readonly books: ValuedBooks
  readonly balances: readonly Balance[]
  readonly stated: readonly Omit<Balance, 'isManual'>[]
  readonly days: readonly PortfolioDay[]
}

/** The totals of holdings on each account. */
function amountsOf(of: readonly OfPortfolio[]): TiedAmounts {
  const shares = of.filter(({ isRights }) => !isRights)
  const rights = of.filter(({ isRights }) => isRights)
  const all = added(of)
  return {
    cost: all.cost,
    capitalised: all.capitalised,
    adjustment: unrealized(added(shares)),
    rights: unrealized(added(rights)),
  }
}

const OF_VALUE: readonly Tied[] = ['adjustment', 'rights']

function tiesOf({ tied, books, balances, stated, days }: ToTie): ReportTie[] {
  const byPortfolio = Map.groupBy(books.byPortfolio, ({ portfolioId }) => portfolioId)
  const report = amountsOf(books.byPortfolio)
  return tied
    .map((one) => {
      // Fair values are in the books of a day where a run of it is; of other portfolios the whole difference has that reason.
      const named = one.of.some((key) => OF_VALUE.includes(key)) ? unvalued(one) : []
      return tieOf({ tied: one, report, balances, stated, named })
    })
    .filter(saysAnything)

  function unvalued(one: TiedAccounts): Named[] {
    const state = new Map(days.map(({ id, state: word }) => [id, word]))
    const sums = new Map<string, bigint>()
    const ids = new Set([...byPortfolio.keys(), ...balances.map(({ portfolioId }) => portfolioId)])
    for (const id of ids) {
      const word = id === 0 ? 'valued' : (state.get(id) ?? 'not-valued')
      if (word === 'valued') continue
      const own = amountsOf(byPortfolio.get(id) ?? [])
      const expected = one.of.reduce((sum, key) => sum + own[key], 0n)
      const there = netOn(one, balances, (row) => row.portfolioId === id && !row.isManual)
      const opened = netOn(one, stated, (row) => row.portfolioId === id)
      sums.set(word, (sums.get(word) ?? 0n) + there - opened - expected)
    }
    return [
      { label: NOT_VALUED, amount: sums.get('not-valued') ?? 0n },
      { label: CHANGED, amount: sums.get('stale') ?? 0n },
    ]
  }
}
