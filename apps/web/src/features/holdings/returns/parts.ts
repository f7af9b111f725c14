import type { ReturnShown } from '@em/contract/holdings/holdings'
import { NO_CLOSING } from '@em/contract/ledger/ledger'
import { DEFAULT_CHART, type PostingRole } from '@em/core/ledger/roles'
import { ALL_PORTFOLIOS } from '../../../lib/last-portfolio.ts'

/** The portfolio of the return (null: all of them), and the security where one is named. */
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

/** The account of a role in the usual chart of accounts. */
const accountOf = (role: PostingRole) => DEFAULT_CHART.find((account) => account.role === role)?.code ?? ''

const off = (amount: number) => (amount === 0 ? 0 : -amount)

/**
 * The parts of a return in the order in which they are added up, each with the screen that shows the same figure of the same
 * portfolio and security. Fractions, write-offs and cost of funds are left out where there are none.
 */
export function partsOf(shown: ReturnShown, { portfolioId, symbol }: ReturnOf): ReturnPart[] {
  const books: Record<string, string> = portfolioId === null ? {} : { portfolio: portfolioId }
  const named: Record<string, string> = symbol === undefined ? books : { ...books, symbol }
  const sold = {
    to: ['Valuation and MTM', 'Realized Gain/Loss Tracking'],
    query: { ...named, range: 'All' },
  } as const
  const held = {
    to: ['Valuation and MTM', 'Mark-to-Market Valuation'],
    query: { portfolio: ALL_PORTFOLIOS, ...named },
  } as const
  const lines = (role: PostingRole) =>
    ({
      to: ['Accounting Entries', 'General Ledger'],
      query: { ...named, account_code: accountOf(role), transaction_type: NO_CLOSING },
    }) as const
  const parts: ReturnPart[] = [{ label: 'Realized capital gain', amount: shown.realizedGain, ...sold }]
  if (shown.fractions !== 0) {
    // Its rows are of the whole portfolio: the schedule knows no security.
    const query = { ...books, tab: 'schedule', range: 'All' }
    parts.push({ label: 'Cash for fractions', amount: shown.fractions, to: sold.to, query })
  }
  parts.push(
    { label: 'Unrealized capital gain', amount: shown.unrealizedGain, ...held },
    { label: 'Dividends', amount: shown.dividends, ...lines('dividend-income') },
    {
      label: 'Fees paid',
      amount: off(shown.fees),
      to: ['Trade Capture', 'Transactions'],
      query: named,
    },
    { label: 'Fees of selling what is held', amount: off(shown.sellingFees), ...held },
    { label: 'Withheld tax', amount: off(shown.withheldTax), ...lines('withholding-tax') },
  )
  if (shown.writtenOff !== 0) {
    parts.push({ label: 'Written off', amount: off(shown.writtenOff), ...lines('impairment') })
  }
  if (shown.financing !== 0) {
    parts.push({ label: 'Cost of funds of what was sold', amount: off(shown.financing), ...sold })
  }
  if (shown.heldFinancing !== 0) {
    parts.push({ label: 'Cost of funds of what is held', amount: off(shown.heldFinancing), ...held })
  }
  return parts
}
