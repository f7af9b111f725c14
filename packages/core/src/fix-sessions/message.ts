/**
 * The encoding of FIX messages: fields `tag=text`, each ended by the byte SOH; 8 (version), 9 (length) and 35 (type) come first,
 * 10 (checksum) last. A text holds one character for each byte, so that what was read is written back as the same bytes.
 * A message that is not whole or not true to its length and checksum is a fault, which is a value like a message.
 */

export type FixField = readonly [tag: number, text: string]

export interface FixMessage {
  readonly kind: 'message'
  /** In their order, with 8, 9, 35 and 10. */
  readonly fields: readonly FixField[]
  /** The message as received, separated by SOH. */
  readonly raw: Uint8Array
}

export type FixFaultCode =
  | 'garbled'
  | 'incomplete'
  | 'too-long'
  | 'body-length'
  | 'checksum'
  | 'field'
  | 'data-length'
  | 'message-type'

export interface FixFault {
  readonly kind: 'fault'
  readonly code: FixFaultCode
  /** The fault, as a sentence for the user. */
  readonly message: string
  /** The bytes that are left out. */
  readonly raw: Uint8Array
}

export type FixFound = FixMessage | FixFault

export interface FixRead {
  /** Messages and faults in the order of their bytes. */
  readonly found: readonly FixFound[]
  /** The beginning of a message whose other bytes have not arrived: goes before the next bytes. */
  readonly rest: Uint8Array
}

/** A group that repeats: the tag of the count, and every tag that an entry may have (those of groups within it as well). */
export interface FixGroup {
  readonly count: number
  readonly members: ReadonlySet<number>
}

/** Longer messages are refused. */
export const FIX_MESSAGE_MAX = 10_000_000
const FIELDS_MAX = 200_000
const SOH = 1
const EQUALS = 61
const ZERO = 48
const NINE = 57
const QUESTION_MARK = 63
/** `10=000` and SOH. */
const TRAILER_LENGTH = 7
/** `8=FIXT.1.1`, SOH, `9=10000000`, SOH: a head that is longer is none. */
const HEAD_MAX = 32

/** Bytes of an unfinished message that are searched for an early end each time when more of it arrives. */
const SEARCH_AHEAD_BYTES = 65_536

/** The tag of a length, and the tag of the data behind it, which may hold SOH. */
const DATA_OF_LENGTH: ReadonlyMap<number, number> = new Map([
  [90, 91],
  [93, 89],
  [95, 96],
  [212, 213],
  [348, 349],
  [350, 351],
  [352, 353],
  [354, 355],
  [356, 357],
  [358, 359],
  [360, 361],
  [362, 363],
  [364, 365],
  [445, 446],
  [618, 619],
  [621, 622],
  [1184, 1185],
  [1277, 1278],
  [1280, 1281],
  [1397, 1398],
  [1401, 1402],
  [1404, 1403],
])
const DATA_TAGS: ReadonlySet<number> = new Set(DATA_OF_LENGTH.values())

const MESSAGES: Readonly<Record<FixFaultCode, string>> = {
  garbled: 'These bytes are no FIX message.',
  incomplete: 'The message breaks off.',
  'too-long': 'The message is longer than 10 MB.',
  'body-length': 'The length of the message (9) is wrong.',
  checksum: 'The checksum of the message (10) is wrong.',
  field: 'A field of the message is not written as tag=text.',
  'data-length': 'The length of a data field is wrong.',
  'message-type': 'The type of the message (35) is not its third field.',
}

const fault = (code: FixFaultCode, raw: Uint8Array): FixFault => ({
  kind: 'fault',
  code,
  message: MESSAGES[code],
  raw,
})

/** The whole messages at the beginning of the bytes, and the rest. Bytes after a fault are read from the next `8=FIX` on. */
export function readFixMessages(bytes: Uint8Array): FixRead {
  const found: FixFound[] = []
  let at = 0
  while (at < bytes.length) {
    const step = readAt(bytes, at)
    if (step === null) break
    found.push(step.found)
    at = step.next
  }
  return { found, rest: bytes.subarray(at) }
}

/** The one message that the bytes are, from the first to the last. */
export function readFixMessage(bytes: Uint8Array): FixFound {
  const step = readAt(bytes, 0)
  if (step === null) return fault('incomplete', bytes)
  if (step.found.kind === 'message' && step.next < bytes.length) return fault('body-length', bytes)
  return step.found.kind === 'message' ? step.found : { ...step.found, raw: bytes }
}

