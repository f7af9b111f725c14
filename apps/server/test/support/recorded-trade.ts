/** A trade as a fact in the tables, for tests of what it holds in place; its figures are of no interest there. */
import type { Api } from './api.ts'

export interface RecordedTrade {
  readonly portfolioId: number
  readonly equityId: number
  readonly side?: 'buy' | 'sell'
  readonly deleted?: boolean
  readonly brokerId?: number
  readonly settlementAccountId?: number
}

/** Stores a trade with one version; answers its id. Ids are those of the tables. */
export async function recordTrade(api: Api, trade: RecordedTrade): Promise<number> {
  const { portfolioId, equityId, side = 'buy', deleted = false, brokerId, settlementAccountId } = trade
  return api.database.transaction(async (tx) => {
    const [chain] = await tx.query<{ id: number }>(
      `INSERT INTO chains (portfolio_id, equity_id) VALUES ($1, $2)
       ON CONFLICT (portfolio_id, equity_id) DO UPDATE SET quantity = chains.quantity RETURNING id`,
      [portfolioId, equityId],
    )
    const [made] = await tx.query<{ id: number }>(
      `INSERT INTO trades (chain_id, portfolio_id, equity_id, side, deal_number, is_deleted, recorded_by)
       VALUES ($1, $2, $3, $4, gen_random_uuid(), $5, $6) RETURNING id`,
      [chain?.id, portfolioId, equityId, side, deleted, api.user.id],
    )
    await tx.query(
      `INSERT INTO trade_versions (act_id, trade_id, version, trade_date, settlement_date, quantity, price, gross, brokerage,
         cse_fees, cds_fees, clearing_fees, sec, stl, net, broker_id, settlement_account_id, recorded_by)
       VALUES (1, $1, 1, '2026-06-10', '2026-06-12', 100, 10, 1000, 0, 0, 0, 0, 0, 0, 1000, $2, $3, $4)`,
      [made?.id, brokerId, settlementAccountId, api.user.id],
    )
    return made?.id ?? 0
  })
}
