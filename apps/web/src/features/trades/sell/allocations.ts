/** Which lots a cherry-picked sale takes: what is typed per lot, within what the lot has left. Shares are whole. */
export interface Allocation {
  readonly buyTransactionId: number
  readonly allocatedQuantity: number
}

/** Per lot (the buy's id) what is typed: digits, '' for nothing. */
export type Typed = Readonly<Record<number, string>>

interface LotLeft {
  readonly id: number
  readonly remaining_quantity: number
}

/** The shares typed as a number: 0 for nothing or no number. */
export function sharesOf(text: string | undefined): number {
  return /^\d+$/.test(text ?? '') ? Number(text) : 0
}

/** Between 0 and what the lot has left. */
export function clampToLot(quantity: number, remaining: number): number {
  return Math.min(Math.max(Math.trunc(quantity), 0), remaining)
}

/** Saved allocations, as they are typed per lot. */
export function typedOf(allocations: readonly Allocation[]): Typed {
  return Object.fromEntries(allocations.map((one) => [one.buyTransactionId, String(one.allocatedQuantity)]))
}

/** The lots with something allocated, each within what it has left; lots that are gone are left out. */
export function allocationsOf(typed: Typed, lots: readonly LotLeft[]): Allocation[] {
  return lots.flatMap(({ id, remaining_quantity: remaining }) => {
    const quantity = clampToLot(sharesOf(typed[id]), remaining)
    return quantity === 0 ? [] : [{ buyTransactionId: id, allocatedQuantity: quantity }]
  })
}

/** The shares of all lots together. */
export function totalAllocated(allocations: readonly Allocation[]): number {
  return allocations.reduce((sum, one) => sum + one.allocatedQuantity, 0)
}

/** The quantity over the lots, oldest first: a start to pick from. */
export function oldestFirst(quantity: number, lots: readonly LotLeft[]): Typed {
  let wanted = quantity
  const typed: Record<number, string> = {}
  for (const lot of lots) {
    const part = clampToLot(wanted, lot.remaining_quantity)
    if (part > 0) typed[lot.id] = String(part)
    wanted -= part
  }
  return typed
}

/** The specification's sentence where the lots do not make up the quantity. */
export function mismatchOf(allocated: number, quantity: number): string | undefined {
  return allocated === quantity
    ? undefined
    : `Total allocated (${allocated}) must match sell quantity (${quantity})`
}
