/**
 * The labels of screens and reports: one table, label by label, with the screens of each value. A label has one value
 * wherever it is shown for the same books and days; another value has another label.
 */
import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { holdings } from '@em/contract/holdings/holdings'
import { performance } from '@em/contract/performance/performance'
import { realized } from '@em/contract/realized/realized'
import { realizedSchedule } from '@em/contract/realized/realized-schedule'
import { taxSchedule } from '@em/contract/realized/realized-tax'
import { costAndMarket } from '@em/contract/reports/cost-and-market'
import { investmentMovements } from '@em/contract/reports/investment-movements'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { statements } from '@em/contract/statements/statements'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import type { Api } from './api.ts'
import { ask } from './books.ts'

/** The books that are asked about: a portfolio, or all of them where none is named; all days until today. */
export interface ShownBooks {
  readonly api: Api
  readonly token: string
  readonly portfolioId: string | null
  readonly today: string
  /** Earlier than any trade. */
  readonly since: string
}

const total = (amounts: readonly (number | null | undefined)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0) / 100

const CLOSED = `SELECT a.account_code AS code, sum(l.debit - l.credit)::float AS amount
  FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id AND h.kind = 'closing'
  JOIN chart_of_accounts a ON a.id = l.account_id LEFT JOIN portfolios p ON p.id = l.portfolio_id
 WHERE $1::text IS NULL OR p.portfolio_id = $1 GROUP BY 1`

/** The amount that year-end closings took out of each account of income, in rupees. */
async function closedOf(api: Api, portfolioId: string | null): Promise<Readonly<Record<string, number>>> {
  const rows = await api.database.query<{ code: string; amount: number }>(CLOSED, [portfolioId])
  return Object.fromEntries(rows.map(({ code, amount }) => [code, amount]))
}

/** Every answer that a label is read from. */
async function answersOf({ api, token, portfolioId, today, since }: ShownBooks) {
  const of = portfolioId === null ? {} : { portfolioId }
  const [query, all] = [{ ...of }, { ...of, timeRange: 'All' }]
  const days = { startDate: since, endDate: today }
  const asOf = { ...of, asOf: today }
  return {
    dashboard: await ask(api, dashboard, { query: { ...of, range: 'All' }, token }),
    overview: (await ask(api, holdings.overview, { query, token })).data,
    exposure: await ask(api, holdings.exposure, { query, token }),
    positions:
      portfolioId === null
        ? await ask(api, holdings.valuedOfAll, { query: {}, token })
        : await ask(api, holdings.valued, { params: { id: portfolioId }, query: {}, token }),
    realized: await ask(api, realized.data, { query: { ...all, history: '0' }, token }),
    summary: await ask(api, realized.summary, { query: all, token }),
    schedule: await ask(api, realizedSchedule, { query: all, token }),
    tax: await ask(api, taxSchedule, { query: all, token }),
    profitLoss: (await ask(api, statements.profitLoss, { query: { ...of, ...days }, token })).data,
    position: (await ask(api, statements.financialPosition, { query: asOf, token })).data,
    cashFlow: (await ask(api, statements.cashFlow, { query: { ...of, ...days }, token })).data,
    investments: await ask(api, statementOfInvestments, { query: asOf, token }),
    movements: await ask(api, investmentMovements, { query: { ...of, ...days }, token }),
    netAssets: await ask(api, netAssets, { query: asOf, token }),
    costAndMarket: await ask(api, costAndMarket, { query: asOf, token }),
    performance: (await ask(api, performance.metrics, { query: { ...of, timeRange: '5Y' }, token })).data,
    commission: await ask(api, brokerReports.commission, { query: { ...of, ...days }, token }),
    closed: await closedOf(api, portfolioId),
    trialBalance: (
      await ask(api, trialBalance.get, {
        query: { ...of, startDate: null, endDate: today, compareDate: null },
        token,
      })
    ).data,
  }
}
type Answers = Awaited<ReturnType<typeof answersOf>>

type Shown = Readonly<Record<string, (of: Answers) => number | null | undefined>>
const accountOf = ({ trialBalance: { accountsByType } }: Answers, code: string) =>
  Object.values(accountsByType)
    .flat()
    .find(({ account_code }) => account_code === code)?.net_balance ?? 0
