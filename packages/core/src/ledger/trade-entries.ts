/**
 * The two entries of a trade: one on the trade date against a control account, one on the settlement date that
 * clears the control account through the bank.
 *
 * A buy of 100,000 at 10.00 with the ordinary fees:
 *   trade date       Dr investment 1,000,000.00, Dr six fees 11,200.00, Cr payable 1,011,200.00
 *   settlement date  Dr payable 1,011,200.00, Cr cash 1,011,200.00
 */
import type { Fees } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/decimal.ts'
import { assertBalanced, type EntryLine, type RecordId, type TransactionType } from './lines.ts'
import { feeRole, type PostingRole } from './roles.ts'
import type { Treatment } from './treatment.ts'

export interface TradeEntry {
  readonly kind: 'trade' | 'settlement' | 'correction'
  readonly entryDate: PlainDate
  /** Of the entry as a whole; its lines have their own. */
  readonly transactionType: TransactionType
  readonly description: string
  readonly lines: readonly EntryLine[]
}

interface TradeKeys {
  readonly portfolioId: RecordId
  readonly equityId: RecordId
  readonly brokerId: RecordId | null
  readonly companyName: string
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  /** Null when no settlement account was chosen. */
  readonly settlementAccountId: RecordId | null
}

export interface BuyPosting extends TradeKeys {
  readonly gross: Cents
  readonly fees: Fees
  /** gross + fees. */
  readonly net: Cents
}

export interface SellPosting extends TradeKeys {
  readonly gross: Cents
  readonly fees: Fees
  /** gross - fees. */
  readonly net: Cents
  readonly costOut: Cents
  /** Buy charges that leave with the shares; only FVOCI books them. */
  readonly chargesOut: Cents
}

/** An amount on a role: positive on the debit side, negative on the credit side. */
type Posting = readonly [PostingRole, Cents, TransactionType]

function entry(
  kind: TradeEntry['kind'],
  keys: TradeKeys,
  description: string,
  postings: readonly Posting[],
): TradeEntry {
  const lines = postings
    .filter(([, amount]) => amount !== 0n)
    .map(([role, amount, transactionType]) =>
      Object.freeze({
        role,
        portfolioId: keys.portfolioId,
        equityId: keys.equityId,
        brokerId: keys.brokerId,
        settlementAccountId: role === 'cash' ? keys.settlementAccountId : null,
        debit: amount > 0n ? amount : 0n,
        credit: amount < 0n ? -amount : 0n,
        transactionType,
        description,
      }),
    )
  assertBalanced(lines)
  const entryDate = kind === 'settlement' ? keys.settlementDate : keys.tradeDate
  const transactionType = postings[0]?.[2] ?? 'Journal Entry'
  return Object.freeze({ kind, entryDate, transactionType, description, lines: Object.freeze(lines) })
}

function feePostings(fees: Fees): Posting[] {
  return FEE_COMPONENTS.map((component) => [feeRole(component), fees[component], 'Trading Expense'])
}

function nonEmpty(entries: readonly TradeEntry[]): readonly TradeEntry[] {
  return Object.freeze(entries.filter((one) => one.lines.length > 0))
}

/**
 * The entry of what is paid, or expected to be paid, of a trade on a day: a buy's net value or a part of it
 * leaves the payable through the bank, a sale's comes in for the receivable. In: the amount in cents with the
 * sign of the net value.
 */
export function settlementEntry(
  side: 'buy' | 'sell',
  keys: Omit<TradeKeys, 'settlementDate'>,
  { date, amount }: { readonly date: PlainDate; readonly amount: Cents },
): TradeEntry {
  const dated = { ...keys, settlementDate: date }
  return side === 'buy'
    ? entry('settlement', dated, `Purchase ${keys.companyName} shares`, [
        ['payable', amount, 'Bank Payment'],
        ['cash', -amount, 'Bank Payment'],
      ])
    : entry('settlement', dated, `Sale ${keys.companyName} shares`, [
        ['cash', amount, 'Bank Payment'],
        ['receivable', -amount, 'Bank Payment'],
      ])
}

/**
 * The entries of a buy. With FVOCI the fees are capitalised in one line instead of expensed in six.
 * Lines of nothing are left out. Throws when net is not gross + fees.
 */
export function buyEntries(buy: BuyPosting, treatment: Treatment): readonly TradeEntry[] {
  const description = `Purchase ${buy.companyName} shares`
  const fees: Posting[] =
    treatment === 'FVOCI'
      ? [['transaction-costs', buy.net - buy.gross, 'Investment Purchase']]
      : feePostings(buy.fees)
  return nonEmpty([
    entry('trade', buy, description, [
      ['investment', buy.gross, 'Investment Purchase'],
      ...fees,
      ['payable', -buy.net, 'Investment Purchase'],
    ]),
    settlementEntry('buy', buy, { date: buy.settlementDate, amount: buy.net }),
  ])
}

/**
 * The postings of a cost taken out: the asset accounts down, the difference to income or, with FVOCI, to
 * equity.
 */
function disposal(gross: Cents, costOut: Cents, chargesOut: Cents, treatment: Treatment): Posting[] {
  if (treatment === 'FVTPL') {
    return [
      ['investment', -costOut, 'Revenue'],
      ['realized-gain', -(gross - costOut), 'Revenue'],
    ]
  }
  const gain = gross - costOut - chargesOut
  return [
    ['investment', -costOut, 'Revenue'],
    ['transaction-costs', -chargesOut, 'Revenue'],
    ['fair-value-reserve', -gain, 'Revenue'],
    ['fair-value-reserve', gain, 'Revenue'],
    ['retained-earnings', -gain, 'Revenue'],
  ]
}

/**
 * The entries of a sale. FVTPL: the gain (a loss as a debit) goes to realized gains. FVOCI: cost and capitalised
 * fees leave, the difference goes to the reserve and on to retained earnings, never through profit or loss. The
 * sale's own fees are expensed in both. Throws when net is not gross - fees.
 */
export function sellEntries(sell: SellPosting, treatment: Treatment): readonly TradeEntry[] {
  const description = `Sale ${sell.companyName} shares`
  return nonEmpty([
    entry('trade', sell, description, [
      ['receivable', sell.net, 'Revenue'],
      ...feePostings(sell.fees),
      ...disposal(sell.gross, sell.costOut, sell.chargesOut, treatment),
    ]),
    settlementEntry('sell', sell, { date: sell.settlementDate, amount: sell.net }),
  ])
}

/**
 * The entry for a sale that a late trade has only re-costed: the differences of cost and charges taken out
 * (new less old). Null when there is none of a cent or more.
 */
export function recostEntry(
  keys: TradeKeys,
  difference: { readonly costOut: Cents; readonly chargesOut: Cents },
  treatment: Treatment,
): TradeEntry | null {
  const postings = disposal(0n, difference.costOut, difference.chargesOut, treatment)
  const recosted = entry('correction', keys, `Sale ${keys.companyName} shares`, postings)
  return recosted.lines.length === 0 ? null : recosted
}
