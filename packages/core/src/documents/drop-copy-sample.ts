/** Files of FIX messages without anybody's data: the fills of a book as execution reports, one in a line. */
import { encodeFixMessage, type FixField, textOfBytes } from '../fix-sessions/message.ts'
import { addDays } from '../values/dates.ts'
import { priceText } from './field-texts.ts'
import type { DocumentLine } from './line.ts'

const SENDER = 'CSEBRK'
const TARGET = 'EQUITYMGR'

/** The fields of the execution report of a fill, the type first. Further fields take the place of those with their tag. */
export function executionReport(
  line: DocumentLine,
  sequence: number,
  further: readonly FixField[] = [],
): FixField[] {
  const when = utcOf(line.tradeDate, line.tradeTime ?? '10:00:00')
  const isBuy = line.side === 'buy'
  const { buyingBroker = '', sellingBroker = '' } = line.rest
  const parties = [
    [isBuy ? buyingBroker : sellingBroker, '1'],
    [isBuy ? sellingBroker : buyingBroker, '17'],
    [line.rest['participantId'] ?? '', '4'],
  ].filter(([id]) => id !== '')
  const fields: FixField[] = [
    [35, '8'],
    [49, SENDER],
    [56, TARGET],
    [34, String(sequence)],
    [52, when],
    [1128, '9'],
    [37, line.orderId ?? 'O-1'],
    [17, line.cancelled ? `${line.executionId}-H` : (line.executionId ?? '')],
    [150, line.cancelled ? 'H' : 'F'],
    [19, line.cancelled ? (line.executionId ?? '') : ''],
    [39, '1'],
    ...(line.clientAccount === null ? [] : [[1, line.clientAccount] as const]),
    [55, line.symbol],
    ...(line.isin === null
      ? []
      : ([
          [48, line.isin],
          [22, '4'],
        ] as const)),
    [54, isBuy ? '1' : '2'],
    [38, String(line.quantity)],
    [32, String(line.quantity)],
    [31, priceText(line.price)],
    [151, '0'],
    [14, String(line.quantity)],
    [6, priceText(line.price)],
    ...(line.settlementDate === null ? [] : [[64, line.settlementDate.replaceAll('-', '')] as const]),
    [75, line.tradeDate.replaceAll('-', '')],
    [60, when],
  ]
  const others = new Map(further)
  const own = fields.map(([tag, text]): FixField => [tag, others.get(tag) ?? text])
  const added = further.filter(([tag]) => !fields.some(([other]) => other === tag))
  const group: FixField[] =
    parties.length === 0
      ? []
      : [
          [453, String(parties.length)],
          ...parties.flatMap(([id = '', role = '']): FixField[] => [
            [448, id],
            [447, 'D'],
            [452, role],
          ]),
        ]
  return [...own, ...added, ...group].filter(([, text]) => text !== '')
}

/** A file of messages, `|` for SOH, each behind the time of a log. */
export const dropCopyFile = (messages: readonly (readonly FixField[])[], version = 'FIXT.1.1'): string =>
  messages.map((fields) => `${messageText(fields, version)}\n`).join('')

export const messageText = (fields: readonly FixField[], version = 'FIXT.1.1'): string =>
  textOfBytes(encodeFixMessage(version, fields)).replaceAll('\u0001', '|')

/** The fills as a session copies them, between its logon and its logout. */
export function dropCopyOf(fills: readonly DocumentLine[]): string {
  const [first] = fills
  const head = (type: string, sequence: number): FixField[] => [
    [35, type],
    [49, SENDER],
    [56, TARGET],
    [34, String(sequence)],
    [52, utcOf(first?.tradeDate ?? '2026-01-05', '09:00:00')],
  ]
  return dropCopyFile([
    [...head('A', 1), [98, '0'], [108, '30'], [1137, '9']],
    ...fills.map((line, at) => executionReport(line, at + 2)),
    head('5', fills.length + 2),
  ])
}

const two = (number: number) => String(number).padStart(2, '0')

/** 10:05:10 in Colombo as 20260105-04:35:10 of UTC. */
function utcOf(day: string, time: string): string {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const all = hours * 60 + minutes - 330
  const within = (all + 1_440) % 1_440
  const date = all < 0 ? addDays(day, -1) : day
  return `${date.replaceAll('-', '')}-${two(Math.floor(within / 60))}:${two(within % 60)}:${two(seconds)}`
}
