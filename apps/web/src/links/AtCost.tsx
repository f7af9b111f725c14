import { prices } from '@em/contract/prices/prices'
import { atCostNotes, type ChosenAtCost, chosenBySymbol } from '@em/paper/at-cost'
import { useMemo } from 'react'
import { useMay } from '../lib/may.ts'
import { useRoute } from '../lib/query.ts'
import { Banner } from '../ui/Banner.tsx'

/** The securities that are valued at cost for now, with who chose so and when. */
export function useAtCost(): ChosenAtCost {
  const may = useMay()(prices.atCost)
  const { data } = useRoute(prices.atCost, {}, { enabled: may })
  return useMemo(() => chosenBySymbol(data ?? []), [data])
}

/** A note on values without a price: a user chose cost for now. Nothing where no user did. */
export function AtCostNote({ symbols }: { symbols: readonly string[] }) {
  const [note] = atCostNotes(useAtCost(), symbols)
  return note === undefined ? null : `${note} `
}

/** A row of a report; without a price its value is the cost. */
interface Valued {
  readonly symbol: string
  readonly price: number | null
}
export const withoutPrice = (rows: readonly Valued[]) =>
  rows.filter(({ price }) => price === null).map(({ symbol }) => symbol)

/** Above a report: which of these securities without a price a person chose to value at cost. */
export function AtCostBanner({ rows }: { rows: readonly Valued[] }) {
  const [note] = atCostNotes(useAtCost(), withoutPrice(rows))
  return note === undefined ? null : <Banner tone="warning">{note}</Banner>
}
