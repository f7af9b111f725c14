import { sells } from '@em/contract/trades/sells'
import { divideHalfAway, MONEY_SCALE, PRICE_SCALE, parseDecimal, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolveCompany } from '../../equities/equities.queries.ts'
import { openLots } from '../../holdings/holdings.queries.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { listSells } from '../transactions/buys-and-sells.queries.ts'
import { answerList } from './buys.routes.ts'
import { recordSell } from './sell.commands.ts'
import { calculateSell } from './sell-figures.ts'

interface OfHolding {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  company?: string | undefined
  symbol?: string | undefined
  sellQuantity?: string | undefined
  quantity?: string | undefined
  asOf: string | null
}

export function sellsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, sells.calculate, ({ body }) => calculateSell(database, clock, body))

  for (const route of [sells.save, sells.enter, sells.enterWithAllocations]) {
    serveWrite(
      server,
      route,
      (tx, { body, dryRun, by }) => recordSell(tx, clock, { ...by, input: body, dryRun }),
      { small: true },
    )
  }

  for (const route of [sells.list, sells.all]) {
    serve(server, route, ({ query, reply }) => answerList(server, listSells, query, reply))
  }

  serve(server, sells.fifo, async ({ query }) => {
    const { taken, quantity } = await oldest(query)
    // Cost of each lot in proportion, added up and divided once; scale 4 over 2 keeps the price's decimals.
    const cost = taken.reduce((sum, lot) => sum + lot.cost, 0n)
    const perShare = quantity === 0n ? 0n : divideHalfAway(cost * 100n, quantity)
    return { fifoCost: toJsonNumber(perShare, PRICE_SCALE) }
  })

  serve(server, sells.detailedFifo, async ({ query }) => {
    const { taken } = await oldest(query)
    return {
      allocations: taken.map(({ lot, quantity }) => ({
        buyTransactionId: lot.id,
        deal_number: lot.deal_number,
        tradeDate: lot.trade_date,
        settlementDate: lot.settlement_date,
        price: lot.price,
        availableQuantity: lot.remaining_quantity,
        quantity: Number(quantity),
      })),
    }
  })

  /** The oldest lots that make up the quantity asked for. @throws Refusal `lots.insufficient` for more than is held. */
  async function oldest(query: OfHolding) {
    const company = query.symbol || query.company
    if (!company) {
      throw new Refusal('request.invalid', {}, [
        { field: 'company', message: 'Please name the company or its symbol.' },
      ])
    }
    const quantity = wholeShares(query.sellQuantity ?? query.quantity)
    const portfolio = await resolvePortfolio(database, query)
    const equity = await resolveCompany(database, company)
    const date = query.asOf ?? clock.today()
    const lots = await openLots(database, portfolio.id, equity.id, date)
    let wanted = quantity
    const taken = lots.flatMap((lot) => {
      const held = BigInt(lot.remaining_quantity)
      const part = wanted < held ? wanted : held
      wanted -= part
      if (part === 0n) return []
      const cost = centsOf(lot.remaining_cost)
      return [{ lot, quantity: part, cost: part === held ? cost : divideHalfAway(cost * part, held) }]
    })
    if (wanted > 0n) throw refuseField('lots.insufficient', 'sellQuantity', { date })
    return { taken, quantity }
  }
}

/** The cents of a JSON amount: two decimals survive the way out and back. */
function centsOf(rupees: number): bigint {
  const parsed = parseDecimal(rupees, MONEY_SCALE)
  if (!parsed.ok) throw new RangeError(`not an amount: ${rupees}`)
  return parsed.units
}

function wholeShares(text: string | undefined): bigint {
  const parsed = parseDecimal(text ?? '', 0, { unsigned: true })
  if (parsed.ok && parsed.units > 0n) return parsed.units
  throw new Refusal('request.invalid', {}, [
    { field: 'sellQuantity', message: 'The sell quantity must be a whole number of at least 1.' },
  ])
}
