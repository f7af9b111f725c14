/**
 * Sums of realized gains: the one place where they are added up, for the dashboard, the screen of realized gains and the
 * taxes. Everything is read from the results of disposals, which say whose they are and when.
 */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { companyOn, symbolOn } from '../../equities/names/name-on.ts'

/** Disposals by the day of the trade, both days included. */
export interface Disposals {
  /** Null: all portfolios. */
  readonly portfolioIds: readonly number[] | null
  /** Null: all securities. */
  readonly equityIds: readonly number[] | null
  readonly from: string
  readonly to: string
}

/** SQL: the disposals asked for, as `r`; an index range for each portfolio. */
export const ASKED_DISPOSALS = `
  (SELECT id FROM portfolios WHERE :portfolioIds?::bigint[] IS NULL OR id = ANY (:portfolioIds)) asked
  JOIN event_results r ON r.portfolio_id = asked.id AND r.disposed_on BETWEEN :from::date AND :to::date
   AND (:equityIds?::bigint[] IS NULL OR r.equity_id = ANY (:equityIds))`

/** SQL: whether gains of `equities q` in a portfolio `a` with `is_fvoci` go to retained earnings: rights go through profit or loss. */
export const TREATED = 'a.is_fvoci AND NOT is_rights(q.symbol)'

/** More days than these are long term. */
export const LONG_TERM_DAYS = 365

/** SQL: the sums over some disposals `r`; each sum can be added up again. */
export const SUMS = `count(*) AS trades, count(*) FILTER (WHERE r.capital_gain > 0) AS winners,
    sum(r.proceeds) AS proceeds, sum(r.cost_out) AS cost, sum(r.charges_out) AS charges, sum(r.fees) AS fees,
    sum(r.money_generation_cost) AS financing,
    coalesce(sum(r.capital_gain) FILTER (WHERE r.capital_gain > 0 AND r.holding_days <= ${LONG_TERM_DAYS}), 0) AS short_gains,
    coalesce(sum(r.capital_gain) FILTER (WHERE r.capital_gain > 0 AND r.holding_days > ${LONG_TERM_DAYS}), 0) AS long_gains,
    coalesce(sum(r.capital_gain) FILTER (WHERE r.capital_gain < 0 AND r.holding_days <= ${LONG_TERM_DAYS}), 0) AS short_losses,
    coalesce(sum(r.capital_gain) FILTER (WHERE r.capital_gain < 0 AND r.holding_days > ${LONG_TERM_DAYS}), 0) AS long_losses`
/** SQL: such sums of `c` added up. */
export const ADDED = `sum(c.trades)::bigint AS trades!, sum(c.winners)::bigint AS winners!,
    sum(c.proceeds)::numeric(24, 2) AS proceeds!, sum(c.cost)::numeric(24, 2) AS cost!, sum(c.charges)::numeric(24, 2) AS charges!,
    sum(c.fees)::numeric(24, 2) AS fees!, sum(c.financing)::numeric(24, 2) AS financing!, sum(c.short_gains)::numeric(24, 2) AS short_gains!,
    sum(c.long_gains)::numeric(24, 2) AS long_gains!, sum(c.short_losses)::numeric(24, 2) AS short_losses!,
    sum(c.long_losses)::numeric(24, 2) AS long_losses!`

const WHOLE = statement(
  'realized.sums',
  `SELECT ${ADDED} FROM (SELECT ${SUMS} FROM ${ASKED_DISPOSALS}) c WHERE c.trades > 0 HAVING count(*) > 0`,
)
// Disposals are read once, into months of securities; what is asked for by month and by security is added up of those.
const CELLS = statement(
  'realized.sums-by',
  `WITH cells AS MATERIALIZED (
     SELECT to_char(r.disposed_on, 'YYYY-MM') AS month, r.equity_id, ${SUMS} FROM ${ASKED_DISPOSALS} GROUP BY 1, 2)
   SELECT CASE WHEN grouping(c.month) = 0 THEN c.month END AS month, CASE WHEN grouping(c.equity_id) = 0 THEN c.equity_id END AS equity_id,
          CASE WHEN grouping(c.equity_id) = 0 THEN ${symbolOn('e', ':to::date')} END AS symbol, CASE WHEN grouping(c.equity_id) = 0 THEN ${companyOn('e', ':to::date')} END AS name, ${ADDED}
     FROM cells c JOIN equities e ON e.id = c.equity_id
    GROUP BY GROUPING SETS ((c.month), (c.equity_id, e.id, e.symbol, e.name)) ORDER BY c.month, e.symbol`,
)

// The sums that chains keep, less the disposals of later days: none, or few.
const UNTIL = statement(
  'realized.sums-until',
  `SELECT c.equity_id AS equity_id!, sum(c.proceeds)::numeric(24, 2) AS proceeds!, sum(c.cost)::numeric(24, 2) AS cost!,
          sum(c.charges)::numeric(24, 2) AS charges!, sum(c.fees)::numeric(24, 2) AS fees!, sum(c.financing)::numeric(24, 2) AS financing!
     FROM (SELECT k.equity_id, k.disposed_proceeds AS proceeds, k.disposed_cost AS cost, k.disposed_charges AS charges,
                  k.disposed_fees AS fees, k.disposed_financing AS financing
             FROM chains k WHERE :portfolioIds?::bigint[] IS NULL OR k.portfolio_id = ANY (:portfolioIds)
           UNION ALL
           SELECT r.equity_id, - r.proceeds, - r.cost_out, - r.charges_out, - r.fees, - r.money_generation_cost
             FROM (SELECT id FROM portfolios WHERE :portfolioIds IS NULL OR id = ANY (:portfolioIds)) asked
             JOIN event_results r ON r.portfolio_id = asked.id AND r.disposed_on > :to::date) c
    GROUP BY c.equity_id`,
)

