/** The texts typed or pasted into a price sheet, compared with the recorded prices. */
import type { SheetRow } from '@em/contract/prices/prices'
import { nearestSecurities } from '@em/core/securities/nearest-securities'
import { securityFinder } from '@em/core/securities/security-named'
import { groupNumeral, readNumeral, readTyped } from '../../lib/numerals.ts'

/** Texts as typed, by symbol; a symbol without an entry is unchanged. */
export type Typed = Readonly<Record<string, { readonly last: string; readonly close: string }>>

const textOf = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : groupNumeral(twoDecimals(String(value)))

/** "22.5" as "22.50", as prices are written; more decimals stay. */
const twoDecimals = (numeral: string) => {
  const [whole = '', fraction = ''] = numeral.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** The texts of the two fields of a row. */
export function shownIn(row: SheetRow, typed: Typed): { last: string; close: string } {
  return typed[row.symbol] ?? { last: textOf(row.price?.last_trade), close: textOf(row.price?.close) }
}

export interface Change {
  readonly symbol: string
  /** Null takes the price back. */
  readonly last_trade: string | null
  readonly close: string | null
}

/** The prices to save, and the rows that cannot be saved, with the reasons. */
export function changesIn(
  rows: readonly SheetRow[],
  typed: Typed,
): { changes: readonly Change[]; faults: ReadonlyMap<string, string> } {
  const changes: Change[] = []
  const faults = new Map<string, string>()
  for (const row of rows) {
    const now = typed[row.symbol]
    if (now === undefined) continue
    const [last, close] = [now.last.trim(), now.close.trim()]
    const [lastTrade, closing] = [readTyped(last), readTyped(close)]
    if (last === '' && close !== '') faults.set(row.symbol, 'Enter the last trade too.')
    else if (last !== '' && !isPrice(lastTrade))
      faults.set(row.symbol, 'Enter a price above 0, with at most 4 decimals.')
    else if (close !== '' && !isPrice(closing))
      faults.set(row.symbol, 'The close must be above 0, with at most 4 decimals.')
    else if (same(lastTrade, row.price?.last_trade) && (close === '' || same(closing, row.price?.close)))
      continue
    else changes.push({ symbol: row.symbol, last_trade: lastTrade, close: closing })
  }
  return { changes: changes.filter(({ symbol }) => !faults.has(symbol)), faults }
}

const isPrice = (numeral: string | null) =>
  numeral !== null && Number(numeral) > 0 && (numeral.split('.')[1]?.replace(/0+$/, '').length ?? 0) <= 4
const same = (numeral: string | null, value: number | null | undefined) =>
  numeral === null || numeral === '' ? value === null || value === undefined : Number(numeral) === value

const letters = (text: string) => text.trim().toLowerCase()

/** A price whose text names no security of the sheet. */
export interface UnknownPrice {
  readonly text: string
  readonly last: string
  readonly close?: string
  /** Those of the sheet that come nearest to it. */
  readonly choices: readonly { readonly symbol: string; readonly name: string }[]
}

function withNearest(
  unknown: readonly Omit<UnknownPrice, 'choices'>[],
  rows: readonly SheetRow[],
): readonly UnknownPrice[] {
  if (unknown.length === 0) return []
  const near = nearestSecurities(
    rows.map(({ symbol, company_name }) => ({ symbol, name: company_name ?? symbol })),
  )
  return unknown.map((one) => ({ ...one, choices: near(one.text) }))
}

/** The sheet with the price of an unknown text in the row that it means. */
export function named(typed: Typed, row: SheetRow, { last, close }: UnknownPrice): Typed {
  return { ...typed, [row.symbol]: { last: last.trim(), close: close?.trim() ?? shownIn(row, typed).close } }
}

/**
 * Puts pasted cells into the sheet: of two or more columns the first names the security, the second is its last trade, a third one its
 * close; one column fills the last trades from a row on.
 */
export function pasteInto(
  typed: Typed,
  rows: readonly SheetRow[],
  cells: readonly (readonly string[])[],
  from: string,
): { typed: Typed; taken: number; unknown: readonly UnknownPrice[] } {
  const next: Record<string, { last: string; close: string }> = { ...typed }
  const unknown: Omit<UnknownPrice, 'choices'>[] = []
  let taken = 0
  const take = (row: SheetRow, last: string, close?: string) => {
    next[row.symbol] = { last: last.trim(), close: close?.trim() ?? shownIn(row, typed).close }
    taken += 1
  }
  if (cells.every((line) => line.length < 2)) {
    const begins = rows.findIndex(({ symbol }) => symbol === from)
    for (const [index, [value = '']] of cells.entries()) {
      const row = rows[begins + index]
      if (row !== undefined && value.trim() !== '') take(row, value)
    }
    return { typed: next, taken, unknown: [] }
  }
  const byWord = new Map(
    rows.flatMap((row) => [
      [letters(row.symbol), row] as const,
      ...(row.company_name === null ? [] : [[letters(row.company_name), row] as const]),
    ]),
  )
  // JKH is JKH.N0000; names are taken unchanged.
  const find = securityFinder(rows.map((row) => ({ symbol: row.symbol, name: '', row })))
  for (const [word = '', last = '', close] of cells) {
    if (word.trim() === '') continue
    const written = find(word)
    const row = byWord.get(letters(word)) ?? (written.fits === 'one' ? written.security.row : undefined)
    if (row !== undefined && last.trim() !== '') take(row, last, close)
    else if (readNumeral(last) !== null && last.trim() !== '')
      unknown.push({ text: word.trim(), last, ...(close !== undefined && { close }) })
  }
  return { typed: next, taken, unknown: withNearest(unknown, rows) }
}
