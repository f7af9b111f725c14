/** The holdings of a portfolio against its targets: each security with its weight wanted, and those that are left as they are. */
import type { WeighedSecurity } from '@em/core/proposals/rebalance'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import { type Cents, sumOf } from '@em/core/values/money'
import { spread } from '@em/core/values/spread'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { notListedAt } from '../holdings/not-listed.queries.ts'
import { type ExactHolding, valuedHoldings } from '../holdings/valued.queries.ts'
import { type Restricted, restrictedIn } from '../limits/restricted.queries.ts'
import type { TargetLine } from './targets.queries.ts'
import { type ProposalDay, pricesFor, tariffsOn } from './terms.queries.ts'

const SECURITIES = statement(
  'rebalancing.securities',
  'SELECT id, symbol, name, sector, is_active FROM equities WHERE id = ANY (:ids::bigint[])',
)

/** Why something is not traded. */
export interface LeftOut {
  readonly what: string
  readonly why: string
}

export interface Weighed {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly held: bigint
  /** Cents; at cost without a price. */
  readonly value: Cents
  /** Null: left as it is. */
  readonly security: WeighedSecurity | null
  /** In percent; null without a target. */
  readonly target: bigint | null
  readonly price: bigint | null
}

interface Wanted {
  readonly weight: bigint
  readonly band: bigint
  readonly lotSize: bigint
}

const rate = (text: string) => decimalOf(text, RATE_SCALE)

/** Target of each security, by its id: its own line, else its part of its sector's. */
function wantedOf(
  lines: readonly TargetLine[],
  held: readonly ExactHolding[],
): { wanted: ReadonlyMap<number, Wanted>; leftOut: LeftOut[] } {
  const wanted = new Map<number, Wanted>()
  const leftOut: LeftOut[] = []
  const termsOf = (line: TargetLine) => ({ band: rate(line.band), lotSize: BigInt(line.lot_size) })
  for (const line of lines)
    if (line.equity_id !== null) wanted.set(line.equity_id, { ...termsOf(line), weight: rate(line.weight) })
  for (const line of lines.filter(({ sector }) => sector !== null)) {
    const members = held.filter(
      ({ row, figures }) => row.sector === line.sector && figures.priced && !wanted.has(row.equity_id),
    )
    if (members.length === 0) {
      leftOut.push({ what: line.sector ?? '', why: 'No other security of this sector is held with a price.' })
      continue
    }
    const weights = spread(
      rate(line.weight),
      members.map(({ figures }) => figures.grossSales),
    )
    for (const [at, { row }] of members.entries())
      wanted.set(row.equity_id, { ...termsOf(line), weight: weights[at] ?? 0n })
  }
  return { wanted, leftOut }
}

const whyForbidden = ({ buys, sales, by }: Restricted) =>
  `It is restricted (${by}): ${buys && sales ? 'it is neither bought nor sold' : buys ? 'it is not bought' : 'it is not sold'}.`

/** Securities held or wanted, by company; what cannot be traded is named. */
export async function weighedSecurities(
  db: Queryable,
  { portfolioId, lines, day }: { portfolioId: number; lines: readonly TargetLine[]; day: ProposalDay },
): Promise<{ weighed: Weighed[]; leftOut: LeftOut[] }> {
  const held = await valuedHoldings(db, portfolioId, day.tradeDate)
  const { wanted, leftOut } = wantedOf(lines, held)
  const equityIds = [...new Set([...held.map(({ row }) => row.equity_id), ...wanted.keys()])]
  const [securities, priceOf, tariffOf, restricted] = await Promise.all([
    db.query(SECURITIES, { ids: equityIds }),
    pricesFor(db, { portfolioId, equityIds }, day),
    tariffsOn(db, day.tradeDate),
    restrictedIn(db, portfolioId, day.tradeDate),
  ])
  const weighed: Weighed[] = []
  for (const { id, symbol, name, sector, is_active } of securities.toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )) {
    const holding = held.find(({ row }) => row.equity_id === id)
    const quantity = holding?.quantity ?? 0n
    const price = priceOf(id)?.price ?? null
    const terms = wanted.get(id)
    const unlisted =
      holding === undefined ? [] : await notListedAt(db, { portfolioId, equityId: id }, day.tradeDate)
    const waiting = sumOf(unlisted.map((one) => BigInt(one.quantity)))
    const forbidden = restricted.get(id)
    if (price === null) leftOut.push({ what: symbol, why: 'No price is known.' })
    else if (terms === undefined) leftOut.push({ what: symbol, why: 'It is held without a target.' })
    else if (!is_active)
      leftOut.push({ what: symbol, why: 'It is not active in the Equity Master: it is sold, not bought.' })
    else if (forbidden !== undefined) leftOut.push({ what: symbol, why: whyForbidden(forbidden) })
    weighed.push({
      symbol,
      name,
      sector,
      held: quantity,
      value: holding?.figures.grossSales ?? 0n,
      price,
      target: terms?.weight ?? null,
      security:
        price === null || terms === undefined
          ? null
          : {
              id,
              quantity,
              sellable: forbidden?.sales === true ? 0n : quantity - waiting,
              price,
              tariff: tariffOf(symbol),
              ...terms,
              noBuys: !is_active || forbidden?.buys === true,
            },
    })
  }
  return { weighed, leftOut }
}
