/** Rows of a submission as they came, read into checked rows: defaults fill blanks, words and separators are taken. */
import {
  BATCH_FIELDS,
  type BatchInput,
  type BatchRow,
  batchRow,
  type RowError,
} from '@em/contract/books/batches'
import { inFormNames } from '@em/contract/books/trade-fields'

/** A row with its number in the submission, from 1. */
export interface NumberedRow {
  readonly row: number
  readonly trade: BatchRow
  /** The values as they came, for the report. */
  readonly sent: Readonly<Record<string, unknown>>
}

export const ERRORS_MAX = 1_000

/** Collects faults: the first thousand are listed, every row at fault is counted once. */
export class Faults {
  readonly list: RowError[] = []
  readonly rows = new Set<number>()

  add(row: number, field: string, error: string, value?: unknown): void {
    this.rows.add(row)
    if (this.list.length >= ERRORS_MAX) return
    const text = value === undefined || value === null ? null : String(value).slice(0, 200)
    this.list.push({ row, field, error, value: text })
  }

  sorted(): RowError[] {
    return this.list.toSorted((a, b) => a.row - b.row)
  }
}

const SIDES: Record<string, 'buy' | 'sell'> = {
  buy: 'buy',
  b: 'buy',
  purchase: 'buy',
  bought: 'buy',
  p: 'buy',
  sell: 'sell',
  s: 'sell',
  sale: 'sell',
  sold: 'sell',
}
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const NUMERALS: ReadonlySet<string> = new Set<keyof BatchRow>([
  'quantity',
  'price',
  'grossValue',
  'costOfFunds',
  'brokerage',
  'cseFees',
  'cdsFees',
  'clearingFees',
  'sec',
  'stl',
])
const KNOWN: ReadonlySet<string> = new Set(BATCH_FIELDS)
const SIDE_OF = { 'bulk-buy': 'buy', 'bulk-sell': 'sell', import: undefined } as const

/** The rows that can be read, in order; what cannot is told to `faults`. */
export function readRows(input: BatchInput, faults: Faults): NumberedRow[] {
  const defaults = spelled({ side: SIDE_OF[input.source], ...input.defaults })
  const read: NumberedRow[] = []
  for (const [place, raw] of input.rows.entries()) {
    const row = place + 1
    const sent = sentValues(raw, input.fields)
    if (sent === undefined) {
      faults.add(row, 'row', 'The row must hold its values by field.')
      continue
    }
    const filled: Record<string, unknown> = { ...defaults }
    for (const [field, value] of Object.entries(spelled(sent))) {
      if (!isBlank(value)) filled[field] = value
    }
    const parsed = batchRow.safeParse(filled)
    if (parsed.success) {
      const fault = refuseIncomplete(parsed.data)
      if (fault) faults.add(row, fault[0], fault[1])
      else read.push({ row, trade: parsed.data, sent: filled })
    } else {
      for (const issue of parsed.error.issues) {
        const field = String(issue.path[0] ?? 'row')
        faults.add(row, field, issue.message, filled[field])
      }
    }
  }
  return read
}

function sentValues(raw: unknown, fields: readonly string[] | null): Record<string, unknown> | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  if (fields === null) return Array.isArray(raw) ? undefined : (raw as Record<string, unknown>)
  if (!Array.isArray(raw)) return undefined
  const values: Record<string, unknown> = {}
  for (const [place, field] of fields.entries()) values[field] = raw[place]
  return values
}

/** Form names, plain numerals, sides by any of their words; fields nobody knows are dropped. */
function spelled(sent: Record<string, unknown>): Record<string, unknown> {
  const named = inFormNames(sent) as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(named)) {
    const known = field === 'soldPrice' ? 'price' : field
    if (!KNOWN.has(known)) continue
    values[known] =
      known === 'side' ? sideOf(value) : NUMERALS.has(known) ? plainNumeral(value, known) : asText(value)
  }
  return values
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const sideOf = (value: unknown) =>
  typeof value === 'string' ? (SIDES[value.trim().toLowerCase()] ?? value) : value
/** Contract numbers and account numbers come out of sheets as numbers. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Without thousands separators; a percentage may carry its sign. */
function plainNumeral(value: unknown, field: string): unknown {
  if (typeof value !== 'string') return value
  const text = field === 'costOfFunds' ? value.trim().replace(/ ?%$/, '') : value.trim()
  return GROUPED.test(text) ? text.replaceAll(',', '') : text
}

function refuseIncomplete(trade: BatchRow): [field: string, message: string] | undefined {
  if (trade.symbol === null && trade.companyName === null) return ['symbol', 'Symbol is required.']
  if (trade.portfolio === null && trade.portfolioId === null)
    return ['portfolio', 'Please choose a portfolio.']
  if (trade.settlementAccount === null) return ['settlementAccount', 'Please choose a settlement account.']
  if (trade.side === 'sell') return trade.price === null ? ['price', 'Price is required.'] : undefined
  if (trade.price === null && trade.grossValue === null) return ['price', 'Price or gross value is required.']
  if (trade.contractNumber === null) return ['contractNumber', 'Contract number is required.']
  return trade.brokerName === null ? ['brokerName', 'Broker name is required.'] : undefined
}
