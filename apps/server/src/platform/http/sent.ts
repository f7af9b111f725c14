/** A request as it was sent. */
export interface Sent {
  readonly params?: unknown
  /** The query as it came, with what it asks of the door (`dryRun`, `openPeriod` ...). */
  readonly query?: unknown
  /** The JSON that was read, not checked; or bytes as they came, of a body that is kept. */
  readonly body?: unknown
}
