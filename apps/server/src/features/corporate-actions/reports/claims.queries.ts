/**
 * Market claims: a trade before XD that is not settled at the record date. The depository gives the proceeds of the event to the holder
 * in its register then, so a purchase is a claim on the broker and a sale one against us. What the books are entitled to counts such
 * trades already; nothing is posted for a claim.
 */
import type { eventReports, MarketClaim } from '@em/contract/corporate-actions/event-reports'
import { type ActionKind, kindsWhere } from '@em/contract/corporate-actions/kinds'
import { type PlannedEntitlement } from '@em/core/corporate-actions/plan'
import { planOf } from '@em/core/corporate-actions/plan-of'
import { type TaxRate, taxRateInForce } from '@em/core/corporate-actions/plans/dividend'
import { addMarketDays, type MarketCalendar } from '@em/core/holidays/market-calendar'
import { addDays } from '@em/core/values/dates'
import { decimalOf, RATE_SCALE, type RateUnits } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { brokerCalled, brokerOf } from '../../brokers/named.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { DUE, SETTLES_MANUALLY } from '../../settlements/list/settlements.state.ts'
import {
  loadActions,
  loadTaxRates,
  OUTSTANDING,
  type StoredAction,
  taxDayOfAction,
} from '../facts/action-rows.queries.ts'
import { filterValues } from '../facts/filter-values.ts'

/** Trades of so many days before XD are looked at; older ones where they are not settled yet. */
const DAYS_BEFORE = 90
/** Where no days are named: events of the last year. */
const DAYS_BACK = 365
const ROWS_MOST = 10_000
/** No holder's right follows from a register of holders. */
const NO_CLAIMS = sqlList(kindsWhere(({ withoutHolders }) => withoutHolders === true))

// The record date is not before XD: settled by then, it is no claim. The record date itself decides which of the others are.
const TRADES = statement(
  'events.unsettled-trades',
  `WITH picked AS (
     SELECT a.id, a.equity_id, a.portfolio_id, a.ex_date FROM corporate_actions a LEFT JOIN equities e ON e.id = a.equity_id
      WHERE a.state IN ('announced', 'entitled', 'processed') AND a.kind NOT IN ${NO_CLAIMS} AND a.equity_id IS NOT NULL
        AND a.ex_date BETWEEN :from::date AND least(:to::date, :today::date)
        AND (:symbol?::text IS NULL OR a.equity_id IN (SELECT securities_of_symbol(:symbol))) AND (:kinds?::text[] IS NULL OR a.kind = ANY (:kinds))),
   candidates AS (
     SELECT a.id AS action, a.ex_date, x.id AS trade FROM picked a
       JOIN chains c ON c.equity_id = a.equity_id AND (a.portfolio_id IS NULL OR c.portfolio_id = a.portfolio_id)
       JOIN chain_events x ON x.chain_id = c.id AND x.event_date < a.ex_date AND x.event_date >= a.ex_date - :daysBefore::int
      UNION
     SELECT a.id, a.ex_date, s.trade_id FROM settlement_states s JOIN trades t ON t.id = s.trade_id
       JOIN picked a ON a.equity_id = t.equity_id AND (a.portfolio_id IS NULL OR t.portfolio_id = a.portfolio_id) WHERE s.status <> 'settled')
   SELECT n.action AS action!, t.id AS trade, t.deal_number, t.side, v.trade_date, v.quantity, ${brokerCalled('v.broker_name')} AS broker_name, ${DUE} AS due, s.status, s.paid_on,
          coalesce(${SETTLES_MANUALLY}, false) AS by_hand!, p.portfolio_id AS code, p.portfolio_name AS name, p.entity, x.tax_rate,
          coalesce(k.is_confirmed AND ${OUTSTANDING('k', ':today')} = 0, false) AS is_paid!
     FROM candidates n JOIN trades t ON t.id = n.trade AND t.side IN ('buy', 'sell') AND NOT t.is_deleted
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND v.trade_date < n.ex_date
     JOIN portfolios p ON p.id = t.portfolio_id ${brokerOf('v.broker_name')}
     LEFT JOIN settlement_states s ON s.trade_id = t.id
     LEFT JOIN action_standings k ON k.action_id = n.action AND k.portfolio_id = t.portfolio_id
     LEFT JOIN action_entitlements x ON x.action_id = k.action_id AND x.portfolio_id = k.portfolio_id AND x.version = k.version
    WHERE (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId)
      AND (s.status IS DISTINCT FROM 'settled' OR s.paid_on > n.ex_date)
      AND (s.trade_id IS NOT NULL OR v.settlement_date > n.ex_date OR coalesce(${SETTLES_MANUALLY}, false))
    ORDER BY n.ex_date DESC, n.action DESC, v.trade_date, t.id LIMIT ${ROWS_MOST}`,
)
type Trade = RowOf<typeof TRADES>

