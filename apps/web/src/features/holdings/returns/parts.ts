import type { ReturnShown } from '@em/contract/books/holdings'
import { DEFAULT_CHART } from '@em/core/postings/roles'

/** Whose return it is: a portfolio's (null: of all), and of one security where it is named. */
export interface ReturnOf {
  readonly portfolioId: string | null
  readonly symbol?: string
}

export interface ReturnPart {
  readonly label: string
  /** In rupees; negative where it is taken off. */
  readonly amount: number
  /** The screen that the part is read from. */
  readonly to: readonly [group: string, tab: string]
  readonly query: Record<string, string>
}

/** Of the usual chart of accounts. */
const DIVIDEND_INCOME = DEFAULT_CHART.find(({ role }) => role === 'dividend-income')?.code ?? ''

const off = (amount: number) => (amount === 0 ? 0 : -amount)

/** The parts of a return in the order in which they are added up. What was written off and cost of funds are left out where there are none. */
export function partsOf(shown: ReturnShown, { portfolioId, symbol }: ReturnOf): ReturnPart[] {
  const books: Record<string, string> = portfolioId === null ? {} : { portfolio: portfolioId }
  const named: Record<string, string> = symbol === undefined ? books : { ...books, symbol }
  const found: Record<string, string> = symbol === undefined ? books : { ...books, search: symbol }
  const valued =
    portfolioId === null
      ? (['Portfolio Monitoring', 'Holdings Dashboard'] as const)
      : (['Valuation and MTM', 'Mark-to-Market Valuation'] as const)
  const parts: ReturnPart[] = [
    {
      label: 'Realized capital gain',
      amount: shown.realizedGain,
      to: ['Valuation and MTM', 'Realized Gain/Loss Tracking'],
      query: { ...books, range: 'All' },
    },
    { label: 'Unrealized capital gain', amount: shown.unrealizedGain, to: valued, query: books },
    {
      label: 'Dividends',
      amount: shown.dividends,
      to: ['Accounting Entries', 'General Ledger'],
      query: { ...found, account_code: DIVIDEND_INCOME },
    },
    {
      label: 'Fees paid, and those of selling what is held',
      amount: off(shown.fees),
      to: ['Trade Capture', 'Transactions'],
      query: named,
    },
    {
      label: 'Withheld tax',
      amount: off(shown.withheldTax),
      to: ['Corporate Actions', 'Tax Certificates'],
      query: books,
    },
  ]
  if (shown.writtenOff !== 0) {
    parts.push({
      label: 'Written off',
      amount: off(shown.writtenOff),
      to: ['Corporate Actions', 'Receivables'],
      query: books,
    })
  }
  if (shown.financing !== 0) {
    parts.push({
      label: 'Cost of funds',
      amount: off(shown.financing),
      to: ['Trade Capture', 'Cost of Funds'],
      query: {},
    })
  }
  return parts
}
