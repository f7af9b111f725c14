/** A failure of the database: its code, its constraint, whether the connection is gone. */

/** The connection broke after COMMIT was sent and before its answer came: whether the database saved is unknown. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
  }
}

/** Whether an error says that the connection, or the server behind it, is gone. */
export function isConnectionLost(error: unknown): boolean {
  return (
    /^(08|57P)|^(ECONN|EPIPE|ENOENT)/.test(sqlState(error)) ||
    (error instanceof Error &&
      /timeout exceeded when trying to connect|Connection terminated|not queryable|not currently accepting connections/.test(
        error.message,
      ))
  )
}

/** PostgreSQL's error code, or an empty text for other errors. */
export function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** The constraint that refused, or an empty text. */
export function constraintOf(error: unknown): string {
  const name = (error as { constraint?: unknown } | null)?.constraint
  return typeof name === 'string' ? name : ''
}

/** Nothing of the write was kept, because it must wait or was rolled back with others: it is done again in a transaction of its own. */
export class NeedsOwnTransaction extends Error {
  constructor() {
    super('this write needs a transaction of its own')
  }
}
