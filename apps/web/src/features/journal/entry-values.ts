/** What the journal's form holds, where it comes from, and what is sent of it. Amounts are text: digits and a dot. */
import type { JournalEntry, JournalType, Suspense } from '@em/contract/books/journal'
import { formatDecimal, MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'
import { isDate } from '../../lib/dates.ts'

export interface LineValues {
  account_code: string
  description: string
  /** The portfolio's code, '' for none. */
  portfolioId: string
  /** The settlement account's id, '' for none. */
  settlementAccount: string
  debit: string
  credit: string
}
export type EntryStatus = 'Draft' | 'Posted' | 'Cancelled'
export interface EntryValues {
  /** One line with its other side on Suspense, or several. */
  mode: 'one-line' | 'lines'
  date: string
  description: string
  reference: string
  transaction_type: JournalType
  status: EntryStatus
  /** Why a posted entry is changed. */
  reason: string
  /** In the one-line mode the first is the line. */
  lines: LineValues[]
}

export const NEW_LINE: LineValues = {
  account_code: '',
  description: '',
  portfolioId: '',
  settlementAccount: '',
  debit: '',
  credit: '',
}

export const newEntry = (date: string): EntryValues => ({
  mode: 'one-line',
  date,
  description: '',
  reference: '',
  transaction_type: 'Manual',
  status: 'Posted',
  reason: '',
  lines: [NEW_LINE, NEW_LINE],
})

/** Keeps what an amount may hold: digits and one dot, two digits after it. */
export function amountText(typed: string): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 2)}`
}

const parsedOf = (text: string) => parseDecimal(`0${text.replace(/\.$/, '')}`, MONEY_SCALE)

/** Cents of an amount as typed; nothing typed is 0. */
export function centsOf(text: string): bigint {
  const parsed = parsedOf(text)
  return parsed.ok ? parsed.units : 0n
}

/** An amount with its two decimals: `.5` is `0.50`. What is too large stays as typed, for the server to name. */
export function plainAmount(text: string): string {
  const parsed = parsedOf(text)
  return parsed.ok ? formatDecimal(parsed.units, MONEY_SCALE) : text
}

export interface Totals {
  debit: bigint
  credit: bigint
  /** Debits less credits. */
  difference: bigint
  /** By portfolio where several are named, or one beside lines of none. */
  byPortfolio: readonly { portfolioId: string; difference: bigint }[]
}

/** Sums of the lines, and where debits and credits differ. */
export function totalsOf(lines: readonly LineValues[]): Totals {
  let [debit, credit] = [0n, 0n]
  const sums = new Map<string, bigint>()
  for (const line of lines) {
    const [left, right] = [centsOf(line.debit), centsOf(line.credit)]
    debit += left
    credit += right
    if (left !== 0n || right !== 0n) {
      sums.set(line.portfolioId, (sums.get(line.portfolioId) ?? 0n) + left - right)
    }
  }
  const byPortfolio =
    sums.size < 2
      ? []
      : [...sums]
          .filter(([, one]) => one !== 0n)
          .map(([portfolioId, difference]) => ({ portfolioId, difference }))
  return { debit, credit, difference: debit - credit, byPortfolio }
}

/** A line that nothing was typed into. The portfolio is proposed from the line before and does not count. */
export const isBlank = ({ account_code, description, debit, credit }: LineValues): boolean =>
  [account_code, description, debit, credit].every((text) => text.trim() === '')

/** The lines that count: in the one-line mode the first. */
export function linesOf({ mode, lines }: EntryValues): LineValues[] {
  return mode === 'one-line' ? lines.slice(0, 1) : lines.filter((line) => !isBlank(line))
}

/** What is wrong with the form, by field. A draft may be unfinished, but its lines name accounts. */
export function faultsOf(values: EntryValues): Record<string, string> {
  const faults: Record<string, string> = {}
  if (!isDate(values.date)) faults['date'] = 'Date is required.'
  if (values.description.trim() === '') faults['description'] = 'Description is required.'
  const posted = values.status === 'Posted'
  const lines = linesOf(values)
  for (const [place, line] of lines.entries()) {
    const [debit, credit] = [centsOf(line.debit), centsOf(line.credit)]
    if (line.account_code === '') faults[`lines.${place}.account_code`] = 'Account is required.'
    if (debit > 0n && credit > 0n) faults[`lines.${place}.credit`] = 'Debit or credit, not both.'
    else if (posted && debit === 0n && credit === 0n) {
      faults[`lines.${place}.debit`] = 'Enter a debit or a credit.'
    }
  }
  if (values.mode === 'one-line') return faults
  if (lines.length < (posted ? 2 : 1)) {
    faults['lines'] = posted ? 'An entry needs at least two lines.' : 'An entry needs a line.'
  }
  return faults
}

/** The request's body; a draft's `version` guards it against a change in the meantime. */
export function bodyOf(values: EntryValues, version: number | null = null) {
  const { mode, lines: _, ...head } = values
  const lines = linesOf(values).map(({ debit, credit, settlementAccount, ...line }) => ({
    ...line,
    settlementAccount: settlementAccount === '' ? null : Number(settlementAccount),
    debit: plainAmount(debit),
    credit: plainAmount(credit),
  }))
  const [first] = lines
  const own =
    first === undefined
      ? NOTHING
      : {
          account_code: first.account_code,
          debit: first.debit,
          credit: first.credit,
          portfolioId: first.portfolioId,
          settlementAccount: first.settlementAccount,
        }
  return mode === 'lines'
    ? { ...head, version, ...NOTHING, lines }
    : { ...head, version, ...own, lines: null }
}
const NOTHING = {
  account_code: null,
  debit: null,
  credit: null,
  portfolioId: null,
  settlementAccount: null,
}

const typed = (amount: number) => (amount === 0 ? '' : amount.toFixed(2))

/** An entry's words and lines for the form: to be changed, or to be copied. */
export function valuesOf(entry: JournalEntry, as: 'edit' | 'copy', today: string): EntryValues {
  const status = as === 'copy' || entry.status === 'Pending' ? 'Posted' : entry.status
  return {
    mode: entry.one_line ? 'one-line' : 'lines',
    date: as === 'copy' ? today : entry.date,
    description: entry.description,
    reference: entry.reference ?? '',
    transaction_type: entry.journal_type,
    status,
    reason: '',
    lines: entry.lines.map((line) => ({
      account_code: line.account_code,
      description: line.description === entry.description ? '' : (line.description ?? ''),
      portfolioId: line.portfolioId ?? '',
      settlementAccount: line.settlement_account === null ? '' : String(line.settlement_account.id),
      debit: typed(line.debit),
      credit: typed(line.credit),
    })),
  }
}

/** An entry that clears Suspense: what stands on it is taken off, and the other side waits for its account. */
export function clearingOf(suspense: Suspense, today: string): EntryValues {
  return {
    ...newEntry(today),
    mode: 'lines',
    description: 'Clear suspense',
    lines: suspense.portfolios.flatMap(({ balance, account_code, portfolioId }) => {
      const amount = typed(Math.abs(balance))
      const sides =
        balance > 0
          ? [
              { debit: '', credit: amount },
              { debit: amount, credit: '' },
            ]
          : [
              { debit: amount, credit: '' },
              { debit: '', credit: amount },
            ]
      const common = { ...NEW_LINE, portfolioId: portfolioId ?? '' }
      return sides.map((side, place) => ({ ...common, ...side, ...(place === 0 && { account_code }) }))
    }),
  }
}
