/** Rows into a table by COPY: what many rows take instead of INSERT, at a third of its work. */
import pg from 'pg'

/** The driver's connection and query, as far as COPY needs them; their types do not tell. */
interface Wire {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
interface DriverQuery {
  submit(connection: Wire): Error | null
}
const Query = pg.Query as unknown as new (text: string) => DriverQuery

/**
 * A COPY whose rows leave together with its statement. The server takes them in turn, and drops them where the
 * statement itself is refused, so that a statement may follow without waiting for the answer.
 */
export class CopyIn extends Query {
  readonly #parts: readonly Buffer[]
  readonly callback: (error: Error | null) => void

  constructor(text: string, parts: readonly Buffer[], done: (error: Error | null) => void) {
    super(text)
    this.#parts = parts
    this.callback = done
  }

  override submit(connection: Wire): Error | null {
    const problem = super.submit(connection)
    if (problem !== null) return problem
    for (const part of this.#parts) connection.sendCopyFromChunk(part)
    connection.endCopyFrom()
    return null
  }

  handleCopyInResponse(): void {
    // The rows are on their way already.
  }
}

/** A value of a row. Dates and exact decimals come as text. */
export type CopyValue = string | number | bigint | boolean | null

const PART = 256 * 1024
const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Text as a row of COPY holds it; for texts of people, as other values need no care. */
export function copyText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (mark) => ESCAPES[mark] ?? mark) : text
}

/** Rows being put together for one table. */
export class CopyRows {
  readonly #parts: Buffer[] = []
  #text = ''
  /** Rows so far. */
  count = 0

  /** Adds a row, its values in the order of the columns. */
  add(...values: readonly CopyValue[]): void {
    let line = ''
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place]
      if (place > 0) line += '\t'
      if (value === null || value === undefined) line += '\\N'
      else line += typeof value === 'string' ? copyText(value) : value
    }
    this.addLine(line)
  }

  /** Adds a row that is written already: values parted by tabs, texts through `copyText`, `\N` for null. */
  addLine(line: string): void {
    this.#text += line
    this.#text += '\n'
    this.count += 1
    if (this.#text.length >= PART) this.#close()
  }

  /** All rows; nothing may be added afterwards. */
  parts(): readonly Buffer[] {
    this.#close()
    return this.#parts
  }

  #close(): void {
    if (this.#text === '') return
    this.#parts.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
