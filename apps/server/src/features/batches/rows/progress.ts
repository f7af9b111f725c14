/** How far the submissions of this server are, by the ticket that the client chose. Forgotten some time after the end. */
export type Stage = 'unknown' | 'checking' | 'recording' | 'saving' | 'done' | 'failed'
export interface Progress {
  readonly stage: Stage
  readonly done: number
  readonly total: number
}

const KEPT = 200
const running = new Map<string, Progress>()
const keyOf = (userId: number, ticket: string) => `${userId} ${ticket}`

/** Notes how far a submission is; without a ticket there is nothing to ask by. */
export function noteProgress(userId: number, ticket: string | null, progress: Progress): void {
  if (ticket === null) return
  const key = keyOf(userId, ticket)
  running.delete(key)
  running.set(key, progress)
  if (running.size > KEPT) {
    const oldest = running.keys().next().value
    if (oldest !== undefined) running.delete(oldest)
  }
}

export function progressOf(userId: number, ticket: string): Progress {
  return running.get(keyOf(userId, ticket)) ?? { stage: 'unknown', done: 0, total: 0 }
}
