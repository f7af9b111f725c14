/** Portfolios are below one another by their Parent Portfolio ID. */

interface Parented {
  readonly code: string
  /** The code of the portfolio above it, as it was typed. */
  readonly parent: string | null
}

const word = (text: string | null) => (text ?? '').trim().toLowerCase()

/** Whether a portfolio is right below another. */
export const isBelow = (one: Parented, above: Parented): boolean => word(one.parent) === word(above.code)

/** The way from a portfolio back to one that was passed before, by their codes; null where it ends. */
export function circleOf(portfolios: readonly Parented[], of: Parented): string[] | null {
  const path = [of.code]
  let { parent } = of
  while (word(parent) !== '') {
    const above = portfolios.find(({ code }) => word(code) === word(parent))
    if (above === undefined) return null
    if (path.some((code) => word(code) === word(above.code))) return [...path, above.code]
    path.push(above.code)
    parent = above.parent
  }
  return null
}
