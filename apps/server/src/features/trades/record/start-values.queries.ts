/** The start values of a new trade's form: the newest trade of the person, by whichever way it was recorded. */
import type { StartValues } from '@em/contract/trades/trades'
import { settlementDateFor } from '@em/core/holidays/market-calendar'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { definitionAt } from '../../cost-of-funds/cost-of-funds.queries.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'

const ACCOUNT =
  's.id, s.payment_method, s.account_name, s.account_number, s.bank_name, s.branch_name, s.swift_code, s.iban'

// Recorded today by the database's clock, as recorded_at is.
const LAST = statement(
  'trades.last-of-person',
  `SELECT t.deal_number, t.portfolio_id AS record_id, p.portfolio_id AS "portfolioId", p.portfolio_name AS portfolio,
          p.status = 'Active' AS is_active, v.broker_name, v.settlement_account_id, v.cost_of_funds, v.trade_date, v.settlement_date,
          t.recorded_at >= date_trunc('day', now() AT TIME ZONE 'Asia/Colombo') AT TIME ZONE 'Asia/Colombo' AS is_of_today!
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN portfolios p ON p.id = t.portfolio_id
    WHERE t.recorded_by = :person AND NOT t.is_deleted AND t.side <> 'opening' ORDER BY t.id DESC LIMIT 1`,
)
const ACCOUNT_BY_ID = statement(
  'trades.start-account',
  `SELECT ${ACCOUNT} FROM settlement_accounts s WHERE s.id = :id`,
)
// Two show that there is more than one.
const ACCOUNTS = statement(
  'trades.first-accounts',
  `SELECT ${ACCOUNT} FROM settlement_accounts s ORDER BY s.id LIMIT 2`,
)
const PORTFOLIOS = statement(
  'trades.first-portfolios',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS portfolio FROM portfolios p
    WHERE p.status = 'Active' AND (:change::bigint[] IS NULL OR p.id = ANY (:change?::bigint[])) ORDER BY p.id LIMIT 2`,
)

export async function startValuesOf(
  db: Queryable,
  { id: person, portfolios }: SignedIn,
): Promise<StartValues> {
  const change = portfolios.change === 'all' ? null : [...portfolios.change]
  const [last] = await db.query(LAST, { person })
  if (last === undefined) return onlyOnes(db, change)
  const { deal_number, broker_name, record_id, trade_date, is_of_today } = last
  const isOpen = last.is_active && (change === null || change.includes(record_id))
  const { settlement_account_id: accountId } = last
  const [account] = accountId === null ? [] : await db.query(ACCOUNT_BY_ID, { id: accountId })
  return {
    last_deal: deal_number,
    portfolio: isOpen ? { portfolioId: last.portfolioId, portfolio: last.portfolio } : null,
    broker_name,
    account: account ?? null,
    cost_of_funds: await ownRate(db, last),
    trade_date: is_of_today ? trade_date : null,
    settlement_date: is_of_today ? await ownSettlement(db, last) : null,
  }
}

/** A person without a trade: where there is one portfolio or one account, there is nothing to choose. */
async function onlyOnes(db: Queryable, change: number[] | null): Promise<StartValues> {
  const [portfolios, accounts] = await Promise.all([db.query(PORTFOLIOS, { change }), db.query(ACCOUNTS)])
  return {
    last_deal: null,
    portfolio: portfolios.length === 1 ? (portfolios[0] ?? null) : null,
    broker_name: null,
    account: accounts.length === 1 ? (accounts[0] ?? null) : null,
    cost_of_funds: null,
    trade_date: null,
    settlement_date: null,
  }
}

interface Dated {
  readonly trade_date: string
  readonly settlement_date: string
  readonly cost_of_funds: string | null
}

/** The rate that the person gave instead of the one in force. */
async function ownRate(db: Queryable, { trade_date, cost_of_funds: rate }: Dated): Promise<number | null> {
  if (rate === null) return null
  const inForce = await definitionAt(db, trade_date)
  return jsonNumber(rate) === inForce?.after_tax_cost_of_funds ? null : jsonNumber(rate)
}

async function ownSettlement(db: Queryable, { trade_date, settlement_date }: Dated): Promise<string | null> {
  const usual = settlementDateFor(await loadCalendar(db), trade_date)
  return settlement_date === usual ? null : settlement_date
}
