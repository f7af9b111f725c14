/** Rows of a submission as they came, read into checked rows: defaults fill blanks, words and separators are taken. */
import {
  BATCH_FIELDS,
  type BatchInput,
  type BatchRow,
  batchRow,
  SYMBOL_MAX,
} from '@em/contract/batches/batches'
import { type RowError, type SecurityProposal } from '@em/contract/batches/row-faults'
import { FEES } from '@em/contract/fee-tariffs/fees'
import { KEYS_MAX } from '@em/contract/kit/bounds'
import { inFormNames } from '@em/contract/trades/trade-fields'
import { readNumeral } from '@em/core/sheets/figures'
import { sideFromText } from '@em/core/sheets/sides'
import { priceBesideGross } from './computed-price.ts'

/** A row with its number in the submission, from 1. */
export interface NumberedRow {
  readonly row: number
  readonly trade: BatchRow
}

/** The fields that a row must have in addition to those of every trade. */
export interface RowNeeds {
  /** A buy says its contract number and its broker; default. */
  readonly contract?: boolean
}

/** The rows that could be read, in order. */
export interface RowsRead {
  readonly rows: readonly NumberedRow[]
  /** Those that could be read in part; fields at fault are null. */
  readonly broken: readonly NumberedRow[]
  /** The fields of a row, for the report: defaults fill blanks. Read again where it is asked for. */
  sentOf(row: number): Readonly<Record<string, unknown>>
}

export const ERRORS_MAX = 1_000

/** Collects faults: the first thousand are listed, every row at fault is counted once. */
export class Faults {
  readonly list: RowError[] = []
  readonly rows = new Set<number>()

  /** `proposals` are asked for where the fault is listed. */
  add(
    row: number,
    field: string,
    error: string,
    value?: unknown,
    proposals?: () => readonly SecurityProposal[],
  ): void {
    this.rows.add(row)
    if (this.list.length >= ERRORS_MAX) return
    const text = value === undefined || value === null ? null : String(value).slice(0, 200)
    this.list.push({ row, field, error, value: text, ...(proposals && { proposals: [...proposals()] }) })
  }

  /** Removes the faults of a row. */
  forget(row: number): void {
    if (!this.rows.delete(row)) return
    const others = this.list.filter((one) => one.row !== row)
    this.list.splice(0, this.list.length, ...others)
  }

  sorted(): RowError[] {
    return this.list.toSorted((a, b) => a.row - b.row)
  }
}

const NUMERALS: ReadonlySet<string> = new Set<keyof BatchRow>([
  'quantity',
  'price',
  'grossValue',
  'costOfFunds',
  ...FEES.map(({ field }) => field),
])
const KNOWN: ReadonlySet<string> = new Set(BATCH_FIELDS)
const SIDE_OF = { 'bulk-buy': 'buy', 'bulk-sell': 'sell', import: undefined } as const

/** Reads the rows of a submission; what cannot be read is added to `faults`. */
export function readRows(input: BatchInput, faults: Faults, needs: RowNeeds = {}): RowsRead {
  const spell = speller(input.fields)
  const read = reader()
  const defaults = speller(null)({ side: SIDE_OF[input.source], ...input.defaults }) ?? {}
  const sentOf = (raw: unknown) => {
    const sent = spell(raw)
    if (sent === undefined) return undefined
    const row = withDefaults(sent, defaults)
    nameInSymbol(row)
    if (row['grossValue'] !== undefined) row['price'] = priceBesideGross(row)
    return row
  }
  const rows: NumberedRow[] = []
  const broken: NumberedRow[] = []
  for (const [index, raw] of input.rows.entries()) {
    const row = index + 1
    const sent = sentOf(raw)
    if (sent === undefined) {
      faults.add(row, 'row', `A row must be an object of fields, ${KEYS_MAX} at most.`)
      continue
    }
    const { trade, isRead } = read(sent, (field, message) => faults.add(row, field, message, sent[field]))
    const missing = missingFrom(trade, needs)
    for (const [field, message] of missing) faults.add(row, field, message)
    if (isRead && missing.length === 0) rows.push({ row, trade })
    else if (broken.length < ERRORS_MAX) broken.push({ row, trade: nullsFor(trade) })
  }
  return { rows, broken, sentOf: (row) => sentOf(input.rows[row - 1]) ?? {} }
}

/** A field that could not be read is as one that was left blank. */
const nullsFor = (trade: BatchRow): BatchRow =>
  Object.fromEntries(Object.entries(trade).map(([field, value]) => [field, value ?? null])) as BatchRow

type Sent = Record<string, unknown>

/** A text too long for a symbol, in a row without a company name, is the name of a company. */
function nameInSymbol(row: Sent): void {
  const { symbol } = row
  if (typeof symbol !== 'string' || symbol.trim().length <= SYMBOL_MAX || row['companyName'] !== undefined)
    return
  row['companyName'] = symbol
  row['symbol'] = undefined
}

function withDefaults(sent: Sent, defaults: Readonly<Sent>): Sent {
  for (const field in defaults) if (sent[field] === undefined) sent[field] = defaults[field]
  return sent
}

