/**
 * Shares by CDS account: those of a portfolio are in its main account, except those placed in another one.
 */

/** The holding of a portfolio in a security. */
export interface PortfolioHolding {
  readonly portfolioId: number
  readonly equityId: number
  readonly quantity: bigint
}
/** Shares that trades and other events put into an account other than the main one, sales below zero. */
export interface PlacedShares extends PortfolioHolding {
  readonly accountId: number
}
/**
 * The holding of one portfolio in a security, in one account. It can be below zero: a sale was put into the
 * wrong account.
 */
export interface AccountHolding extends PortfolioHolding {
  readonly accountId: number
}

/**
 * Holdings by account. What no account has, because its portfolio has no CDS account, is left out.
 * @param mainOf the main account of each portfolio.
 */
export function holdingsByAccount(
  held: readonly PortfolioHolding[],
  placed: readonly PlacedShares[],
  mainOf: ReadonlyMap<number, number>,
): AccountHolding[] {
  const found = new Map<string, AccountHolding>()
  const add = (accountId: number | undefined, of: PortfolioHolding, quantity: bigint) => {
    if (accountId === undefined) return
    const { portfolioId, equityId } = of
    const key = `${accountId}/${portfolioId}/${equityId}`
    const before = found.get(key)?.quantity ?? 0n
    found.set(key, { accountId, portfolioId, equityId, quantity: before + quantity })
  }
  for (const one of held) add(mainOf.get(one.portfolioId), one, one.quantity)
  for (const one of placed) {
    add(one.accountId, one, one.quantity)
    add(mainOf.get(one.portfolioId), one, -one.quantity)
  }
  return [...found.values()].filter(({ quantity }) => quantity !== 0n)
}
