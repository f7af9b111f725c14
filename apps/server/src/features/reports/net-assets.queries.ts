/** Net assets at a date: the ledger's balances by portfolio, investments at fair value, and what a lock moved to later days. */
import { MOVED_MAX, type NetAssets, type PortfolioNetAssets } from '@em/contract/reports/net-assets'
import { NOT_VALUED } from '@em/contract/valuation/valuation-note'
import { treatmentOf } from '@em/core/ledger/treatment'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type Account, chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { movedAfter } from '../holdings/posted.queries.ts'
import type { Scope } from '../portfolios/scope.queries.ts'
import { type PortfolioDay, portfoliosOnDay } from '../valuation/state/day.queries.ts'
import { noteOf } from '../valuation/state/valued.ts'
import { CHANGED } from './changed-values-text.ts'
import { balancesByPortfolio } from './ledger-balances.queries.ts'
import {
  ASSET_GROUPS,
  type AssetGroup,
  type GroupSums,
  groupOf,
  groupsByPortfolio,
  NO_SUMS,
  netOfGroups,
  presentedGroups,
} from './net-assets.ts'
import type { PricesOn } from './prices-on.queries.ts'
import { valuedBooks } from './statement.queries.ts'
import { ASKED, VALUED, worth } from './valued.ts'