const groupOf = ({ position }: Answers, name: string) =>
  position.assets.find((group) => group.name === name)?.subtotal.balance ?? 0

/** Label by label, where it is shown. A screen that answers undefined does not show it for these books. */
export const SHOWN_LABELS: Readonly<Record<string, Shown>> = {
  'Unrealized Capital Gain': {
    Dashboard: (of) => of.dashboard.profitAndLoss.unrealizedGain,
    'Portfolio Overview': (of) => of.overview.summary.unrealizedGain,
    'Holdings Dashboard': (of) => of.exposure.total.gain,
    'Mark To Market': (of) => total(of.positions.map((row) => row.unrealizedGainLoss)),
  },
  'Unrealized P&L': {
    Dashboard: (of) => of.dashboard.profitAndLoss.unrealizedPnL,
    'Portfolio Overview': (of) => of.overview.summary.unrealizedPnL,
    'Holdings Dashboard': (of) => of.exposure.total.profitLoss,
    'Mark To Market': (of) =>
      total(of.positions.flatMap((row) => [row.projectedSalesWithCOF, -row.costValue, -row.charges])),
  },
  'Realized P&L': {
    Dashboard: (of) => of.dashboard.profitAndLoss.realizedPnL,
    'Realized Gain/Loss': (of) => of.realized.realizedPnL,
    'Realized Gain/Loss, way to it': (of) => of.realized.parts.realizedPnL,
  },
  'Total P&L': {
    Dashboard: (of) => of.dashboard.profitAndLoss.totalPnL,
    'Realized and unrealized P&L': (of) =>
      total([of.realized.realizedPnL, of.overview.summary.unrealizedPnL]),
  },
  'Total Return': {
    Dashboard: (of) => of.dashboard.profitAndLoss.totalReturn.total,
    'Portfolio Overview': (of) => of.overview.summary.totalReturn.total,
    'Total P&L, dividends and tax': (of) =>
      total([
        of.dashboard.profitAndLoss.totalPnL,
        of.dashboard.profitAndLoss.dividendIncome,
        -of.dashboard.profitAndLoss.totalReturn.withheldTax,
      ]),
  },
  'Withheld Tax': {
    Dashboard: (of) => of.dashboard.profitAndLoss.totalReturn.withheldTax,
    'Trial Balance, 6200, and what was closed': (of) =>
      total([accountOf(of, '6200'), -(of.closed['6200'] ?? 0)]),
  },
  'Realized Capital Gain': {
    Dashboard: (of) => of.dashboard.profitAndLoss.capitalGain,
    'Realized Gain/Loss': (of) => of.realized.parts.capitalGain,
    'Realized Gain/Loss, summary': (of) => of.summary.netRealizedPnL,
    'Schedule of Realized Gains': (of) => total(of.schedule.totals.map(({ gain }) => gain)),
    'Tax Schedule': (of) => total(of.tax.years.map(({ gain }) => gain)),
    'Tax Schedule, rows': (of) => total(of.tax.rows.map(({ gain }) => gain)),
  },
  'Gain after Fees': {
    'Realized Gain/Loss': (of) => of.realized.parts.afterFees,
    'Schedule of Realized Gains': (of) => total(of.schedule.totals.map(({ afterFees }) => afterFees)),
    'Tax Schedule': (of) => total(of.tax.years.map(({ afterFees }) => afterFees)),
  },
  'Realized Capital Gains, FVTPL': {
    'Profit and Loss': (of) => of.profitLoss.totals.realized_capital_gains,
    'Schedule of Realized Gains': (of) =>
      of.schedule.tieOuts.find(({ treatment }) => treatment === 'FVTPL')?.schedule,
    'Tax Schedule': (of) => of.tax.tieOuts.find(({ treatment }) => treatment === 'FVTPL')?.schedule,
    'Trial Balance, 4100, and what was closed': (of) => total([-accountOf(of, '4100'), of.closed['4100']]),
  },
  'Dividend Income': {
    Dashboard: (of) => of.dashboard.profitAndLoss.dividendIncome,
    'Profit and Loss': (of) => of.profitLoss.revenueCategorySubtotals['Dividend Income']?.balance ?? 0,
    'Trial Balance, 4200, and what was closed': (of) => total([-accountOf(of, '4200'), of.closed['4200']]),
  },
  'Total Value': {
    'Portfolio Overview': (of) => of.overview.summary.totalValue,
    'Portfolio Overview, equity': (of) => of.overview.assetAllocation.equity,
    Dashboard: (of) => of.dashboard.profitAndLoss.totalValue,
    'Holdings Dashboard': (of) => of.exposure.total.value,
    'Mark To Market': (of) => total(of.positions.map((row) => row.grossSales)),
    'Performance Metrics': (of) => of.performance.portfolioSummary.totalValue,
  },
  'Fair Value': {
    'Statement of Investments': (of) => of.investments.total.fair_value,
    'Statement of Investments, rows': (of) => total(of.investments.rows.map((row) => row.fair_value)),
    'Net Assets': (of) => of.netAssets.total.investments,
  },
  'Total Cost': {
    'Portfolio Overview': (of) => of.overview.summary.totalCost,
    Dashboard: (of) => of.dashboard.profitAndLoss.totalCost,
    'Holdings Dashboard': (of) => of.exposure.total.cost,
    'Mark To Market': (of) => total(of.positions.map((row) => row.costValue)),
    'Statement of Investments': (of) => of.investments.total.cost,
    'Movement Schedule': (of) => total(of.movements.rows.map(({ cost }) => cost.closing)),
    'Trial Balance, 1100': (of) => accountOf(of, '1100'),
  },
  'Capitalised Fees': {
    'Statement of Investments': (of) => of.investments.total.capitalised,
    'Movement Schedule': (of) => total(of.movements.rows.map(({ capitalised }) => capitalised.closing)),
    'Trial Balance, 1105': (of) => accountOf(of, '1105'),
  },
  'Holdings Valued': {
    'Cost against Market': (of) => of.costAndMarket.holdings,
    'Statement of Investments': (of) =>
      of.investments.rows.reduce((sum, { portfolios }) => sum + portfolios, 0),
  },
  "Day's Change": {
    Dashboard: (of) => of.dashboard.dayChange?.change,
    'Portfolio Overview': (of) => of.overview.dayChange?.change,
    'Holdings Dashboard': (of) => of.exposure.total.dayChange,
  },
  'Cash at Bank': {
    'Portfolio Overview': (of) => of.overview.summary.cashBalance,
    'Portfolio Overview, cash': (of) => of.overview.assetAllocation.cash,
    'Cash Movements': (of) => of.cashFlow.closing,
    'Financial Position': (of) =>
      total([
        groupOf(of, 'Cash at Bank'),
        -(of.position.liabilities.find(({ name }) => name === 'Bank overdrafts')?.subtotal.balance ?? 0),
      ]),
    'Trial Balance, 1010': (of) => accountOf(of, '1010'),
  },
  Receivables: {
    'Net Assets': (of) => of.netAssets.total.receivables,
    'Financial Position': (of) => groupOf(of, 'Receivables'),
  },
  'Net Assets': {
    'Net Assets': (of) => of.netAssets.total.netAssets,
    'Statement of Investments': (of) => of.investments.netAssets,
  },
  'Net Assets by the Ledger': {
    'Net Assets': (of) => of.netAssets.total.ledger,
    'Financial Position': (of) => of.position.totals.net_assets.balance,
    'Financial Position, equity': (of) => of.position.totals.total_equity.balance,
  },
}

/** The labels that are shown with two values: each value with its screens. Empty where the books agree. */
export async function contradictions(books: ShownBooks): Promise<string[]> {
  const answers = await answersOf(books)
  const name = books.portfolioId ?? 'all portfolios'
  return Object.entries(SHOWN_LABELS).flatMap(([label, screens]) => {
    const shown = Object.entries(screens).flatMap(([screen, of]) => {
      const value = of(answers)
      return value === undefined ? [] : [{ place: screen, value }]
    })
    return new Set(shown.map(({ value }) => value)).size <= 1
      ? []
      : [`${label} of ${name}: ${shown.map(({ place, value }) => `${place} ${value}`).join(', ')}`]
  })
}
