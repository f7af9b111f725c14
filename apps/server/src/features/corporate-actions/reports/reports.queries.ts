/** Reports of corporate actions: money that is expected, tax with its certificates, and what is due on which day. */
import type {
  ActionReceivable,
  CalendarEntry,
  TaxCertificate,
  TaxCertificates,
} from '@em/contract/corporate-actions/action-reports'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { addDays, daysBetween } from '@em/core/values/dates'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { symbolOn } from '../../equities/names/name-on.ts'
import { NOT_TAKEN_OUT, OUTSTANDING } from '../facts/action-rows.queries.ts'

/** Which portfolio (null: all that one sees) and days a report covers. */
export interface Asked {
  readonly portfolioId: number | null
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly today: string
}

const ROWS_MOST = 10_000

const RECEIVABLES = statement(
  'actions.receivables',
  `SELECT a.id AS action, a.kind, a.title, ${symbolOn('e', 'a.ex_date')} AS symbol, a.security_name, p.portfolio_id AS code, p.portfolio_name AS name, k.expected_role AS role!, k.due, k.expected,
          CASE WHEN NOT k.is_confirmed AND k.due <= :today::date THEN k.expected ELSE k.received END AS received!, k.written_off,
          (${OUTSTANDING('k', ':today::date')})::numeric(20, 2) AS outstanding!, k.is_confirmed, a.ex_date,
          coalesce(k.due, (SELECT max(o.allotted_on) FROM action_allotments o WHERE o.action_id = a.id AND o.turn = a.turn AND o.portfolio_id = k.portfolio_id
                            AND ${NOT_TAKEN_OUT('o')}),
                   CASE WHEN k.expected_role <> 'ipo-application' THEN a.ex_date END) AS since
     FROM action_standings k JOIN corporate_actions a ON a.id = k.action_id JOIN portfolios p ON p.id = k.portfolio_id
     LEFT JOIN equities e ON e.id = a.equity_id
    WHERE k.expected <> 0 AND a.state IN ('entitled', 'processed') AND (:portfolioId?::bigint IS NULL OR k.portfolio_id = :portfolioId)
      AND (:from?::date IS NULL OR a.ex_date >= :from) AND (:to?::date IS NULL OR a.ex_date <= :to)
      AND (NOT :open::boolean OR ${OUTSTANDING('k', ':today::date')} <> 0)
    ORDER BY coalesce(k.due, a.ex_date), a.id, lower(p.portfolio_name) LIMIT ${ROWS_MOST}`,
)

function bandOf(days: number): ActionReceivable['band'] {
  if (days < 0) return 'not due'
  if (days <= 30) return '0-30'
  if (days <= 60) return '31-60'
  return days <= 90 ? '61-90' : 'over 90'
}

/**
 * Money that actions owe portfolios, with its age: of a refund without a day since the allotment, of what is paid on a day to be notified since
 * XD. An application without an allotment is not due.
 */
export async function receivables(
  db: Queryable,
  asked: Asked & { readonly open?: '0' | '1' | undefined },
): Promise<ActionReceivable[]> {
  const { portfolioId, from = null, to = null, today } = asked
  const rows = await db.query(RECEIVABLES, { portfolioId, from, to, today, open: asked.open === '1' })
  return rows.map((row) => {
    const days = row.since === null ? -1 : daysBetween(row.since, today)
    return {
      action: row.action,
      kind: row.kind as ActionKind,
      title: row.title,
      securityCode: row.symbol,
      securityName: row.security_name,
      portfolioId: row.code,
      portfolioName: row.name,
      role: row.role,
      due: row.due,
      days,
      band: bandOf(days),
      expected: jsonNumber(row.expected),
      received: jsonNumber(row.received),
      written_off: jsonNumber(row.written_off),
      outstanding: jsonNumber(row.outstanding),
      is_confirmed: row.is_confirmed,
    }
  })
}