/**
 * The values of a row by our names: form names, plain numerals, sides by any of their words; unknown fields and
 * blanks are dropped. The names of rows that follow each other are nearly always the same and are looked up once.
 * Undefined for what is no row, and for one with more fields than a row can have.
 */
function speller(fields: readonly string[] | null): (raw: unknown) => Sent | undefined {
  let known: readonly string[] | undefined
  let plan: readonly Named[] = fields === null ? [] : namesOf(fields)
  // Copies of one object: objects that grow field by field take six times the memory.
  let blank = blankOf(plan)
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw) !== (fields !== null)) return undefined
    const row = raw as Readonly<Record<string | number, unknown>>
    if (fields === null) {
      const keys = Object.keys(row)
      if (keys.length > KEYS_MAX) return undefined
      if (
        known === undefined ||
        keys.length !== known.length ||
        keys.some((key, at) => key !== known?.[at])
      ) {
        known = keys
        plan = namesOf(keys)
        blank = blankOf(plan)
      }
    }
    const values = { ...blank }
    for (const { key, column, field } of plan) {
      const value = row[fields === null ? key : column]
      if (!isBlank(value)) values[field] = spelled(field, value)
    }
    return values
  }
}

const blankOf = (plan: readonly Named[]): Sent =>
  Object.fromEntries(plan.map(({ field }) => [field, undefined]))

interface Named {
  readonly key: string
  readonly column: number
  readonly field: string
}

/** Which of the names sent are fields of ours; of two that mean the same one, as `inFormNames` decides. */
function namesOf(keys: readonly string[]): readonly Named[] {
  const columnOf = new Map(keys.map((key, index) => [key, index]))
  const named = inFormNames(Object.fromEntries(keys.map((key) => [key, key]))) as Record<string, string>
  return Object.entries(named).flatMap(([name, key]) => {
    const field = name === 'soldPrice' ? 'price' : name
    return KNOWN.has(field) ? [{ key, column: columnOf.get(key) ?? 0, field }] : []
  })
}

function spelled(field: string, value: unknown): unknown {
  if (field === 'side') return sideOf(value)
  return NUMERALS.has(field) ? plainNumeral(value, field) : asText(value)
}

interface Reading {
  readonly value?: unknown
  readonly problems: readonly string[]
}
/** Readings of one field that are remembered: names and dates come again and again. */
const REMEMBERED = 5_000

/**
 * Reads rows as `batchRow` does, field by field, and remembers what a field's text was read as. Fields at fault are left
 * undefined; `isRead` says whether there are none.
 */
function reader(): (
  filled: Readonly<Record<string, unknown>>,
  onFault: (field: string, message: string) => void,
) => { trade: BatchRow; isRead: boolean } {
  const fields = Object.entries(batchRow.shape).map(([field, schema]) => ({
    field,
    schema,
    known: new Map<unknown, Reading>(),
  }))
  // Copies of one object with every field: objects that grow field by field take six times the memory.
  const blank = JSON.parse(
    JSON.stringify(Object.fromEntries(fields.map(({ field }) => [field, null]))),
  ) as Record<string, unknown>
  return (filled, onFault) => {
    const trade = { ...blank }
    let isRead = true
    for (const { field, schema, known } of fields) {
      const value = filled[field]
      let reading = known.get(value)
      if (reading === undefined) {
        const parsed = schema.safeParse(value)
        reading = parsed.success
          ? { value: parsed.data, problems: [] }
          : { problems: parsed.error.issues.map((issue) => issue.message) }
        if (typeof value !== 'object' && known.size < REMEMBERED) known.set(value, reading)
      }
      for (const problem of reading.problems) {
        isRead = false
        onFault(field, problem)
      }
      trade[field] = reading.value
    }
    return { trade: trade as BatchRow, isRead }
  }
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const sideOf = (value: unknown) => (typeof value === 'string' ? (sideFromText(value) ?? value) : value)
/** Contract numbers and account numbers come out of sheets as numbers. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** As a plain numeral, where it is a number; a percentage may carry its sign. */
function plainNumeral(value: unknown, field: string): unknown {
  if (typeof value !== 'string') return value
  if (field !== 'costOfFunds' && value.includes('%')) return value
  return readNumeral(value) ?? value.trim()
}

/** The fields that a trade needs and the row leaves blank; a field that could not be read (undefined) has its fault already. */
function missingFrom(trade: BatchRow, { contract = true }: RowNeeds): [field: string, message: string][] {
  const missing: [string, string][] = []
  const need = (field: string, message: string, ...values: unknown[]) => {
    if (values.every((value) => value === null)) missing.push([field, message])
  }
  need('symbol', 'Symbol is required.', trade.symbol, trade.companyName)
  need('portfolio', 'Please choose a portfolio.', trade.portfolio, trade.portfolioId)
  need('settlementAccount', 'Please choose a settlement account.', trade.settlementAccount)
  if (trade.side === 'sell') need('price', 'Price is required.', trade.price)
  if (trade.side === 'buy') {
    need('price', 'Price or gross value is required.', trade.price, trade.grossValue)
  }
  if (trade.side === 'buy' && contract) {
    need('contractNumber', 'Contract number is required.', trade.contractNumber)
    need('brokerName', 'Broker name is required.', trade.brokerName)
  }
  return missing
}