/** Sums over disposals, in cents. */
export interface RealizedSums {
  readonly trades: number
  /** With a capital gain above zero. */
  readonly winners: number
  readonly proceeds: bigint
  readonly cost: bigint
  /** Of the purchases, carried to the shares that left. */
  readonly charges: bigint
  /** Of the disposals. */
  readonly fees: bigint
  readonly financing: bigint
  readonly shortGains: bigint
  readonly longGains: bigint
  readonly shortLosses: bigint
  readonly longLosses: bigint
}

/** The sums of no disposals. */
export const NO_DISPOSALS: RealizedSums = {
  trades: 0,
  winners: 0,
  proceeds: 0n,
  cost: 0n,
  charges: 0n,
  fees: 0n,
  financing: 0n,
  shortGains: 0n,
  longGains: 0n,
  shortLosses: 0n,
  longLosses: 0n,
}

/** Proceeds less cost, before fees and financing. */
export const capitalGainOf = ({ proceeds, cost }: Pick<RealizedSums, 'proceeds' | 'cost'>): bigint =>
  proceeds - cost
/** The capital gain less charges of the purchases and fees of the disposals. */
export const afterFeesOf = (sums: RealizedSums): bigint => capitalGainOf(sums) - sums.charges - sums.fees
/** After fees and cost of funds. */
export const realizedPnLOf = (sums: RealizedSums): bigint => afterFeesOf(sums) - sums.financing

/** The sums over all disposals asked for. */
export async function realizedSums(
  db: Queryable,
  { portfolioIds, equityIds, from, to }: Disposals,
): Promise<RealizedSums> {
  const [row] = await db.query(WHOLE, { portfolioIds, equityIds, from, to })
  return row === undefined ? NO_DISPOSALS : sumsOf(row)
}

/** Sums over disposals that chains keep, in cents. */
export type DisposalSums = Pick<RealizedSums, 'proceeds' | 'cost' | 'charges' | 'fees' | 'financing'>

/** The sums over all disposals of some portfolios (null: of all) up to a day, by the equity's id; however many there are, none is read. */
export async function disposalsUntil(
  db: Queryable,
  { portfolioIds, to }: Pick<Disposals, 'portfolioIds' | 'to'>,
): Promise<ReadonlyMap<number, DisposalSums>> {
  const rows = await db.query(UNTIL, { portfolioIds, to })
  return new Map(rows.map(({ equity_id, ...sums }) => [equity_id, amountsOf(sums)]))
}

/** The same by month and by security. */
export interface RealizedBy {
  readonly all: RealizedSums
  /** By month, `YYYY-MM`, the earliest first. */
  readonly months: readonly { readonly month: string; readonly sums: RealizedSums }[]
  /** By symbol. */
  readonly securities: readonly {
    readonly equityId: number
    readonly symbol: string
    readonly name: string
    readonly sums: RealizedSums
  }[]
}

/** The sums over all disposals asked for, by month and by security. */
export async function realizedBy(
  db: Queryable,
  { portfolioIds, equityIds, from, to }: Disposals,
): Promise<RealizedBy> {
  const rows = await db.query(CELLS, { portfolioIds, equityIds, from, to })
  const months = rows.flatMap((row) => (row.month === null ? [] : [{ month: row.month, sums: sumsOf(row) }]))
  const securities = rows.flatMap((row) =>
    row.equity_id === null
      ? []
      : [{ equityId: row.equity_id, symbol: row.symbol ?? '', name: row.name ?? '', sums: sumsOf(row) }],
  )
  return { all: months.reduce((all, { sums }) => added(all, sums), NO_DISPOSALS), months, securities }
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

const amountsOf = (row: Readonly<Record<keyof DisposalSums, string>>): DisposalSums => ({
  proceeds: cents(row.proceeds),
  cost: cents(row.cost),
  charges: cents(row.charges),
  fees: cents(row.fees),
  financing: cents(row.financing),
})

/** The sums of a row of `ADDED`. */
export function sumsOf(row: RowOf<typeof WHOLE>): RealizedSums {
  return {
    trades: row.trades,
    winners: row.winners,
    ...amountsOf(row),
    shortGains: cents(row.short_gains),
    longGains: cents(row.long_gains),
    shortLosses: cents(row.short_losses),
    longLosses: cents(row.long_losses),
  }
}

function added(a: RealizedSums, b: RealizedSums): RealizedSums {
  return {
    trades: a.trades + b.trades,
    winners: a.winners + b.winners,
    proceeds: a.proceeds + b.proceeds,
    cost: a.cost + b.cost,
    charges: a.charges + b.charges,
    fees: a.fees + b.fees,
    financing: a.financing + b.financing,
    shortGains: a.shortGains + b.shortGains,
    longGains: a.longGains + b.longGains,
    shortLosses: a.shortLosses + b.shortLosses,
    longLosses: a.longLosses + b.longLosses,
  }
}