// Where the payment date has another rate than XD, the tax is withheld then, and what was posted at XD was provisional.
const WITHHELD_ON = 'CASE WHEN t.ex_tax IS NULL THEN a.ex_date ELSE t.tax_rate_on END'
const TAX = `
  SELECT a.id AS action, p.portfolio_id AS code, p.portfolio_name AS name, a.security_name, ${symbolOn('e', 'a.ex_date')} AS symbol, a.ex_date, ${WITHHELD_ON} AS withheld_on, t.gross,
         t.tax_rate AS rate, t.tax, t.memo_tax, a.taken_on IS NOT NULL AS is_taken_on, c.number, c.received_on
    FROM action_standings k JOIN corporate_actions a ON a.id = k.action_id AND a.state IN ('entitled', 'processed')
    JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version
    JOIN action_versions v ON v.action_id = a.id AND v.version = a.version
    JOIN portfolios p ON p.id = k.portfolio_id LEFT JOIN equities e ON e.id = a.equity_id
    LEFT JOIN LATERAL (SELECT * FROM action_certificates x WHERE x.action_id = a.id AND x.portfolio_id = k.portfolio_id ORDER BY x.id DESC LIMIT 1) c ON true`
const WITHIN = (day: string) =>
  `((:from?::date IS NULL OR ${day} >= :from) AND (:to?::date IS NULL OR ${day} <= :to))`
const CERTIFICATES = statement(
  'actions.certificates',
  `${TAX} WHERE (t.tax <> 0 OR t.memo_tax <> 0) AND (:portfolioId?::bigint IS NULL OR k.portfolio_id = :portfolioId)
      AND ${WITHIN(WITHHELD_ON)}
    ORDER BY withheld_on, a.id, lower(p.portfolio_name) LIMIT ${ROWS_MOST}`,
)
const ONE_CERTIFICATE = statement(
  'actions.one-certificate',
  `${TAX} WHERE a.id = :id AND k.portfolio_id = :portfolioId`,
)
// Provisional tax whose dividend is listed, or posted, in the days and the other is not.
const PROVISIONAL = statement(
  'actions.provisional-tax',
  `SELECT coalesce(sum(CASE WHEN s.is_posted THEN t.ex_tax ELSE - t.ex_tax END), 0)::numeric(20, 2) AS amount!
     FROM action_standings k JOIN corporate_actions a ON a.id = k.action_id AND a.state IN ('entitled', 'processed')
     JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version AND t.ex_tax IS NOT NULL
    CROSS JOIN LATERAL (SELECT ${WITHIN('a.ex_date')} AS is_posted, ${WITHIN('t.tax_rate_on')} AS is_listed) s
    WHERE (:portfolioId?::bigint IS NULL OR k.portfolio_id = :portfolioId) AND s.is_posted <> s.is_listed`,
)
// By the day that an entry belongs to: as the list has it. Closings are no movement.
const LEDGER = statement(
  'actions.tax-in-ledger',
  `SELECT coalesce(sum(l.debit - l.credit), 0)::numeric(20, 2) AS amount!
     FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.account_id IN (SELECT DISTINCT g.account_id FROM gl_mappings g WHERE g.role = 'withholding-tax' AND g.account_id IS NOT NULL)
      AND h.kind <> 'closing' AND (:portfolioId?::bigint IS NULL OR l.portfolio_id = :portfolioId)
      AND (:from?::date IS NULL OR coalesce(h.moved_from, h.entry_date) >= :from) AND (:to?::date IS NULL OR coalesce(h.moved_from, h.entry_date) <= :to)`,
)

interface TaxRow {
  readonly action: number
  readonly code: string
  readonly name: string
  readonly security_name: string
  readonly symbol: string | null
  readonly withheld_on: string | null
  readonly gross: string
  readonly rate: string | null
  readonly tax: string
  readonly memo_tax: string
  readonly is_taken_on: boolean | null
  readonly number: string | null
  readonly received_on: string | null
}

