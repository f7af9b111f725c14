/**
 * Every figure that a book shows, as text that two versions of the program can be compared by: trial balances,
 * positions, open lots, sales and settlements, read through the HTTP interface, so that tables may change and
 * figures may not. Amounts are in rupees as the interface answers them.
 */
import { holdings } from '@em/contract/holdings/holdings'
import { settlements } from '@em/contract/settlements/settlements'
import { sells } from '@em/contract/trades/sells'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import type { Api } from './api.ts'

/** One line per row: the named fields, separated by blanks; what is null is a dash. */
function rows<Row extends object>(
  title: string,
  all: readonly Row[],
  fields: readonly (keyof Row & string)[],
) {
  const line = (row: Row) => fields.map((field) => row[field] ?? '-').join(' ')
  return [`# ${title}: ${fields.join(' ')}`, ...all.map(line), '']
}

interface Asked {
  readonly api: Api
  /** The user who reads. */
  readonly token: string
}

interface Period {
  readonly startDate: string | null
  readonly endDate: string
  readonly portfolioId?: string
}

async function balances({ api, token }: Asked, title: string, period: Period): Promise<string[]> {
  const { data } = await api.ask(trialBalance.get, { query: { ...period, compareDate: null }, token })
  const accounts = Object.values(data.accountsByType).flat()
  const fields = ['account_code', 'opening_balance', 'period_debit', 'period_credit', 'net_balance'] as const
  return rows(`Trial balance ${title}`, accounts, fields)
}

/** The figures of a portfolio on some dates, and of all portfolios together. @param dates ascending, YYYY-MM-DD. */
export async function bookFigures(
  asked: Asked,
  portfolios: readonly string[],
  dates: readonly string[],
): Promise<string> {
  const { api, token } = asked
  const text: string[] = []
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  for (const date of dates)
    text.push(...(await balances(asked, `as at ${date}`, { startDate: null, endDate: date })))
  text.push(...(await balances(asked, `${first} to ${last}`, { startDate: first, endDate: last })))
  for (const portfolioId of portfolios) {
    text.push(
      ...(await balances(asked, `${portfolioId} as at ${last}`, {
        startDate: null,
        endDate: last,
        portfolioId,
      })),
    )
    for (const asOf of dates) {
      const held = await api.ask(holdings.valued, { params: { id: portfolioId }, query: { asOf }, token })
      text.push(
        ...rows(`Positions of ${portfolioId} as of ${asOf}`, held.toSorted(bySymbol), [
          'symbol',
          'quantity',
          'costPrice',
          'costValue',
          'charges',
          'costOfFunds',
          'unrealizedGainLoss',
        ]),
      )
    }
    const companies = await api.ask(holdings.companies, { query: { portfolioId, asOf: null }, token })
    for (const { symbol } of companies.toSorted(bySymbol)) {
      const lots = await api.ask(holdings.buyLots, { query: { portfolioId, symbol, asOf: null }, token })
      text.push(
        ...rows(`Lots of ${symbol} in ${portfolioId}`, lots, [
          'deal_number',
          'trade_date',
          'price',
          'quantity',
          'remaining_quantity',
          'remaining_cost',
          'remaining_charges',
        ]),
      )
    }
  }
  const sold = await api.ask(sells.all, { query: {}, token })
  text.push(
    ...rows('Sales', sold.toSorted(byDeal), [
      'deal_number',
      'quantity',
      'net_value',
      'holding_cost',
      'capital_gain',
      'hdays',
      'money_generation_cost',
      'profit_loss',
    ]),
  )
  const summary = await api.ask(settlements.summary, { query: { from: null, to: null }, token })
  return `${text.join('\n')}# Settlements\n${JSON.stringify(summary, null, 1)}\n`
}

const bySymbol = (a: { symbol: string }, b: { symbol: string }) => (a.symbol < b.symbol ? -1 : 1)
const byDeal = (a: { deal_number: string }, b: { deal_number: string }) =>
  a.deal_number < b.deal_number ? -1 : 1
