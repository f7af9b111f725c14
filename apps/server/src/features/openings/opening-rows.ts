/** Rows of opening lots as typed or pasted, read into checked lots: separators are taken, names are looked up once. */

import type { RowError } from '@em/contract/batches/row-faults'
import {
  OPENING_FIELDS,
  type OpeningLotsInput,
  type OpeningRow,
  openingRow,
} from '@em/contract/openings/openings'
import { type MarketCalendar, settlementDateFor } from '@em/core/holidays/market-calendar'
import { formatDecimal, GROUPED_NUMERAL, MONEY_SCALE } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { ambiguousName, securitiesMeant } from '../equities/equities.queries.ts'
import type { NewOpening } from './record-lots.commands.ts'

const BROKERS = statement(
  'openings.brokers',
  'SELECT id, lower(name) AS name FROM brokers WHERE lower(name) = ANY (:words::text[])',
)

const word = (text: string) => text.trim().toLowerCase()
const KNOWN: ReadonlySet<string> = new Set(OPENING_FIELDS)
const NUMERALS: ReadonlySet<string> = new Set<keyof OpeningRow>([
  'quantity',
  'cost',
  'price',
  'charges',
  'fairValue',
  'costOfFunds',
])

/** Values as a sheet has them: numerals with separators, references that look like numbers. */
function spelled(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(sent)) {
    if (!KNOWN.has(field)) continue
    if (NUMERALS.has(field)) {
      const text = typeof value === 'string' ? value.trim() : value
      values[field] = typeof text === 'string' && GROUPED_NUMERAL.test(text) ? text.replaceAll(',', '') : text
    } else values[field] = typeof value === 'number' ? String(value) : value
  }
  return values
}

export interface ReadLots {
  readonly lots: NewOpening[]
  readonly errors: RowError[]
  readonly warnings: { row: number; message: string }[]
}

/** The lots that can be read, in order; faults are reported by row and field. */
export async function readLots(
  db: Queryable,
  input: OpeningLotsInput,
  calendar: MarketCalendar,
): Promise<ReadLots> {
  const errors: RowError[] = []
  const read: { row: number; lot: OpeningRow; sent: Record<string, unknown> }[] = []
  const fault = (row: number, field: string, error: string, value?: unknown) =>
    void errors.push({ row, field, error, value: value == null ? null : String(value).slice(0, 200) })
  for (const [index, raw] of input.rows.entries()) {
    const sent = spelled(raw)
    const parsed = openingRow.safeParse(sent)
    if (parsed.success) read.push({ row: index + 1, lot: parsed.data, sent })
    else {
      for (const issue of parsed.error.issues) {
        const field = String(issue.path[0] ?? 'row')
        fault(index + 1, field, issue.message, sent[field])
      }
    }
  }
  const [meantOf, brokerOf] = await namesOf(
    db,
    read.map(({ lot }) => lot),
  )
  const lots: NewOpening[] = []
  for (const { row, lot, sent } of read) {
    const meant = meantOf(lot.symbol, lot.tradeDate)
    const [found, ...others] = meant.bySymbol ? meant.best : []
    if (found === undefined) {
      fault(row, 'symbol', `The security ${lot.symbol} was not found.`, lot.symbol)
      continue
    }
    if (others.length > 0) {
      fault(row, 'symbol', ambiguousName(lot.symbol, meant).message, lot.symbol)
      continue
    }
    const equity = {
      id: found.id,
      symbol: found.symbol,
      companyName: found.name,
      isActive: found.isActive,
    }
    const contradiction = contradictionOf(lot)
    if (contradiction !== null) {
      fault(row, 'cost', contradiction, sent['cost'])
      continue
    }
    lots.push({ row, equity, ...lotOf(lot, calendar, brokerOf) })
  }
  return { lots, errors, warnings: repeats(lots) }
}

/** What a checked lot says, as the rules take it; a settlement date that is left out follows from the trade date. */
export function lotOf(
  lot: Omit<OpeningRow, 'symbol'>,
  calendar: MarketCalendar,
  brokerOf: (name: string | null) => number | null,
): Pick<NewOpening, 'request' | 'reference' | 'brokerName' | 'brokerId'> {
  const { quantity, cost, price, charges, fairValue, tradeDate, settlementDate, costOfFunds } = lot
  const brokerId = brokerOf(lot.brokerName)
  return {
    request: {
      quantity,
      ...(cost !== null && { cost }),
      ...(price !== null && { price }),
      charges: charges ?? 0n,
      fairValue,
      boughtOn: tradeDate,
      settlementDate: settlementDate ?? settlementDateFor(calendar, tradeDate),
      costOfFundsRate: costOfFunds,
      brokerId,
    },
    reference: lot.reference,
    brokerName: lot.brokerName,
    brokerId,
  }
}

/** A cost and a price that do not describe the same lot; prices in sheets are rounded, a hundredth apart is another lot. */
export function contradictionOf({ quantity, cost, price }: Omit<OpeningRow, 'symbol'>): string | null {
  if (cost === null || price === null) return null
  const product = grossOf(quantity, price)
  const apart = product > cost ? product - cost : cost - product
  if (apart * 100n <= cost) return null
  return `Quantity x price is ${formatDecimal(product, MONEY_SCALE, { grouping: true })}.`
}

/** Brokers by name, without regard to case. */
export async function brokersOf(
  db: Queryable,
  names: readonly (string | null)[],
): Promise<(name: string | null) => number | null> {
  const words = [...new Set(names.flatMap((name) => (name === null ? [] : [word(name)])))]
  const rows = await db.query(BROKERS, { words })
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  return (name) => (name === null ? null : (ids.get(word(name)) ?? null))
}

async function namesOf(db: Queryable, lots: readonly OpeningRow[]) {
  return Promise.all([
    securitiesMeant(
      db,
      lots.map((lot) => ({ word: lot.symbol, day: lot.tradeDate })),
    ),
    brokersOf(
      db,
      lots.map((lot) => lot.brokerName),
    ),
  ])
}

/** Rows that say the same as one before them: two lots may be alike, a row pasted twice is more likely. */
function repeats(lots: readonly NewOpening[]): { row: number; message: string }[] {
  const first = new Map<string, number>()
  return lots.flatMap(({ row, equity, request, reference }) => {
    const { quantity, cost, price, boughtOn } = request
    const key = [equity.id, quantity, cost ?? '', price ?? '', boughtOn, reference ?? ''].join('|')
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, row)
      return []
    }
    return [{ row, message: `Is the same as row ${earlier}.` }]
  })
}
