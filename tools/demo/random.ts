/** A small seeded generator (mulberry32): the same seed gives the same numbers on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean
  pick<T>(from: readonly T[]): T
  /** About normal around 0 with the given spread (three uniform numbers added), a whole number. */
  around(spread: number): number
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    chance: (percent) => next() * 100 < percent,
    pick: (from) => {
      const picked = from[integer(0, from.length - 1)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    around: (spread) => Math.round((next() + next() + next() - 1.5) * 2 * spread),
  }
}
