import { type AtCost, prices } from '@em/contract/prices/prices'
import { formatMoment } from '../lib/dates.ts'
import { useMay } from '../lib/may.ts'
import { useRoute } from '../lib/query.ts'
import { Banner } from '../ui/Banner.tsx'

/** The securities that are valued at cost for now, with who chose so and when, by symbol. */
export function useAtCost(): ReadonlyMap<string, AtCost> {
  const may = useMay()(prices.atCost)
  const { data } = useRoute(prices.atCost, {}, { enabled: may })
  return new Map((data ?? []).map((one) => [one.symbol, one]))
}

const NAMED = 5

/** "JKH.N0000 and 2 more" */
export function symbolsInWords(symbols: readonly string[]): string {
  const more = symbols.length - NAMED
  return `${symbols.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A note on values without a price: a user chose cost for now. Nothing where no user did. */
export function AtCostNote({ symbols }: { symbols: readonly string[] }) {
  const chosen = useAtCost()
  const found = [...new Set(symbols)].flatMap((symbol) => chosen.get(symbol) ?? [])
  if (found.length === 0) return null
  return (
    <>{`At cost for now, no market price: ${symbolsInWords(found.map(({ symbol }) => symbol))}${byWhom(found)}. `}</>
  )
}

/** Above a report: which of these securities without a price a person chose to value at cost. */
export function AtCostBanner({ rows }: { rows: readonly { symbol: string; price: number | null }[] }) {
  const chosen = useAtCost()
  const symbols = rows.filter(({ symbol, price }) => price === null && chosen.has(symbol))
  if (symbols.length === 0) return null
  return (
    <Banner tone="warning">
      <AtCostNote symbols={symbols.map(({ symbol }) => symbol)} />
    </Banner>
  )
}

/** ", as Nimal Perera chose on 15 Jun 2026"; who did not is left out where several chose. */
export function byWhom(found: readonly AtCost[]): string {
  const people = new Set(found.map(({ by }) => by))
  const [first] = found
  if (first === undefined || people.size !== 1 || first.by === '') return ''
  return `, as ${first.by} chose on ${formatMoment(first.at)}`
}