function certificateOf(row: TaxRow): TaxCertificate {
  const isMemo = Number(row.tax) === 0
  return {
    action: row.action,
    portfolioId: row.code,
    portfolioName: row.name,
    payer: row.security_name,
    securityCode: row.symbol,
    date: row.withheld_on,
    gross: jsonNumber(row.gross),
    rate: jsonNumber(row.rate ?? '0'),
    tax: jsonNumber(isMemo ? row.memo_tax : row.tax),
    number: row.number,
    received_on: row.received_on,
    is_memo: isMemo,
    is_taken_on: row.is_taken_on === true,
  }
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = (rows: readonly TaxCertificate[]) => rows.reduce((all, { tax }) => all + cents(tax), 0) / 100

/** Tax withheld with its certificates, tied to the ledger. */
export async function certificates(db: Queryable, asked: Asked): Promise<TaxCertificates> {
  const { portfolioId, from = null, to = null } = asked
  const [found, [ledger], [early]] = await Promise.all([
    db.query(CERTIFICATES, { portfolioId, from, to }),
    db.query(LEDGER, { portfolioId, from, to }),
    db.query(PROVISIONAL, { portfolioId, from, to }),
  ])
  const rows = found.map(certificateOf)
  const booked = rows.filter((row) => !row.is_memo && !row.is_taken_on)
  const [tax, inLedger] = [sum(booked), jsonNumber(ledger?.amount ?? '0')]
  const provisional = jsonNumber(early?.amount ?? '0')
  return {
    rows,
    tax,
    ledger: inLedger,
    provisional,
    difference: (cents(inLedger) - cents(tax) - cents(provisional)) / 100,
    memo: sum(rows.filter((row) => row.is_memo)),
    taken_on: sum(rows.filter((row) => row.is_taken_on)),
    missing: rows.filter((row) => !row.is_memo && row.number === null).length,
  }
}

/** The certificate of one action in one portfolio; undefined where no tax was withheld. */
export async function certificateOfOne(
  db: Queryable,
  id: number,
  portfolioId: number,
): Promise<TaxCertificate | undefined> {
  const [row] = await db.query(ONE_CERTIFICATE, { id, portfolioId })
  return row && certificateOf(row)
}

const DUE = statement(
  'actions.due-days',
  `SELECT d.day, d.what, a.id AS action, a.kind, a.title, ${symbolOn('e', 'd.day')} AS symbol, s.portfolios AS portfolios!, s.net
     FROM corporate_actions a LEFT JOIN equities e ON e.id = a.equity_id
    CROSS JOIN LATERAL (VALUES (a.ex_date, 'XD'), (a.record_date, 'record'), (a.payment_date, 'payment'), (a.allotment_date, 'allotment'),
                               (a.subscription_start, 'subscription'), (a.renunciation_date, 'renunciation'), (a.last_date, 'acceptance')) AS d (day, what)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS portfolios, sum(CASE WHEN d.what = 'payment' THEN t.net END)::numeric(20, 2) AS net
        FROM action_standings k JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version
       WHERE k.action_id = a.id AND (t.held > 0 OR t.entitled > 0) AND (:portfolioId?::bigint IS NULL OR k.portfolio_id = :portfolioId)) s
    WHERE a.state IN ('announced', 'entitled', 'processed') AND d.day BETWEEN :from::date AND :to::date AND s.portfolios > 0
    ORDER BY d.day, a.id LIMIT ${ROWS_MOST}`,
)
const SETTLE = statement(
  'actions.settlements-due',
  `SELECT v.settlement_date AS day, t.side, count(*)::int AS trades, count(DISTINCT t.portfolio_id)::int AS portfolios, sum(v.net)::numeric(20, 2) AS net!
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE v.settlement_date BETWEEN greatest(:from::date, :today::date) AND :to::date AND NOT t.is_deleted AND t.side IN ('buy', 'sell')
      AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId)
    GROUP BY 1, 2 ORDER BY 1, 2`,
)

/** Due dates of held securities; left open, from today for ninety days. */
export async function dueDays(db: Queryable, asked: Asked): Promise<CalendarEntry[]> {
  const { portfolioId, today } = asked
  const from = asked.from ?? today
  const until = asked.to ?? addDays(from, 90)
  const [events, settlements] = await Promise.all([
    db.query(DUE, { portfolioId, from, to: until }),
    db.query(SETTLE, { portfolioId, from, to: until, today }),
  ])
  const entries: CalendarEntry[] = [
    ...events.map((row) => ({
      date: row.day ?? '',
      what: row.what as CalendarEntry['what'],
      action: row.action,
      kind: row.kind,
      title: row.title,
      securityCode: row.symbol,
      portfolios: row.portfolios,
      amount: jsonNumber(row.net),
    })),
    ...settlements.map((row) => ({
      date: row.day,
      what: 'settlement' as const,
      action: null,
      kind: row.side,
      title: `${row.trades} ${row.side === 'buy' ? 'purchase' : 'sale'}${row.trades === 1 ? '' : 's'} to settle`,
      securityCode: null,
      portfolios: row.portfolios,
      amount: jsonNumber(row.net),
    })),
  ]
  return entries.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
}
