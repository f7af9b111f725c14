/** Says an activity in words: figures as the activity screens write them, with Indian grouping. */

import type { Activity, ActivityType } from '@em/contract/activities/recent-activities'
import { DIVIDENDS } from '@em/contract/corporate-actions/kinds'
import { INDEX_SOURCES, type IndexSource } from '@em/contract/indices/index-values'
import { PRICE_SOURCES, type PriceSource } from '@em/contract/prices/trade-summary'
import { dayInWords } from '@em/core/values/date-texts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { ActivityRow } from './activities.statements.ts'

type Kind = NonNullable<ActivityRow['kind']>
type Saying = Pick<Activity, 'icon' | 'status' | 'details' | 'id'> & {
  readonly type: ActivityType
} & Partial<Figures>
type Figures = Pick<Activity, 'action' | 'quantity' | 'price' | 'value' | 'amount'>

/** Fields that most activities do not have. */
const NO_FIGURES: Figures = Object.freeze({
  action: null,
  quantity: null,
  price: null,
  value: null,
  amount: null,
})

const whole = new Intl.NumberFormat('en-IN')
const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const fourDecimals = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
/** Exact: a text keeps every digit. */
const rupees = (amount: string | null) => `LKR ${money.format((amount ?? '0') as `${number}`)}`
const counted = (count: number | null, one: string) =>
  `${whole.format(count ?? 0)} ${one}${count === 1 ? '' : 's'}`
const day = (date: string | null) => (date === null ? '' : dayInWords(date))
const sentence = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(', ')

const OUTCOMES: Readonly<Record<string, string>> = {
  settled: 'Settled',
  part: 'Part settled',
  failed: 'Failed',
  rescheduled: 'Rescheduled',
  reopened: 'Reopened',
}
/** The words of an act on a portfolio: the badge, and the sentence behind it. */
const PORTFOLIO_ACTS: Readonly<Record<string, readonly [status: string, details: string]>> = {
  'portfolios.create': ['Created', 'Portfolio created'],
  'portfolios.update': ['Changed', 'Portfolio changed'],
  'portfolios.remove': ['Deleted', 'Portfolio deleted'],
  'costing-methods.assign': ['Assigned', 'Costing method assigned'],
  'costing-methods.remove': ['Withdrawn', 'Costing method withdrawn'],
  'openings.balances': ['Recorded', 'Opening balances recorded'],
  'openings.replace-balances': ['Replaced', 'Opening balances replaced'],
  'openings.remove-balances': ['Reversed', 'Opening balances reversed'],
  'openings.open-items': ['Recorded', 'Open items recorded'],
  'strategies.create': ['Assigned', 'Strategy assigned'],
  'strategies.update': ['Changed', 'Strategy changed'],
  'strategies.remove': ['Withdrawn', 'Strategy withdrawn'],
}

const actionOf = (side: ActivityRow['side']) => (side === 'buy' ? 'BUY' : side === 'sell' ? 'SELL' : null)
const iconOf = (side: ActivityRow['side']) => actionOf(side) ?? 'PORT'

function tradeSaid(row: ActivityRow): Saying {
  const isOpening = row.side === 'opening'
  const verb = isOpening ? 'Opening lot of' : row.side === 'buy' ? 'Bought' : 'Sold'
  const shares = `${verb} ${whole.format(row.quantity ?? 0)} at ${fourDecimals.format((row.price ?? '0') as `${number}`)}`
  const isFirst = row.kind !== 'correction'
  return {
    type: isOpening ? 'portfolio_change' : 'trade',
    icon: iconOf(row.side),
    status: isFirst ? 'Recorded' : row.is_deleted === true ? 'Deleted' : 'Corrected',
    action: actionOf(row.side),
    quantity: row.quantity,
    price: jsonNumber(row.price),
    value: jsonNumber(row.gross),
    amount: isOpening ? null : jsonNumber(row.net),
    details: sentence(
      shares,
      isOpening ? '' : `net ${rupees(row.net)}`,
      `${isOpening ? 'bought' : 'trade date'} ${day(row.trade_date)}`,
      isFirst || row.reason === null ? '' : `reason: ${row.reason}`,
    ),
    id: row.deal_number ?? '',
  }
}

