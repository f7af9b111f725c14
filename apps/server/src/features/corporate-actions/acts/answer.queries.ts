/** Corporate actions as they are answered: lists, one with its form, history and warnings, entitlements. */
import type {
  ActionState,
  CorporateAction,
  CorporateActionDetail,
  corporateActions,
  Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { answeredForm, missingOf } from '@em/contract/corporate-actions/forms'
import { type ActionKind, KINDS, kindOf } from '@em/contract/corporate-actions/kinds'
import { LIST_MAX } from '@em/contract/kit/register'
import { theoretical } from '@em/core/corporate-actions/plans/rights'
import { closedDay } from '@em/core/holidays/market-calendar'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { z } from 'zod'
import { TODAY_BEGAN } from '../../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { namedLots } from '../apply/plans.queries.ts'
import {
  findAction,
  lacksTaxRate,
  NOT_TAKEN_OUT,
  OUTSTANDING,
  type StoredAction,
} from '../facts/action-rows.queries.ts'
import { filterValues } from '../facts/filter-values.ts'

const DAY = `coalesce(a.ex_date, a.announcement_date, '9999-12-31')`
/** The records of a person since a moment; with `isNewest` the last of them alone that is in force. */
const OF_PERSON = `(:person?::bigint IS NULL OR (a.recorded_by = :person AND (:isNewest?::boolean OR a.recorded_at >= ${TODAY_BEGAN})
           AND (NOT :isNewest OR a.id = (SELECT max(m.id) FROM corporate_actions m WHERE m.recorded_by = :person AND m.state <> 'cancelled'
                                          AND (:kinds IS NULL OR m.kind = ANY (:kinds))))))`
const FILTERED = `(:kinds?::text[] IS NULL OR a.kind = ANY (:kinds)) AND (:states?::text[] IS NULL OR a.state = ANY (:states))
      AND (:symbol?::text IS NULL OR a.equity_id IN (SELECT securities_of_symbol(:symbol)))
      AND (:portfolioId?::bigint IS NULL OR a.portfolio_id = :portfolioId OR a.to_portfolio_id = :portfolioId
           OR EXISTS (SELECT FROM action_standings k WHERE k.action_id = a.id AND k.portfolio_id = :portfolioId))
      AND (:from?::date IS NULL OR ${DAY} >= :from) AND (:to?::date IS NULL OR ${DAY} <= :to)
      AND (:search?::text IS NULL OR a.title ILIKE '%' || :search || '%' OR a.security_name ILIKE '%' || :search || '%' OR a.equity_id IN (SELECT securities_like('%' || :search || '%')))
      AND ${OF_PERSON}`
// What the other side of a transfer pays is what this side gets: it is shown once. Where that came in, what is still to pay.
const NOT_TAKING = '(a.to_portfolio_id IS NULL OR k.portfolio_id <> a.to_portfolio_id)'
const selectActions = (which: string, order: string) => `
  SELECT a.id, a.kind, a.state, a.version, a.title, a.equity_id, e.symbol AS security_code, a.security_name, p.portfolio_id AS portfolio_code,
         p.portfolio_name, a.announcement_date, a.ex_date, a.record_date, a.payment_date, a.allotment_date, a.subscription_start,
         a.renunciation_date, a.last_date, v.form ->> 'remarks' AS remarks, a.taken_on, ${DAY} AS day!, trim(u.first_name || ' ' || u.last_name) AS recorded_by!, a.recorded_at,
         s.portfolios AS portfolios!, s.held AS held!, s.entitled AS entitled!, s.gross AS gross!, s.tax AS tax!, s.net AS net!, s.outstanding AS outstanding!
    FROM corporate_actions a JOIN action_versions v ON v.action_id = a.id AND v.version = a.version JOIN users u ON u.id = a.recorded_by
    LEFT JOIN equities e ON e.id = a.equity_id LEFT JOIN portfolios p ON p.id = a.portfolio_id
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS portfolios, coalesce(sum(t.held), 0)::bigint AS held, coalesce(sum(t.entitled) FILTER (WHERE ${NOT_TAKING}), 0)::bigint AS entitled,
            coalesce(sum(t.gross) FILTER (WHERE ${NOT_TAKING}), 0)::numeric(20, 2) AS gross, coalesce(sum(t.tax), 0)::numeric(20, 2) AS tax,
            coalesce(sum(t.net) FILTER (WHERE ${NOT_TAKING}), 0)::numeric(20, 2) AS net,
            coalesce(nullif(sum(${OUTSTANDING('k', ':today::date')}) FILTER (WHERE ${NOT_TAKING}), 0),
                     sum(${OUTSTANDING('k', ':today::date')}) FILTER (WHERE NOT ${NOT_TAKING}), 0)::numeric(20, 2) AS outstanding
       FROM action_standings k JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version
      WHERE k.action_id = a.id) s
   WHERE ${which} ${order}`

const LIST = statement(
  'actions.list',
  selectActions(
    `${FILTERED} AND (:day?::date IS NULL OR (${DAY}, a.id) < (:day, :id?::bigint))`,
    `ORDER BY ${DAY} DESC, a.id DESC LIMIT :limit::int`,
  ),
)
const COUNT = statement(
  'actions.count',
  `SELECT count(*)::int AS total FROM corporate_actions a LEFT JOIN equities e ON e.id = a.equity_id WHERE ${FILTERED}`,
)
const ONE = statement('actions.one', selectActions('a.id = :id', ''))
const STEPS = statement(
  'actions.steps',
  `SELECT s.recorded_at AS at, trim(u.first_name || ' ' || u.last_name) AS by!, s.what, s.detail
     FROM action_steps s JOIN users u ON u.id = s.recorded_by WHERE s.action_id = :id ORDER BY s.id LIMIT 500`,
)
const LAST_PRICE = statement(
  'actions.price-before',
  `SELECT coalesce(p.last_trade, p.close, p.previous_close) AS price FROM prices p WHERE p.equity_id = :equityId AND p.trade_date < :day::date
    ORDER BY p.trade_date DESC LIMIT 1`,
)
const RECORDED = statement(
  'actions.recorded-choices',
  `SELECT count(DISTINCT x.portfolio_id)::int AS count FROM (
     SELECT e.portfolio_id FROM action_elections e WHERE e.action_id = :id AND e.turn = :turn::int AND NOT e.taken_out AND ${NOT_TAKEN_OUT('e')}
      UNION ALL SELECT l.portfolio_id FROM action_allotments l WHERE l.action_id = :id AND l.turn = :turn AND ${NOT_TAKEN_OUT('l')}
      UNION ALL SELECT m.portfolio_id FROM action_money m WHERE m.action_id = :id AND m.turn = :turn AND ${NOT_TAKEN_OUT('m')}) x`,
)
const HOW_MANY = statement(
  'actions.how-many-hold',
  'SELECT count(*)::int AS count FROM action_standings WHERE action_id = :id',
)

type Row = RowOf<typeof LIST>

const IS_DUE: readonly string[] = ['announced']

function answerOf(row: Row, today: string): CorporateAction {
  return {
    id: row.id,
    kind: row.kind as ActionKind,
    state: row.state as ActionState,
    version: row.version,
    title: row.title,
    equity_id: row.equity_id,
    securityCode: row.security_code,
    securityName: row.security_name,
    portfolioId: row.portfolio_code,
    portfolioName: row.portfolio_name,
    dates: {
      announcement: row.announcement_date,
      ex: row.ex_date,
      record: row.record_date,
      payment: row.payment_date,
      allotment: row.allotment_date,
      subscription_start: row.subscription_start,
      renunciation: row.renunciation_date,
      last: row.last_date,
    },
    is_due: IS_DUE.includes(row.state) && row.ex_date !== null && row.ex_date <= today,
    portfolios: row.portfolios,
    shares_held: row.held,
    entitled_shares: row.entitled,
    gross: jsonNumber(row.gross),
    tax: jsonNumber(row.tax),
    net: jsonNumber(row.net),
    outstanding: jsonNumber(row.outstanding),
    remarks: row.remarks as string | null,
    taken_on: row.taken_on,
    recorded_by: row.recorded_by,
    recorded_at: row.recorded_at,
  }
}

type Filter = z.output<(typeof corporateActions.list)['query']>
interface Asking {
  readonly portfolioId: number | null
  /** The person who asks. */
  readonly person: number
  readonly today: string
}

/** Actions by their day, the latest first. */
export async function listActions(db: Queryable, filter: Filter, { portfolioId, person, today }: Asking) {
  const limit = filter.limit ?? LIST_MAX
  const [day = null, id = null] = filter.cursor?.split('|') ?? []
  const isCursor = day !== null && id !== null && /^\d{4}-\d\d-\d\d$/.test(day) && /^\d{1,15}$/.test(id)
  if (filter.cursor !== undefined && !isCursor)
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'Must be the cursor of an earlier page.' },
    ])
  const values = {
    person: filter.mine === undefined ? null : person,
    isNewest: filter.mine === 'newest',
    kinds: filterValues(filter.kind),
    states: filterValues(filter.state),
    symbol: filter.securityCode ?? null,
    portfolioId,
    from: filter.from ?? null,
    to: filter.to ?? null,
    search:
      filter.search === undefined || filter.search === ''
        ? null
        : filter.search.replaceAll(/[\\%_]/g, '\\$&'),
  }
  const [rows, [counted]] = await Promise.all([
    db.query(LIST, { ...values, day, id: id === null ? null : Number(id), limit: limit + 1, today }),
    db.query(COUNT, values),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => answerOf(row, today)),
    total: counted?.total ?? 0,
    nextCursor: rows.length > limit && last !== undefined ? `${last.day}|${last.id}` : null,
  }
}

