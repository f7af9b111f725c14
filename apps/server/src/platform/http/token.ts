/** Who a request comes from, as far as the platform must know; the identity feature says how it is found out. */
import type { SignedIn } from '../authorize.ts'

export interface TokenReader {
  /**
   * Takes the Authorization header, answers the user. `use` says whether the request counts as use of the session,
   * which puts off its idle end; what a page asks for by itself does not count.
   * @throws Refusal `auth.required` without a valid bearer token.
   */
  read(authorization: string | undefined, use: boolean): Promise<SignedIn>
}
