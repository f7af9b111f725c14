/**
 * Orders what matches a search: symbol first, then names that start so, then names that contain all words.
 * No search: the recent ones first, the rest as given.
 */
export interface Pickable {
  readonly key: string
  readonly name: string
  readonly symbol?: string | undefined
  /** An earlier name, which is searched too. */
  readonly formerly?: string | undefined
}

export function matching<T extends Pickable>(
  items: readonly T[],
  search: string,
  recent: readonly string[],
): T[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') {
    const rank = new Map(recent.map((key, index) => [key, index]))
    const known = items.filter((item) => rank.has(item.key))
    known.sort((a, b) => (rank.get(a.key) ?? 0) - (rank.get(b.key) ?? 0))
    return [...known, ...items.filter((item) => !rank.has(item.key))]
  }
  const words = wanted.split(/\s+/)
  const scored: { item: T; score: number }[] = []
  for (const item of items) {
    const score = scoreOf(item, wanted, words)
    if (score > 0) scored.push({ item, score })
  }
  return scored.sort((a, b) => b.score - a.score).map(({ item }) => item)
}

function scoreOf(item: Pickable, wanted: string, words: readonly string[]): number {
  const symbol = item.symbol?.toLowerCase() ?? ''
  const name = item.name.toLowerCase()
  if (symbol === wanted) return 5
  if (symbol !== '' && symbol.startsWith(wanted)) return 4
  if (name.startsWith(wanted)) return 3
  const both = `${symbol} ${name} ${item.formerly?.toLowerCase() ?? ''}`
  if (!words.every((word) => both.includes(word))) return 0
  return new RegExp(`\\b${words[0]?.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`, 'u').test(both) ? 2 : 1
}