/** One action with its form, what it lacks and what happened to it. @throws Refusal 404. */
export async function detailOf(db: Queryable, id: number, today: string): Promise<CorporateActionDetail> {
  const action = await findAction(db, id)
  const [[row], steps, value, [recorded]] = await Promise.all([
    db.query(ONE, { id, today }),
    db.query(STEPS, { id }),
    theoreticalOf(db, action),
    action.state === 'announced' ? db.query(RECORDED, { id, turn: action.turn }) : [],
  ])
  if (row === undefined) throw new Refusal('record.missing', { what: 'The corporate action' })
  const missing = missingOf(action.form, { ...action, across: true, isPooled: true })
  const recordedChoices = recorded?.count ?? 0
  return {
    ...answerOf(row, today),
    form: answeredForm(action.form),
    theoretical: value,
    missing,
    warnings: [
      ...(await warningsOf(db, action, { counted: row, today })),
      ...ofReversed(recordedChoices, steps),
    ],
    recorded_choices: recordedChoices,
    steps,
  }
}

/** Of an action that was reversed: what was recorded before is there still. */
function ofReversed(portfolios: number, steps: readonly { readonly what: string }[]): string[] {
  if (portfolios === 0 || !steps.some(({ what }) => what === 'reversed')) return []
  const whose = portfolios === 1 ? '1 portfolio' : `${portfolios} portfolios`
  return [
    `What was elected, allotted and refunded of ${whose} before it was reversed is kept, and applied when it is processed. Take it out where it holds no more.`,
  ]
}

