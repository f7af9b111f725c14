/**
 * The fills of a session's day: what each cancel and correction of a drop copy changes, in whatever order they come, and what earlier
 * files of the same days said of the same contracts. A fill is known by its session, its trade date, its execution id,
 * its side and its security: both sides of a crossing may have one id.
 *
 *   E-501 333 @ 10.10, E-502 333 @ 10.20, E-503 334 @ 10.30, then E-508 corrects E-503 to 10.20 and E-509 cancels E-502: E-501 and
 *   E-508 count, 667 shares and 6,770.10.
 */
import { grossOf } from '../values/money.ts'
import {
  DOCUMENT_LINES_MAX,
  type DocumentLine,
  type DocumentProblem,
  netOf,
  type SkippedLine,
} from './line.ts'

/** A line that an earlier file of the same days has. */
export interface EarlierLine {
  readonly documentId: number
  readonly line: DocumentLine
}

export interface SessionDay {
  /** The lines of the file, and behind them those of earlier files that belong to its contracts. */
  readonly lines: DocumentLine[]
  readonly skipped: SkippedLine[]
  readonly problems: DocumentProblem[]
}

const SEPARATOR = '\n'
const sessionKey = ({ tradeDate, side, symbol, rest }: DocumentLine, id: string) =>
  [rest['session'] ?? '', tradeDate, side, symbol, id].join(SEPARATOR)
const keyOf = (line: DocumentLine) => sessionKey(line, line.executionId ?? '')

/** The firm that executed a line. */
export const brokerOf = ({ side, rest }: Pick<DocumentLine, 'side' | 'rest'>): string =>
  rest[side === 'buy' ? 'buyingBroker' : 'sellingBroker'] ?? ''

/** Fills of one client account, security, side, day and broker are one contract. */
export const consolidatedKey = (line: DocumentLine): string =>
  [line.side, line.tradeDate, line.symbol, line.clientAccount ?? '', brokerOf(line)].join(SEPARATOR)

/** Whether a line of a drop copy counts as a fill. */
export const isInForce = ({ cancelled, rest }: Pick<DocumentLine, 'cancelled' | 'rest'>): boolean =>
  !cancelled && rest['supersededBy'] === undefined && rest['waitsFor'] === undefined

/**
 * What two messages of one execution must agree in. The number of a message and its time of sending may differ, and what a cancel or
 * correction takes from its fill is left out.
 */
function contentOf(line: DocumentLine): string {
  const { side, tradeDate, symbol, quantity, price, fees, rest } = line
  const event = rest['event'] ?? ''
  const dealt = [String(quantity), String(price), ...Object.values(fees).map(String)]
  const own = [line.clientAccount, brokerOf(line), line.isin, line.settlementDate, line.contractNumber]
  const said = { fill: [...dealt, ...own], correction: dealt, cancel: [] }[event]
  return JSON.stringify([event, side, tradeDate, symbol, rest['refersTo'], said])
}

export function sessionDay(own: readonly DocumentLine[], earlier: readonly EarlierLine[] = []): SessionDay {
  const day: SessionDay = { lines: [], skipped: [], problems: [] }
  const known = new Map<string, Told>()
  for (const { documentId, line } of earlier) {
    const told = asWritten(line)
    if (!known.has(keyOf(line))) known.set(keyOf(line), { line: told, said: contentOf(told), documentId })
  }
  const contents = new Map([...known].map(([key, { said }]) => [key, said]))
  for (const line of own) addOwn(day, known, contents, line)
  const placed = place([...known.values()], day)
  const ownKeys = new Set(
    placed.flatMap(({ line, documentId }) => (documentId === null ? [consolidatedKey(line)] : [])),
  )
  const carried = placed.filter(
    ({ line, documentId }) => documentId !== null && ownKeys.has(consolidatedKey(line)),
  )
  day.lines.push(
    ...placed
      .flatMap(({ line, documentId }) => (documentId === null ? [line] : []))
      .toSorted((a, b) => a.line - b.line),
    ...carried.map(carriedLine),
  )
  return day
}

interface Told {
  readonly line: DocumentLine
  readonly said: string
  /** Null: of the file itself. */
  readonly documentId: number | null
}

/** Lines of earlier files have numbers behind those of any file, and name their file and line there. */
function carriedLine({ line, documentId }: Told, at: number): DocumentLine {
  const rest = { ...line.rest }
  rest['document'] ??= String(documentId)
  rest['documentLine'] ??= String(line.line)
  return { ...line, line: DOCUMENT_LINES_MAX + 1 + at, rest }
}

/** A line without what the day made of it. */
function asWritten(line: DocumentLine): DocumentLine {
  const { supersededBy: _, cancelled: __, waitsFor: ___, ...rest } = line.rest
  return { ...line, rest }
}

function addOwn(
  day: SessionDay,
  known: Map<string, Told>,
  contents: Map<string, string>,
  line: DocumentLine,
): void {
  const key = keyOf(line)
  const said = contentOf(line)
  const before = contents.get(key)
  const there = known.get(key)
  if (before !== undefined && before !== said) {
    day.problems.push({
      line: line.line,
      column: 'ExecID (17)',
      message: 'Another message has this execution id with other content. This one is left out.',
      value: line.executionId,
      dropped: true,
    })
    return
  }
  if (there?.documentId === null) {
    day.skipped.push({ line: line.line, reason: `the same message as line ${there.line.line}` })
    // Of a message sent twice the first number counts, whichever comes first in the file.
    if (sequenceOf(line) < sequenceOf(there.line)) {
      known.set(key, {
        ...there,
        line: { ...there.line, rest: { ...there.line.rest, sequence: line.rest['sequence'] ?? '' } },
      })
    }
    return
  }
  contents.set(key, said)
  known.set(key, { line, said, documentId: null })
}

