/** The values of the journal's form, their origin, and the request made of them. Amounts are text: digits and a dot. */
import { warningText } from '@em/contract/journal/entry-warnings'
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import type { SuspenseItem } from '@em/contract/suspense/suspense'
import { entryWarnings } from '@em/core/journal/entry-warnings'
import { formatDecimal, MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'
import { isDate } from '../../../lib/dates.ts'
import { readTyped } from '../../../lib/numerals.ts'

export interface LineValues {
  account_code: string
  description: string
  /** The portfolio's code, '' for none. */
  portfolioId: string
  /** The settlement account's id, '' for none. */
  settlementAccount: string
  debit: string
  credit: string
  /** The item of Suspense that the line clears when the entry is posted. */
  clears: { entry_id: number; line_no: number; account_code: string } | null
}
export type EntryStatus = 'Draft' | 'Posted' | 'Cancelled'
export interface EntryValues {
  /** One line with its other side on Suspense, or several. */
  mode: 'one-line' | 'lines'
  date: string
  description: string
  reference: string
  transaction_type: 'Manual'
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
  clears: null,
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

/** Keeps what an amount may hold: digits and one dot, two digits after it; `10k` and `1.5m` are written out. */
export function amountText(typed: string): string {
  if (/[km]\s*$/i.test(typed)) {
    const whole = readTyped(typed)
    if (whole !== null) return amountText(whole)
  }
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
  /** By portfolio where several are named, or one next to lines of none. */
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

/** The faults of the form, by field. A draft may be unfinished, but its lines name accounts. */
export function faultsOf(values: EntryValues): Record<string, string> {
  const faults: Record<string, string> = {}
  if (!isDate(values.date)) faults['date'] = 'Date is required.'
  if (values.description.trim() === '') faults['description'] = 'Description is required.'
  const posted = values.status === 'Posted'
  const lines = linesOf(values)
  for (const [index, line] of lines.entries()) {
    const [debit, credit] = [centsOf(line.debit), centsOf(line.credit)]
    if (line.account_code === '') faults[`lines.${index}.account_code`] = 'Account is required.'
    if (debit > 0n && credit > 0n) faults[`lines.${index}.credit`] = 'Debit or credit, not both.'
    else if (posted && debit === 0n && credit === 0n) {
      faults[`lines.${index}.debit`] = 'Enter a debit or a credit.'
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
  const lines = linesOf(values).map(({ debit, credit, settlementAccount, clears, ...line }) => ({
    ...line,
    settlementAccount: settlementAccount === '' ? null : Number(settlementAccount),
    debit: plainAmount(debit),
    credit: plainAmount(credit),
    clears: keyOf(clears, line.account_code),
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
          // In the one-line form the other side clears it.
          clears: keyOf(values.lines[1]?.clears ?? null, values.lines[1]?.account_code ?? ''),
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
  clears: null,
}

/** A line clears its item only while it is on the Suspense account of it. */
const keyOf = (clears: LineValues['clears'], account: string) =>
  clears === null || clears.account_code !== account
    ? null
    : { entry_id: clears.entry_id, line_no: clears.line_no }

const typed = (amount: number) => (amount === 0 ? '' : amount.toFixed(2))

/** An entry's words and lines for the form: to be changed, or to be copied. */
export function valuesOf(entry: JournalEntry, as: 'edit' | 'copy', today: string): EntryValues {
  const status = as === 'copy' || entry.status === 'Pending' ? 'Posted' : entry.status
  return {
    mode: entry.one_line ? 'one-line' : 'lines',
    date: as === 'copy' ? today : entry.date,
    description: entry.description,
    reference: entry.reference ?? '',
    transaction_type: 'Manual',
    status,
    reason: '',
    lines: entry.lines.map((line) => ({
      account_code: line.account_code,
      description: line.description === entry.description ? '' : (line.description ?? ''),
      portfolioId: line.portfolioId ?? '',
      settlementAccount: line.settlement_account === null ? '' : String(line.settlement_account.id),
      debit: typed(line.debit),
      credit: typed(line.credit),
      // The clearings of a posted entry pass to the line that replaces it; the server does that.
      clears:
        as === 'copy' || entry.version === null || line.clears === null
          ? null
          : { ...line.clears, account_code: line.account_code },
    })),
  }
}

/**
 * An entry that clears items of Suspense: a line takes each of them off, and in each portfolio one line for what they
 * come to waits for its account.
 */
export function clearingOf(items: readonly SuspenseItem[], today: string): EntryValues {
  const [first] = items
  const byPortfolio = Map.groupBy(items, ({ portfolioId }) => portfolioId ?? '')
  return {
    ...newEntry(today),
    mode: 'lines',
    description: items.length === 1 && first !== undefined ? first.description : 'Clear suspense items',
    lines: [...byPortfolio].flatMap(([portfolioId, ofOne]) => {
      const off = ofOne.map((item) => ({
        ...NEW_LINE,
        account_code: item.account_code,
        description: `Clears entry ${item.entry_id}`,
        portfolioId,
        debit: typed(item.open_credit),
        credit: typed(item.open_debit),
        clears: { entry_id: item.entry_id, line_no: item.line_no, account_code: item.account_code },
      }))
      const net = totalsOf(off).difference
      const amount = formatDecimal(net < 0n ? -net : net, MONEY_SCALE)
      const other = { ...NEW_LINE, portfolioId, [net > 0n ? 'credit' : 'debit']: amount }
      return net === 0n ? off : [...off, other]
    }),
  }
}

/** The accounts that hold cash, and the portfolios with the first day of their books, by code. */
export interface Lookup {
  readonly cash: ReadonlySet<string>
  readonly portfolios: ReadonlyMap<string, { readonly name: string; readonly openingDate: string | null }>
}

/** Possible mistakes in the typed entry, in sentences; none while its date is invalid. */
export function warningsIn({ mode, date, status, lines }: EntryValues, lookup: Lookup): string[] {
  if (!isDate(date) || status === 'Cancelled') return []
  const meant = mode === 'one-line' ? lines.slice(0, 1) : lines
  return entryWarnings(
    date,
    meant.map((line) => ({
      accountCode: line.account_code,
      isCash: lookup.cash.has(line.account_code),
      hasSettlementAccount: line.settlementAccount !== '',
      portfolio: lookup.portfolios.get(line.portfolioId) ?? null,
    })),
  ).map(warningText)
}