function settlementSaid(row: ActivityRow): Saying {
  const paid = row.outcome === 'settled' || row.outcome === 'part'
  const verb = row.pays === true ? 'paid' : 'received'
  return {
    type: 'trade',
    icon: iconOf(row.side),
    status: OUTCOMES[row.outcome ?? ''] ?? 'Changed',
    action: actionOf(row.side),
    amount: paid ? jsonNumber(row.amount) : null,
    details: sentence(
      paid ? `Settlement: ${rupees(row.amount)} ${verb} on ${day(row.actual_date)}` : 'Settlement',
      row.outcome === 'failed' ? `failed on ${day(row.actual_date)}` : '',
      row.due_date === null ? '' : `${paid ? 'the rest ' : ''}expected on ${day(row.due_date)}`,
    ),
    id: row.deal_number ?? '',
  }
}

function portfolioSaid(row: ActivityRow): Saying {
  const [status, details] = PORTFOLIO_ACTS[row.action ?? ''] ?? ['Changed', 'Portfolio changed']
  return { type: 'portfolio_change', icon: 'PORT', status, details, id: row.portfolio_code ?? '' }
}

function pricesSaid(row: ActivityRow): Saying {
  const { rows, added, changed, removed } = row
  const onlyRemoved = (removed ?? 0) > 0 && (added ?? 0) + (changed ?? 0) === 0
  const source = PRICE_SOURCES[row.source as PriceSource]
  return {
    type: 'market_event',
    icon: 'MKT',
    status: onlyRemoved ? 'Taken back' : row.source === 'summary' ? 'Uploaded' : 'Recorded',
    details: sentence(
      onlyRemoved
        ? `${counted(removed, 'price')} of ${day(row.price_date)} taken back`
        : `${source}: ${counted(rows, 'price')} of ${day(row.price_date)}`,
      (changed ?? 0) > 0 ? `${whole.format(changed ?? 0)} changed` : '',
      row.file_name,
    ),
    id: `PRICES-${row.id}`,
  }
}

function indexSaid(row: ActivityRow): Saying {
  return {
    type: 'market_event',
    icon: 'MKT',
    status: 'Recorded',
    details: `${row.index_name}: ${counted(row.index_values, 'value')}, ${INDEX_SOURCES[row.index_source as IndexSource].toLowerCase()}`,
    id: `INDEX-${row.id}`,
  }
}

const signOffSaid = (row: ActivityRow): Saying => ({
  type: 'market_event',
  icon: 'MKT',
  status: row.is_signed === true ? 'Signed off' : 'Reopened',
  details: `Price sheet of ${day(row.price_date)}`,
  id: `SHEET-${row.id}`,
})

/** The words of a run say what it found for each portfolio. */
function valuationSaid(row: ActivityRow): Saying {
  const isReversed = row.kind === 'reversal'
  return {
    type: 'market_event',
    icon: 'MKT',
    status: isReversed ? 'Reversed' : (row.valuation_version ?? 1) > 1 ? 'Replaced' : 'Valued',
    value: jsonNumber(row.fair_value),
    amount: jsonNumber(row.posted),
    details: sentence(
      `Mark-to-market run of ${day(row.valuation_date)}${isReversed ? ' reversed' : `: fair value ${rupees(row.fair_value)}`}`,
      isReversed ? `reason: ${row.reason}` : `posted ${rupees(row.posted)}`,
    ),
    id: `RUN-${row.run_id}`,
  }
}

/** A step in the life of a corporate action. */
function actionSaid(row: ActivityRow): Saying {
  const isDividend = DIVIDENDS.some((kind) => kind === row.action_kind)
  const status = row.step ?? ''
  return {
    type: isDividend ? 'dividend' : 'corporate_action',
    icon: isDividend ? 'DIV' : 'CORP',
    status: status.slice(0, 1).toUpperCase() + status.slice(1),
    amount: jsonNumber(row.expected),
    details: sentence(row.action_title, row.step_detail),
    id: `CA-${row.action_id}`,
  }
}

const SAID: Readonly<Record<Kind, (row: ActivityRow) => Saying>> = {
  trade: tradeSaid,
  correction: tradeSaid,
  opening: tradeSaid,
  settlement: settlementSaid,
  portfolio: portfolioSaid,
  strategy: portfolioSaid,
  prices: pricesSaid,
  'sign-off': signOffSaid,
  index: indexSaid,
  valuation: valuationSaid,
  reversal: valuationSaid,
  action: actionSaid,
}

/** An activity as the answer shows it. */
export function activityOf(row: ActivityRow & { readonly kind: Kind }): Activity {
  return {
    key: `${row.kind}-${row.id}-${row.part}`,
    ...NO_FIGURES,
    ...SAID[row.kind](row),
    symbol: row.symbol ?? '',
    portfolio: row.portfolio ?? '',
    timestamp: row.at ?? '',
    by: row.by ?? '',
  }
}