async function theoreticalOf(db: Queryable, { form, held, rights, exDate }: StoredAction) {
  const offer = kindOf(form).offer?.(form)
  if (offer === undefined) return null
  const known =
    offer.cumPrice ?? (held === null || exDate === null ? null : await priceBefore(db, held.id, exDate))
  if (known === null) return null
  const { terp, right } = theoretical(offer, known)
  return {
    cumPrice: toJsonNumber(known, PRICE_SCALE),
    terp: toJsonNumber(terp, PRICE_SCALE),
    rightValue: toJsonNumber(right, PRICE_SCALE),
    rightsSymbol: rights?.symbol ?? '',
  }
}

async function priceBefore(db: Queryable, equityId: number, day: string): Promise<bigint | null> {
  const [row] = await db.query(LAST_PRICE, { equityId, day })
  return row?.price == null ? null : decimalOf(row.price, PRICE_SCALE)
}

const ENTITLEMENTS = statement(
  'actions.entitlements',
  `SELECT p.id AS portfolio_id, p.portfolio_id AS code, p.portfolio_name AS name, t.version, t.version = k.version AS is_current!, t.held, t.entitled, t.gross, t.tax,
          t.net, t.fraction, t.memo_tax, t.tax_rate, t.tax_rate_on, t.ex_tax_rate, t.recorded_at, coalesce(x.subscribe, 0) AS subscribe!, coalesce(x.sell, 0) AS sell!, coalesce(x.lapse, 0) AS lapse!,
          coalesce(x.additional, 0) AS additional!, coalesce(o.allotted, 0) AS allotted!, k.received, (${OUTSTANDING('k', ':today::date')})::numeric(20, 2) AS outstanding!,
          k.expected, k.is_confirmed, k.due, coalesce(z.quantity, x.lapse, 0) AS lapsed!, x.allocations,
          EXISTS (SELECT FROM costing_methods m WHERE m.portfolio_id = p.id AND m.costing_method = 'CHERRY') AS picks!
     FROM action_entitlements t
     JOIN action_standings k ON k.action_id = t.action_id AND k.portfolio_id = t.portfolio_id
     JOIN portfolios p ON p.id = t.portfolio_id
     LEFT JOIN LATERAL (SELECT * FROM action_elections l WHERE l.action_id = t.action_id AND l.turn = :turn::int AND l.portfolio_id = t.portfolio_id
                         ORDER BY l.id DESC LIMIT 1) x ON true
     LEFT JOIN LATERAL (SELECT * FROM action_allotments l WHERE l.action_id = t.action_id AND l.turn = :turn AND l.portfolio_id = t.portfolio_id AND ${NOT_TAKEN_OUT('l')}
                         ORDER BY l.id DESC LIMIT 1) o ON true
     LEFT JOIN action_events z ON z.action_id = t.action_id AND z.plan_portfolio_id = t.portfolio_id AND z.part = 'lapse'
    WHERE t.action_id = :id AND (:all::boolean OR t.version = k.version)
    ORDER BY lower(p.portfolio_name), p.id, t.version DESC LIMIT :limit::int OFFSET :skip::int`,
)
const COUNT_ENTITLEMENTS = statement(
  'actions.count-entitlements',
  `SELECT count(*)::int AS total FROM action_entitlements t JOIN action_standings k ON k.action_id = t.action_id AND k.portfolio_id = t.portfolio_id
    WHERE t.action_id = :id AND (:all::boolean OR t.version = k.version)`,
)

