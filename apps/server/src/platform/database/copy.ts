/** Rows into a table by COPY: what many rows take instead of INSERT, at a third of its work. */
import pg from 'pg'

/** The driver's connection and query, as far as COPY needs them; their types do not have it. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean }
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
  readonly #rows: CopyRows
  readonly callback: (error: Error | null) => void

  constructor(text: string, rows: CopyRows, done: (error: Error | null) => void) {
    super(text)
    this.#rows = rows
    this.callback = (error) => {
      // The server has read all of them; where it refused, some may still be on their way.
      if (error === null) rows.reuse()
      done(error)
    }
  }

  override submit(connection: Wire): Error | null {
    const problem = super.submit(connection)
    if (problem !== null) return problem
    // Past the driver's own call, which copies every part.
    const { stream } = connection
    if (stream.writable) for (const message of this.#rows.messages()) stream.write(message)
    connection.endCopyFrom()
    return null
  }

  handleCopyInResponse(): void {
    // The rows are on their way already.
  }
}

const PART = 256 * 1024
/** A message of the protocol: its letter, its length, what it holds. */
const COPY_DATA = 0x64
const HEADER = 5
/** Parts that are used again: new ones for every set would make the garbage collector run for them alone. */
const SPARE_MAX = 48
const spare: Buffer[] = []
/** Bytes that a letter takes at most. */
const LETTER = 3
const NEW_LINE = 10
const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Text as a row of COPY holds it; for texts of people, as other values need no care. */
export function copyText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (mark) => ESCAPES[mark] ?? mark) : text
}

/** Cents, as the database reads them exactly: 1250 cents are 1250e-2. */
export const cents = (units: bigint): string => `${units}e-2`
/** Prices and rates, in 1/10000. */
export const tenThousandths = (units: bigint): string => `${units}e-4`

/**
 * Rows being put together for one table. They are written into bytes one by one: texts kept until the end would be most
 * of what a submission leaves to the garbage collector.
 */
export class CopyRows {
  readonly #parts: Buffer[] = []
  #messages: Buffer[] = []
  #part: Buffer | undefined
  #used = HEADER
  /** Rows so far. */
  count = 0

  /** Adds a row: its values parted by tabs, texts through `copyText`, `\\N` for null. */
  add(line: string): void {
    const room = LETTER * line.length + 1
    if (this.#part === undefined || this.#used + room > this.#part.length) {
      this.#close()
      const needed = HEADER + room
      this.#part = needed > PART ? Buffer.allocUnsafe(needed) : (spare.pop() ?? Buffer.allocUnsafe(PART))
      this.#parts.push(this.#part)
    }
    this.#used += this.#part.write(line, this.#used)
    this.#part[this.#used] = NEW_LINE
    this.#used += 1
    this.count += 1
  }

  /** All rows as messages of the protocol; nothing may be added afterwards. */
  messages(): readonly Buffer[] {
    this.#close()
    return this.#messages
  }

  /** Gives the bytes back for other rows: everything has been sent. */
  reuse(): void {
    for (const part of this.#parts) if (part.length === PART && spare.length < SPARE_MAX) spare.push(part)
    this.#parts.length = 0
    this.#messages = []
  }

  #close(): void {
    if (this.#part === undefined) return
    this.#part[0] = COPY_DATA
    this.#part.writeUInt32BE(this.#used - 1, 1)
    this.#messages.push(this.#part.subarray(0, this.#used))
    this.#part = undefined
    this.#used = HEADER
  }
}
