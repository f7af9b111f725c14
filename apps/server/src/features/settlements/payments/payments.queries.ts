/** Payments to make: open buys with Generate Payment = Yes, with their brokers' accounts and what was exported of them. */
import { PAYEE_FIELDS, PAYMENTS_MAX, type PaymentRow } from '@em/contract/settlements/payments'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { brokerCalled, brokerOf } from '../../brokers/named.ts'
import { DUE, OUTSTANDING, openTradeIds, pays, stateSql } from '../list/settlements.state.ts'

// What failed is expected on no day: it is paid again once it has one. An export before a payment failed or was reopened
// does not count: it did not pay what is outstanding now.
const LIST = statement(
  'payments.list',
  `SELECT t.id AS trade_id, t.version, t.deal_number, v.contract_number, e.symbol, p.portfolio_name AS portfolio,
          p.portfolio_id AS "portfolioId", ${DUE} AS due_date!, abs(${OUTSTANDING}) AS amount, ${brokerCalled('v.broker_name')} AS broker_name,
          b.bank_name, b.branch_name, b.account_number, b.swift_code, v.settlement_account_id AS settlement_account,
          v.account_name AS from_name, v.account_number AS from_number, v.bank_name AS from_bank,
          CASE WHEN x.exported_at > coalesce((SELECT max(c.recorded_at) FROM settlement_confirmations c
                                               WHERE c.trade_id = t.id AND c.kind IN ('failed', 'reopened')), '-infinity')
               THEN x.amount END AS exported,
          x.account_number IS NOT NULL
            AND (x.bank_name, x.branch_name, x.account_number, x.swift_code)
                IS DISTINCT FROM (b.bank_name, b.branch_name, b.account_number, b.swift_code) AS bank_changed,
          x.exported_at, u.first_name || ' ' || u.last_name AS exported_by
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
     ${brokerOf('v.broker_name')} LEFT JOIN brokers b ON b.id = known.broker_id
     LEFT JOIN settlement_states s ON s.trade_id = t.id
     LEFT JOIN LATERAL (SELECT * FROM payment_exports x WHERE x.trade_id = t.id ORDER BY x.id DESC LIMIT 1) x ON true
     LEFT JOIN users u ON u.id = x.exported_by
    WHERE t.id IN (${openTradeIds(':today::date')}) AND t.side = 'buy' AND NOT t.is_deleted AND v.generate_payment = 'Yes'
      AND ${OUTSTANDING} <> 0 AND ${pays(OUTSTANDING)} AND ${stateSql(':today::date')} IN ('pending', 'part', 'overdue')
      AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId)
    ORDER BY ${DUE}, t.id LIMIT ${PAYMENTS_MAX}`,
)

/** A payment with the version of its trade and its exact amount. */
export interface Payment {
  readonly row: PaymentRow
  readonly version: number
  /** In cents. */
  readonly amount: bigint
}

/** The payments of a portfolio, or of all; at most 5,000, the earliest due first. */
export async function listPayments(
  db: Queryable,
  portfolioId: number | undefined,
  today: string,
): Promise<Payment[]> {
  const rows = await db.query(LIST, { today, portfolioId: portfolioId ?? null })
  return rows.map(({ version, exported, bank_changed, amount, ...row }) => {
    const missing = [
      ...(row.broker_name === null ? ['Broker'] : []),
      ...Object.entries(PAYEE_FIELDS).flatMap(([name, label]) =>
        row[name as keyof typeof PAYEE_FIELDS] === null ? [label] : [],
      ),
    ]
    const cents = decimalOf(amount, MONEY_SCALE)
    const sameAmount = exported !== null && decimalOf(exported, MONEY_SCALE) === cents
    const isExported = sameAmount && !bank_changed
    return {
      version,
      amount: cents,
      row: {
        ...row,
        amount: toJsonNumber(cents, MONEY_SCALE),
        missing,
        state: missing.length > 0 ? 'incomplete' : isExported ? 'exported' : 'ready',
        bankDetailsChanged: sameAmount && bank_changed,
      },
    }
  })
}