/** The entitlements of portfolios, by name; with all versions or the current ones. */
export async function entitlementsOf(
  db: Queryable,
  { id, turn, form }: Pick<StoredAction, 'id' | 'turn' | 'form'>,
  page: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly all?: boolean },
  today: string,
) {
  const limit = page.limit ?? LIST_MAX
  const skip = /^\d{1,9}$/.test(page.cursor ?? '') ? Number(page.cursor) : 0
  const all = page.all === true
  const [rows, [counted]] = await Promise.all([
    db.query(ENTITLEMENTS, { id, turn, all, limit: limit + 1, skip, today }),
    db.query(COUNT_ENTITLEMENTS, { id, all }),
  ])
  const typed = 'sharesHeld' in form && form.sharesHeld !== null ? Number(form.sharesHeld) : null
  return {
    rows: rows.slice(0, limit).map((row): Entitlement => {
      const isAssumed = !row.is_confirmed && row.due !== null && row.due <= today
      return {
        portfolioId: row.code,
        portfolioName: row.name,
        version: row.version,
        is_current: row.is_current,
        shares_held: row.held,
        shares_typed: typed,
        entitled_shares: row.entitled,
        gross: jsonNumber(row.gross),
        tax: jsonNumber(row.tax),
        net: jsonNumber(row.net),
        fraction: jsonNumber(row.fraction),
        memo_tax: jsonNumber(row.memo_tax),
        tax_rate: row.tax_rate === null ? null : jsonNumber(row.tax_rate),
        tax_rate_on: row.tax_rate_on,
        ex_tax_rate: row.ex_tax_rate === null ? null : jsonNumber(row.ex_tax_rate),
        subscribed: row.subscribe,
        sold: row.sell,
        lapse: row.lapse,
        lapsed: row.lapsed,
        additional: row.additional,
        allotted: row.allotted,
        picks_lots: row.picks && kindOf(form).elects?.givesLots === true,
        allocations: (row.allocations === null ? [] : namedLots(row.allocations)).map(
          ({ lotId, quantity }) => ({
            buyTransactionId: Number(lotId),
            allocatedQuantity: Number(quantity),
          }),
        ),
        received: jsonNumber(isAssumed ? row.expected : row.received),
        outstanding: jsonNumber(row.outstanding),
        is_confirmed: row.is_confirmed,
        recorded_at: row.recorded_at,
      }
    }),
    total: counted?.total ?? 0,
    nextCursor: rows.length > limit ? String(skip + limit) : null,
  }
}

