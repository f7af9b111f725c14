import type { Reply, Route } from '@em/contract/kit/route'

/** What `first.js` asked for before the program was loaded. */
interface FirstAnswers {
  readonly token: string
  readonly me: Promise<Response | null>
  readonly health: Promise<Response | null>
}
declare global {
  interface Window {
    emFirst?: FirstAnswers | undefined
  }
}

/** The reply to a call that was made before the program was loaded, once; null where none was made, or where it failed. */
export async function firstReply<R extends Route>(
  which: 'me' | 'health',
  _route: R,
  token?: string,
): Promise<Reply<R> | null> {
  const asked = window.emFirst
  if (asked === undefined || (token !== undefined && asked.token !== token)) return null
  window.emFirst = { ...asked, [which]: Promise.resolve(null) }
  const response = await asked[which]
  return response?.ok === true ? ((await response.json()) as Reply<R>) : null
}
