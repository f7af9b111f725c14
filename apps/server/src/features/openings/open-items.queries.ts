/** The open items of a portfolio in the version in force, each with its state today. */

import { PER_SHARE_SCALE } from '@em/contract/corporate-actions/field'
import type {
  OpenItem,
  OpenItemAnswer,
  OpenItemState,
  OpenItemsDetail,
} from '@em/contract/openings/open-items'
import { dayInWords } from '@em/core/values/date-texts'
import { daysBetween } from '@em/core/values/dates'
import {
  decimalOf,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  RATE_SCALE,
  toJsonNumber,
} from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  NOT_TAKEN_OUT,
  OUTSTANDING as STILL_TO_COME,
} from '../corporate-actions/facts/action-rows.queries.ts'
import { DUE, OUTSTANDING, stateSql } from '../settlements/list/settlements.state.ts'
import { itemOf } from './open-item-rows.ts'

const HEAD = statement(
  'open-items.head',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS portfolio, p.opening_date AS "openingDate", n.version, n.opening_date AS taken_on,
          n.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by
     FROM portfolios p
     LEFT JOIN LATERAL (SELECT * FROM open_item_versions v WHERE v.portfolio_id = p.id ORDER BY v.version DESC LIMIT 1) n ON true
     LEFT JOIN users u ON u.id = n.recorded_by WHERE p.id = :portfolioId`,
)
const ITEMS = statement(
  'open-items.standing',
  `SELECT i.place, i.kind, i.form, i.equity_id, e.symbol, e.name AS company_name, i.action_id, i.trade_id,
          r.gross AS entitled_gross, r.tax AS entitled_tax, r.net AS entitled_net, k.expected, k.due AS expected_on, k.received, k.written_off, k.is_confirmed,
          (${STILL_TO_COME('k', ':today::date')})::numeric(20, 2) AS still_to_come, o.allotted, o.allotted_on, m.day AS money_on,
          c.number AS certificate, c.received_on AS certificate_on,
          t.deal_number, v.gross, v.net, v.carried_charges, ${DUE} AS settles_on, ${stateSql(':today::date')} AS state,
          (${OUTSTANDING})::numeric(20, 2) AS outstanding, s.paid, s.paid_on, s.status
     FROM open_items i JOIN equities e ON e.id = i.equity_id
     LEFT JOIN corporate_actions a ON a.id = i.action_id
     LEFT JOIN action_standings k ON k.action_id = i.action_id AND k.portfolio_id = i.portfolio_id
     LEFT JOIN action_entitlements r ON r.action_id = k.action_id AND r.portfolio_id = k.portfolio_id AND r.version = k.version
     LEFT JOIN LATERAL (SELECT * FROM action_allotments x WHERE x.action_id = a.id AND x.turn = a.turn AND ${NOT_TAKEN_OUT('x')} ORDER BY x.id DESC LIMIT 1) o ON true
     LEFT JOIN LATERAL (SELECT max(x.money_date) AS day FROM action_money x WHERE x.action_id = a.id AND x.turn = a.turn AND ${NOT_TAKEN_OUT('x')}) m ON true
     LEFT JOIN LATERAL (SELECT * FROM action_certificates x WHERE x.action_id = a.id AND x.portfolio_id = i.portfolio_id ORDER BY x.id DESC LIMIT 1) c ON true
     LEFT JOIN trades t ON t.id = i.trade_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN settlement_states s ON s.trade_id = t.id
    WHERE i.portfolio_id = :portfolioId AND i.version = :version ORDER BY i.place`,
)
type Row = RowOf<typeof ITEMS>

/** An item in force. */
export interface StandingItem {
  readonly item: OpenItem
  readonly equityId: number
  readonly actionId: number | null
  readonly tradeId: number | null
  readonly answer: OpenItemAnswer
}

export interface StandingItems {
  readonly head: Omit<OpenItemsDetail, 'items'>
  /** The opening date that they were taken over with. */
  readonly takenOn: string | null
  readonly items: readonly StandingItem[]
}

/** The items in force. @throws Refusal 404 for a portfolio that is not there. */
export async function standingItems(
  db: Queryable,
  portfolioId: number,
  today: string,
): Promise<StandingItems> {
  const [row] = await db.query(HEAD, { portfolioId })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The portfolio' })
  const { taken_on: takenOn, ...head } = row
  const rows =
    head.version === null ? [] : await db.query(ITEMS, { portfolioId, version: head.version, today })
  return {
    head,
    takenOn,
    items: rows.map((one) => {
      const item = itemOf(one.form)
      return {
        item,
        equityId: one.equity_id,
        actionId: one.action_id,
        tradeId: one.trade_id,
        answer: answerOf(item, one, today),
      }
    }),
  }
}

/** The open items of a portfolio. @throws Refusal 404. */
export async function findOpenItems(
  db: Queryable,
  portfolioId: number,
  today: string,
): Promise<OpenItemsDetail> {
  const { head, items } = await standingItems(db, portfolioId, today)
  return { ...head, items: items.map(({ answer }) => answer) }
}

const SCALES: Readonly<Record<string, number>> = {
  ratePerShare: PER_SHARE_SCALE,
  taxRate: RATE_SCALE,
  price: PRICE_SCALE,
  fees: MONEY_SCALE,
  amount: MONEY_SCALE,
}

function answerOf(item: OpenItem, row: Row, today: string): OpenItemAnswer {
  const said = Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      typeof value === 'bigint' ? toJsonNumber(value, SCALES[field] ?? 0) : value,
    ]),
  )
  const standing = item.kind === 'buy' || item.kind === 'sell' ? ofTrade(item, row) : ofAction(item, row)
  const { since, due, outstanding } = standing
  const isLate = due !== null && due < today && outstanding !== 0
  return {
    ...(said as Omit<OpenItemAnswer, 'standing'>),
    symbol: row.symbol,
    company_name: row.company_name,
    standing: {
      ...standing,
      age: daysBetween(since, today),
      late: isLate ? daysBetween(due, today) : null,
      action: row.action_id,
      trade: row.trade_id,
      reference: row.action_id === null ? (row.deal_number ?? '') : `CA-${row.action_id}`,
    },
  }
}

type Derived = Omit<OpenItemAnswer['standing'], 'age' | 'late' | 'action' | 'trade' | 'reference'>
const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
const rupees = (amount: bigint) => toJsonNumber(amount, MONEY_SCALE)
const grouped = (amount: bigint) => formatDecimal(amount, MONEY_SCALE, { grouping: true })

const TRADE_STATES: Readonly<Record<string, OpenItemState>> = {
  pending: 'Pending',
  part: 'Part settled',
  overdue: 'Overdue',
  failed: 'Failed',
  assumed: 'Settled (assumed)',
  settled: 'Settled',
}

function ofTrade(item: Extract<OpenItem, { kind: 'buy' | 'sell' }>, row: Row): Derived {
  const { state } = row
  const net = cents(row.net)
  const outstanding = state === 'assumed' ? 0n : cents(row.outstanding)
  const paid = cents(row.paid)
  const recorded =
    row.status === null || (paid === 0n && row.status === 'open')
      ? null
      : row.status === 'failed'
        ? 'its settlement failed'
        : `${grouped(paid)} was settled${row.paid_on === null ? '' : ` on ${dayInWords(row.paid_on)}`}`
  return {
    amount: rupees(net),
    gross: jsonNumber(row.gross ?? '0'),
    tax: 0,
    since: item.tradeDate,
    due: row.settles_on ?? item.settlementDate,
    state: TRADE_STATES[state ?? ''] ?? 'Pending',
    done: rupees(net - outstanding),
    outstanding: rupees(outstanding),
    certificate: null,
    lacks_certificate: false,
    recorded,
  }
}

function ofAction(item: Extract<OpenItem, { kind: 'dividend' | 'application' }>, row: Row): Derived {
  const isDividend = item.kind === 'dividend'
  const [net, tax] = [cents(row.entitled_net), cents(row.entitled_tax)]
  const outstanding = isDividend || row.allotted !== null ? cents(row.still_to_come) : net
  const written = cents(row.written_off)
  const certificate =
    row.certificate === null ? null : { number: row.certificate, received_on: row.certificate_on }
  const records = [
    ...(row.allotted === null || row.allotted_on === null
      ? []
      : [
          `${Number(row.allotted).toLocaleString('en')} shares were allotted on ${dayInWords(row.allotted_on)}`,
        ]),
    ...(row.is_confirmed && cents(row.received) !== 0n
      ? [
          `${grouped(cents(row.received))} was received${row.money_on === null ? '' : ` until ${dayInWords(row.money_on)}`}`,
        ]
      : []),
    ...(written === 0n ? [] : [`${grouped(written)} was written off`]),
    ...(certificate === null ? [] : [`the certificate ${certificate.number} came`]),
  ]
  return {
    amount: rupees(net),
    gross: jsonNumber(row.entitled_gross ?? '0'),
    tax: rupees(tax),
    since: isDividend ? item.exDate : item.paidOn,
    due: row.expected_on,
    state: isDividend ? stateOfDividend(row, outstanding, written) : stateOfApplication(row, outstanding),
    done: rupees(net - outstanding),
    outstanding: rupees(outstanding),
    certificate,
    lacks_certificate: tax !== 0n && certificate === null,
    recorded: records.length === 0 ? null : records.join('; '),
  }
}

function stateOfDividend(row: Row, outstanding: bigint, written: bigint): OpenItemState {
  if (outstanding === 0n) {
    if (!row.is_confirmed) return 'Received (assumed)'
    return cents(row.received) === 0n && written !== 0n ? 'Written off' : 'Received'
  }
  if (row.is_confirmed) return 'Part received'
  return row.expected_on === null ? 'To be notified' : 'Expected'
}

function stateOfApplication(row: Row, outstanding: bigint): OpenItemState {
  if (row.allotted === null) return 'Awaiting allotment'
  if (outstanding !== 0n) return 'Refund due'
  return cents(row.expected) === 0n ? 'Allotted' : 'Refunded'
}