/** The register of holders is taken on the market day after XD, where the notice does not say. */
const recordDay = ({ exDate, form }: StoredAction, calendar: MarketCalendar): string => {
  const said = 'recordDate' in form ? form.recordDate : null
  return said ?? addMarketDays(calendar, exDate ?? '', 1)
}

/** Whether a trade was not settled at the end of a day. Settlement without a confirmation by hand is assumed on its day. */
function isUnsettledAt(
  { status, paid_on: paidOn, due, by_hand: isManual }: Trade,
  day: string,
  today: string,
) {
  if (status === 'settled') return (paidOn ?? '') > day
  if (due === null || due > day) return true
  return (status !== null || isManual) && due < today
}

/** The rate that the portfolio's entitlement was counted with; where it held nothing, that in force for its entity. */
const taxRateOf = (row: Trade, action: StoredAction, rates: readonly TaxRate[], today: string): RateUnits =>
  row.tax_rate === null
    ? (taxRateInForce(rates, row.entity, taxDayOfAction(action, today)) ?? 0n)
    : decimalOf(row.tax_rate, RATE_SCALE)

/** The entitlement of some shares by the rules of an event. */
function entitlementOf(
  action: StoredAction,
  quantity: bigint,
  { taxRate, today }: { readonly taxRate: RateUnits; readonly today: string },
): PlannedEntitlement | null {
  if (action.terms === null) return null
  return planOf(action.terms, {
    treatment: 'FVTPL',
    held: { quantity, cost: 0n, charges: 0n },
    accounts: [],
    rightsLeft: 0n,
    election: null,
    allotment: null,
    money: [],
    outcomes: new Map(),
    lots: new Map(),
    lotShares: new Map(),
    taxRate,
    today,
  }).entitlement
}

type Filter = Omit<z.output<(typeof eventReports.claims)['query']>, 'portfolio' | 'portfolioId'> & {
  readonly portfolioId: number | null
  readonly today: string
}

/** Claims of trades that were not settled at the record date, of the latest event first; left open, of the last year. */
export async function marketClaims(db: Queryable, filter: Filter): Promise<MarketClaim[]> {
  const { today } = filter
  const rows = await db.query(TRADES, {
    portfolioId: filter.portfolioId,
    symbol: filter.securityCode ?? null,
    kinds: filterValues(filter.kind),
    from: filter.from ?? addDays(filter.to ?? today, -DAYS_BACK),
    to: filter.to ?? today,
    today,
    daysBefore: DAYS_BEFORE,
  })
  if (rows.length === 0) return []
  const [calendar, rates, actions] = await Promise.all([
    loadCalendar(db),
    loadTaxRates(db),
    loadActions(db, [...new Set(rows.map((row) => row.action))]),
  ])
  const byId = new Map(actions.map((action) => [action.id, action]))
  const claims = rows.flatMap((row): MarketClaim[] => {
    const action = byId.get(row.action)
    if (action === undefined) return []
    const recordDate = recordDay(action, calendar)
    if (!isUnsettledAt(row, recordDate, today)) return []
    const own = entitlementOf(action, BigInt(row.quantity), {
      taxRate: taxRateOf(row, action, rates, today),
      today,
    })
    return own === null ? [] : [claimOf(row, action, own, { recordDate, today })]
  })
  return filter.state === undefined ? claims : claims.filter(({ state }) => state === filter.state)
}

function claimOf(
  row: Trade,
  action: StoredAction,
  own: PlannedEntitlement,
  { recordDate, today }: { readonly recordDate: string; readonly today: string },
): MarketClaim {
  const sign = row.side === 'buy' ? 1n : -1n
  const isDelivered =
    row.status === 'settled' || (row.status === null && !row.by_hand && row.due !== null && row.due <= today)
  return {
    action: action.id,
    kind: action.kind as ActionKind,
    title: action.title,
    securityCode: action.held?.symbol ?? '',
    portfolioId: row.code,
    portfolioName: row.name,
    ex_date: action.exDate ?? '',
    record_date: recordDate,
    trade: row.trade,
    deal_number: row.deal_number,
    side: row.side as MarketClaim['side'],
    trade_date: row.trade_date,
    settlement_date: row.due,
    settled_on: row.paid_on,
    broker: row.broker_name,
    quantity: row.quantity,
    shares: Number(sign * own.entitled),
    gross: rupees(sign * own.gross),
    tax: rupees(sign * own.tax),
    net: rupees(sign * own.net),
    state: (own.net === 0n ? isDelivered : row.is_paid) ? 'settled' : 'open',
  }
}
