/** Hostile PDFs: streams that swell, trees that turn in circles, pages without end. */
import { deflateSync } from 'node:zlib'
import { type HostileFile, type Outcome, otherKind, read, tooLarge, tooMany, unreadable } from './kind.ts'

const MB = 1024 * 1024
const times = (text: string, count: number) => text.repeat(count)

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
function pdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = 9
  const offsets = objects.map((object, at) => {
    const offset = length
    const written = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(written)
    length += written.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

const stream = (dictionary: string, content: Uint8Array | string) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${Buffer.byteLength(content as Uint8Array)} >>\nstream\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\nendstream'),
  ])
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> /XObject << /X1 5 0 R /I1 6 0 R >> >> >>'
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
/** One page with this content. */
const page = (content: string | Buffer, ...more: (string | Buffer)[]) =>
  pdf([CATALOGUE, ONE_PAGE, PAGE, FONT, content, ...more])
const shown = (text: string) => `BT /F1 8 Tf 1 0 0 1 40 700 Tm (${text}) Tj ET`
const flate = (content: string, layers = 1) => {
  let packed = deflateSync(content, { level: 9 })
  for (let layer = 1; layer < layers; layer += 1) packed = deflateSync(packed, { level: 9 })
  return stream(`/Filter [${times('/FlateDecode ', layers)}]`, packed)
}

/** The trade reader takes no PDF at all. */
const statement = (outcome: Outcome) => ({ ...otherKind('a PDF'), statement: outcome })
const NO_TEXT = unreadable('it contains scanned pages without text')
const NO_TABLE = unreadable('no row has a date')

export const PDFS: readonly HostileFile[] = [
  {
    name: 'PDF: 10,000 pages',
    make: () =>
      pdf([
        CATALOGUE,
        `<< /Type /Pages /Kids [${times('3 0 R ', 10_000)}] /Count 10000 >>`,
        PAGE,
        FONT,
        stream('', shown('x')),
      ]),
    ...statement(tooMany('300 pages')),
  },
  {
    name: 'PDF: a billion pages claimed',
    make: () =>
      pdf([
        CATALOGUE,
        '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
        PAGE,
        FONT,
        stream('', shown('x')),
      ]),
    ...statement(NO_TABLE),
  },
  {
    name: 'PDF: a content of 60 MB in 60 KB',
    make: () => page(flate(times(' ', 60 * MB))),
    ...statement(tooLarge('what a part of it may unpack to (50 MB)')),
  },
  {
    name: 'PDF: a content of 200 MB packed twice',
    make: () => page(flate(times(' ', 200 * MB), 2)),
    ...statement(tooLarge('what a part of it may unpack to (50 MB)')),
  },
  {
    name: 'PDF: a table of places of 60 MB',
    make: () => {
      const packed = deflateSync(Buffer.alloc(60 * MB), { level: 9 })
      const head = Buffer.from('%PDF-1.7\n1 0 obj\n')
      const table = stream('/Type /XRef /W [1 4 2] /Size 9000000 /Root 1 0 R /Filter /FlateDecode', packed)
      return Buffer.concat([head, table, Buffer.from('\nendobj\nstartxref\n9\n%%EOF')])
    },
    ...statement(tooLarge('what a part of it may unpack to (50 MB)')),
  },
  {
    name: 'PDF: an object stream of 60 MB',
    make: () =>
      page(
        stream('', shown('x')),
        stream(
          '/Type /ObjStm /N 10000000 /First 10 /Filter /FlateDecode',
          deflateSync(times('1 0 ', 15 * MB)),
        ),
      ),
    ...statement(tooLarge('what a part of it may unpack to (50 MB)')),
  },
  {
    name: 'PDF: pages that are their own parent',
    make: () => pdf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>']),
    ...statement(unreadable('it is damaged')),
  },
  {
    name: 'PDF: a catalogue that is itself its pages',
    make: () => pdf(['<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Count 1 >>']),
    ...statement(unreadable('it is damaged')),
  },
  {
    name: 'PDF: a length that is its own length',
    make: () => page('<< /Length 5 0 R >>\nstream\nBT ET\nendstream'),
    ...statement(NO_TEXT),
  },
  {
    name: 'PDF: a drawing that draws itself',
    make: () =>
      page(
        stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X1 5 0 R >> >>',
          '/X1 Do /X1 Do',
        ),
      ),
    ...statement(NO_TEXT),
  },
  {
    name: 'PDF: arrays a million deep',
    make: () => page(stream('', times('[', 1_000_000))),
    ...statement(NO_TEXT),
  },
  {
    name: 'PDF: JavaScript that runs when it opens',
    make: () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >> >>',
        ONE_PAGE,
        PAGE,
        FONT,
        stream('', shown('x')),
      ]),
    ...statement(NO_TABLE),
  },
  {
    name: 'PDF: a picture of 100,000 by 100,000 points',
    make: () =>
      page(
        stream('', 'q 100 0 0 100 0 0 cm /I1 Do Q'),
        stream(
          '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
          'x',
        ),
      ),
    ...statement(NO_TEXT),
  },
  {
    name: 'PDF: 22,000 texts at one height',
    make: () =>
      page(
        flate(
          times('BT /F1 1 Tf 1 0 0 1 0 700 Tm (x) Tj ET\n', 2_000) +
            Array.from({ length: 20_000 }, (_, n) => `BT /F1 1 Tf 1 0 0 1 ${n * 9} 700 Tm (x) Tj ET`).join(
              '\n',
            ),
        ),
      ),
    ...statement(NO_TABLE),
  },
  {
    name: 'PDF: locked by a password',
    make: () =>
      pdf(
        [
          CATALOGUE,
          ONE_PAGE,
          PAGE,
          FONT,
          stream('', shown('x')),
          `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${times('41', 32)}> /U <${times('42', 32)}> >>`,
        ],
        `/Encrypt 6 0 R /ID [<${times('43', 16)}><${times('43', 16)}>]`,
      ),
    ...statement(unreadable('it is protected by a password')),
  },
  {
    name: 'PDF: nothing behind its first line',
    make: () => Buffer.from('%PDF-1.7\n'),
    ...statement(unreadable('it is damaged')),
  },
  {
    name: 'PDF: 9 MB of opening dictionaries',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(times('<<', 4.5 * MB))]),
    ...statement(unreadable('it ')),
  },
  {
    name: 'PDF: a statement with a script and a picture',
    make: () =>
      page(
        stream(
          '',
          ['Date', 'Details', 'Debit', 'Credit', 'Balance']
            .map((text, at) => `BT /F1 8 Tf 1 0 0 1 ${40 + at * 110} 700 Tm (${text}) Tj ET`)
            .concat(
              ['03-Jun-26', 'Deposit', '', '5.00', '5.00'].map(
                (text, at) => `BT /F1 8 Tf 1 0 0 1 ${40 + at * 110} 680 Tm (${text}) Tj ET`,
              ),
            )
            .join('\n'),
        ),
      ),
    ...statement(read({ totals: { lines: 1, debit: 5, credit: 0 } })),
  },
]
