import { messageOf } from './api.ts'

interface Asked {
  readonly isError: boolean
  readonly error: unknown
  refetch(): Promise<unknown>
}

/** The sentence of a table or an error state on a failed query, with a way to ask again; null where it did not fail. */
export function loadFailure(query: Asked, title: string, onRetry: () => void = () => void query.refetch()) {
  if (!query.isError) return null
  return { title, message: messageOf(query.error, 'The server gave no reason.'), onRetry }
}
