/** Messages of custodians as they are read, whatever their form: statements of holdings and confirmations of settlements. */
import type { PlainDate } from '../values/dates.ts'
import type { Cents, Shares } from '../values/decimal.ts'

/** Which balance a statement contains: of settled shares, or by trade date. */
export const HOLDING_BASES = ['settled', 'traded'] as const
export type HoldingBasis = (typeof HOLDING_BASES)[number]

/** Lines of one file. */
export const CUSTODIAN_LINES_MAX = 20_000
/** Messages of one file, also those of types that are not read. */
export const CUSTODIAN_MESSAGES_MAX = 20_000
/** Statements of holdings of one file, each page for itself. */
export const CUSTODIAN_STATEMENTS_MAX = 2_000
/** Days of these statements: the books are read for each. */
export const CUSTODIAN_DAYS_MAX = 100

/** Why one line cannot be used; the others can. */
export interface LineFault {
  /** As the message writes the field: 93B AGGR, or AggtBal. */
  readonly field: string
  readonly message: string
}

interface LineOf {
  /** The safekeeping account, as it is written. */
  readonly account: string
  readonly isin: string | null
  /** A symbol in the security's description or among its other identifications. */
  readonly symbol: string | null
  /** The description of the security. */
  readonly text: string | null
  readonly fault: LineFault | null
}

/** The custodian's holding of a security. Shares; null where the message does not say. */
export interface HoldingLine extends LineOf {
  readonly of: 'holding'
  readonly aggregate: Shares | null
  readonly available: Shares | null
  readonly pledged: Shares | null
  readonly pendingReceipt: Shares | null
  readonly pendingDelivery: Shares | null
}

export interface ConfirmationLine extends LineOf {
  readonly of: 'confirmation'
  readonly side: 'buy' | 'sell' | null
  readonly isFree: boolean
  /** The reference that we gave the custodian, as it comes back. */
  readonly ours: string | null
  readonly settled: Shares | null
  readonly before: Shares | null
  readonly remaining: Shares | null
  readonly amount: Cents | null
  readonly date: PlainDate | null
  /** A cancellation or reversal of an earlier confirmation. */
  readonly isCancelled: boolean
}

export type MessageLine = HoldingLine | ConfirmationLine

export interface StatementHead {
  readonly date: PlainDate
  /** Null where the message does not say. */
  readonly basis: HoldingBasis | null
  readonly number: string | null
  readonly page: number
  readonly isLast: boolean
  /** False: it contains only changes. */
  readonly isWhole: boolean
}

/** One message of a file. */
export interface CustodianMessage {
  /** MT535, MT544 to MT547, semt.002, sese.025, sese.026. */
  readonly type: string
  /** The sender's reference. */
  readonly reference: string | null
  /** The reference of the statement or confirmation that it takes back. */
  readonly cancels: string | null
  /** Null for a confirmation. */
  readonly statement: StatementHead | null
  readonly account: string
  readonly lines: readonly MessageLine[]
}

/** Why a whole file cannot be read. */
export interface FileFault {
  /** Which message of the file, from 1. */
  readonly message: number
  readonly field: string
  readonly reason: string
}

export interface CustodianFile {
  readonly messages: readonly CustodianMessage[]
  /** Messages of other types, which are not read. */
  readonly leftOut: readonly { readonly type: string; readonly count: number }[]
  readonly fault: FileFault | null
}

/** Ends the reading of a message. */
export class Unreadable extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** Ends the reading of a file that has more than is read at once. */
export class TooMany extends Error {}

