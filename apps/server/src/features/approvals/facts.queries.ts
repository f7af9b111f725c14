/**
 * The direct effects of an act, read in its transaction before the commit: its trades, its ledger lines, the states of its checks. The
 * consequences for later sales are not included: those entries are of other trades.
 */
import type { ApprovalFacts } from '@em/contract/approvals/approvals'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { z } from 'zod'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { forTheBooks } from '../../platform/database/scope.ts'
import type { AuditRow } from '../../platform/door.ts'
import type { Doing } from '../../platform/http/approval-port.ts'
import { hashOf } from '../../platform/same-content.ts'
import { cents, FEES, OWN_ENTRIES, OWN_TRADES, RESULT, type Sums, wholeAct } from './large-act.queries.ts'

/** Identities rise: rows that the act adds come after these. */
const FROM = statement(
  'approvals.from',
  `SELECT coalesce((SELECT max(id) FROM journal_entries), 0) AS entry!, coalesce((SELECT max(id) FROM trades), 0) AS trade!,
          coalesce((SELECT max(id) FROM price_sets), 0) AS prices!`,
)
/** The first trades that were recorded, in the order of their content. */
const TRADES = statement(
  'approvals.trades',
  `WITH ${OWN_TRADES}, first AS (SELECT * FROM own ORDER BY trade_id LIMIT :most)
   SELECT t.side, e.symbol, p.portfolio_id AS portfolio, t.portfolio_id, o.quantity, o.price, o.gross, o.is_deleted,
          ${FEES}::text AS fees!, o.net, r.cost_out, r.capital_gain, o.trade_date
     FROM first o JOIN trades t ON t.id = o.trade_id JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id ${RESULT}
    ORDER BY o.trade_date, p.portfolio_id, e.symbol, t.side, o.gross, o.trade_id`,
)
/** The lines of the first entries, in the order of their content. */
const LINES = statement(
  'approvals.lines',
  `WITH ${OWN_TRADES}, first AS (
     SELECT l.* FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id WHERE ${OWN_ENTRIES} ORDER BY e.id, l.line_no LIMIT :most)
   SELECT l.entry_date AS date, a.account_code, a.account_name, p.portfolio_id AS portfolio, l.portfolio_id, l.debit, l.credit
     FROM first l JOIN chart_of_accounts a ON a.id = l.account_id LEFT JOIN portfolios p ON p.id = l.portfolio_id
    ORDER BY l.entry_date, a.account_code, p.portfolio_id, l.debit, l.credit, l.entry_id, l.line_no`,
)
const PRICE_CHANGE = statement(
  'approvals.price-change',
  `SELECT max(abs(coalesce(v.last_trade, v.close) / nullif(coalesce(w.last_trade, w.close), 0) - 1) * 100)::numeric(20, 4) AS change, count(*) AS prices!
     FROM price_sets s JOIN price_versions v ON v.set_id = s.id
     LEFT JOIN price_versions w ON w.symbol = v.symbol AND w.trade_date = v.trade_date AND w.version = v.version - 1
    WHERE s.id > :prices::bigint AND s.act_id = current_act()`,
)

const PORTFOLIOS = statement(
  'approvals.portfolios-of-codes',
  'SELECT id FROM portfolios WHERE portfolio_id = ANY (:codes::text[])',
)

/**
 * Of corporate actions: an action of one portfolio, and a transfer, concern theirs; an election those that choose. Null: announced or changed
 * for every holder.
 */