const sequenceOf = ({ rest }: DocumentLine) => Number(rest['sequence'] ?? Number.MAX_SAFE_INTEGER)

/** The lines with what cancels and corrections make of them. */
function place(told: readonly Told[], day: SessionDay): Told[] {
  const called = new Map<string, Told>()
  for (const one of told) {
    const { line } = one
    for (const id of [line.executionId ?? '', ...(line.rest['alsoCalled'] ?? '').split(' ')]) {
      const key = sessionKey(line, id)
      // Of a cancel, only its own id: it shares others with the fill that it names.
      if (id !== '' && (id === line.executionId || line.rest['event'] === 'fill')) {
        if (!called.has(key)) called.set(key, one)
      }
    }
  }
  const chains = new Map<Told, { corrections: { one: Told; depth: number }[]; cancels: Told[] }>()
  const changedBy = new Map<Told, DocumentLine>()
  const placed = new Map<Told, DocumentLine>()
  const waiting = new Set<Told>()
  for (const one of told) {
    if (one.line.rest['event'] === 'fill') continue
    const root = rootOf(one, called)
    if (root === null) {
      waiting.add(one)
      continue
    }
    placed.set(one, asItsFill(one.line, root.fill.line))
    const chain = chains.get(root.fill) ?? { corrections: [], cancels: [] }
    chains.set(root.fill, chain)
    if (one.line.cancelled) chain.cancels.push(one)
    else chain.corrections.push({ one, depth: root.depth })
  }
  for (const [fill, { corrections, cancels }] of chains) {
    const steps = corrections
      .toSorted((a, b) => a.depth - b.depth || compare(a.one.line, b.one.line))
      .map(({ one }) => one)
    const [cancel] = cancels.toSorted((a, b) => compare(a.line, b.line))
    const last = cancel ?? steps.at(-1)
    for (const one of [fill, ...steps]) {
      if (last !== undefined && one !== last) changedBy.set(one, last.line)
    }
  }
  return told.flatMap((one) => {
    if (waiting.has(one)) return waitingLine(one, day)
    const line = placed.get(one) ?? one.line
    const last = changedBy.get(one)
    if (last === undefined) return [{ ...one, line }]
    const mark = { supersededBy: last.executionId ?? '', ...(last.cancelled && { cancelled: 'true' }) }
    return [{ ...one, line: { ...line, rest: { ...line.rest, ...mark } } }]
  })
}

/** The fill at the beginning of what a message names, and how many corrections are between; null where there is none. */
function rootOf(start: Told, called: ReadonlyMap<string, Told>): { fill: Told; depth: number } | null {
  const seen = new Set<Told>()
  let at = start
  while (at.line.rest['event'] !== 'fill') {
    if (seen.has(at)) return null
    seen.add(at)
    const next = called.get(sessionKey(at.line, at.line.rest['refersTo'] ?? ''))
    if (next === undefined || next.line.cancelled) return null
    at = next
  }
  return { fill: at, depth: seen.size }
}

/** A cancel or correction belongs to the contract of its fill; what a cancel does not say is that of the fill. */
function asItsFill(line: DocumentLine, fill: DocumentLine): DocumentLine {
  const { quantity, price } = line.quantity === 0n ? fill : line
  const gross = grossOf(quantity, price)
  const brokers = { buyingBroker: fill.rest['buyingBroker'], sellingBroker: fill.rest['sellingBroker'] }
  const named = Object.entries(brokers).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]]))
  return {
    ...line,
    clientAccount: fill.clientAccount,
    settlementDate: line.settlementDate ?? fill.settlementDate,
    contractNumber: line.contractNumber ?? fill.contractNumber,
    quantity,
    price,
    gross,
    net: netOf({ ...line, gross }),
    rest: { ...line.rest, ...Object.fromEntries(named) },
  }
}

/** By the time of dealing, then the number of the message. */
function compare(a: DocumentLine, b: DocumentLine): number {
  const [one, other] = [a.rest['transactTime'] ?? '', b.rest['transactTime'] ?? '']
  if (one !== other) return one < other ? -1 : 1
  const apart = sequenceOf(a) - sequenceOf(b)
  if (apart !== 0) return apart
  return (a.executionId ?? '') < (b.executionId ?? '') ? -1 : 1
}

/** A message whose fill no file has yet. It counts nothing; a later file may bring the fill. */
function waitingLine(one: Told, day: SessionDay): Told[] {
  const { line, documentId } = one
  const waitsFor = line.rest['refersTo'] ?? ''
  const isKept = line.quantity > 0n
  if (documentId === null) {
    day.problems.push({
      line: line.line,
      column: 'ExecRefID (19)',
      message: `The execution that this message ${line.cancelled ? 'cancels' : 'corrects'} is in no file of the day. Nothing is changed.`,
      value: waitsFor,
      dropped: !isKept,
    })
  }
  return isKept ? [{ ...one, line: { ...line, rest: { ...line.rest, waitsFor } } }] : []
}
