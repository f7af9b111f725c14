/**
 * Numbers of the other side's application: 1180 ApplID names a stream of messages, 1181 ApplSeqNum counts them. They go on over cuts, resets and
 * days, so that what a session does not miss can still be missing. A side that offers it sends such messages again when it is asked with BW.
 */
import { type FixField, fixText } from './message.ts'

export interface ApplicationNumber {
  readonly applId: string
  readonly number: number
}

/** Numbers of a stream that did not come. */
export interface ApplicationGap {
  readonly applId: string
  readonly from: number
  readonly to: number
}

const ID_MAX = 64
const NUMBER_MAX = 1e15
/** A stream without a name is the only one of its session. */
const UNNAMED = '-'

/** Null where the message has no number, or none that can be counted. */
export function applicationNumber(fields: readonly FixField[]): ApplicationNumber | null {
  const text = fixText(fields, 1181)
  const applId = fixText(fields, 1180) ?? UNNAMED
  if (text === undefined || !/^\d{1,15}$/.test(text) || applId.length > ID_MAX) return null
  const number = Number(text)
  return number >= 1 && number <= NUMBER_MAX ? { applId, number } : null
}

/** The ApplicationMessageRequest (BW) for the messages of a gap: 1347=0 asks for them again. */
export const applicationRequest = (id: string, { applId, from, to }: ApplicationGap): FixField[] => [
  [35, 'BW'],
  [1346, id],
  [1347, '0'],
  [1351, '1'],
  ...(applId === UNNAMED ? [] : ([[1355, applId]] as const)),
  [1182, String(from)],
  [1183, String(to)],
]

/** "ApplSeqNum 5 to 7 of DC1". */
export const applicationGapInWords = ({ applId, from, to }: ApplicationGap): string =>
  `ApplSeqNum ${from === to ? from : `${from} to ${to}`}${applId === UNNAMED ? '' : ` of ${applId}`}`
