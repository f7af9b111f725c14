/**
 * The fills of a session's day: what each cancel and correction of a drop copy changes, in whatever order they come, and what earlier
 * files of the same days said of the same contracts. A fill is known by its trade date, its execution id, its side and its security (both
 * sides of a crossing may have one id), within one session; and it is one execution wherever it comes from: a file and a live session, or
 * two sessions, that report it for one client account and broker count it once.
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
const idKey = ({ tradeDate, side, symbol }: DocumentLine, id: string) =>
  [tradeDate, side, symbol, id].join(SEPARATOR)

/** The firm that executed a line. */
export const brokerOf = ({ side, rest }: Pick<DocumentLine, 'side' | 'rest'>): string =>
  rest[side === 'buy' ? 'buyingBroker' : 'sellingBroker'] ?? ''

/** Fills of one client account, security, side, day and broker are one contract. */
export const consolidatedKey = (line: DocumentLine): string =>
  [line.side, line.tradeDate, line.symbol, line.clientAccount ?? '', brokerOf(line)].join(SEPARATOR)

/** Whether a line of a drop copy counts as a fill. */
export const isInForce = ({ cancelled, rest }: Pick<DocumentLine, 'cancelled' | 'rest'>): boolean =>
  !cancelled && rest['supersededBy'] === undefined && rest['waitsFor'] === undefined

/** The sessions that sent a line: its own, and those whose line was left out as the same execution. */
const sessionsOf = ({ rest }: DocumentLine): string[] => [
  rest['session'] ?? '',
  ...(rest['alsoFrom'] ?? '').split(', ').filter((session) => session !== ''),
]

const isOfOneSession = (line: DocumentLine, other: DocumentLine): boolean =>
  sessionsOf(line).some((session) => sessionsOf(other).includes(session))

/**
 * Whether messages of two sessions (a file and a live session, two lines of one broker) that have one execution id, day, side and security
 * are of one execution: that of one client account, and not of two brokers. Where an account is not stated, both must name the broker.
 */
function isOneExecution(line: DocumentLine, other: DocumentLine): boolean {
  const [broker, another] = [brokerOf(line), brokerOf(other)].map((code) => code.toUpperCase())
  if (broker !== '' && another !== '' && broker !== another) return false
  if (line.clientAccount !== null && other.clientAccount !== null)
    return line.clientAccount === other.clientAccount
  return broker !== '' && broker === another
}

/**
 * The values in which two messages of one execution must agree, wherever they come from; a cancel need not
 * say what was dealt.
 */
const dealtOf = ({ quantity, price, rest }: DocumentLine) =>
  JSON.stringify([rest['event'], ...(rest['event'] === 'cancel' ? [] : [String(quantity), String(price)])])

/**
 * The values in which two messages of one execution and one session must agree. The number of a message and
 * its time of sending may differ, and what a cancel or correction takes from its fill is left out.
 */
function contentOf({ fees, rest }: DocumentLine): string {
  const isBare = rest['event'] === 'cancel'
  return JSON.stringify([rest['refersTo'], ...(isBare ? [] : Object.values(fees).map(String))])
}

/** Compares what may be missing in one of them, such as the account: both state it, and differently. */
function contradicts(line: DocumentLine, other: DocumentLine): boolean {
  if (line.rest['event'] !== 'fill') return false
  const stated = (one: DocumentLine) => [one.clientAccount ?? '', brokerOf(one)]
  const own = (one: DocumentLine) => JSON.stringify([one.isin, one.settlementDate, one.contractNumber])
  const others = stated(other)
  return (
    own(line) !== own(other) ||
    stated(line).some((text, at) => text !== '' && others[at] !== '' && text !== others[at])
  )
}

function isSameContent(line: DocumentLine, other: DocumentLine): boolean {
  if (dealtOf(line) !== dealtOf(other)) return false
  if (line.rest['session'] !== other.rest['session']) return true
  return contentOf(line) === contentOf(other) && !contradicts(line, other)
}

