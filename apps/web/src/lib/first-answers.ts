import { remember } from './remember.ts'

/**
 * What `first.js` asked the server before the program was loaded: whose the stored sign-in is, the server's day, and what the
 * screen of the address asked for first on the last visit. Each answer serves one call.
 */
interface FirstAnswers {
  readonly token: string
  readonly replies: Map<string, Promise<Response | null>>
}
declare global {
  interface Window {
    emFirst?: FirstAnswers | undefined
  }
}

/** An answer that no screen has asked for by then is old. */
const FRESH_MS = 10_000

/** The answer to a read that was asked for before the program was loaded, once; null where there is none, or where it was refused. */
export async function takeFirstAnswer(address: string, token: string | undefined): Promise<Response | null> {
  const asked = window.emFirst
  const reply = asked?.replies.get(address)
  if (asked === undefined || reply === undefined) return null
  asked.replies.delete(address)
  if (performance.now() > FRESH_MS || (token !== undefined && token !== asked.token)) return null
  const response = await reply
  return response?.ok === true ? response : null
}

/** What `first.js` asks for on the next visit of the dashboard: the addresses of this user's reads. */
export function askFirstNextTime(addresses: readonly string[]): void {
  remember('first-asks', addresses)
}
