/** What a new reading of a file has other than the lines that were kept of it. */
import type { DocumentLine } from '@em/core/documents/line'
import { FEE_COMPONENTS } from '@em/core/fees/tariff'
import { dayInWords } from '@em/core/values/date-words'
import { type Cents, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { priceInWords } from '@em/core/values/money'
import { regularPauses } from '../../../platform/pauses.ts'
import type { Detail } from '../../../platform/refusal.ts'

const money = (of: (line: DocumentLine) => Cents) => (line: DocumentLine) =>
  formatDecimal(of(line), MONEY_SCALE, { grouping: true })
const day = (date: string | null) => (date === null ? null : dayInWords(date))

interface Field {
  readonly name: string
  readonly label: string
  /** As a sentence writes it; null where the line has none. */
  of(line: DocumentLine): string | null
}
/** Days, figures, and what decides which trade a line is. Names of companies and other fields of the layout change nothing in the books. */
const FIELDS: readonly Field[] = [
  { name: 'tradeDate', label: 'Trade date', of: (line) => day(line.tradeDate) },
  { name: 'tradeTime', label: 'Trade time', of: (line) => line.tradeTime },
  { name: 'settlementDate', label: 'Settlement date', of: (line) => day(line.settlementDate) },
  { name: 'side', label: 'Side', of: (line) => line.side },
  { name: 'symbol', label: 'Security', of: (line) => line.symbol },
  {
    name: 'quantity',
    label: 'Quantity',
    of: (line) => formatDecimal(line.quantity, 0, { grouping: true }),
  },
  { name: 'price', label: 'Price', of: (line) => priceInWords(line.price) },
  { name: 'gross', label: 'Gross value', of: money(({ gross }) => gross) },
  ...FEE_COMPONENTS.map((component) => ({
    name: component,
    label: `Fee (${component})`,
    of: money(({ fees }) => fees[component]),
  })),
  { name: 'foreignBrokerage', label: 'Foreign brokerage', of: money((line) => line.foreignBrokerage) },
  { name: 'net', label: 'Net value', of: money(({ net }) => net) },
  { name: 'executionId', label: 'Execution id', of: (line) => line.executionId },
  { name: 'contractNumber', label: 'Contract number', of: (line) => line.contractNumber },
  { name: 'clientAccount', label: 'Client account', of: (line) => line.clientAccount },
  { name: 'cancelled', label: 'Cancelled', of: (line) => (line.cancelled ? 'yes' : 'no') },
]

/** Differences that are listed. */
const LISTED_MAX = 20
const NOTHING = 'nothing'

export interface OtherReading {
  /** The first difference, as a part of a sentence. */
  readonly first: string
  /** The first twenty, by line and field. */
  readonly details: readonly Detail[]
}

/** Compares the lines of two readings of one file, by their numbers in the file; null where they are the same. */
export async function otherReading(
  before: readonly DocumentLine[],
  now: readonly DocumentLine[],
): Promise<OtherReading | null> {
  const pauses = regularPauses()
  const [earlier, later] = [before, now].map((lines) => new Map(lines.map((line) => [line.line, line])))
  const details: Detail[] = []
  let first: string | null = null
  const numbers = [...new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])])].toSorted(
    (a, b) => a - b,
  )
  for (const number of numbers) {
    if (details.length >= LISTED_MAX) break
    await pauses()
    const [was, is] = [earlier?.get(number), later?.get(number)]
    if (was === undefined || is === undefined) {
      const [then, since] = was === undefined ? ['left out', 'read'] : ['read', 'left out']
      first ??= `line ${number} was ${then} and would now be ${since}`
      details.push({ field: `lines.${number}`, message: `The line was ${then} before, and is ${since} now.` })
      continue
    }
    for (const { name, label, of } of FIELDS) {
      const [then, since] = [of(was) ?? NOTHING, of(is) ?? NOTHING]
      if (then === since) continue
      first ??= `the ${label.charAt(0).toLowerCase()}${label.slice(1)} of line ${number} was read as ${then} and would now be ${since}`
      details.push({ field: `lines.${number}.${name}`, message: `${label}: ${then} before, ${since} now.` })
    }
  }
  return first === null ? null : { first, details: details.slice(0, LISTED_MAX) }
}
