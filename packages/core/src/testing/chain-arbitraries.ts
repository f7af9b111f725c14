/** Invented chains for property tests: always in a possible order, never selling more than there is. */
import fc from 'fast-check'
import type { AcquisitionEvent, Allocation, CostingMethod, SaleEvent } from '../chains/chain-event.ts'
import { addDays } from '../values/dates.ts'

/** A buy or a sale. */
export type TradedEvent =
  | (AcquisitionEvent & { readonly kind: 'buy' | 'opening' })
  | (SaleEvent & { readonly kind: 'sell' })

interface Draw {
  readonly sell: boolean
  readonly gap: number
  readonly settle: number
  readonly quantity: bigint
  readonly cost: bigint
  readonly charges: bigint
  readonly rate: bigint | null
  /** Which part of what is left a sale takes, in percent. */
  readonly part: number
  /** Where cherry picking begins. */
  readonly rotation: number
}

const draw: fc.Arbitrary<Draw> = fc.record({
  sell: fc.boolean(),
  gap: fc.nat({ max: 20 }),
  settle: fc.nat({ max: 10 }),
  quantity: fc.bigInt({ min: 1n, max: 1_000n }),
  cost: fc.bigInt({ min: 1n, max: 10_000_000n }),
  charges: fc.bigInt({ min: 0n, max: 100_000n }),
  rate: fc.option(fc.bigInt({ min: 0n, max: 300_000n })),
  part: fc.constantFrom(1, 10, 33, 50, 99, 100),
  rotation: fc.nat({ max: 50 }),
})

/** Allocations of `quantity` over the lots left, beginning at a lot of the test's choice. */
function allocate(left: Map<string, bigint>, quantity: bigint, rotation: number): Allocation[] {
  const ids = [...left.keys()]
  const rotated = [...ids.slice(rotation % ids.length), ...ids.slice(0, rotation % ids.length)]
  const allocations: Allocation[] = []
  let wanted = quantity
  for (const lotId of rotated) {
    const there = left.get(lotId) ?? 0n
    const taken = wanted < there ? wanted : there
    if (taken === 0n) continue
    allocations.push({ lotId, quantity: taken })
    if (taken === there) left.delete(lotId)
    else left.set(lotId, there - taken)
    wanted -= taken
  }
  return allocations
}

function eventsOf(draws: readonly Draw[], method: CostingMethod): TradedEvent[] {
  const events: TradedEvent[] = []
  const left = new Map<string, bigint>()
  let held = 0n
  let tradeDate = '2024-01-02'
  for (const [index, one] of draws.entries()) {
    tradeDate = addDays(tradeDate, one.gap)
    const head = {
      id: `e${index}`,
      tradeDate,
      sequence: index + 1,
      settlementDate: addDays(tradeDate, one.settle),
    }
    if (!one.sell || held === 0n) {
      const { quantity, cost, charges, rate: costOfFundsRate } = one
      const price = (cost * 100n) / quantity
      events.push({ kind: 'buy', ...head, quantity, price, cost, charges, costOfFundsRate })
      left.set(head.id, quantity)
      held += quantity
      continue
    }
    const quantity = (held * BigInt(one.part)) / 100n || 1n
    const money = { gross: one.cost, net: one.cost - one.charges, costOfFundsRate: one.rate }
    const sale = { kind: 'sell' as const, ...head, quantity, ...money }
    events.push(method === 'CHERRY' ? { ...sale, allocations: allocate(left, quantity, one.rotation) } : sale)
    held -= quantity
  }
  return events
}

/** Events in chain order, good for the method. */
export function chainOf(method: CostingMethod, maxLength = 30): fc.Arbitrary<TradedEvent[]> {
  return fc.array(draw, { minLength: 1, maxLength }).map((draws) => eventsOf(draws, method))
}

/** A method with a chain that suits it. */
export const anyChain: fc.Arbitrary<{ method: CostingMethod; events: TradedEvent[] }> = fc
  .constantFrom<CostingMethod>('WAP', 'FIFO', 'CHERRY')
  .chain((method) => chainOf(method).map((events) => ({ method, events })))
