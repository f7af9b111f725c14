/** The files in a book: a head that says what it is, and each section as JSON and as CSV. */
import type { Row, Section } from './section.ts'
import { toCell } from './section.ts'

export const FORMAT = 'equity-manager-book'
/** Goes up when a reader of the version before would misread a file. */
export const FORMAT_VERSION = 1
export const HEAD = 'book.json'
export const README = 'README.txt'
export const jsonName = ({ name }: Pick<Section, 'name'>) => `json/${name}.json`
export const csvName = ({ name }: Pick<Section, 'name'>) => `csv/${name}.csv`

export interface Head {
  readonly format: typeof FORMAT
  readonly version: number
  /** ISO time in UTC. */
  readonly exported_at: string
  readonly currency: 'LKR'
  /** How many rows each section has. */
  readonly sections: Readonly<Record<string, number>>
}

export const README_TEXT = `This is a whole book: what was set up, and everything that was recorded, in the order in which it was recorded.

book.json says what the file is and how many rows each section has. Each section stands twice:
json/NAME.json holds a JSON array with one row on each line, csv/NAME.csv the same rows with a header line.
Amounts and prices are decimal text, dates are YYYY-MM-DD, times are in UTC. Nothing is named by an internal number.
In a CSV file, text that a spreadsheet could take for a formula, or that begins with an apostrophe, has an apostrophe in front.

The format is described in docs/book-format.md of Equity Manager. "npm run load-book -- FILE" loads it into an empty installation.
`

/** The rows of a section as JSON, one on each line. */
export async function* jsonOf(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const some of rows) {
    if (some.length === 0) continue
    yield separator + some.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** The rows of a section as CSV with a header line; lines end with CR LF. */
export async function* csvOf(section: Section, rows: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `${section.columns.map(({ name }) => name).join(',')}\r\n`
  for await (const some of rows) {
    yield some
      .map(
        (row) => `${section.columns.map(({ name, kind }) => toCell(row[name] ?? null, kind)).join(',')}\r\n`,
      )
      .join('')
  }
}
