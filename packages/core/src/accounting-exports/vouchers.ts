/**
 * Vouchers of a batch: one for each entry, or all entries of a day or a calendar month together. An entry goes whole into one voucher, and
 * every voucher balances. Summed lines keep debits and credits apart, so that the turnover outside is ours.
 */
import { monthEnd, monthOf } from '../values/dates.ts'
import type { AccountMap } from './account-map.ts'
import type { ExportDetail } from './layout.ts'

export interface EntryLine {
  readonly lineNo: number
  readonly accountCode: string
  readonly accountName: string
  readonly portfolioId: number | null
  readonly portfolio: string | null
  readonly description: string | null
  readonly debit: bigint
  readonly credit: bigint
}
/** An entry of the ledger with the lines that the target takes of it. */
export interface ExportedEntry {
  readonly id: number
  readonly date: string
  readonly reference: string | null
  readonly description: string
  readonly lines: readonly EntryLine[]
}

export interface VoucherLine {
  readonly account: string
  readonly ourAccount: string
  readonly ourAccountName: string
  readonly portfolio: string | null
  readonly costCentre: string | null
  readonly description: string | null
  readonly debit: bigint
  readonly credit: bigint
  /** Our entry and its line; null of a summed line. */
  readonly entry: number | null
  readonly entryLine: number | null
}
export interface Voucher {
  /** Counts from 1 within the batch. */
  readonly number: number
  readonly date: string
  readonly text: string
  readonly reference: string | null
  readonly lines: readonly VoucherLine[]
  readonly entries: readonly number[]
}

/** An account that lines need and the mapping does not have. */
export interface Unmapped {
  readonly accountCode: string
  readonly accountName: string
  readonly portfolio: string | null
  readonly entries: number
  readonly debit: bigint
  readonly credit: bigint
  readonly from: string
}

export interface VoucherTerms {
  readonly detail: ExportDetail
  readonly map: AccountMap
  /** The first day on which the outside books are open: an older entry goes there, with its own date in the text. */
  readonly openFrom: string
  /** The last day of the batch: a month ends there at the latest. */
  readonly to: string
}

interface Open {
  readonly key: string
  readonly date: string
  readonly text: string
  readonly reference: string | null
  readonly entries: number[]
  /** The own dates of entries that go to a later day. */
  readonly moved: string[]
  readonly lines: Map<string, VoucherLine>
}

/** The date that an entry has outside; its account is the one that is mapped on that date. */
export const outsideDate = (date: string, openFrom: string): string => (date < openFrom ? openFrom : date)

/** Makes vouchers of entries that come in the order of their dates. */
export class VoucherMaker {
  readonly #terms: VoucherTerms
  readonly #unmapped = new Map<string, Unmapped>()
  #number = 0
  #open: Open | undefined

  constructor(terms: VoucherTerms) {
    this.#terms = terms
  }

  /** Takes an entry and answers the voucher that it completes, if any. */
  add(entry: ExportedEntry): Voucher | undefined {
    const { detail, openFrom, to } = this.#terms
    const date = outsideDate(entry.date, openFrom)
    const lines = this.#mapped(entry, date)
    if (detail === 'line') {
      return this.#voucher({
        date,
        text: textOf(entry.description, entry, date),
        reference: entry.reference,
        lines,
        entries: [entry.id],
      })
    }
    const key = detail === 'day' ? date : monthOf(date)
    const last = monthEnd(date)
    const ready = this.#open !== undefined && this.#open.key !== key ? this.end() : undefined
    this.#open ??= {
      key,
      date: detail === 'day' ? date : last < to ? last : to,
      text: detail === 'day' ? `Entries of ${date}` : `Entries of ${key}`,
      reference: null,
      entries: [],
      moved: [],
      lines: new Map(),
    }
    this.#open.entries.push(entry.id)
    if (entry.date !== date) this.#open.moved.push(entry.date)
    for (const line of lines) addUp(this.#open.lines, line)
    return ready
  }

  /** The last voucher, where entries are put together. */
  end(): Voucher | undefined {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return undefined
    const { moved, lines, key: _, ...of } = open
    return this.#voucher({
      ...of,
      text: sumText(of.text, moved),
      lines: [...lines.values()].toSorted(byAccount),
    })
  }

  /** The accounts without a mapping, which stop the batch. */
  get unmapped(): Unmapped[] {
    return [...this.#unmapped.values()].toSorted((a, b) => (a.accountCode < b.accountCode ? -1 : 1))
  }

  #voucher(of: Omit<Voucher, 'number'>): Voucher {
    this.#number += 1
    const net = of.lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
    // A batch with unmapped lines is never written: they are missing from its vouchers.
    if (net !== 0n && this.#unmapped.size === 0)
      throw new Error(`voucher ${this.#number} does not balance: ${net}`)
    return { number: this.#number, ...of }
  }

  #mapped(entry: ExportedEntry, date: string): VoucherLine[] {
    const missing = new Set<string>()
    return entry.lines.flatMap((line) => {
      const to = this.#terms.map.of(line.accountCode, line.portfolioId, date)
      if (to === undefined) {
        this.#leaveOut(line, date, missing)
        return []
      }
      return {
        account: to.outside,
        ourAccount: line.accountCode,
        ourAccountName: line.accountName,
        portfolio: line.portfolio,
        costCentre: to.costCentre,
        description: textOf(line.description ?? entry.description, entry, date),
        debit: line.debit,
        credit: line.credit,
        entry: entry.id,
        entryLine: line.lineNo,
      }
    })
  }

  #leaveOut(line: EntryLine, date: string, missing: Set<string>): void {
    const key = `${line.accountCode} ${line.portfolioId ?? ''}`
    const so = this.#unmapped.get(key)
    this.#unmapped.set(key, {
      accountCode: line.accountCode,
      accountName: line.accountName,
      portfolio: line.portfolio,
      entries: (so?.entries ?? 0) + (missing.has(key) ? 0 : 1),
      debit: (so?.debit ?? 0n) + line.debit,
      credit: (so?.credit ?? 0n) + line.credit,
      from: so === undefined || date < so.from ? date : so.from,
    })
    missing.add(key)
  }
}

/** The text of an entry or of its line; of one that goes to a later day with its own. */
const textOf = (text: string, { date: own }: ExportedEntry, date: string): string =>
  own === date ? text : `${text} (dated ${own})`

/** The text of a summed voucher; with the dates of the entries that go to a later day. */
function sumText(text: string, moved: readonly string[]): string {
  const [first, last] = [moved[0], moved.at(-1)]
  if (first === undefined || last === undefined) return text
  return `${text} (${moved.length} dated ${first === last ? first : `${first} to ${last}`})`
}

function addUp(lines: Map<string, VoucherLine>, line: VoucherLine): void {
  const side = line.debit > 0n ? 'debit' : 'credit'
  const key = JSON.stringify([line.account, line.ourAccount, line.costCentre, side])
  const so = lines.get(key)
  lines.set(key, {
    ...line,
    portfolio: so === undefined || so.portfolio === line.portfolio ? line.portfolio : null,
    description: null,
    debit: (so?.debit ?? 0n) + line.debit,
    credit: (so?.credit ?? 0n) + line.credit,
    entry: null,
    entryLine: null,
  })
}

const byAccount = (a: VoucherLine, b: VoucherLine): number => {
  const key = (line: VoucherLine) =>
    `${line.ourAccount} ${line.account} ${line.costCentre ?? ''} ${line.debit > 0n ? 0 : 1}`
  return key(a) < key(b) ? -1 : 1
}
