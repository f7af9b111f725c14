/** Our trade confirmations: the recorded trades of a portfolio on one day, one confirmation for each broker. */
import type { TradeConfirmation, TradeConfirmations } from '@em/contract/broker-reports/broker-reports'
import { CONFIRMED_MAX } from '@em/contract/broker-reports/broker-reports'
import { byColumn } from '@em/contract/fee-tariffs/fees'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { brokerCalled, brokerGroup, brokerOf, isOfBroker } from '../brokers/named.ts'
import { companyOn, isinOn, symbolOn } from '../equities/names/name-on.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'

const LAST_DAY = statement(
  'broker-reports.last-trade-day',
  `SELECT max(v.trade_date) AS day
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.portfolio_id = :portfolioId AND NOT t.is_deleted AND v.opening_date IS NULL`,
)
const TRADES = statement(
  'broker-reports.confirmed-trades',
  `SELECT t.id, t.deal_number, t.side, ${brokerCalled('v.broker_name')} AS broker_name, ${brokerGroup('v.broker_name')} AS broker_key!, v.contract_number, ${symbolOn('e', 'v.trade_date')} AS symbol!, ${isinOn('e', 'v.trade_date')} AS isin, ${companyOn('e', 'v.trade_date')} AS company_name!, v.quantity, v.price, v.gross,
          v.brokerage, v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl, v.net, v.settlement_date
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN equities e ON e.id = t.equity_id ${brokerOf('v.broker_name')}
    WHERE t.portfolio_id = :portfolioId AND NOT t.is_deleted AND v.opening_date IS NULL AND v.trade_date = :date::date
    ORDER BY lower(${brokerCalled('v.broker_name')}) NULLS LAST, t.side, e.symbol, t.id LIMIT :limit`,
)
// The client account as brokers write it, where a user assigned it to a document; else the main account at the depository, else the code.
const CLIENT = statement(
  'broker-reports.confirmed-client',
  `SELECT p.portfolio_id AS code, p.entity, main.account, main.holder_name, b.email, b.phone,
          (SELECT c.client_account FROM trade_document_clients c
            WHERE c.portfolio_id = p.id AND (c.broker_name IS NULL OR ${isOfBroker('c.broker_name', ':broker?::text')})
            ORDER BY c.broker_name NULLS LAST, c.updated_at DESC, c.client_account LIMIT 1) AS known
     FROM portfolios p
     LEFT JOIN LATERAL (SELECT a.account, a.holder_name FROM cds_main_accounts m JOIN cds_accounts a ON a.id = m.account_id
                         WHERE m.portfolio_id = p.id
                         ORDER BY m.from_date <= :date::date DESC, abs(m.from_date - :date::date) LIMIT 1) AS main ON true
     LEFT JOIN (brokers b JOIN named_brokers() k ON k.broker_id = b.id) ON k.key = broker_key(:broker?::text)
    WHERE p.id = :portfolioId`,
)

/** Of the day, or without one of the last day on which the portfolio traded. */
export async function confirmationsOf(
  db: Queryable,
  portfolio: Portfolio,
  asked: string | null,
): Promise<TradeConfirmations> {
  const portfolioId = portfolio.id
  const date = asked ?? (await db.query(LAST_DAY, { portfolioId }))[0]?.day ?? null
  const rows = date === null ? [] : await db.query(TRADES, { portfolioId, date, limit: CONFIRMED_MAX + 1 })
  const byBroker = Map.groupBy(rows.slice(0, CONFIRMED_MAX), (row) => row.broker_key)
  const confirmations: TradeConfirmation[] = []
  for (const trades of byBroker.values()) {
    const broker = trades[0]?.broker_name ?? null
    const [client] = await db.query(CLIENT, { portfolioId, date: date ?? '', broker })
    const settles = new Set(trades.map(({ settlement_date }) => settlement_date))
    confirmations.push({
      header: {
        brokerName: broker,
        address: null,
        tel: client?.phone ?? null,
        fax: null,
        email: client?.email ?? null,
        clientAccount: client?.known ?? client?.account ?? client?.code ?? null,
        clientName: client?.holder_name ?? client?.entity ?? null,
        attention: null,
        tradeDate: date,
        settlementDate: settles.size === 1 ? ([...settles][0] ?? null) : null,
      },
      trades: trades.map(tradeOf),
    })
  }
  return {
    portfolioId: portfolio.portfolioId,
    portfolio: portfolio.portfolioName,
    date,
    confirmations,
    hasMore: rows.length > CONFIRMED_MAX,
  }
}

function tradeOf(row: RowOf<typeof TRADES>): TradeConfirmation['trades'][number] {
  return {
    tradeId: row.id,
    dealNumber: row.deal_number,
    side: row.side as 'buy' | 'sell',
    contractNumber: row.contract_number,
    symbol: row.symbol,
    isin: row.isin,
    companyName: row.company_name,
    quantity: row.quantity,
    price: jsonNumber(row.price),
    gross: jsonNumber(row.gross),
    ...byColumn(({ column }) => jsonNumber(row[column])),
    net: jsonNumber(row.net),
    settlementDate: row.settlement_date,
  }
}
