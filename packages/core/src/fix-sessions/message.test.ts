import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOfText,
  encodeFixMessage,
  type FixField,
  fixGroup,
  fixText,
  readFixLine,
  readFixMessage,
  readFixMessages,
  textOfBytes,
} from './message.ts'

const SAMPLE =
  '8=FIXT.1.1|9=257|35=8|49=CSEBRK|56=EQUITYMGR|34=27|52=20260105-04:35:10.123|1128=9|37=O-1001|11=C-77|17=E-501|150=F|39=1|1=ABC-12345-LI/00|55=JKH.N0000|48=LK0092N00003|22=4|54=1|38=1000|32=333|31=10.10|151=667|14=333|6=10.10|64=20260107|75=20260105|60=20260105-04:35:10.100|10=073|'
const soh = (text: string) => bytesOfText(text.replaceAll('|', '\u0001'))
/** A message of a body that `encodeFixMessage` would not write. */
const whole = (body: string) => {
  const text = `8=FIX.4.4|9=${body.length}|${body}`
  const sum = soh(text).reduce((total, byte) => total + byte, 0) % 256
  return `${text}10=${String(sum).padStart(3, '0')}|`
}
const FILL: readonly FixField[] = [
  [35, '8'],
  [17, 'E-1'],
]
const joined = (...parts: readonly Uint8Array[]) => bytesOfText(parts.map(textOfBytes).join(''))

test('a message is its fields in order, the amounts as text', () => {
  const read = readFixMessage(soh(SAMPLE))
  if (read.kind === 'fault') throw new Error(read.message)
  expect(read.fields.slice(0, 3)).toEqual([
    [8, 'FIXT.1.1'],
    [9, '257'],
    [35, '8'],
  ])
  expect(fixText(read.fields, 31)).toBe('10.10')
  expect(fixText(read.fields, 19)).toBeUndefined()
  expect(textOfBytes(encodeFixMessage('FIXT.1.1', read.fields.slice(2, -1)))).toBe(textOfBytes(soh(SAMPLE)))
})

test.each([
  ['checksum', SAMPLE.replace('31=10.10', '31=10.20')],
  ['body-length', SAMPLE.replace('9=257', '9=256')],
  ['body-length', SAMPLE.replace('9=257', '9=9257')],
  ['body-length', SAMPLE.replace('9=257', '9=')],
  ['body-length', SAMPLE.replace('|9=257', '')],
  ['body-length', `${SAMPLE}58=more|`],
  ['too-long', SAMPLE.replace('9=257', '9=10000000')],
  ['incomplete', SAMPLE.slice(0, 100)],
  ['incomplete', SAMPLE.slice(0, -1)],
  ['incomplete', '8=FIX'],
  ['garbled', 'hello'],
  ['field', whole('35=8|17E-1|')],
  ['field', whole('35=8|017=E1|')],
  ['field', whole('35=8|10=1|17=E1|')],
  ['message-type', whole('17=E-1|35=8|')],
] as const)('a fault is a value that names itself: %s', (code, text) => {
  expect(readFixMessage(soh(text))).toMatchObject({ kind: 'fault', code, raw: soh(text) })
})

test('data may hold SOH and what looks like a message', () => {
  const inner = textOfBytes(encodeFixMessage('FIX.4.4', FILL))
  const fields: readonly FixField[] = [
    [35, 'B'],
    [95, String(inner.length)],
    [96, inner],
    [58, 'behind'],
  ]
  const bytes = encodeFixMessage('FIX.4.4', fields)
  expect(readFixMessages(joined(bytes, bytes)).found).toMatchObject([
    { kind: 'message', raw: bytes },
    { kind: 'message', raw: bytes },
  ])
  const read = readFixMessage(bytes)
  expect(read).toMatchObject({ kind: 'message' })
  if (read.kind === 'message') expect(read.fields.slice(2, -1)).toEqual(fields)
})

test.each([
  [
    [95, '2'],
    [96, 'abc'],
  ],
  [
    [95, 'x'],
    [96, 'abc'],
  ],
  [
    [95, '4'],
    [58, 'abcd'],
  ],
] as const)('a data length that is wrong is a fault: %j %j', (length, data) => {
  expect(readFixMessage(encodeFixMessage('FIX.4.4', [[35, 'B'], length, data]))).toMatchObject({
    kind: 'fault',
    code: 'data-length',
  })
})

test('bytes between messages are a fault, and the next message is read', () => {
  const bytes = encodeFixMessage('FIX.4.4', FILL)
  const broken = bytesOfText(textOfBytes(bytes).replace('9=', '9=9'))
  expect(readFixMessages(joined(bytesOfText('noise 8'), bytes, broken, bytes)).found).toMatchObject([
    { kind: 'fault', code: 'garbled', raw: bytesOfText('noise 8') },
    { kind: 'message' },
    { kind: 'fault', code: 'body-length', raw: broken },
    { kind: 'message' },
  ])
})