/**
 * The message of a line of a log, in which `|` may be written for SOH; null where the line has none. Words before `8=FIX` and
 * blanks after the message are the log's.
 */
export function readFixLine(line: string): FixFound | null {
  const from = line.indexOf('8=FIX')
  if (from === -1) return null
  const text = line.slice(from).trimEnd()
  if (text.includes('\u0001')) return readFixMessage(bytesOfText(text))
  const read = readFixMessage(bytesOfText(text.replaceAll('|', '\u0001')))
  if (read.kind === 'message') return read
  // A bar within a text is no separator; length and checksum prove which ones are.
  const again = readFixMessage(bytesOfText(text.replace(/\|(?=\d{1,9}=|$)/g, '\u0001')))
  return again.kind === 'message' ? again : read
}

/**
 * The bytes of a message: `fields` begin with 35; 8, 9 and 10 are added.
 * @throws RangeError where a field cannot be written: SOH outside of data, a character of more than a byte, no type.
 */
export function encodeFixMessage(beginString: string, fields: readonly FixField[]): Uint8Array {
  if (fields[0]?.[0] !== 35) throw new RangeError('A FIX message begins with its type.')
  const bad = fields.find(([tag, text]) => text === '' || (!DATA_TAGS.has(tag) && text.includes('\u0001')))
  if (bad !== undefined) throw new RangeError(`Field ${bad[0]} of a FIX message cannot be written.`)
  const body = fields.map(([tag, text]) => `${tag}=${text}\u0001`).join('')
  if (/[^\0-\xff]/.test(body)) throw new RangeError('A FIX message holds one byte for each character.')
  const written = bytesOfText(`8=${beginString}\u00019=${body.length}\u0001${body}`)
  const trailer = bytesOfText(`10=${String(checksumOf(written, 0, written.length)).padStart(3, '0')}\u0001`)
  const all = new Uint8Array(written.length + trailer.length)
  all.set(written)
  all.set(trailer, written.length)
  return all
}

/** The first field with a tag; undefined where there is none. */
export function fixText(fields: readonly FixField[], tag: number): string | undefined {
  return fields.find(([other]) => other === tag)?.[1]
}

/**
 * The entries of a group; none where its count is absent or 0, null where there are more or fewer than counted. The first tag
 * after the count begins each entry.
 */
export function fixGroup(
  fields: readonly FixField[],
  { count, members }: FixGroup,
): readonly (readonly FixField[])[] | null {
  const at = fields.findIndex(([tag]) => tag === count)
  if (at === -1) return []
  const entries: FixField[][] = []
  const first = fields[at + 1]?.[0]
  for (const field of fields.slice(at + 1)) {
    if (!members.has(field[0])) break
    if (field[0] === first) entries.push([])
    entries.at(-1)?.push(field)
  }
  return Number(fields[at]?.[1]) === entries.length ? entries : null
}

/** A text with one character for each byte. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return text
}

/** One byte for each character; those above 255 become `?`. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes[at] = code > 255 ? QUESTION_MARK : code
  }
  return bytes
}

interface Step {
  readonly found: FixFound
  readonly next: number
}

/** The message at an offset, and the start of the next one; null where more bytes are needed. */
function readAt(bytes: Uint8Array, from: number): Step | null {
  const skipped = (code: FixFaultCode): Step => {
    const next = nextBeginning(bytes, from + 1)
    return { found: fault(code, bytes.subarray(from, next)), next }
  }
  if (!beginsAt(bytes, from)) return isShortBeginning(bytes, from) ? null : skipped('garbled')
  const head = headAt(bytes, from)
  if (head === null) return null
  if (head === 'wrong') return skipped('body-length')
  const trailer = head.bodyFrom + head.length
  const end = trailer + TRAILER_LENGTH
  if (end - from > FIX_MESSAGE_MAX) return skipped('too-long')
  if (end > bytes.length) return endsBefore(bytes, head.bodyFrom) ? skipped('body-length') : null
  if (!isTrailer(bytes, trailer)) return skipped('body-length')
  const raw = bytes.subarray(from, end)
  if (checksumOf(bytes, from, trailer) !== numberAt(bytes, trailer + 3, end - 1)) {
    return { found: fault('checksum', raw), next: end }
  }
  const fields = fieldsOf(raw)
  if (typeof fields === 'string') return { found: fault(fields, raw), next: end }
  if (fields[2]?.[0] !== 35) return { found: fault('message-type', raw), next: end }
  return { found: { kind: 'message', fields, raw }, next: end }
}

