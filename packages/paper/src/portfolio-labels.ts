/**
 * How all portfolios together are called: "All portfolios"; a person whose portfolios are a list sees sums
 * and lists of those alone, under "Your portfolios".
 */
export const allPortfoliosOf = (see: 'all' | readonly unknown[]): string =>
  see === 'all' ? 'All portfolios' : 'Your portfolios'
