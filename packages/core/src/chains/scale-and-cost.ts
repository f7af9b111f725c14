/**
 * Events that change lots without a disposal: shares become more or fewer at the same cost, or cost goes and
 * the shares stay.
 */
import { type Cents, mulDiv, type Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import { type ChainDraft, changesOf, plus, type Writable } from './chain-draft.ts'
import type { CostEvent, EventChanges, Lot, LotChange, ScaleEvent } from './chain-event.ts'

const openLots = (draft: ChainDraft): Writable<Lot>[] =>
  draft.lots.filter((lot) => lot.remainingQuantity > 0n)

/**
 * The shares held after a scaling event: as it states, or by its rule if the holding differs from the one
 * that its figures were computed from.
 */
export function heldAfter(draft: ChainDraft, { quantity, follows }: ScaleEvent): Shares {
  const held = draft.holding.quantity
  return follows === undefined || follows.held === held ? quantity : (held * follows.num) / follows.den
}

/**
 * Scales the open lots to a new quantity above zero, spread by largest remainder; cost and charges stay, lot by lot. A lot that is
 * left without shares gives its own to the next older open lot, else to the next newer one.
 */
export function scale(draft: ChainDraft, event: ScaleEvent): EventChanges {
  const held = draft.holding.quantity
  const after = heldAfter(draft, event)
  const lots = openLots(draft)
  const shares = spread(
    after,
    lots.map((lot) => lot.remainingQuantity),
  )
  const before = lots.map(({ remainingCost, remainingCharges }) => ({ remainingCost, remainingCharges }))
  for (const [at, lot] of lots.entries())
    if ((shares[at] ?? 0n) === 0n) giveToNeighbour(lots, shares, at, lot)
  const changes = lots.map((lot, at): LotChange => {
    const quantity = (shares[at] ?? 0n) - lot.remainingQuantity
    lot.remainingQuantity += quantity
    return {
      lotId: lot.id,
      quantity,
      cost: lot.remainingCost - (before[at]?.remainingCost ?? 0n),
      charges: lot.remainingCharges - (before[at]?.remainingCharges ?? 0n),
    }
  })
  draft.holding = plus(draft.holding, after - held, 0n, 0n)
  return changesOf(event.id, changes.filter(isChange))
}

const isChange = ({ quantity, cost, charges }: LotChange) => quantity !== 0n || cost !== 0n || charges !== 0n

function giveToNeighbour(
  lots: readonly Writable<Lot>[],
  shares: readonly Shares[],
  at: number,
  lot: Writable<Lot>,
): void {
  const indexes = lots.map((_, index) => index)
  const older = indexes.slice(0, at).findLast((index) => (shares[index] ?? 0n) > 0n)
  const taker = lots[older ?? indexes.slice(at + 1).find((index) => (shares[index] ?? 0n) > 0n) ?? -1]
  if (taker === undefined) throw new RangeError('no lot is left to take the cost')
  taker.remainingCost += lot.remainingCost
  taker.remainingCharges += lot.remainingCharges
  lot.remainingCost = 0n
  lot.remainingCharges = 0n
}

/** Takes cost and charges out of the holding and its lots; what more than the cost would go stays. */
export function giveCost(draft: ChainDraft, event: CostEvent): EventChanges {
  const { holding } = draft
  const { follows } = event
  const same = follows === undefined || follows.held === holding.quantity
  const rule = (amount: Cents) => (same ? amount : mulDiv(amount, follows.num, follows.den))
  const [cost, charges] =
    same || event.by === 'cost'
      ? [same ? event.cost : rule(holding.cost), same ? event.charges : rule(holding.charges)]
      : [mulDiv(holding.quantity, follows.num, follows.den), 0n]
  const out = { cost: least(cost, holding.cost), charges: least(charges, holding.charges) }
  const lots = openLots(draft)
  const costs = givenByLots(
    lots,
    draft,
    out.cost,
    event.by,
    ({ remainingCost }) => remainingCost,
    holding.cost,
  )
  const given = givenByLots(
    lots,
    draft,
    out.charges,
    'cost',
    ({ remainingCharges }) => remainingCharges,
    holding.charges,
  )
  const changes = lots.map((lot, at): LotChange => {
    const [lotCost, lotCharges] = [costs[at] ?? 0n, given[at] ?? 0n]
    lot.remainingCost -= lotCost
    lot.remainingCharges -= lotCharges
    return { lotId: lot.id, quantity: 0n, cost: -lotCost, charges: -lotCharges }
  })
  draft.holding = plus(holding, 0n, -out.cost, -out.charges)
  // Where lots give by their cost, those that have none are named too: the shares of a spin-off come of all of them.
  return changesOf(event.id, event.by === 'cost' ? changes : changes.filter(isChange))
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * The share of each lot in an amount that the holding gives. With WAP lots give in proportion of their own
 * cost.
 */
function givenByLots(
  lots: readonly Lot[],
  draft: ChainDraft,
  amount: Cents,
  by: CostEvent['by'],
  own: (lot: Lot) => Cents,
  whole: Cents,
): bigint[] {
  if (amount === 0n) return lots.map(() => 0n)
  if (by === 'shares') {
    const parts = spread(
      amount,
      lots.map((lot) => lot.remainingQuantity),
    )
    if (lots.every((lot, at) => (parts[at] ?? 0n) <= own(lot))) return parts
  }
  const sum = sumOf(lots.map(own))
  return spread(draft.method === 'WAP' ? least(mulDiv(sum, amount, whole), sum) : amount, lots.map(own))
}