const PORTFOLIOS_OF_ACTIONS = statement(
  'approvals.portfolios-of-actions',
  `SELECT a.portfolio_id FROM corporate_actions a
    WHERE a.id = ANY (:ids::bigint[])
      AND (a.portfolio_id IS NOT NULL OR EXISTS (SELECT FROM action_versions v WHERE v.action_id = a.id AND v.act_id = current_act()))
   UNION SELECT a.to_portfolio_id FROM corporate_actions a WHERE a.id = ANY (:ids::bigint[]) AND a.to_portfolio_id IS NOT NULL
   UNION SELECT e.portfolio_id FROM action_elections e WHERE e.action_id = ANY (:ids::bigint[]) AND e.act_id = current_act()
   UNION SELECT t.portfolio_id FROM action_entitlements t JOIN corporate_actions a ON a.id = t.action_id
    WHERE t.action_id = ANY (:ids::bigint[]) AND t.act_id = current_act() AND a.portfolio_id IS NOT NULL`,
)

/** Trades and lines that a request shows. The hash covers those of a larger act by their sums and one hash of them all. */
export const SHOWN = 200

type From = RowOf<typeof FROM>

/** Where the books end before the act. */
export async function whereBooksEnd(tx: Transaction): Promise<From> {
  const [row] = await forTheBooks(tx, () => tx.query(FROM))
  return row ?? { entry: 0, trade: 0, prices: 0 }
}

export interface Found {
  readonly facts: ApprovalFacts
  readonly counts: { readonly trades: number; readonly lines: number }
  /** Rupees in cents: gross of its trades, else the debits of its lines; null where it has neither. */
  readonly amount: bigint | null
  /** In percent with 4 decimals; null where it changes no price. */
  readonly priceChange: number | null
  /** Ids of those that it touches; null where nothing says them. */
  readonly portfolios: readonly number[] | null
  /** The earliest day of its entries and trades. */
  readonly dated: string | null
}

/** Of an order: a check that no limit asks for. */
const HELD_SHARES = 'Shares held'

/** Checks that an answer names, as an order's. */
function checksIn(answer: unknown): ApprovalFacts['checks'] {
  const checks = (answer as { checks?: unknown } | null)?.checks
  if (!Array.isArray(checks)) return []
  return (checks as { limit?: string | { code?: string } | null; state?: string }[])
    .map(({ limit, state }) => ({
      limit: typeof limit === 'string' ? limit : (limit?.code ?? HELD_SHARES),
      state: String(state),
    }))
    .toSorted((a, b) => `${a.limit} ${a.state}`.localeCompare(`${b.limit} ${b.state}`, 'en'))
}

/** Portfolios that an answer names by their codes, as an order's shares. */
async function portfoliosIn(tx: Transaction, answer: unknown): Promise<number[]> {
  const shares = (answer as { shares?: unknown } | null)?.shares
  if (!Array.isArray(shares)) return []
  const codes = (shares as { portfolioId?: unknown }[]).flatMap(({ portfolioId }) =>
    typeof portfolioId === 'string' ? [portfolioId] : [],
  )
  return codes.length === 0 ? [] : (await tx.query(PORTFOLIOS, { codes })).map(({ id }) => id)
}

/** Portfolios of the corporate actions that an act wrote; null among them: every holder. */
async function portfoliosOfActions(tx: Transaction, audits: readonly AuditRow[]): Promise<(number | null)[]> {
  const ids = audits.flatMap(({ entity, entityId }) =>
    entity === 'corporate-action' ? [Number(entityId)] : [],
  )
  if (ids.length === 0) return []
  return (await tx.query(PORTFOLIOS_OF_ACTIONS, { ids })).map(({ portfolio_id }) => portfolio_id)
}

/** The sum that an answer names, where the act posts nothing: a payment release, a batch for an outside ledger. */
const totalIn = (answer: unknown): bigint | null => {
  const { total, amount, sha256 } = (answer ?? {}) as { total?: unknown; amount?: unknown; sha256?: unknown }
  const sum = typeof sha256 === 'string' ? amount : total
  return typeof sum === 'number' ? BigInt(Math.round(sum * 100)) : null
}

