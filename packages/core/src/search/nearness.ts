/** How near a typed text is to the names of a thing. */

/** Below this share of common trigrams two words are not alike. */
const LIKE = 0.4
/** Shorter words have too few trigrams to distinguish a typing error from another word. */
const FUZZY_LETTERS = 4

/** The nearest first: the whole name, its beginning, the beginnings of its words, a part of it, a word that is only alike. */
export const NEAR = { whole: 0, beginning: 1, words: 2, part: 3, alike: 4 } as const

/** Lower case, marks that part words as one space each. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()

/** The trigrams of a word, with two spaces before it and one behind, as PostgreSQL's pg_trgm takes them. */
function trigrams(word: string): Set<string> {
  const padded = `  ${word} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  return found
}

/** The common trigrams of two words as a share of all of both: 1 of the same word, 0 of strangers. */
export function similarity(one: string, other: string): number {
  const [left, right] = [trigrams(one), trigrams(other)]
  let common = 0
  for (const gram of left) if (right.has(gram)) common++
  return common / (left.size + right.size - common)
}

/** The best likeness that each typed word has among the words of a name, of the worst of them. */
function likeness(typed: readonly string[], words: readonly string[]): number {
  let worst = 1
  for (const word of typed) {
    if (word.length < FUZZY_LETTERS && !words.some((one) => one.startsWith(word))) return 0
    const best = Math.max(0, ...words.map((one) => (one.startsWith(word) ? 1 : similarity(word, one))))
    worst = Math.min(worst, best)
  }
  return worst
}

/**
 * How near a typed text is to a thing with these names (a symbol, a title): the smaller the nearer, `NEAR` in steps, and
 * within `alike` the more alike the nearer; null where they have nothing to do with each other.
 */
export function nearness(typed: string, names: readonly string[]): number | null {
  const query = plainWords(typed)
  if (query === '') return null
  const plain = names.map(plainWords)
  if (plain.includes(query)) return NEAR.whole
  if (plain.some((name) => name.startsWith(query))) return NEAR.beginning
  const all = plain.join(' ')
  const words = all.split(' ')
  const wanted = query.split(' ')
  if (wanted.every((word) => words.some((one) => one.startsWith(word)))) return NEAR.words
  if (wanted.every((word) => all.includes(word))) return NEAR.part
  const like = likeness(wanted, words)
  return like < LIKE ? null : NEAR.alike + 1 - like
}
