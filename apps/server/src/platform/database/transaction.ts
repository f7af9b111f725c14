/** The interface of work inside a database transaction. */
import type { CopyRows } from './copy.ts'
import type { Memory } from './memory.ts'
import type { Statement, Typed, TypedStatement } from './statement.ts'

/** The values of a statement, which one without parameters goes without. */
type ValuesFor<T extends Typed> = keyof T['values'] extends never ? [] : [values: T['values']]

/** A statement and its values, whatever their types. */
export type Asked = Statement | TypedStatement | string
export type Given = readonly unknown[] | object

export interface Queryable {
  /** Rows of a text that is put together for one question, or of a statement with numbers; its values by number. */
  query<Row extends object>(sql: Statement | string, values?: readonly unknown[]): Promise<Row[]>
  /** Rows of one statement. Numeric arrives as text (exact), bigint and ids as numbers, dates as YYYY-MM-DD. */
  query<T extends Typed>(sql: TypedStatement<T>, ...values: ValuesFor<T>): Promise<T['row'][]>
}

/**
 * A step that writes sharing a transaction do together: one piece of each goes in, one result for each comes out, in the same
 * order. A transaction of one write does it with one piece.
 */
export interface Step<Piece, Result> {
  /** Whether it changes rows that the write's refusal must take back. */
  readonly writes: boolean
  run(tx: Transaction, pieces: readonly Piece[]): Promise<readonly Result[]>
}

/** Rewords the failure of a statement that is not awaited. */
export type OnFailure = (error: unknown) => unknown

/** Work inside one database transaction. */
export interface Transaction extends Queryable {
  /** What this process remembers of the database (`rememberedOf`). */
  readonly memory: Memory
  /** Whether other writes share the transaction. */
  readonly isShared: boolean
  /** Other writes share it or queue behind it: it may not wait for another's lock (`NeedsOwnTransaction`). */
  neverWaits?: boolean
  /** Which of those who write this one is, from 1 on: of a shared transaction facts and audit rows say it, and the database knows the act. */
  readonly place: number
  /** Does a step, once with all writes that share the transaction. */
  together<Piece, Result>(step: Step<Piece, Result>, piece: Piece): Promise<Result>
  /**
   * Sends a statement without waiting for its rows. It runs in its turn; if it fails, the transaction fails. What
   * comes last in a write goes this way, so that it travels together with the commit. `failed` may say its failure in
   * another way.
   */
  send(sql: Statement | string, values?: readonly unknown[], failed?: OnFailure): void
  send<T extends Typed>(sql: TypedStatement<T>, values: T['values'], failed?: OnFailure): void
  /** Waits until the database has taken everything that was sent so far. @throws the first failure of it. */
  settled(): Promise<void>
  /**
   * Appends rows to a table by COPY, in their turn among the statements; with no rows nothing is sent. Answers when the
   * database has taken them.
   */
  copy(table: string, columns: string, rows: CopyRows): Promise<void>
  /** The same without waiting for it, as with `send`. */
  sendCopy(table: string, columns: string, rows: CopyRows, failed?: (error: unknown) => unknown): void
}
