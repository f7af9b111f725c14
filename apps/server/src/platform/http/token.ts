/** The user that a request comes from, as far as the platform must know; the identity feature says how it is found out. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SignedIn } from '../authorize.ts'

/**
 * How long a server may remember who a token is of and what he may do, in milliseconds from before it asked. A change of
 * roles, rights, portfolios or sessions is answered that much later than it is committed (`untilForgotten`): when its
 * maker has the answer, no server process remembers what was before, so that it holds from the next request on, whichever
 * process that reaches. A message between processes could come later than that request. Asking with every request holds as
 * exactly and was measured at 0.3 ms each, 4 % of a list of 50 and 7 % of a save; so a token is asked for ten times a second
 * at most, and a change of rights takes an eighth of a second longer.
 */
export const REMEMBERED_MS = 100
/** Timers may fire a little early, and two processors' clocks run a little apart. */
const MARGIN_MS = 25

/** Waits until no server process remembers what was read of sessions and rights before. */
export const untilForgotten = (): Promise<void> => pause(REMEMBERED_MS + MARGIN_MS)

export interface TokenReader {
  /**
   * Takes the Authorization header, answers the user. `use` says whether the request counts as use of the session,
   * which puts off its idle end; automatic requests of a page do not count.
   * @throws Refusal `auth.required` without a valid bearer token.
   */
  read(authorization: string | undefined, use: boolean): Promise<SignedIn>
}