export function sessionDay(own: readonly DocumentLine[], earlier: readonly EarlierLine[] = []): SessionDay {
  const day: SessionDay = { lines: [], skipped: [], problems: [] }
  const known = new Executions()
  for (const { documentId, line } of earlier) {
    const execution = { line: asWritten(line), documentId }
    const there = known.find(execution.line)
    if (there === undefined) known.add(execution)
    else there.line = joined(there.line, execution.line)
  }
  for (const line of own) addOwn(day, known, line)
  const executions = withBrokers(withChanges(known.all, day))
  const ownKeys = new Set(
    executions.flatMap(({ line, documentId }) => (documentId === null ? [consolidatedKey(line)] : [])),
  )
  const carried = executions.filter(
    ({ line, documentId }) => documentId !== null && ownKeys.has(consolidatedKey(line)),
  )
  day.lines.push(
    ...executions
      .flatMap(({ line, documentId }) => (documentId === null ? [line] : []))
      .toSorted((a, b) => a.line - b.line),
    ...carried.map(carriedLine),
  )
  return day
}

/** Lines that name no broker are of the one broker that others of their client account, security, side and day name. */
function withBrokers(executions: readonly Execution[]): Execution[] {
  const named = new Map<string, Set<string>>()
  const keyOf = (line: DocumentLine) =>
    [line.side, line.tradeDate, line.symbol, line.clientAccount].join(SEPARATOR)
  for (const { line } of executions) {
    if (line.clientAccount === null || brokerOf(line) === '') continue
    const codes = named.get(keyOf(line)) ?? new Set()
    named.set(keyOf(line), codes.add(brokerOf(line)))
  }
  return executions.map((execution) => {
    const { line } = execution
    const [code, ...others] = brokerOf(line) === '' ? (named.get(keyOf(line)) ?? []) : []
    if (code === undefined || others.length > 0) return execution
    const broker = line.side === 'buy' ? 'buyingBroker' : 'sellingBroker'
    return { ...execution, line: { ...line, rest: { ...line.rest, [broker]: code } } }
  })
}

interface Execution {
  line: DocumentLine
  /** Null: of the file itself. */
  documentId: number | null
}

/** Lines that are found by an id: of their own session, else of one execution with the line given. */
class Lines {
  private readonly byId = new Map<string, Execution[]>()

  put(id: string, execution: Execution): void {
    const key = idKey(execution.line, id)
    const alike = this.byId.get(key)
    if (alike === undefined) this.byId.set(key, [execution])
    else alike.push(execution)
  }

  find(line: DocumentLine, id: string): Execution | undefined {
    const alike = this.byId.get(idKey(line, id)) ?? []
    return (
      alike.find((execution) => isOfOneSession(execution.line, line)) ??
      alike.find((execution) => isOneExecution(execution.line, line))
    )
  }
}

/** Every execution once, in the order in which they first occurred. */
class Executions {
  readonly all: Execution[] = []
  private readonly lines = new Lines()

  find(line: DocumentLine): Execution | undefined {
    return this.lines.find(line, line.executionId ?? '')
  }

  add(execution: Execution): void {
    this.all.push(execution)
    this.lines.put(execution.line.executionId ?? '', execution)
  }
}

/** A line with what another message of its execution adds: its session, and the account and brokers that it does not state itself. */
function joined(line: DocumentLine, other: DocumentLine): DocumentLine {
  const session = line.rest['session'] ?? ''
  const others = new Set([...sessionsOf(line), ...sessionsOf(other)])
  others.delete(session)
  const { buyingBroker, sellingBroker } = other.rest
  const rest: Record<string, string> = { ...line.rest }
  if (others.size > 0) rest['alsoFrom'] = [...others].join(', ')
  if (buyingBroker !== undefined) rest['buyingBroker'] ??= buyingBroker
  if (sellingBroker !== undefined) rest['sellingBroker'] ??= sellingBroker
  return { ...line, clientAccount: line.clientAccount ?? other.clientAccount, rest }
}