const PORTFOLIOS = statement(
  'reports.portfolios',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, p.accounting_treatment AS treatment, y.name AS entity
     FROM portfolios p JOIN entities y ON y.id = p.entity_id
    WHERE :portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds)
    ORDER BY lower(y.name), y.id, lower(p.portfolio_name), p.id`,
)
const GENERAL = statement('reports.general-entity', 'SELECT name FROM entities WHERE is_general')

// Lines that belong to the day and are in the ledger only later, on all accounts.
const MOVED_LINES = statement(
  'reports.moved-lines',
  `SELECT l.account_id, sum(l.debit - l.credit) AS net!
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE h.moved_from <= :date::date AND h.entry_date > :date::date AND ${ASKED.replaceAll('portfolio_id', 'l.portfolio_id')}
    GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0`,
)
// The same of shares, with what they add to the fair value of the holding that they belong to.
const MOVED_SHARES = statement(
  'reports.moved-shares',
  `WITH ${VALUED},
   late AS MATERIALIZED (
     SELECT portfolio_id, equity_id, sum(quantity) AS quantity, sum(cost + capitalised) AS carrying
       FROM (${movedAfter(ASKED)}) m GROUP BY 1, 2 HAVING sum(quantity) <> 0 OR sum(cost + capitalised) <> 0)
   SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", ${symbolOn('e', ':date::date')} AS symbol!, ${companyOn('e', ':date::date')} AS "companyName!",
          m.quantity::bigint AS quantity!, m.carrying AS cost!,
          ${worth('(coalesce(v.quantity, 0) + m.quantity)', '(coalesce(v.cost + v.capitalised, 0) + m.carrying)')} - coalesce(v.fair_value, 0) AS fair_value!
     FROM late m JOIN portfolios p ON p.id = m.portfolio_id JOIN equities e ON e.id = m.equity_id
     JOIN priced k ON k.equity_id = m.equity_id AND k.basis = p.price_basis
     LEFT JOIN valued v ON v.portfolio_id = m.portfolio_id AND v.equity_id = m.equity_id
     LEFT JOIN brought b ON b.portfolio_id = m.portfolio_id AND b.equity_id = m.equity_id
    ORDER BY lower(p.portfolio_name), p.id, lower(e.name), e.symbol`,
)

/** A portfolio's groups, investments at fair value, and its investments by the ledger. */
interface Sums {
  readonly groups: GroupSums
  readonly booked: bigint
}

function amountsOf({ groups, booked }: Sums) {
  const net = netOfGroups(groups)
  const notPosted = groups.investments - booked
  return {
    ...amountsOfGroups(groups),
    netAssets: rupees(net),
    notPosted: rupees(notPosted),
    ledger: rupees(net - notPosted),
  }
}
const amountsOfGroups = (groups: GroupSums) => {
  const presented = presentedGroups(groups)
  return Object.fromEntries(ASSET_GROUPS.map((group) => [group, rupees(presented[group])])) as Record<
    AssetGroup,
    number
  >
}

const GROUPS = Object.keys(NO_SUMS) as (keyof GroupSums)[]
const added = (of: readonly Sums[]): Sums => ({
  groups: Object.fromEntries(
    GROUPS.map((group) => [group, of.reduce((sum, { groups }) => sum + groups[group], 0n)]),
  ) as Record<keyof GroupSums, bigint>,
  booked: of.reduce((sum, { booked }) => sum + booked, 0n),
})

/** Net assets at a date. */
export async function netAssetsAt(
  db: Queryable,
  date: string,
  scope: Scope,
): Promise<Omit<NetAssets, 'generatedAt'>> {
  const { portfolioIds } = scope
  const { byPortfolio, prices } = await valuedBooks(db, portfolioIds, date)
  const days = await portfoliosOnDay(db, portfolioIds, date)
  const chart = await chartOfAccounts(db, { from: date, to: date })
  const balances = await balancesByPortfolio(db, date, portfolioIds)
  const booked = groupsByPortfolio(chart, balances)
  const worthOf = Map.groupBy(byPortfolio, ({ portfolioId }) => portfolioId)
  const sumsOf = (id: number): Sums => {
    const groups = booked.get(id) ?? NO_SUMS
    const investments = (worthOf.get(id) ?? []).reduce((sum, { fairValue }) => sum + fairValue, 0n)
    return { groups: { ...groups, investments }, booked: groups.investments }
  }
  const lines = (await portfoliosOf(db, portfolioIds))
    .filter(({ id }) => booked.has(id) || worthOf.has(id))
    .map((portfolio) => ({
      portfolio: portfolio,
      state: stateOf(portfolio.id, days),
      sums: sumsOf(portfolio.id),
    }))
  const total = added(lines.map(({ sums }) => sums))
  const equity = balances.reduce(
    (sum, { accountId, net }) => (isEquity(chart, accountId) ? sum - net : sum),
    0n,
  )
  const ledger = netOfGroups(total.groups) - total.groups.investments + total.booked
  return {
    asOf: date,
    portfolio: scope.portfolio,
    entity: scope.entity,
    valuation: noteOf(days, date),
    rows: lines.map(({ portfolio, state, sums }) => ({
      ...portfolio.shown,
      state,
      ...amountsOf(sums),
    })),
    entities: [...Map.groupBy(lines, ({ portfolio }) => portfolio.shown.entity)].map(([entity, of]) => ({
      entity,
      portfolios: of.filter(({ portfolio }) => portfolio.id !== 0).length,
      ...amountsOf(added(of.map(({ sums }) => sums))),
    })),
    total: amountsOf(total),
    reasons: reasonsOf(lines),
    tie: { equity: rupees(equity), difference: rupees(ledger - equity) },
    moved: await movedLater(db, { date, portfolioIds, chart, prices, net: netOfGroups(total.groups) }),
  }
}

interface PortfolioOf {
  readonly id: number
  readonly shown: Pick<PortfolioNetAssets, 'portfolioId' | 'portfolioName' | 'entity' | 'treatment'>
}

/** The portfolios, then what names none: it belongs to the built-in entity. */
async function portfoliosOf(db: Queryable, portfolioIds: readonly number[] | null): Promise<PortfolioOf[]> {
  const rows = await db.query(PORTFOLIOS, { portfolioIds })
  const [general] = await db.query(GENERAL)
  const portfolios = rows.map(
    ({ id, code, name, treatment, entity }): PortfolioOf => ({
      id,
      shown: { portfolioId: code, portfolioName: name, entity, treatment: treatmentOf(treatment).treatment },
    }),
  )
  const none = { portfolioId: null, portfolioName: null, entity: general?.name ?? '', treatment: null }
  return [...portfolios, { id: 0, shown: none }]
}

function stateOf(id: number, days: readonly PortfolioDay[]): PortfolioNetAssets['state'] {
  return (days.find((day) => day.id === id)?.state ?? 'none') as PortfolioNetAssets['state']
}

const isEquity = (chart: readonly Account[], accountId: number) => {
  const account = chart.find(({ id }) => id === accountId)
  return account !== undefined && groupOf(account) === null
}

/** Why fair values are not in the ledger; nothing remains where every portfolio is valued. */
function reasonsOf(lines: readonly { readonly state: PortfolioNetAssets['state']; readonly sums: Sums }[]) {
  const sumOf = (wanted: (state: PortfolioNetAssets['state']) => boolean) =>
    lines.reduce(
      (sum, { state, sums }) => (wanted(state) ? sum + sums.groups.investments - sums.booked : sum),
      0n,
    )
  return [
    { label: NOT_VALUED, amount: sumOf((state) => state === 'not-valued' || state === 'none') },
    { label: CHANGED, amount: sumOf((state) => state === 'stale') },
    { label: 'Other balances on accounts of investments', amount: sumOf((state) => state === 'valued') },
  ]
    .filter(({ amount }) => amount !== 0n)
    .map(({ label, amount }) => ({ label, amount: rupees(amount) }))
}

interface Later {
  readonly date: string
  readonly portfolioIds: readonly number[] | null
  readonly chart: readonly Account[]
  readonly prices: PricesOn
  /** By posting date. */
  readonly net: bigint
}

async function movedLater(
  db: Queryable,
  { date, portfolioIds, chart, prices, net }: Later,
): Promise<NetAssets['moved']> {
  const lines = await db.query(MOVED_LINES, { date, portfolioIds })
  // Most books have nothing of the kind.
  const shares =
    lines.length === 0 ? [] : await db.query(MOVED_SHARES, { date, portfolioIds, ...prices.given })
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  const moved = lines.map((row) => ({ portfolioId: 0, accountId: row.account_id, net: cents(row.net) }))
  const groups: GroupSums = {
    ...(groupsByPortfolio(chart, moved).get(0) ?? NO_SUMS),
    investments: shares.reduce((sum, row) => sum + cents(row.fair_value), 0n),
  }
  return {
    rows: shares.slice(0, MOVED_MAX).map((row) => ({
      ...row,
      quantity: Number(row.quantity),
      cost: rupees(cents(row.cost)),
      fair_value: rupees(cents(row.fair_value)),
    })),
    hasMore: shares.length > MOVED_MAX,
    ...amountsOfGroups(groups),
    netAssets: rupees(net + netOfGroups(groups)),
  }
}