/** How many portfolios have a state with an action. */
export async function howManyHold(db: Queryable, id: number): Promise<number> {
  const [row] = await db.query(HOW_MANY, { id })
  return row?.count ?? 0
}

// Warnings before an action is processed: typed figures that differ from the books, an unusual day, a second record.

const SAME = statement(
  'actions.recorded-twice',
  `SELECT a.title FROM corporate_actions a
    WHERE a.equity_id = :equityId AND a.ex_date = :ex::date AND a.kind = :kind AND a.id <> :id AND a.state IN ('announced', 'entitled', 'processed')
      AND (a.portfolio_id IS NULL OR :portfolioId?::bigint IS NULL OR a.portfolio_id = :portfolioId) ORDER BY a.id LIMIT 1`,
)

/** Sums over the portfolios of the action: shares, and rupees as the database writes them. */
export interface Counted {
  readonly portfolios: number
  readonly held: number
  readonly entitled: number
  readonly tax: string
}

function ofFigures({ form, takenOn }: StoredAction, counted: Counted): string[] {
  const warnings: string[] = []
  if (counted.portfolios === 0) return warnings
  const typed = 'sharesHeld' in form ? form.sharesHeld : null
  if (takenOn === null && typed !== null && Number(typed) !== counted.held)
    warnings.push(
      `Shares held typed in: ${typed.toLocaleString('en')}; the books hold ${counted.held.toLocaleString('en')}.`,
    )
  const { entitled } = counted
  const tax = decimalOf(counted.tax, MONEY_SCALE)
  return [...warnings, ...(kindOf(form).compared?.(form, { tax, entitled }) ?? [])]
}

async function ofDay(
  db: Queryable,
  action: StoredAction,
  counted: Counted,
  today: string,
): Promise<string[]> {
  const { id, kind, exDate, held, portfolioId, toPortfolioId, takenOn } = action
  const { ignoresHolding, warnsOfSecond } = KINDS[kind]
  // An action taken over with the opening is a fact of before the books began.
  if (takenOn !== null || exDate === null || held === null || ignoresHolding === true) return []
  const [calendar, others, untaxed] = await Promise.all([
    // A move between portfolios needs no open exchange.
    toPortfolioId !== null ? null : loadCalendar(db),
    warnsOfSecond === true ? db.query(SAME, { id, kind, ex: exDate, equityId: held.id, portfolioId }) : [],
    lacksTaxRate(db, action, today),
  ])
  const day = dayInWords(exDate)
  const closed = calendar === null ? null : closedDay(calendar, exDate)
  return [
    ...(counted.portfolios === 0 ? [`${held.symbol} is not held at the close before ${day}.`] : []),
    ...(closed === null
      ? []
      : [
          `${day} is ${closed.reason}: the exchange is closed. The market days next to it are ${dayInWords(closed.before)} and ${dayInWords(closed.after)}. Check the date.`,
        ]),
    ...others.map(({ title }) => `${title} is recorded for ${day} too. Check that it is not the same event.`),
    ...(untaxed !== null
      ? [
          `No dividend tax rate is in force on ${dayInWords(untaxed)}: no tax is counted. Type the tax rate, or add it to the dividend tax rates.`,
        ]
      : []),
  ]
}

/** The warnings of an action, in sentences. */
export async function warningsOf(
  db: Queryable,
  action: StoredAction,
  { counted, today }: { readonly counted: Counted; readonly today: string },
): Promise<string[]> {
  if (action.state === 'cancelled') return []
  const days = action.state === 'draft' ? [] : await ofDay(db, action, counted, today)
  return [...days, ...(kindOf(action.form).doubts?.(action.form) ?? []), ...ofFigures(action, counted)]
}
