/** The words for securities without a price that a person chose to value at cost for now. */
import type { AtCost } from '@em/contract/prices/prices'
import { formatMoment } from './dates.ts'

/** The choices in force, by symbol. */
export type ChosenAtCost = ReadonlyMap<string, AtCost>
export const chosenBySymbol = (choices: readonly AtCost[]): ChosenAtCost =>
  new Map(choices.map((one) => [one.symbol, one]))

const NAMED = 5

/** "JKH.N0000 and 2 more" */
export function symbolsInWords(symbols: readonly string[]): string {
  const more = symbols.length - NAMED
  return `${symbols.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** ", as Nimal Perera chose on 15 Jun 2026"; who did not is left out where several chose. */
export function byWhom(found: readonly AtCost[]): string {
  const people = new Set(found.map(({ by }) => by))
  const [first] = found
  if (first === undefined || people.size !== 1 || first.by === '') return ''
  return `, as ${first.by} chose on ${formatMoment(first.at)}`
}

/** The note on values without a price, of those securities for which cost was chosen: one sentence, or none. */
export function atCostNotes(chosen: ChosenAtCost, symbols: Iterable<string>): string[] {
  const found = [...new Set(symbols)].flatMap((symbol) => chosen.get(symbol) ?? [])
  if (found.length === 0) return []
  return [
    `At cost for now, no market price: ${symbolsInWords(found.map(({ symbol }) => symbol))}${byWhom(found)}.`,
  ]
}