/** Counts what a file has while it is read, so that a flood ends early. @throws TooMany */
export class FileBounds {
  #messages = 0
  #statements = 0
  #lines = 0
  message(): void {
    this.#messages += 1
    if (this.#messages > CUSTODIAN_MESSAGES_MAX) throw tooMany(CUSTODIAN_MESSAGES_MAX, 'messages')
  }
  statement(): void {
    this.#statements += 1
    if (this.#statements > CUSTODIAN_STATEMENTS_MAX)
      throw tooMany(CUSTODIAN_STATEMENTS_MAX, 'statements of holdings')
  }
  lines(count: number): void {
    this.#lines += count
    if (this.#lines > CUSTODIAN_LINES_MAX) throw tooMany(CUSTODIAN_LINES_MAX, 'lines')
  }
}
const tooMany = (most: number, what: string) => new TooMany(`${grouped(most)} ${what}`)
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Reads messages one after the other; the first that cannot be read ends the file. @throws TooMany */
export function readAll<T>(
  found: Iterable<T>,
  read: (one: T) => CustodianMessage | { readonly otherType: string },
): CustodianFile {
  const messages: CustodianMessage[] = []
  const bounds = new FileBounds()
  const others = new Map<string, number>()
  const leftOut = () => [...others].map(([type, count]) => ({ type, count }))
  // The number of the message that is searched or read.
  let number = 1
  try {
    for (const one of found) {
      bounds.message()
      const answer = read(one)
      number += 1
      if ('otherType' in answer) {
        others.set(answer.otherType, (others.get(answer.otherType) ?? 0) + 1)
        continue
      }
      if (answer.statement !== null) bounds.statement()
      bounds.lines(answer.lines.length)
      messages.push(answer)
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const fault = { message: number, field: error.field, reason: error.message }
    return { messages: [], leftOut: leftOut(), fault }
  }
  return { messages, leftOut: leftOut(), fault: null }
}

const SYMBOL = /(?<![A-Z0-9])[A-Z0-9]{2,5}\.[NXPRWUD]\d{4}(?![A-Z0-9])/
/** The first symbol of the exchange within a text. */
export const symbolWithin = (text: string): string | null =>
  SYMBOL.exec(text.slice(0, 1_000).toUpperCase())?.[0] ?? null

/** A description in one line; null where blank. */
export function described(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .slice(0, 2_000)
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .trim()
  return plain === '' ? null : plain.toWellFormed()
}

/** A reference or an account of at most 35 letters. @throws Unreadable for a longer one. */
export function shortText(text: string | null | undefined, field: string): string | null {
  const plain = (text ?? '').trim()
  if (plain === '') return null
  if (plain.length > 35 || /[\u0000-\u001f\u007f]/.test(plain) || !plain.isWellFormed())
    throw new Unreadable(field, 'it must be text of at most 35 characters.')
  return plain
}

/** Faults of one line are collected; the first is reported. */
export class Faults {
  first: LineFault | null = null
  add(field: string, message: string): null {
    this.first ??= { field, message }
    return null
  }
}

const SHARES_MAX = 1_000_000_000_000n

/** Whole shares. In: digits, a mark, digits; `isShort` below zero. Null, with a fault, for anything else. */
export function wholeShares(
  written: string,
  { mark, isShort, field, faults }: { mark: ',' | '.'; isShort: boolean; field: string; faults: Faults },
): Shares | null {
  const [whole = '', part = '', ...more] = written.split(mark)
  if (!/^\d{1,15}$/.test(whole) || !/^\d*$/.test(part) || more.length > 0)
    return faults.add(field, `“${written.slice(0, 40)}” is no number of shares.`)
  if (/[1-9]/.test(part)) return faults.add(field, 'Shares are whole.')
  const shares = BigInt(whole)
  if (shares > SHARES_MAX) return faults.add(field, 'There are too many shares.')
  if (isShort && shares > 0n)
    return faults.add(field, 'The balance is short (below zero). Please ask the custodian about it.')
  return shares
}

/** Rupees and cents; null, with a fault, for anything else. */
export function rupeesOf(
  written: string,
  { mark, field, faults }: { mark: ',' | '.'; field: string; faults: Faults },
): Cents | null {
  const [whole = '', part = '', ...more] = written.split(mark)
  if (!/^\d{1,13}$/.test(whole) || !/^\d{0,2}0*$/.test(part) || more.length > 0)
    return faults.add(field, `“${written.slice(0, 40)}” is no amount in rupees and cents.`)
  return BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'))
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/
export const isinOf = (text: string | null | undefined): string | null => {
  const word = (text ?? '').trim().toUpperCase()
  return ISIN.test(word) ? word : null
}
