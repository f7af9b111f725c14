/** Targets of the growth fund: its five largest holdings, and what it keeps in cash. */
import type { Call } from './call.ts'

interface Position {
  readonly symbol: string
  readonly grossSales: number
}

/** Percent by holding, the largest first. */
const WEIGHTS = [9, 6, 4, 4, 4]

export async function setTargets(call: Call): Promise<void> {
  const held = await call<Position[]>('GET', '/transaction-entries/portfolio/MGF/positions')
  const largest = held.toSorted((a, b) => b.grossSales - a.grossSales).slice(0, WEIGHTS.length)
  await call('PUT', '/portfolios/MGF/targets', {
    version: null,
    cashTarget: 45,
    minimumTrade: 25_000,
    cashMinimum: 1_000_000,
    lines: largest.map(({ symbol }, index) => ({ symbol, weight: WEIGHTS[index], band: 0.25, lotSize: 1 })),
  })
}
