/**
 * Sums of money by day, exact and fast. Whole cents below 2^53 are exact as numbers, and adding them takes a fiftieth of what
 * bigints take; what grows beyond is carried over into bigints.
 */

/** Far enough below 2^53 that one more amount below 2^50 stays exact. */
const CARRY_FROM = 2 ** 52

export class ExactSums {
  readonly #low: Float64Array
  #high: bigint[] | undefined

  constructor(days: number) {
    this.#low = new Float64Array(days)
  }

  /** Adds whole cents, less than 2^50 on either side of zero, to a day. */
  add(day: number, cents: number): void {
    const sum = (this.#low[day] ?? 0) + cents
    if (sum < CARRY_FROM && sum > -CARRY_FROM) this.#low[day] = sum
    else {
      this.#low[day] = 0
      this.addExact(day, BigInt(sum))
    }
  }

  /** Adds any amount of cents to a day. */
  addExact(day: number, cents: bigint): void {
    this.#high ??= Array.from({ length: this.#low.length }, () => 0n)
    this.#high[day] = (this.#high[day] ?? 0n) + cents
  }

  /** The sum of a day in cents. */
  of(day: number): bigint {
    return BigInt(this.#low[day] ?? 0) + (this.#high?.[day] ?? 0n)
  }
}