/** Lines of earlier files have numbers behind those of any file, and name their file and line there. */
function carriedLine({ line, documentId }: Execution, at: number): DocumentLine {
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

function addOwn(day: SessionDay, known: Executions, line: DocumentLine): void {
  const there = known.find(line)
  if (there === undefined) return known.add({ line, documentId: null })
  if (!isSameContent(line, there.line)) {
    day.problems.push({
      line: line.line,
      column: 'ExecID (17)',
      message: 'Another message has this execution id with other content. This one is left out.',
      value: line.executionId,
      dropped: true,
    })
    return
  }
  if (there.documentId !== null) {
    there.line = joined(line, there.line)
    there.documentId = null
    return
  }
  const isRepeated = line.rest['session'] === there.line.rest['session']
  const what = isRepeated ? 'message' : 'execution'
  day.skipped.push({ line: line.line, reason: `the same ${what} as line ${there.line.line}` })
  there.line = joined(there.line, line)
  // Of a message sent twice the first number counts, whichever comes first in the file.
  if (isRepeated && sequenceOf(line) < sequenceOf(there.line)) {
    there.line = {
      ...there.line,
      rest: { ...there.line.rest, sequence: line.rest['sequence'] ?? '' },
    }
  }
}

const sequenceOf = ({ rest }: DocumentLine) => Number(rest['sequence'] ?? Number.MAX_SAFE_INTEGER)

/** The lines with what cancels and corrections make of them. */
function withChanges(executions: readonly Execution[], day: SessionDay): Execution[] {
  const called = new Lines()
  for (const one of executions) {
    const { line } = one
    for (const id of [line.executionId ?? '', ...(line.rest['alsoCalled'] ?? '').split(' ')]) {
      // Of a cancel, only its own id: it shares others with the fill that it names.
      if (id !== '' && (id === line.executionId || line.rest['event'] === 'fill')) called.put(id, one)
    }
  }
  const chains = new Map<
    Execution,
    { corrections: { one: Execution; depth: number }[]; cancels: Execution[] }
  >()
  const changedBy = new Map<Execution, DocumentLine>()
  const asFills = new Map<Execution, DocumentLine>()
  const waiting = new Set<Execution>()
  for (const one of executions) {
    if (one.line.rest['event'] === 'fill') continue
    const root = rootOf(one, called)
    if (root === null) {
      waiting.add(one)
      continue
    }
    asFills.set(one, asItsFill(one.line, root.fill.line))
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
  return executions.flatMap((one) => {
    if (waiting.has(one)) return waitingLine(one, day)
    const line = asFills.get(one) ?? one.line
    const last = changedBy.get(one)
    if (last === undefined) return [{ ...one, line }]
    const mark = { supersededBy: last.executionId ?? '', ...(last.cancelled && { cancelled: 'true' }) }
    return [{ ...one, line: { ...line, rest: { ...line.rest, ...mark } } }]
  })
}

/** The fill at the beginning of what a message names, and how many corrections are between; null where there is none. */
function rootOf(start: Execution, called: Lines): { fill: Execution; depth: number } | null {
  const seen = new Set<Execution>()
  let at = start
  while (at.line.rest['event'] !== 'fill') {
    if (seen.has(at)) return null
    seen.add(at)
    const next = called.find(at.line, at.line.rest['refersTo'] ?? '')
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

/** A message whose fill no file has yet. It counts nothing, and a cancel may not say what was dealt; a later file may have the fill. */
function waitingLine(one: Execution, day: SessionDay): Execution[] {
  const { line, documentId } = one
  const waitsFor = line.rest['refersTo'] ?? ''
  if (documentId === null) {
    day.problems.push({
      line: line.line,
      column: 'ExecRefID (19)',
      message: `The execution that this message ${line.cancelled ? 'cancels' : 'corrects'} is in no file of the day. Nothing is changed.`,
      value: waitsFor,
      dropped: false,
    })
  }
  return [{ ...one, line: { ...line, rest: { ...line.rest, waitsFor } } }]
}
