/**
 * The securities that come nearest to a text that names none: "Comercial Bank of Ceylon", "LOLC Holding", JKX.N0000. They are
 * proposed to a person and never taken without him.
 *
 * Names are compared by the trigrams of their words, words such as PLC left out. A trigram that few names have says more than one
 * that many have: of N names, n of which have it, it weighs ln(1 + N / n). The likeness of two names is twice the weight of what
 * they share by the weight of both, 0 to 1 (Dice). Short names are compared letter by letter, too, and a text in the form of a
 * symbol with company codes: likeness 1 for the same code, for one letter otherwise 1 less a part by the letters of the code.
 */
import { lettersApart } from '../values/letters-apart.ts'
import { bare, type Listed, NAME_MAX, SYMBOL_WRITTEN, wordsOf } from './security-named.ts'

/** So many are proposed. */
const PROPOSED = 3
/** A name below this likeness is another company: "Apple Inc". */
const LIKENESS_MIN = 0.35
/** A short name is compared letter by letter. A slip changes at most two letters, as where two are swapped. */
const [SHORT_MIN, SHORT_MAX, SLIP_LETTERS] = [4, 14, 2]
/** Codes of fewer letters are one letter from too many others. */
const CODE_MIN = 3

/**
 * Answers, for a text, the three securities nearest to it, the nearest first, equal ones by symbol; fewer where fewer are alike.
 * The order of the list does not matter. Remembers what it was asked; a search costs the names that share a trigram.
 */
export function nearestSecurities<S extends Listed>(
  securities: readonly S[],
): (text: string) => readonly S[] {
  const all = securities.toSorted((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  const codes = all.map(({ symbol }) => symbol.toLowerCase().split('.')[0] ?? '')
  const parts = all.map(({ name }) => distinctivePart(name))
  const names = weighed(parts.map(trigramsOf))
  const asked = new Map<string, readonly S[]>()
  return (text) => {
    const key = text.trim().toLowerCase()
    if (key === '' || key.length > NAME_MAX) return []
    const before = asked.get(key)
    if (before !== undefined) return before
    const part = distinctivePart(key)
    const likeness = names.likenessTo(trigramsOf(part))
    for (const [index, alike] of [...likenessOfCodes(key, codes), ...likenessOfShort(part, parts)]) {
      likeness.set(index, Math.max(alike, likeness.get(index) ?? 0))
    }
    const found = [...likeness]
      .filter(([, alike]) => alike >= LIKENESS_MIN)
      // By index where they are equal: that is by symbol.
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, PROPOSED)
      .map(([index]) => all[index] as S)
    asked.set(key, found)
    return found
  }
}

/** The words of a name without those such as PLC; single letters are joined to one word: "L O L C" is LOLC. */
function distinctivePart(name: string): string {
  const words = wordsOf(name)
  const distinctive = bare(words)
  return (distinctive.length > 0 ? distinctive : words).join(' ').replaceAll(/\b(\w) (?=\w\b)/g, '$1')
}

/** Trigrams of words, each between blanks. */
function trigramsOf(part: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of part.split(' ')) {
    const between = `  ${word} `
    for (let at = 0; at + 3 <= between.length; at += 1) found.add(between.slice(at, at + 3))
  }
  return found
}

/** Names by their trigrams: finds how alike each is to a text that shares any. */
function weighed(names: readonly ReadonlySet<string>[]) {
  const indexesOf = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    for (const trigram of name) {
      const indexes = indexesOf.get(trigram)
      if (indexes === undefined) indexesOf.set(trigram, [index])
      else indexes.push(index)
    }
  }
  const weightOf = (trigram: string) => Math.log(1 + names.length / (indexesOf.get(trigram)?.length ?? 1))
  const weightOfAll = (trigrams: ReadonlySet<string>) => {
    let sum = 0
    for (const trigram of trigrams) sum += weightOf(trigram)
    return sum
  }
  const whole = names.map(weightOfAll)
  return {
    likenessTo(trigrams: ReadonlySet<string>): Map<number, number> {
      const shared = new Map<number, number>()
      for (const trigram of trigrams) {
        const weight = weightOf(trigram)
        for (const index of indexesOf.get(trigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + weight)
      }
      const own = weightOfAll(trigrams)
      for (const [index, weight] of shared) shared.set(index, (2 * weight) / (own + (whole[index] ?? 0)))
      return shared
    },
  }
}

/** How alike short names are by their letters: a slip leaves few of their trigrams as they were. */
function likenessOfShort(text: string, names: readonly string[]): [index: number, likeness: number][] {
  if (text.length < SHORT_MIN || text.length > SHORT_MAX) return []
  return names.flatMap((name, index): [number, number][] => {
    if (Math.abs(name.length - text.length) > SLIP_LETTERS) return []
    const apart = lettersApart(text, name)
    return apart <= SLIP_LETTERS && 3 * apart <= name.length ? [[index, 1 - apart / name.length]] : []
  })
}

/** How alike the company codes are to that of a text which has the form of a symbol. */
function likenessOfCodes(text: string, codes: readonly string[]): [index: number, likeness: number][] {
  const [, code] = SYMBOL_WRITTEN.exec(text) ?? []
  if (code === undefined) return []
  return codes.flatMap((other, index): [number, number][] => {
    if (code === other) return [[index, 1]]
    const length = Math.min(code.length, other.length)
    if (length < CODE_MIN || Math.abs(code.length - other.length) > 1 || lettersApart(code, other) > 1)
      return []
    return [[index, 1 - 1 / length]]
  })
}
