/** The differences between a new reading of a file and the lines that were kept of it. */
import type { DocumentLine } from '@em/core/documents/line'
import { FEE_COMPONENTS } from '@em/core/fee-tariffs/tariff'
import { regularPauses } from '../../../platform/pauses.ts'
import type { Detail } from '../../../platform/refusal.ts'
import { LINE_FIELDS } from './line-fields.ts'

/** The fields compared, in the order in which they are shown: days, figures, and what decides which trade a line is. Names of companies and other fields of the layout change nothing in the books. */
const COMPARED: readonly (readonly [name: string, label: string])[] = [
  ['tradeDate', 'Trade date'],
  ['tradeTime', 'Trade time'],
  ['settlementDate', 'Settlement date'],
  ['side', 'Side'],
  ['symbol', 'Security'],
  ['quantity', 'Quantity'],
  ['price', 'Price'],
  ['gross', 'Gross value'],
  ...FEE_COMPONENTS.map((component) => [component, `Fee (${component})`] as const),
  ['foreignBrokerage', 'Foreign brokerage'],
  ['net', 'Net value'],
  ['executionId', 'Execution id'],
  ['contractNumber', 'Contract number'],
  ['clientAccount', 'Client account'],
  ['cancelled', 'Cancelled'],
]
const FIELDS = COMPARED.flatMap(([name, label]) =>
  LINE_FIELDS.filter((field) => field.name === name).map(({ of, inWords }) => ({
    name,
    label,
    of: (line: DocumentLine): string | null => {
      const value = of(line)
      return value === null ? null : inWords(value)
    },
  })),
)

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
