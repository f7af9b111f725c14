/** Prices for tests that are about something else. */
import type { Api } from './api.ts'

/** Records the last trades of a day, by symbols, as its trade summary. */
export async function recordPrices(
  api: Pick<Api, 'database'>,
  tradeDate: string,
  prices: Readonly<Record<string, number>>,
): Promise<void> {
  const [symbols, values] = [Object.keys(prices), Object.values(prices)]
  await api.database.transaction(async (tx) => {
    const [set] = await tx.query<{ id: number }>(
      `INSERT INTO price_sets (act_id, source, trade_date, rows, added, changed, removed, recorded_by) VALUES (1, 'summary', $1, $2, $2, 0, 0, 1) RETURNING id`,
      [tradeDate, symbols.length],
    )
    await tx.query(
      `INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, last_trade)
       SELECT symbol, $1, 1 + coalesce((SELECT max(version) FROM price_versions v WHERE v.symbol = p.symbol AND v.trade_date = $1), 0), $2, false, price
         FROM unnest($3::text[], $4::numeric[]) AS p (symbol, price)`,
      [tradeDate, set?.id, symbols, values],
    )
    await tx.query('SELECT keep_newest_prices($1)', [set?.id])
  })
}

/** Takes every price away that was recorded of a day. */
export async function forgetPrices(api: Pick<Api, 'database'>, tradeDate: string): Promise<void> {
  await api.database.query('DELETE FROM prices WHERE trade_date = $1', [tradeDate])
}