test('a length that is too great does not hold back the messages behind it', () => {
  const bytes = encodeFixMessage('FIX.4.4', FILL)
  const broken = bytesOfText(textOfBytes(bytes).replace('9=', '9=99999'))
  const { found, rest } = readFixMessages(joined(broken, bytes, bytes.subarray(0, 20)))
  expect(found.map(({ kind }) => kind)).toEqual(['fault', 'message'])
  expect(rest).toEqual(bytes.subarray(0, 20))
})

const anyText = fc.string({
  minLength: 1,
  unit: fc.integer({ min: 2, max: 255 }).map((code) => String.fromCharCode(code)),
})
const anyMessage = fc
  .array(fc.tuple(fc.integer({ min: 400, max: 440 }), anyText), { maxLength: 6 })
  .map((fields) => encodeFixMessage('FIX.4.4', [...FILL, ...fields]))

test('messages cut anywhere are read as the same messages', () => {
  fc.assert(
    fc.property(
      fc.array(anyMessage, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (messages, cuts) => {
        const all = joined(...messages)
        const ends = [0, ...cuts.map((cut) => cut % (all.length + 1)).toSorted((a, b) => a - b), all.length]
        const found: unknown[] = []
        let rest: Uint8Array = new Uint8Array()
        for (const [nth, end] of ends.entries()) {
          const read = readFixMessages(joined(rest, all.subarray(ends[nth - 1] ?? 0, end)))
          found.push(...read.found)
          rest = read.rest
        }
        expect(rest.length).toBe(0)
        expect(found).toMatchObject(messages.map((raw) => ({ kind: 'message', raw })))
      },
    ),
  )
})

test('one changed byte is never read as another message', () => {
  fc.assert(
    fc.property(anyMessage, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, more) => {
      const changed = Uint8Array.from(bytes)
      changed[at % bytes.length] = ((changed[at % bytes.length] ?? 0) + more) % 256
      expect(readFixMessage(changed).kind).toBe('fault')
    }),
  )
})

test('garbage of any size is left out in one pass', () => {
  const head = '8=FIX.4.4\u00019=9999999\u0001'
  for (const garbage of ['8=FIX'.repeat(400_000), head.repeat(100_000), '8'.repeat(2_000_000)]) {
    const started = performance.now()
    const { found, rest } = readFixMessages(bytesOfText(garbage))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(found.every(({ kind }) => kind === 'fault')).toBe(true)
    expect(found.reduce((sum, { raw }) => sum + raw.length, 0) + rest.length).toBe(garbage.length)
  }
})

const PARTIES = { count: 453, members: new Set([448, 447, 452]) }

test('the entries of a group are counted', () => {
  const parties: readonly FixField[] = [
    [453, '2'],
    [448, 'SSB'],
    [452, '1'],
    [448, 'ABC-1-LI/00'],
    [447, 'D'],
    [452, '24'],
    [54, '1'],
  ]
  expect(fixGroup(parties, PARTIES)).toEqual([parties.slice(1, 3), parties.slice(3, 6)])
  expect(fixGroup([[453, '3'], ...parties.slice(1)], PARTIES)).toBeNull()
  expect(fixGroup([[453, '1'], ...parties.slice(1)], PARTIES)).toBeNull()
  expect(
    fixGroup(
      [
        [453, '0'],
        [54, '1'],
      ],
      PARTIES,
    ),
  ).toEqual([])
  expect(fixGroup([[54, '1']], PARTIES)).toEqual([])
})

test.each([
  SAMPLE,
  `2026-01-05 10:05:10 | IN | ${SAMPLE}`,
  `${SAMPLE}  \r`,
  `20260105-04:35:10 : ${SAMPLE.replaceAll('|', '\u0001')}`,
])('a line of a log: %s', (line) => {
  expect(readFixLine(line)).toMatchObject({ kind: 'message', raw: soh(SAMPLE) })
})

test('a bar within a text is part of it, as length and checksum say', () => {
  const fields: readonly FixField[] = [...FILL, [58, 'a|b or c']]
  const line = textOfBytes(encodeFixMessage('FIX.4.4', fields)).replaceAll('\u0001', '|')
  const read = readFixLine(line)
  expect(read?.kind === 'message' && read.fields.slice(2, -1)).toEqual(fields)
  expect(readFixLine('a heading')).toBeNull()
  expect(readFixLine(SAMPLE.replace('31=10.10', '31=10.20'))).toMatchObject({ code: 'checksum' })
})

test.each([
  [[[17, 'E-1']]],
  [
    [
      [35, '8'],
      [58, 'a\u0001b'],
    ],
  ],
  [
    [
      [35, '8'],
      [58, 'ස'],
    ],
  ],
  [
    [
      [35, '8'],
      [58, ''],
    ],
  ],
] as const)('fields that are no message are not written: %j', (fields) => {
  expect(() => encodeFixMessage('FIX.4.4', fields)).toThrow(RangeError)
})
