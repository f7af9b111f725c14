/** Statements of the demo's banks, made of what the books paid and received through an account. */
import type {
  GlTransaction,
  Proposal,
  ReconciliationRecord,
} from '../../packages/contract/src/reconciliation/reconciliation-records.ts'
import type { Call } from './call.ts'

const ROOT = '/account-reconciliation'

/** A line as the import takes it: `debit` is money in. */
export interface BankLine {
  readonly date: string
  readonly description: string
  readonly reference: string | null
  readonly debit: number | null
  readonly credit: number | null
}

export interface BankAccount {
  readonly id: number
  /** As the file of its statement is called. */
  readonly fileName: string
}

interface Lines {
  readonly transactions: readonly GlTransaction[]
  readonly openingBalance: number
}

/** The payments and receipts in the books through an account in a span of days. */
export function booked(call: Call, account: number, from: string, to: string): Promise<Lines> {
  return call(
    'GET',
    `${ROOT}/transactions?accountCode=1010&settlementAccount=${account}&startDate=${from}&endDate=${to}`,
  )
}

/** A line of the ledger as its bank shows it. */
export const bankLineOf = ({ date, description, reference, debit, credit }: GlTransaction): BankLine => ({
  date,
  description: `CEFT ${description}`.slice(0, 120).toUpperCase(),
  reference,
  debit: debit > 0 ? debit : null,
  credit: credit > 0 ? credit : null,
})

const REVERSAL = 'Reversal: '

/** Ledger lines without those that took one another back: the bank knows nothing of a trade that was deleted. */
export function seenByBank(lines: readonly GlTransaction[]): GlTransaction[] {
  const gone = new Set<GlTransaction>()
  for (const line of lines) {
    if (!line.description?.startsWith(REVERSAL)) continue
    const of = line.description.slice(REVERSAL.length)
    const first = lines.find(
      (one) =>
        !gone.has(one) && one.description === of && one.debit === line.credit && one.credit === line.debit,
    )
    if (first === undefined) continue
    gone.add(line)
    gone.add(first)
  }
  return lines.filter((line) => !gone.has(line))
}

/** In rupees, exact to the cent. */
export const closingOf = (opening: number, lines: readonly BankLine[]): number =>
  lines.reduce(
    (cents, line) => cents + Math.round(((line.debit ?? 0) - (line.credit ?? 0)) * 100),
    Math.round(opening * 100),
  ) / 100

/** Begins the reconciliation of a month, imports the statement and pairs what agrees. */
export async function beginMonth(
  call: Call,
  account: BankAccount,
  {
    period,
    opening,
    lines,
  }: { readonly period: string; readonly opening: number; readonly lines: readonly BankLine[] },
): Promise<number> {
  const begun = await call<{ reconciliation: ReconciliationRecord }>('POST', ROOT, {
    accountCode: '1010',
    settlementAccount: account.id,
    period,
    externalOpening: opening,
  })
  const { id } = begun.reconciliation
  await call('POST', `${ROOT}/${id}/statements`, {
    fileName: account.fileName,
    format: 'csv',
    openingBalance: opening,
    closingBalance: closingOf(opening, lines),
    lines,
  })
  await call('POST', `${ROOT}/${id}/auto-match`, {})
  // An entry with its own reversal is no line of the bank.
  const proposals = await call<Proposal[]>('GET', `${ROOT}/${id}/proposals`)
  const accept = proposals.flatMap((one) => (one.externalTransactions.length === 0 ? [one.id] : []))
  if (accept.length > 0) await call('POST', `${ROOT}/${id}/proposals/decide`, { accept })
  return id
}

export const readReconciliation = (call: Call, id: number): Promise<ReconciliationRecord> =>
  call('GET', `${ROOT}/${id}`)
