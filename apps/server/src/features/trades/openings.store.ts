/** How opening lots are kept: a trade of side `opening`, its versions, its (empty) result; many in one statement. */
import type { OpeningFigures } from '@em/core/trades/decide-opening'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { constraintOf, sqlState, statement, type Transaction } from '../../platform/database/database.ts'

/** What a version of an opening lot says. */
export interface OpeningVersion {
  readonly openingDate: string
  readonly boughtOn: string
  readonly settlementDate: string
  readonly figures: OpeningFigures
  readonly costOfFundsRate: bigint | null
  readonly reference: string | null
  readonly brokerId: number | null
  readonly brokerName: string | null
}

export interface OpeningToKeep {
  readonly id: number
  readonly chainId: number
  readonly portfolioId: number
  readonly equityId: number
  readonly dealNumber: string
  readonly version: OpeningVersion
}

// The charges are carried, not posted as fees: the six fees are nothing and net is gross.
const COLUMNS = `trade_date, settlement_date, opening_date, quantity, price, gross, net, carried_charges, cost_of_funds,
  contract_number, broker_id, broker_name, brokerage, cse_fees, cds_fees, clearing_fees, sec, stl, fee_source`
const NO_FEES = `0, 0, 0, 0, 0, 0, 'manual'`

const valuesOf = (version: OpeningVersion) => {
  const { figures, costOfFundsRate } = version
  const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
  return [
    version.boughtOn,
    version.settlementDate,
    version.openingDate,
    figures.quantity,
    formatDecimal(figures.price, PRICE_SCALE),
    money(figures.cost),
    money(figures.charges),
    costOfFundsRate === null ? null : formatDecimal(costOfFundsRate, RATE_SCALE),
    version.reference,
    version.brokerId,
    version.brokerName,
  ] as const
}

const KEEP = statement(
  'openings.keep',
  `WITH u AS MATERIALIZED (
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::date[], $7::date[], $8::date[],
                          $9::bigint[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[], $14::text[], $15::bigint[],
                          $16::text[])
       AS u (id, chain_id, portfolio_id, equity_id, deal_number, trade_date, settlement_date, opening_date, quantity, price, cost,
             charges, rate, reference, broker_id, broker_name)),
   t AS (
     INSERT INTO trades (id, chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT id, chain_id, portfolio_id, equity_id, 'opening', deal_number, $17::bigint, $18::bigint FROM u),
   v AS (
     INSERT INTO trade_versions (trade_id, version, recorded_by, ${COLUMNS})
     SELECT id, 1, $18::bigint, trade_date, settlement_date, opening_date, quantity, price, cost, cost, charges, rate, reference,
            broker_id, broker_name, ${NO_FEES} FROM u),
   a AS (
     INSERT INTO audit (user_id, action, entity, entity_id, after)
     SELECT $18::bigint, 'trades.opening', 'trade', id::text,
            json_strip_nulls(json_build_object('dealNumber', deal_number, 'batch', $17::bigint, 'trade_date', trade_date,
              'settlement_date', settlement_date, 'quantity', quantity, 'price', price, 'gross_value', cost, 'total_fees', charges,
              'contract_number', reference, 'broker_name', broker_name)) FROM u)
   INSERT INTO trade_results (trade_id, money_generation_cost) SELECT id, 0 FROM u`,
)
const CHANGE = statement(
  'openings.change',
  `WITH t AS (UPDATE trades SET version = version + 1 WHERE id = $1::bigint RETURNING id, version)
   INSERT INTO trade_versions (trade_id, version, recorded_by, reason, ${COLUMNS})
   SELECT t.id, t.version, $2::bigint, $3, $4::date, $5::date, $6::date, $7::bigint, $8::numeric, $9::numeric, $9::numeric,
          $10::numeric, $11::numeric, $12, $13::bigint, $14, ${NO_FEES} FROM t`,
)

/**
 * Keeps new opening lots of locked chains, each with its audit row. A deal number that another writer took in this very
 * second is a conflict of two writers: the whole transaction is tried again.
 */
export async function keepOpenings(
  tx: Transaction,
  lots: readonly OpeningToKeep[],
  batchId: number,
  recordedBy: number,
): Promise<void> {
  const rows = lots.map((lot) => valuesOf(lot.version))
  const column = (place: number) => rows.map((row) => row[place])
  try {
    await tx.query(KEEP, [
      lots.map((lot) => lot.id),
      lots.map((lot) => lot.chainId),
      lots.map((lot) => lot.portfolioId),
      lots.map((lot) => lot.equityId),
      lots.map((lot) => lot.dealNumber),
      ...Array.from({ length: 11 }, (_, place) => column(place)),
      batchId,
      recordedBy,
    ])
  } catch (error) {
    if (sqlState(error) !== '23505' || constraintOf(error) !== 'trades_deal_number') throw error
    throw Object.assign(new Error('a deal number was taken in the meantime'), { code: '40001' })
  }
}

/** Adds a version to an opening lot of a locked chain. */
export function sendOpeningVersion(
  tx: Transaction,
  tradeId: number,
  version: OpeningVersion,
  by: { readonly recordedBy: number; readonly reason: string | null },
): void {
  tx.send(CHANGE, [tradeId, by.recordedBy, by.reason, ...valuesOf(version)])
}
