/** The terms of a proposal: its day, prices by the portfolio's basis, the tariff and the cost of funds. */
import { PROPOSAL_DAYS_MAX } from '@em/contract/proposals/sale-proposals'
import type { Tariff } from '@em/core/fee-tariffs/tariff'
import {
  closedDay,
  type MarketCalendar,
  nextMarketDay,
  settlementDateFor,
} from '@em/core/holidays/market-calendar'
import { DEFAULT_PRICE_BASIS, type PriceAt, type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { addDays } from '@em/core/values/dates'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'
import { definitionAt } from '../cost-of-funds/cost-of-funds.queries.ts'
import { loadTariffs } from '../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

const BASIS = statement(
  'proposals.price-basis',
  'SELECT price_basis AS basis FROM portfolios WHERE id = :portfolioId',
)

export interface ProposalDay {
  readonly calendar: MarketCalendar
  readonly tradeDate: string
  readonly settlementDate: string
}

/** The day that is asked for, else today or the next market day. @throws Refusal `proposal.closed`, `proposal.far` (422). */
export async function proposalDay(db: Queryable, asked: string | null, today: string): Promise<ProposalDay> {
  const calendar = await loadCalendar(db)
  const tradeDate = asked ?? nextMarketDay(calendar, today)
  const last = addDays(today, PROPOSAL_DAYS_MAX)
  if (tradeDate > last) throw refuseField('proposal.far', 'tradeDate', { date: last })
  const closed = closedDay(calendar, tradeDate)
  if (closed !== null) throw refuseField('proposal.closed', 'tradeDate', { date: tradeDate, ...closed })
  return { calendar, tradeDate, settlementDate: settlementDateFor(calendar, tradeDate) }
}

/** The newest prices of securities by the basis of a portfolio, by the security's id. */
export async function pricesFor(
  db: Queryable,
  { portfolioId, equityIds }: { readonly portfolioId: number; readonly equityIds: readonly number[] },
  { calendar, tradeDate }: ProposalDay,
): Promise<(equityId: number) => PriceAt | null> {
  const [[portfolio], known] = await Promise.all([
    db.query(BASIS, { portfolioId }),
    knownPrices(db, equityIds, { date: tradeDate, calendar }),
  ])
  const basis = (portfolio?.basis ?? DEFAULT_PRICE_BASIS) as PriceBasis
  return (equityId) => priceAt(known.get(equityId) ?? null, { date: tradeDate, basis, calendar })
}

/** Tariffs by symbol. The answer throws Refusal `tariff.missing` (422). */
export async function tariffsOn(db: Queryable, tradeDate: string): Promise<(symbol: string) => Tariff> {
  const tariffOf = await loadTariffs(db)
  return (symbol) => {
    const tariff = tariffOf(symbol, tradeDate)
    if (tariff === null) throw refuseField('tariff.missing', 'tradeDate', { date: tradeDate })
    return tariff
  }
}

/** After-tax cost of funds in percent a year: the one asked for, else the one in force; null where there is none. */
export async function rateFor(
  db: Queryable,
  asked: bigint | null,
  tradeDate: string,
): Promise<bigint | null> {
  if (asked !== null) return asked
  const found = await definitionAt(db, tradeDate)
  return found === undefined ? null : decimalOf(String(found.after_tax_cost_of_funds), RATE_SCALE)
}
