/** The inputs of a trade's decision, loaded in two look-ups; the chain's row is locked by a third. */

import { type MarketCalendar, marketCalendar } from '@em/core/holidays/market-calendar'
import { type PriceTolerance, toleranceInForce } from '@em/core/prices/tolerances'
import type { NearPrice } from '@em/core/prices/trade-price'
import { securityClassOf } from '@em/core/securities/symbol'
import type { BuyContext } from '@em/core/trades/decide-buy'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { resolveCompany } from '../../equities/equities.queries.ts'
import { loadTariffs, type TariffRow, tariffInForce, tariffOf } from '../../fee-tariffs/tariffs.queries.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { nearPriceFrom, nearPriceOf } from '../../prices/prices-at/near-prices.queries.ts'
import { boardIfAsked, tolerancesFrom, tolerancesUntil } from '../../prices/prices-at/tolerances.queries.ts'

export interface TradeQuestion {
  readonly side: 'buy' | 'sell'
  readonly portfolio: string | null
  readonly portfolioId: string | null
  readonly companyName: string
  readonly symbol: string
  readonly tradeDate: string
  readonly settlementAccount: number
  readonly paymentMethod: string | null
  readonly contractNumber: string
  readonly brokerName: string
}

export interface SettlementAccount {
  readonly id: number
  readonly accountName: string
  readonly accountNumber: string
  readonly bankName: string
  readonly branchName: string
  readonly paymentMethod: string
}

export interface TradeContext extends BuyContext {
  readonly portfolio: BuyContext['portfolio'] & {
    readonly id: number
    readonly code: string
    /** From this day on a trade is to have an order; null where none is asked for. */
    readonly ordersAskedFrom?: string | null
  }
  readonly equity: BuyContext['equity'] & { readonly id: number }
  readonly settlementAccount: SettlementAccount
  readonly brokerId: number | null
  /** The price that its price is compared with, how far off it may be, and the market days before it. */
  readonly near: {
    readonly price: NearPrice | null
    readonly tolerance: PriceTolerance
    readonly calendar: MarketCalendar
  }
}

// Holidays reach back over the market days before a trade, and on to the market day after a closed one; the exchange was never closed for so long.
// What is marked belongs to a security or an account and is read only where its id is there. `contract_in`: portfolios in which a
// trade of this side and date has the contract number.
const CONTEXT = statement(
  'trades.context',
  `SELECT e.id AS equity_id, e.symbol AS symbol!, e.name AS company_name!, e.is_active AS is_active!,
          s.id AS account_id, s.account_name AS account_name!, s.account_number AS account_number!, s.bank_name AS bank_name!,
          s.branch_name AS branch_name!, s.payment_method AS payment_method!,
          b.id AS broker_id, n.equity_ids, n.is_named, t.*, k.*,
          ${tolerancesUntil(':tradeDate::date')} AS tolerances, ${boardIfAsked('e.id', ':tradeDate::date')} AS board,
          (SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'is_recurring', h.is_recurring))
             FROM holidays h
            WHERE h.date BETWEEN :tradeDate::date - 92 AND :tradeDate::date + 31 OR h.is_recurring) AS holidays,
          (SELECT json_agg(r.portfolio_id) FROM trade_versions v JOIN trades r ON r.id = v.trade_id AND r.version = v.version
            WHERE v.contract_number = :contractNumber AND v.trade_date = :tradeDate::date AND r.side = :side
              AND NOT r.is_deleted AND r.id IS DISTINCT FROM :except?::bigint) AS contract_in
     FROM securities_traded(:symbol, :companyName, :tradeDate::date) n
     LEFT JOIN equities e ON e.id = n.equity_ids[1] AND cardinality(n.equity_ids) = 1
     LEFT JOIN settlement_accounts s ON s.id = :settlementAccount
     LEFT JOIN brokers b ON lower(b.name) = lower(:brokerName)
     LEFT JOIN LATERAL (${tariffInForce(':securityClass', ':tradeDate')}) t ON true
     LEFT JOIN LATERAL (${nearPriceOf('e.id', ':tradeDate::date')}) k ON true`,
)

/**
 * Loads what the decision needs; `except` is the trade being corrected, whose own contract number does not repeat.
 * The security may be called by a symbol and a name that it had before (`securities_traded` of the schema).
 * @throws Refusal naming the field for an unknown portfolio, symbol or settlement
 * account, for a company that does not trade under the symbol, or an account of another payment method.
 */
export async function loadTradeContext(
  db: Queryable,
  question: TradeQuestion,
  today: string,
  except?: number,
): Promise<TradeContext> {
  const { symbol, tradeDate, settlementAccount, contractNumber, brokerName, side } = question
  // Neither needs the other's answer: they share a round trip.
  const [portfolio, [row]] = await Promise.all([
    resolvePortfolio(db, question),
    db.query(CONTEXT, {
      symbol: symbol.trim(),
      companyName: question.companyName.trim(),
      tradeDate,
      settlementAccount,
      contractNumber,
      brokerName,
      side,
      securityClass: securityClassOf(symbol.toUpperCase()),
      except: except ?? null,
    }),
  ])
  if (!row || row.equity_id === null) {
    if ((row?.equity_ids ?? []).length > 1) await resolveCompany(db, symbol, tradeDate, 'symbol')
    throw refuseField('record.missing', 'symbol', { what: `The security ${symbol}` })
  }
  if (row.is_named !== true) {
    throw refuseField('equity.symbol-mismatch', 'symbol', { company: question.companyName, symbol })
  }
  if (row.account_id === null) {
    throw refuseField('record.missing', 'settlementAccount', { what: 'The settlement account' })
  }
  if (question.paymentMethod !== null && question.paymentMethod !== row.payment_method) {
    throw refuseField('settlement-account.method-mismatch', 'paymentMethod', {
      name: row.account_name,
      method: question.paymentMethod,
    })
  }
  const calendar = marketCalendar(
    (row.holidays ?? []).map(({ date, name, is_recurring }) => ({ date, name, isRecurring: is_recurring })),
  )
  return {
    today,
    calendar,
    near: {
      price: nearPriceFrom(row),
      tolerance: toleranceInForce(tolerancesFrom(row.tolerances), row.board, tradeDate),
      calendar,
    },
    portfolio: {
      id: portfolio.id,
      code: portfolio.portfolioId,
      name: portfolio.portfolioName,
      status: portfolio.status,
      accountingTreatment: portfolio.accountingTreatment,
      ordersAskedFrom: portfolio.ordersAskedFrom,
    },
    equity: {
      id: row.equity_id,
      symbol: row.symbol,
      companyName: row.company_name,
      isActive: row.is_active,
    },
    settlementAccount: {
      id: row.account_id,
      accountName: row.account_name,
      accountNumber: row.account_number,
      bankName: row.bank_name,
      branchName: row.branch_name,
      paymentMethod: row.payment_method,
    },
    brokerId: row.broker_id,
    // The fees are those of what the security is now, also where it was called by a symbol of another class.
    tariff:
      securityClassOf(row.symbol) !== securityClassOf(symbol.toUpperCase())
        ? (await loadTariffs(db))(row.symbol, tradeDate)
        : row.effective_from === null
          ? null
          : tariffOf(row as TariffRow),
    contractNumberRepeated: row.contract_in?.includes(portfolio.id) ?? false,
  }
}