const BEGINNING = [56, 61, 70, 73, 88] // 8=FIX

const beginsAt = (bytes: Uint8Array, at: number) => BEGINNING.every((byte, nth) => bytes[at + nth] === byte)

/** Whether the bytes end within what may become `8=FIX`. */
const isShortBeginning = (bytes: Uint8Array, at: number) =>
  bytes.length - at < BEGINNING.length &&
  BEGINNING.slice(0, bytes.length - at).every((byte, nth) => bytes[at + nth] === byte)

/** Where the next message may begin, the end of the bytes included. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(56, from)
  while (at !== -1 && !beginsAt(bytes, at) && !isShortBeginning(bytes, at)) at = bytes.indexOf(56, at + 1)
  return at === -1 ? bytes.length : at
}

/** The length that a message states and where its body begins; null where the bytes end before. */
function headAt(bytes: Uint8Array, from: number): { length: number; bodyFrom: number } | 'wrong' | null {
  const head = bytes.subarray(from, from + HEAD_MAX)
  const none = head.length < HEAD_MAX ? null : 'wrong'
  const versionEnd = head.indexOf(SOH)
  if (versionEnd === -1 || versionEnd + 2 >= head.length) return none
  if (head[versionEnd + 1] !== NINE || head[versionEnd + 2] !== EQUALS) return 'wrong'
  const end = head.indexOf(SOH, versionEnd + 1)
  if (end === -1) return none
  const length = numberAt(head, versionEnd + 3, end)
  return length === null ? 'wrong' : { length, bodyFrom: from + end + 1 }
}

/** A whole number written in digits; null where there is another character or none. */
function numberAt(bytes: Uint8Array, from: number, end: number): number | null {
  if (end <= from || end - from > 9) return null
  let number = 0
  for (let at = from; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return number
}

const isTrailer = (bytes: Uint8Array, at: number) =>
  bytes[at - 1] === SOH &&
  bytes[at] === ZERO + 1 &&
  bytes[at + 1] === ZERO &&
  bytes[at + 2] === EQUALS &&
  numberAt(bytes, at + 3, at + 6) !== null &&
  bytes[at + 6] === SOH

/** Whether a message has its checksum before the length that it states: it would be waited for without end. */
function endsBefore(bytes: Uint8Array, from: number): boolean {
  for (const field of walk(bytes.subarray(from, from + SEARCH_AHEAD_BYTES), 0)) {
    if (field === null || typeof field === 'string') return false
    if (field.tag === 10) return true
  }
  return false
}

function checksumOf(bytes: Uint8Array, from: number, end: number): number {
  let sum = 0
  for (let at = from; at < end; at += 1) sum += bytes[at] ?? 0
  return sum % 256
}

function fieldsOf(raw: Uint8Array): FixField[] | FixFaultCode {
  const fields: FixField[] = []
  const text = textOfBytes(raw)
  for (const field of walk(raw, 0)) {
    if (field === null) return 'data-length'
    if (typeof field === 'string') return field
    if (fields.length >= FIELDS_MAX) return 'too-long'
    fields.push([field.tag, text.slice(field.from, field.end)])
  }
  return fields.findIndex(([tag]) => tag === 10) === fields.length - 1 ? fields : 'field'
}

interface FieldSpan {
  readonly tag: number
  readonly from: number
  readonly end: number
}

/** The spans of the fields from an offset on; null where the bytes end within one, a fault where one is written wrongly. */
function* walk(bytes: Uint8Array, start: number): Generator<FieldSpan | FixFaultCode | null> {
  let at = start
  let data: { tag: number; length: number } | null = null
  while (at < bytes.length) {
    const equals = bytes.indexOf(EQUALS, at)
    const tag = equals === -1 ? null : numberAt(bytes, at, equals)
    if (tag === null || tag === 0 || bytes[at] === ZERO) return yield 'field'
    const from = equals + 1
    if (data !== null && data.tag !== tag) return yield 'data-length'
    const end: number = data === null ? bytes.indexOf(SOH, from) : from + data.length
    if (end === -1 || end >= bytes.length) return yield null
    if (bytes[end] !== SOH) return yield 'data-length'
    yield { tag, from, end }
    const dataTag = DATA_OF_LENGTH.get(tag)
    const length: number | null = dataTag === undefined ? null : numberAt(bytes, from, end)
    if (dataTag !== undefined && length === null) return yield 'data-length'
    data = dataTag === undefined || length === null ? null : { tag: dataTag, length }
    at = end + 1
  }
}
