import { remember } from './remember.ts'

interface FirstAnswer {
  readonly response: Response
  /** When it came, in milliseconds since the page was opened. */
  readonly at: number
}
/**
 * What `first.js` asked the server before the program was loaded: whose the stored sign-in is, the server's day, and what the
 * screen of the address asked for first on the last visit. Each answer serves one call.
 */
interface FirstAnswers {
  readonly token: string
  readonly replies: Map<string, Promise<FirstAnswer | null>>
}
declare global {
  interface Window {
    emFirst?: FirstAnswers | undefined
  }
}

/** An answer that no screen has taken by then is old. */
const FRESH_MS = 10_000

/** The answer to a read that was asked for before the program was loaded, once; null where there is none, or where it was refused. */
export async function takeFirstAnswer(address: string, token: string | undefined): Promise<Response | null> {
  const asked = window.emFirst
  const reply = asked?.replies.get(address)
  if (asked === undefined || reply === undefined) return null
  asked.replies.delete(address)
  if (token !== undefined && token !== asked.token) return null
  const answer = await reply
  if (answer === null || performance.now() - answer.at > FRESH_MS) return null
  return answer.response.ok ? answer.response : null
}

/** What `first.js` asks for on the next visit of the dashboard: the addresses of this user's reads. */
export function askFirstNextTime(addresses: readonly string[]): void {
  remember('first-asks', addresses)
}
