/** Who a request comes from, as far as the platform must know; the identity feature says how it is found out. */
export interface SignedIn {
  readonly id: number
  readonly sessionId: number
}

export interface TokenReader {
  /**
   * Takes the Authorization header, answers the user.
   * @throws Refusal `auth.required` without a valid bearer token.
   */
  read(authorization: string | undefined): Promise<SignedIn>
}
