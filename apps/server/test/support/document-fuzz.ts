/** Broken documents: each is made of a whole one by a few changes that the same seed makes again, and must be read or refused. */
import { isDeepStrictEqual } from 'node:util'
import type { DocumentRead } from '@em/core/documents/line'
import { chance, SAMPLE_DEFECTS, sampleDocuments } from '@em/core/documents/sample'
import { parseSymbol } from '@em/core/securities/symbol'
import { isPlainDate } from '@em/core/values/dates'
import { MONEY_MAX } from '@em/core/values/decimal'
import { writeXlsx } from 'hucre'
import { documentFromJson, documentJson } from '../../src/features/documents/files/document-json.ts'
import { documentOf } from '../../src/features/documents/files/document-reader.ts'
import { FileRefusal } from '../../src/platform/file-readers/file-refusal.ts'
import { confirmationPdf } from './confirmation-pdf.ts'

export const FUZZED = ['trade-file', 'monthly', 'confirmation', 'workbook', 'pdf'] as const
export type Fuzzed = (typeof FUZZED)[number]

export interface FuzzOutcome {
  readonly read: number
  /** How many were refused, by code. */
  readonly refused: ReadonlyMap<string, number>
  readonly slowestMs: number
  /** What no reader may do, with the number of the file that it happened to; the first ten. */
  readonly faults: readonly string[]
}

type Next = (below: number) => number
type Change = (bytes: Buffer, next: Next) => Buffer

const place = (bytes: Buffer, next: Next) => next(bytes.length + 1)
const splice = (bytes: Buffer, from: number, to: number, put: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)])
const PUT = [
  '\0',
  '\n',
  '\r',
  '\t',
  '"',
  ',',
  ';',
  '%',
  '(',
  ')',
  '<<',
  '>>',
  '/',
  '-',
  'é',
  '\u00a0',
  '\u007f',
  '\ufffd',
  '999999999999999999999',
  '-1',
  '0',
  '1e9',
  '2026/13/45',
  '31/02/2026',
  'COLUMN NAME',
  'endobj',
  'obj',
  'Purchase of ',
  'Sale of X ( JKH.N0000 / )',
  'Total ',
  'Client A/C No : ',
  'x'.repeat(3_000),
].map((text) => Buffer.from(text))

const CHANGES: readonly Change[] = [
  // Another byte at a place.
  (bytes, next) => {
    const changed = Buffer.from(bytes)
    if (changed.length > 0) changed[next(changed.length)] = next(256)
    return changed
  },
  // A bit.
  (bytes, next) => {
    const changed = Buffer.from(bytes)
    const at = next(Math.max(1, changed.length))
    changed[at] = (changed[at] ?? 0) ^ (1 << next(8))
    return changed
  },
  // Cut off.
  (bytes, next) => bytes.subarray(0, place(bytes, next)),
  // A part is lost.
  (bytes, next) => {
    const from = place(bytes, next)
    return splice(bytes, from, from + next(200), Buffer.alloc(0))
  },
  // A part stands twice.
  (bytes, next) => {
    const from = place(bytes, next)
    return splice(bytes, from, from, bytes.subarray(from, from + next(400)))
  },
  // Something stands where nothing stood, or over what stood there.
  (bytes, next) => {
    const [from, put] = [place(bytes, next), PUT[next(PUT.length)] ?? Buffer.alloc(0)]
    return splice(bytes, from, from + next(2) * put.length, put)
  },
  // Bytes by chance.
  (bytes, next) => {
    const from = place(bytes, next)
    return splice(bytes, from, from, Buffer.from(Array.from({ length: next(30) }, () => next(256))))
  },
]
/** Of texts alone: other encodings, other line ends. */
const TEXT_CHANGES: readonly Change[] = [
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le'),
  (bytes) =>
    Buffer.from(bytes.toString('latin1'), 'utf16le')
      .subarray(0, bytes.length & ~1)
      .swap16(),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\r'), 'latin1'),
]

async function wholeOf(kind: Fuzzed): Promise<Buffer> {
  const { tradeFile, confirmations, monthly } = sampleDocuments({
    lines: 5,
    clients: 2,
    defects: SAMPLE_DEFECTS,
  })
  if (kind === 'trade-file') return Buffer.from(tradeFile)
  if (kind === 'monthly') return Buffer.from(monthly)
  if (kind === 'confirmation') return Buffer.from(confirmations.flat().join('\r\n'))
  if (kind === 'pdf') return Buffer.from(confirmationPdf(confirmations))
  const rows = monthly
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replaceAll(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(',', '')).split(','))
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Trades', rows }] }))
}

export async function fuzzReader(kind: Fuzzed, files: number, seed = 1): Promise<FuzzOutcome> {
  const whole = await wholeOf(kind)
  const isText = kind !== 'pdf' && kind !== 'workbook'
  const changes = isText ? [...CHANGES, ...CHANGES, ...TEXT_CHANGES] : CHANGES
  const refused = new Map<string, number>()
  const faults: string[] = []
  let [read, slowestMs] = [0, 0]
  for (let file = 0; file < files && faults.length < 10; file += 1) {
    const next = chance(seed * 1_000_003 + file)
    let bytes = whole
    for (let left = 1 + next(4); left > 0; left -= 1) {
      bytes = changes[next(changes.length)]?.(bytes, next) ?? bytes
    }
    const start = performance.now()
    try {
      const document = await documentOf(bytes, { fileName: 'x', password: null, anyPdf: next(4) === 0 })
      const wrong = await wrongIn(document)
      if (wrong !== null) faults.push(`${kind} ${file}: ${wrong}`)
      read += 1
    } catch (error) {
      if (!(error instanceof FileRefusal)) faults.push(`${kind} ${file}: ${String(error)}`)
      else refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    }
    slowestMs = Math.max(slowestMs, performance.now() - start)
  }
  return { read, refused, slowestMs, faults }
}

/** What no document that was read may hold; null for a good one. */
async function wrongIn(document: DocumentRead): Promise<string | null> {
  for (const line of document.lines) {
    const { tradeDate, symbol, quantity, price, gross, fees, foreignBrokerage, settlementDate } = line
    if (!isPlainDate(tradeDate)) return `date ${tradeDate}`
    if (settlementDate !== null && !isPlainDate(settlementDate)) return `date ${settlementDate}`
    if (parseSymbol(symbol) === null) return `symbol ${symbol}`
    if (quantity <= 0n || price <= 0n) return `${quantity} at ${price}`
    const amounts = [gross, foreignBrokerage, ...Object.values(fees)]
    if (amounts.some((amount) => amount < 0n || amount > MONEY_MAX)) return `amounts ${amounts.join(' ')}`
    const texts = [line.contractNumber, line.clientName, line.orderId, ...Object.values(line.rest)]
    if (texts.some((text) => text !== null && (text === '' || text.length > 200 || !text.isWellFormed()))) {
      return `texts ${JSON.stringify(texts)}`
    }
  }
  const again = await documentFromJson(JSON.parse(JSON.stringify(documentJson(document))) as never)
  return isDeepStrictEqual(again, document) ? null : 'it is another on the other side of its process'
}
