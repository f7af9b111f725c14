/**
 * The embedded PostgreSQL cannot be opened, for a reason the person at the console can act on.
 * The message is whole sentences for that person; print it without a stack.
 */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

/** The code of a Node or PostgreSQL error (`ENOENT`, `57P03`), or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
