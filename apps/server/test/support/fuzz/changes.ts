/** Changes by chance to a whole file: the same numbers make the same changes again. */

/** A whole number from 0 to below the one given. */
export type Next = (below: number) => number
export type Change = (bytes: Buffer, next: Next) => Buffer

const offset = (bytes: Buffer, next: Next) => next(bytes.length + 1)
const splice = (bytes: Buffer, from: number, to: number, put: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)])
const oneOf = <T>(list: readonly T[], next: Next) => list[next(list.length)] as T

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

/** Of any file. */
export const CHANGES: readonly Change[] = [
  // Another byte at an offset.
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
  (bytes, next) => bytes.subarray(0, offset(bytes, next)),
  // A part is lost.
  (bytes, next) => {
    const from = offset(bytes, next)
    return splice(bytes, from, from + next(200), Buffer.alloc(0))
  },
  // A part is there twice.
  (bytes, next) => {
    const from = offset(bytes, next)
    return splice(bytes, from, from, bytes.subarray(from, from + next(400)))
  },
  // Something is put where nothing was, or over what was there.
  (bytes, next) => {
    const [from, put] = [offset(bytes, next), oneOf(PUT, next)]
    return splice(bytes, from, from + next(2) * put.length, put)
  },
  // Bytes by chance.
  (bytes, next) => {
    const from = offset(bytes, next)
    return splice(bytes, from, from, Buffer.from(Array.from({ length: next(30) }, () => next(256))))
  },
]

/** Of texts alone: other encodings, other line ends. */
export const TEXT_CHANGES: readonly Change[] = [
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le'),
  (bytes) =>
    Buffer.from(bytes.toString('latin1'), 'utf16le')
      .subarray(0, bytes.length & ~1)
      .swap16(),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\r'), 'latin1'),
]

const CELLS = [
  '',
  '0',
  '0.00',
  '-1',
  '(5.00)',
  '1,5',
  '1,500.50',
  '"1,500.50"',
  '1.000',
  '"1.000,50"',
  '1.234.567',
  '0,012',
  "1'000",
  '12 34',
  '1e5',
  '0x10',
  '50 CR',
  '5%',
  '.5',
  '1000.000000',
  '33.3333333333333',
  '#N/A',
  '="7"',
  '-',
  'Rs. 2,050/-',
  '03/04/2026',
  '26/03/05',
  '2026-06-02T18:30:00.000Z',
  'Mon, 15 Jun 2026',
  '46176',
  '31/02/2026',
  'Total',
  'Balance B/F',
  'Date',
  'Amount',
  'JKH',
  'Sell',
]

/** The bounds of a cell of delimited text, as anybody sees them; none of them where there is no comma. */
function cellIn(text: string, next: Next): readonly [from: number, to: number] {
  const cells = [...text.matchAll(/"[^"\n]*"|[^,\n]+|(?<=,)(?=[,\n])/g)]
  if (cells.length === 0) return [0, 0]
  const cell = oneOf(cells, next)
  return [cell.index, cell.index + cell[0].length]
}
const ofText =
  (change: (text: string, next: Next) => string): Change =>
  (bytes, next) =>
    Buffer.from(change(bytes.toString('latin1'), next), 'latin1')

/** Of tables as text: a cell says something else, two change places, one is lost or comes twice, a row moves. */
export const CELL_CHANGES: readonly Change[] = [
  ofText((text, next) => {
    const [from, to] = cellIn(text, next)
    return text.slice(0, from) + oneOf(CELLS, next) + text.slice(to)
  }),
  ofText((text, next) => {
    const [from, to] = cellIn(text, next)
    const [other, end] = cellIn(text, next)
    if (other < to) return text
    return (
      text.slice(0, from) +
      text.slice(other, end) +
      text.slice(to, other) +
      text.slice(from, to) +
      text.slice(end)
    )
  }),
  ofText((text, next) => {
    const [from, to] = cellIn(text, next)
    return next(2) === 0
      ? text.slice(0, from) + text.slice(to + 1)
      : `${text.slice(0, from)}${text.slice(from, to)},${text.slice(from)}`
  }),
  ofText((text, next) => {
    const lines = text.split('\n')
    const [line = ''] = lines.splice(next(lines.length), 1)
    lines.splice(next(lines.length + 1), 0, line)
    return lines.join('\n')
  }),
]