const made = z.object({
  fileName: z.string(),
  entries: z.number(),
  lines: z.number(),
  amount: z.number(),
  sha256: z.string(),
})
/** The file that an act makes, so that what is approved is the file that was previewed. */
function fileIn(answer: unknown): ApprovalFacts['file'] {
  const { data } = made.safeParse(answer)
  if (data === undefined) return undefined
  const { fileName, amount, ...file } = data
  return {
    name: fileName,
    amount: formatDecimal(decimalOf(String(amount), MONEY_SCALE), MONEY_SCALE),
    ...file,
  }
}

/** Reads what the act at hand did. Rupees as exact text. At most so many rows are read as a request shows, however large the act is. */
export async function found({ tx, from: began, done, audits }: Doing): Promise<Found> {
  const [from, { answer }] = [began as From, done]
  return forTheBooks(tx, async () => {
    const most = SHOWN + 1
    const [trades, lines, [price]] = await Promise.all([
      tx.query(TRADES, { trade: from.trade, most }),
      tx.query(LINES, { trade: from.trade, entry: from.entry, most }),
      tx.query(PRICE_CHANGE, { prices: from.prices }),
    ])
    const isLarge = trades.length > SHOWN || lines.length > SHOWN
    const sums = isLarge ? await wholeAct(tx, from) : sumsOf(trades, lines)
    const file = fileIn(answer)
    const named = [...(await portfoliosIn(tx, answer)), ...(await portfoliosOfActions(tx, audits))]
    const touched = new Set([...sums.portfolios, ...named])
    return {
      facts: {
        trades: trades.slice(0, SHOWN).map((one) => ({
          side: one.is_deleted ? `${one.side}, deleted` : one.side,
          symbol: one.symbol,
          portfolio: one.portfolio,
          quantity: one.quantity,
          price: one.price,
          gross: one.gross,
          fees: one.fees,
          net: one.net,
          cost_out: one.cost_out,
          capital_gain: one.capital_gain,
        })),
        lines: lines
          .slice(0, SHOWN)
          .map(({ date, account_code, account_name, portfolio, debit, credit }) => ({
            date,
            account_code,
            account_name,
            portfolio,
            debit,
            credit,
          })),
        checks: checksIn(answer),
        ...(file !== undefined && { file }),
        ...(sums.whole !== undefined && { whole: sums.whole }),
      },
      counts: sums.counts,
      amount: sums.counts.trades > 0 ? sums.gross : sums.counts.lines > 0 ? sums.debits : totalIn(answer),
      priceChange: price?.change == null ? null : Number(price.change),
      portfolios:
        touched.size === 0 || touched.has(null)
          ? null
          : [...touched].filter((one): one is number => one !== null).toSorted((a, b) => a - b),
      dated: sums.dated,
    }
  })
}

/** The sums of an act that is read whole. */
function sumsOf(trades: readonly RowOf<typeof TRADES>[], lines: readonly RowOf<typeof LINES>[]): Sums {
  return {
    counts: { trades: trades.length, lines: lines.length },
    gross: trades.reduce((sum, one) => sum + cents(one.gross), 0n),
    debits: lines.reduce((sum, one) => sum + cents(one.debit), 0n),
    portfolios: [...trades, ...lines].map((one) => one.portfolio_id),
    dated: [...trades.map((one) => one.trade_date), ...lines.map(({ date }) => date)].toSorted()[0] ?? null,
  }
}

/** The request as the hash covers it: without what the screen showed. */
export interface SentFacts {
  readonly route: string
  readonly params: unknown
  readonly body: unknown
}

const decimals = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(decimals)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decimals(inner)]))
}

/**
 * The SHA-256 of what is decided on: what was sent and the act's own facts, in canonical JSON (keys in order, every number as a decimal
 * text, RFC 8785 for the rest).
 */
export async function hashOfRequest(sent: SentFacts, facts: ApprovalFacts): Promise<Buffer> {
  const { preview: _, ...body } = (sent.body ?? {}) as Record<string, unknown>
  return hashOf(decimals({ sent: { ...sent, body: Array.isArray(sent.body) ? sent.body : body }, facts }))
}
