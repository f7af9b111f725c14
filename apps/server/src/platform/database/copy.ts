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

const PART = 256 * 1024
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

/**
 * Rows being put together for one table. They are written into bytes one by one: texts kept until the end would be most
 * of what a submission leaves to the garbage collector.
 */
export class CopyRows {
  readonly #parts: Buffer[] = []
  #part: Buffer | undefined
  #used = 0
  /** Rows so far. */
  count = 0

  /** Adds a row: its values parted by tabs, texts through `copyText`, `\\N` for null. */
  add(line: string): void {
    const room = LETTER * line.length + 1
    if (this.#part === undefined || this.#used + room > this.#part.length) {
      this.#close()
      this.#part = Buffer.allocUnsafe(Math.max(PART, room))
    }
    this.#used += this.#part.write(line, this.#used)
    this.#part[this.#used] = NEW_LINE
    this.#used += 1
    this.count += 1
  }

  /** All rows; nothing may be added afterwards. */
  parts(): readonly Buffer[] {
    this.#close()
    return this.#parts
  }

  #close(): void {
    if (this.#part === undefined) return
    this.#parts.push(this.#part.subarray(0, this.#used))
    this.#part = undefined
    this.#used = 0
  }
}
