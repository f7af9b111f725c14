/**
 * A file of FIX messages, one in a line: executions of the day as the trading system copies them to the firm. Execution reports (8) and
 * trade capture reports (AE) that fill, cancel or correct a fill are lines of the document; other messages are left out by name.
 * `session-day.ts` finds the fills that a message cancels or corrects, in any order.
 */

import { type Fees, NO_FEES } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import {
  type FixField,
  type FixGroup,
  type FixMessage,
  fixGroup,
  readFixLine,
} from '../fix-sessions/message.ts'
import { checkIsin } from '../securities/symbol.ts'
import { addDays, isPlainDate, type PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/decimal.ts'
import { grossOf } from '../values/money.ts'
import {
  centsOf,
  clientAccountOf,
  contractNumberOf,
  fieldText,
  hasControls,
  isMoney,
  priceOf,
  sharesOf,
  symbolOf,
} from './field-texts.ts'
import {
  DOCUMENT_LINES_MAX,
  type DocumentRead,
  type DocumentSide,
  Findings,
  NO_HEADER,
  netOf,
  SAID,
} from './line.ts'
import { linesOf } from './trade-file.ts'

const BEGINS_AS_MESSAGE = /8=FIX[.A-Z0-9]{1,8}[|\u0001]9=\d/
const VERSIONS: ReadonlySet<string> = new Set(['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'])
/** Lines that are read to recognise the kind of a file. */
const LINES_SAMPLED = 1_000
const ID_MAX = 60

/** Whether a text is a file of FIX messages: one of its first lines holds the beginning of a message. */
export function isDropCopy(text: string): boolean {
  for (const { line, text: written } of linesOf(text)) {
    if (BEGINS_AS_MESSAGE.test(written)) return true
    if (line >= LINES_SAMPLED) return false
  }
  return false
}

/** Which tags of a sender's messages say what FIX leaves open. */
export interface DropCopyTags {
  /** The client account; where it is blank, a party of role 24 or 3. */
  readonly account: number
  readonly contractNumber: number
  /** The tag of the foreign flag, or the category of the client account: F is foreign. */
  readonly foreign: '528' | '582' | 'account'
}
export const USUAL_TAGS: DropCopyTags = { account: 1, contractNumber: 1041, foreign: '528' }

/** By SenderCompID and TargetCompID of the messages, as `sessionKey` writes them; the usual ones where a sender is not in it. */
export type TagsOfSenders = Readonly<Record<string, DropCopyTags>>
export const sessionKey = (sender: string, target: string) => `${sender}>${target}`

/** Never throws: what cannot be read is named by line and field. `text` has one character for each byte of the file. */
export function parseDropCopy(text: string, tags: TagsOfSenders = {}): DocumentRead {
  const findings = new Findings()
  for (const { line, text: written } of messageLines(text)) {
    if (line > DOCUMENT_LINES_MAX) {
      const message = 'The file has more than 100,000 lines. These and those below are not read.'
      findings.drop(line, null, message, '')
      break
    }
    if (written.trim() === '') findings.skip(line, 'blank')
    else readLine(line, written, { findings, tags })
  }
  return { kind: 'drop-copy', header: NO_HEADER, ...findings.found(), statedTotals: null, text: null }
}

const HEAD = /8=FIX[.A-Z0-9]{1,8}[|\u0001]9=(\d{1,8})[|\u0001]/
/** `10=000` and its separator. */
const TRAILER_LENGTH = 7

/** The lines of a file by their numbers. A message that holds line ends within a text is one line. */
function* messageLines(text: string): Generator<{ line: number; text: string }> {
  let from = 0
  for (let line = 1; from <= text.length; line += 1) {
    const next = text.indexOf('\n', from)
    const end = next === -1 ? text.length : next
    const whole = endOfMessage(text, from, end)
    yield { line, text: text.slice(from, whole) }
    line += text.slice(end, whole).split('\n').length - 1
    from = whole + 1
  }
}

/** Where the line of a message ends: behind the end of the line where its length and checksum say so. */
function endOfMessage(text: string, from: number, end: number): number {
  const head = HEAD.exec(text.slice(from, end))
  if (head === null) return end
  const stated = from + head.index + head[0].length + Number(head[1]) + TRAILER_LENGTH
  if (stated <= end || stated > text.length) return end
  if (readFixLine(text.slice(from, stated))?.kind !== 'message') return end
  const next = text.indexOf('\n', stated)
  return next === -1 ? text.length : next
}

interface Reading {
  readonly findings: Findings
  readonly tags: TagsOfSenders
}

function readLine(line: number, written: string, reading: Reading): void {
  const { findings } = reading
  const read = readFixLine(written)
  if (read === null) return findings.skip(line, 'no FIX message')
  if (read.kind === 'fault') return findings.drop(line, read.code, read.message, written)
  const version = read.fields[0]?.[1] ?? ''
  if (!VERSIONS.has(version)) {
    return findings.drop(
      line,
      'BeginString (8)',
      'This version of FIX is not read; 4.2, 4.4 and FIXT.1.1 are.',
      version,
    )
  }
  const type = read.fields[2]?.[1] ?? ''
  if (type !== '8' && type !== 'AE') return findings.skip(line, `message of type ${type}`.slice(0, 40))
  readExecution(line, read, reading)
}

/** The effect of a message on the fills of the day. */
export const EXECUTION_EVENTS = ['fill', 'cancel', 'correction'] as const
export type ExecutionEvent = (typeof EXECUTION_EVENTS)[number]

const PARTIES: FixGroup = { count: 453, members: new Set([448, 447, 452, 802, 523, 803, 804, 805]) }
const MISC_FEES: FixGroup = { count: 136, members: new Set([137, 138, 139, 891]) }

/** The first text of each tag; blank where there is none. */
interface Message {
  readonly fields: readonly FixField[]
  of(tag: number): string
}

function messageOf(fields: readonly FixField[]): Message {
  const texts = new Map<number, string>()
  for (const [tag, text] of fields) if (!texts.has(tag)) texts.set(tag, text)
  return { fields, of: (tag) => (texts.get(tag) ?? '').trim() }
}

/** The line of an execution or trade report; what cannot be read of it is named. */
function readExecution(line: number, { fields }: FixMessage, { findings, tags: known }: Reading): void {
  const head = messageOf(fields)
  const session = sessionKey(head.of(49), head.of(56))
  const tags = (Object.hasOwn(known, session) ? known[session] : undefined) ?? USUAL_TAGS
  const side = ownSide(fields, tags)
  if (side === null) {
    const message = 'The report has two sides with a client account each. A message for each side is read.'
    return findings.drop(line, 'NoSides (552)', message, '')
  }
  const message = messageOf(side)
  const event = eventOf(message)
  if (event === null) return findings.skip(line, reasonOf(message))
  const parties = partiesOf(message)
  const before = findings.problemCount
  const drop = (column: string, said: string, value: string) => findings.drop(line, column, said, value)
  if (parties === null)
    drop('NoPartyIDs (453)', 'The group has other than the counted parties.', message.of(453))
  const when = momentOf(message.of(60))
  if (message.of(60) !== '' && when === null)
    drop('TransactTime (60)', 'This is not a time of UTC such as 20260105-04:35:10.', message.of(60))
  const tradeDate = message.of(75) === '' ? (when?.day ?? null) : fixDay(message.of(75))
  if (tradeDate === null)
    drop('TradeDate (75)', message.of(75) === '' ? SAID.noDate : WRONG_DAY, message.of(75))
  const dealt: DocumentSide | undefined = SIDES[message.of(54)]
  if (dealt === undefined) drop('Side (54)', 'Only buys (1) and sales (2) are read.', message.of(54))
  const isin = message.of(22) === '4' && checkIsin(message.of(48)) === 'ok' ? message.of(48) : null
  const symbol = symbolOf(message.of(55)) ?? symbolOf(`${message.of(55)}.${message.of(65)}`) ?? isin
  if (symbol === null)
    drop('Symbol (55)', message.of(55) === '' ? SAID.noSymbol : SAID.wrongSymbol, message.of(55))
  const ids = idsOf(message)
  if (ids.executionId === '') drop('ExecID (17)', 'The execution has no id.', '')
  if (event !== 'fill' && ids.refersTo === '')
    drop('ExecRefID (19)', 'The message does not say which execution it changes.', '')
  const amounts = amountsOf(message, event, drop)
  if (
    tradeDate === null ||
    dealt === undefined ||
    symbol === null ||
    parties === null ||
    amounts === null ||
    findings.problemCount > before
  )
    return
  const { quantity, price } = amounts
  const gross = grossOf(quantity, price)
  if (!isMoney(gross)) return drop('LastQty (32)', SAID.tooLarge, message.of(32))
  const stated = centsOf(message.of(381))
  if (event !== 'cancel' && stated !== undefined && stated !== gross) {
    findings.note(
      line,
      'GrossTradeAmt (381)',
      'This is not the quantity times the price, which is taken.',
      message.of(381),
    )
  }
  const settlementDate = message.of(64) === '' ? null : fixDay(message.of(64))
  if (message.of(64) !== '' && settlementDate === null)
    findings.note(line, 'SettlDate (64)', SAID.wrongDay, message.of(64))
  const fees = feesOf(message)
  const contra = parties.contra
  const account = accountOf(message, parties, tags)
  const rest = {
    session,
    event,
    message: message.of(35),
    sequence: message.of(34),
    transactTime: message.of(60),
    refersTo: ids.refersTo,
    alsoCalled: ids.alsoCalled,
    feeSource: fees === null ? 'schedule' : '',
    buyingBroker: dealt === 'buy' ? parties.broker : contra,
    sellingBroker: dealt === 'buy' ? contra : parties.broker,
    participantId: parties.participant,
    foreignFlag: foreignOf(message, account, tags),
    clientOrderId: message.of(11),
    status: message.of(39),
    tradeReportId: message.of(571),
    orderQuantity: message.of(38),
    filledQuantity: message.of(14),
    leftQuantity: message.of(151),
    averagePrice: message.of(6),
  }
  const contract = message.of(tags.contractNumber)
  if (
    hasControls([...Object.values(rest), ids.executionId, account ?? '', message.of(37), contract].join(' '))
  ) {
    return findings.drop(line, null, SAID.controls, '')
  }
  findings.lines.push({
    line,
    tradeDate,
    tradeTime: when?.time ?? null,
    side: dealt,
    executionId: ids.executionId,
    symbol,
    isin,
    companyName: null,
    quantity,
    price,
    gross,
    fees: fees ?? NO_FEES,
    foreignBrokerage: 0n,
    net: netOf({ side: dealt, gross, fees: fees ?? NO_FEES, foreignBrokerage: 0n }),
    contractNumber: contractNumberOf(contract),
    clientAccount: account,
    clientName: null,
    settlementDate,
    orderId: fieldText(message.of(37), ID_MAX),
    cancelled: event === 'cancel',
    rest: Object.fromEntries(
      Object.entries(rest).flatMap(([name, text]) => {
        const value = fieldText(text)
        return value === null ? [] : [[name, value]]
      }),
    ),
  })
}

const WRONG_DAY = 'This is not a date such as 20260105.'
const SIDES: Readonly<Record<string, DocumentSide>> = { '1': 'buy', '2': 'sell' }
const EVENTS: Readonly<Record<string, ExecutionEvent>> = { F: 'fill', H: 'cancel', G: 'correction' }
/** FIX 4.2: ExecTransType of a report that fills. */
const TRANSACTIONS: Readonly<Record<string, ExecutionEvent>> = {
  '0': 'fill',
  '1': 'cancel',
  '2': 'correction',
}
/** AE: TradeReportTransType. */
const TRADE_REPORTS = TRANSACTIONS
/** AE: TradeReportType of a cancelled trade, and of one that is broken off. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['6', '7'])

function eventOf({ of }: Message): ExecutionEvent | null {
  if (of(35) === 'AE') {
    if (TAKEN_BACK.has(of(856))) return 'cancel'
    return TRADE_REPORTS[of(487) || '0'] ?? null
  }
  if (of(8) !== 'FIX.4.2') return EVENTS[of(150)] ?? null
  const event = TRANSACTIONS[of(20)] ?? null
  // A new report fills where it is one of a part (1) or the whole (2) of an order.
  return event === 'fill' && of(150) !== '1' && of(150) !== '2' ? null : event
}

const reasonOf = ({ of }: Message) =>
  of(35) === 'AE'
    ? `trade report without a trade (487=${of(487)})`
    : `execution report without a fill (150=${of(150)})`

/** The fields of a report that has one side, or of the side with a client account; null where both have one. */
function ownSide(fields: readonly FixField[], tags: DropCopyTags): readonly FixField[] | null {
  const starts = fields.flatMap(([tag], at) => (tag === 54 ? [at] : []))
  if (starts.length < 2) return fields
  const root = fields.slice(0, starts[0])
  const sides = starts.map((start, nth) => [...root, ...fields.slice(start, starts[nth + 1])])
  const own = sides.filter((side) => {
    const message = messageOf(side)
    return accountOf(message, partiesOf(message), tags) !== null
  })
  return own.length > 1 ? null : (own[0] ?? sides[0] ?? fields)
}

interface Parties {
  readonly broker: string
  readonly contra: string
  readonly participant: string
  readonly client: string
}

/** The parties by their roles; null where a group does not have its counted entries. FIX 4.2 has tags of their own. */
function partiesOf({ fields, of }: Message): Parties | null {
  const ids = new Map<string, string>()
  for (let at = 0; at < fields.length; at += 1) {
    if (fields[at]?.[0] !== PARTIES.count) continue
    const entries = fixGroup(fields.slice(at), PARTIES)
    if (entries === null) return null
    for (const entry of entries) {
      const party = messageOf(entry)
      if (!ids.has(party.of(452))) ids.set(party.of(452), party.of(448))
    }
  }
  const role = (...roles: string[]) =>
    roles.flatMap((one) => ids.get(one) ?? []).find((id) => id !== '') ?? ''
  return {
    broker: role('1') || of(76),
    contra: role('17') || of(375),
    // The clearing firm, else the clearing organisation.
    participant: role('4', '21') || of(439),
    client: role('24', '3') || of(109),
  }
}

const WITHOUT_PARTICIPANT = /^\d+[-\s]?[A-Z]{2}(?:[-/\s]?\d{2})?$/i

/** ABC-12345-LI/00; an account that is written without its participant gets that of the message. */
function accountOf({ of }: Message, parties: Parties | null, tags: DropCopyTags): string | null {
  const account = of(tags.account) || (parties?.client ?? '')
  const participant = parties?.participant ?? ''
  return clientAccountOf(
    participant !== '' && WITHOUT_PARTICIPANT.test(account) ? `${participant}-${account}` : account,
  )
}

const FOREIGN_ACCOUNT = /-F[A-Z]\//

/**
 * As in the trade file; with the setting `account`: 1 for the account of a foreign client, 0 for a local
 * one.
 */
function foreignOf({ of }: Message, account: string | null, { foreign }: DropCopyTags): string {
  if (foreign !== 'account') return of(Number(foreign))
  return account === null ? '' : FOREIGN_ACCOUNT.test(account) ? '1' : '0'
}

interface Ids {
  readonly executionId: string
  /** Other ids by which a later report may name this one. */
  readonly alsoCalled: string
  /** The execution that it cancels or corrects. */
  readonly refersTo: string
}

function idsOf({ of }: Message): Ids {
  const id = (tag: number) => fieldText(of(tag), ID_MAX) ?? ''
  if (of(35) !== 'AE') return { executionId: id(17), alsoCalled: '', refersTo: id(19) }
  const executionId = id(17) || id(571)
  const others = [id(571), id(1003)].filter((other) => other !== '' && other !== executionId)
  return { executionId, alsoCalled: others.join(' '), refersTo: id(572) || id(19) || id(1003) }
}

type Drop = (column: string, said: string, value: string) => void

/** Shares and price. A cancel need not say them: none are those of the fill that it names. */
function amountsOf(
  { of }: Message,
  event: ExecutionEvent,
  drop: Drop,
): { quantity: bigint; price: bigint } | null {
  const quantity = sharesOf(of(32))
  const price = priceOf(of(31))
  const isWhole = quantity !== undefined && quantity > 0n && price !== undefined && price > 0n
  if (isWhole) return { quantity, price }
  if (event === 'cancel') return { quantity: 0n, price: 0n }
  if (quantity === undefined || quantity <= 0n) drop('LastQty (32)', SAID.wrongQuantity, of(32))
  else drop('LastPx (31)', SAID.wrongPrice, of(31))
  return null
}

/**
 * The six fees, where the message states each of them: brokerage as the commission (12) in money (13=3), and by type the fee of the
 * exchange (4), the cess (1), the levy (6, or the tax 2), and the two fees of depository and clearing (7), which are equal. Null otherwise.
 */
function feesOf({ fields, of }: Message): Fees | null {
  const brokerage = of(13) === '3' ? centsOf(of(12)) : undefined
  const entries = brokerage === undefined ? null : fixGroup(fields, MISC_FEES)
  if (brokerage === undefined || entries === null) return null
  const byType = new Map<string, Cents[]>()
  for (const entry of entries) {
    const fee = messageOf(entry)
    const amount = centsOf(fee.of(137))
    if (amount === undefined || amount < 0n) return null
    byType.set(fee.of(139), [...(byType.get(fee.of(139)) ?? []), amount])
  }
  const one = (type: string) => (byType.get(type)?.length === 1 ? byType.get(type)?.[0] : undefined)
  const [cse, sec, stl] = [one('4'), one('1'), one('6') ?? one('2')]
  const [cds, clearing, ...others] = byType.get('7') ?? []
  if (cse === undefined || sec === undefined || stl === undefined || cds === undefined) return null
  const isWhole = cds === clearing && others.length === 0 && entries.length === FEE_COMPONENTS.length - 1
  return isWhole && brokerage >= 0n ? { brokerage, cse, cds, clearing: cds, sec, stl } : null
}

/** 20260105 as 2026-01-05; null for anything else. */
function fixDay(text: string): PlainDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return isPlainDate(date) ? date : null
}

const COLOMBO_MINUTES = 330
const DAY_MINUTES = 1_440

/** The day and time in Colombo (UTC + 5:30) of 20260105-04:35:10.123; null for anything else. */
function momentOf(text: string): { day: PlainDate; time: string } | null {
  const [, date = '', hours, minutes, seconds = ''] =
    /^(\d{8})-([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d{1,12})?$/.exec(text) ?? []
  const day = fixDay(date)
  if (day === null) return null
  const after = Number(hours) * 60 + Number(minutes) + COLOMBO_MINUTES
  const within = after % DAY_MINUTES
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    day: after >= DAY_MINUTES ? addDays(day, 1) : day,
    time: `${two(Math.floor(within / 60))}:${two(within % 60)}:${seconds === '60' ? '59' : seconds}`,
  }
}
