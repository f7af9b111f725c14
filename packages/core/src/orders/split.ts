/**
 * Splits what was dealt for an order over several portfolios: by the quantity that each asked for, rounded by the largest remainder.
 * Where two remainders are equal, the portfolio named first gets the share.
 * Worked: 1,000 dealt of 700, 500 and 300 asked: 466.67, 333.33, 200.00: 467, 333, 200.
 *
 * @param dealt whole shares, at most what was asked together: no portfolio gets more than it asked for.
 * @param asked whole shares by portfolio, in the order of the order.
 * @returns whole shares by portfolio, in the same order; together what was dealt.
 */
export function splitByAsk(dealt: bigint, asked: readonly bigint[]): bigint[] {
  const whole = asked.reduce((sum, one) => sum + one, 0n)
  if (dealt < 0n || dealt > whole) throw new Error(`${dealt} of ${whole} shares cannot be split`)
  if (whole === 0n) return asked.map(() => 0n)
  const given = asked.map((one) => (dealt * one) / whole)
  const left = dealt - given.reduce((sum, one) => sum + one, 0n)
  const byRemainder = asked
    .map((one, index) => ({ index, remainder: (dealt * one) % whole }))
    .toSorted((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
    )
  for (const { index } of byRemainder.slice(0, Number(left))) given[index] = (given[index] ?? 0n) + 1n
  return given
}
