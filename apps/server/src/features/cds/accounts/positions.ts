/** The holdings of accounts as positions for a comparison. */
import type { NearTrade, OurPosition } from '@em/core/cds/compare'
import type { InAccounts } from './holdings.queries.ts'

/** An account has the shares of all its portfolios together. */
export function positionsOf({ held, trades, pledged, awaited }: InAccounts): OurPosition[] {
  const found = new Map<
    string,
    { held: bigint; pledged: bigint; trades: NearTrade[]; coming: Map<string, bigint> }
  >()
  const of = ({ accountId, equityId }: { accountId: number; equityId: number }) => {
    const key = `${accountId}/${equityId}`
    const one = found.get(key) ?? { held: 0n, pledged: 0n, trades: [], coming: new Map<string, bigint>() }
    found.set(key, one)
    return one
  }
  for (const one of held) of(one).held += one.quantity
  for (const one of pledged) of(one).pledged += one.quantity
  for (const { id, version, side, quantity, due, isOpen, ...where } of trades)
    of(where).trades.push({ id, version, side, quantity, due, isOpen })
  for (const { what, quantity, ...where } of awaited) {
    const { coming } = of(where)
    coming.set(what, (coming.get(what) ?? 0n) + quantity)
  }
  return [...found].map(([key, { coming, ...one }]) => {
    const [accountId = 0, equityId = 0] = key.split('/').map(Number)
    return {
      accountId,
      equityId,
      ...one,
      awaited: [...coming].map(([what, quantity]) => ({ what, quantity })),
    }
  })
}
