/** The schedule of realized gains: its rows and sums by posting date. */
import { SCHEDULE_MAX, type ScheduleRow, type ScheduleTotals } from '@em/contract/realized/realized-schedule'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { POSTED } from './posted.ts'
import type { Disposals } from './sums/sums.queries.ts'

const ROWS = statement(
  'realized.schedule',
  `WITH ${POSTED}
   SELECT s.trade_id, s.day, s.belongs_to, CASE WHEN x.id IS NOT NULL THEN 'event' ELSE s.kind END AS kind!, s.is_fvoci AS is_fvoci!, s.proceeds AS proceeds!, s.fees AS fees!, s.cost AS cost!,
          s.charges AS charges!, s.financing, s.holding_days,
          coalesce(t.deal_number, 'CA-' || a.id) AS deal_number!, coalesce(t.is_deleted, false) AS is_deleted!, v.contract_number, ${symbolOn('e', 's.belongs_to')} AS symbol, coalesce(${companyOn('e', 's.belongs_to')}, a.security_name) AS name!,
          CASE WHEN x.id IS NULL AND a.id IS NOT NULL THEN a.title || ', cash for fractions or posted on another day' ELSE a.title END AS title, p.portfolio_name, p.portfolio_id AS portfolio_code,
          -- A sale that was corrected after its day was locked had other shares then: those of the version with these proceeds.
          CASE WHEN x.id IS NOT NULL THEN (SELECT - o.quantity_change FROM chain_events o WHERE o.id = x.id) WHEN s.kind = 'sale' THEN
            (SELECT w.quantity FROM trade_versions w WHERE w.trade_id = s.trade_id AND w.gross = s.proceeds
              ORDER BY w.trade_date = s.belongs_to DESC, w.version DESC LIMIT 1) END AS quantity,
          CASE WHEN s.kind = 'cost' THEN
            (SELECT sum(l.credit - l.debit) FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role = 'investment'
              WHERE h.trade_id = s.trade_id AND h.entry_date <= s.day) END AS cost_after
     FROM (SELECT * FROM posted ORDER BY day, trade_id, kind DESC LIMIT ${SCHEDULE_MAX + 1}) s
     LEFT JOIN trades t ON t.id = s.trade_id AND s.kind <> 'event' LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events x ON x.id = s.trade_id AND s.kind <> 'event'
     LEFT JOIN corporate_actions a ON a.id = CASE WHEN s.kind = 'event' THEN s.trade_id ELSE x.action_id END
     LEFT JOIN equities e ON e.id = coalesce(t.equity_id, x.equity_id, a.equity_id) JOIN portfolios p ON p.id = s.portfolio_id
    ORDER BY s.day, s.trade_id, s.kind DESC`,
)
const TOTALS = statement(
  'realized.schedule-totals',
  `WITH ${POSTED}
   SELECT k.is_fvoci AS is_fvoci!, count(s.trade_id) AS rows, coalesce(sum(s.proceeds), 0)::numeric(24, 2) AS proceeds,
          coalesce(sum(s.fees), 0)::numeric(24, 2) AS fees, coalesce(sum(s.cost), 0)::numeric(24, 2) AS cost,
          coalesce(sum(s.charges), 0)::numeric(24, 2) AS charges, coalesce(sum(s.financing), 0)::numeric(24, 2) AS financing
     FROM (SELECT false AS is_fvoci UNION SELECT is_fvoci FROM asked) k LEFT JOIN posted s ON s.is_fvoci = k.is_fvoci
    GROUP BY k.is_fvoci ORDER BY k.is_fvoci`,
)

/** The rows of the schedule, by posting date and then in the order of recording. */
export async function scheduleRows(db: Queryable, { portfolioIds, from, to }: Disposals) {
  const rows = await db.query(ROWS, { portfolioIds, from, to })
  return { rows: rows.slice(0, SCHEDULE_MAX).map(toRow), hasMore: rows.length > SCHEDULE_MAX }
}

/** The sums of all rows, FVTPL first; FVOCI where a portfolio of the books is. */
export async function scheduleTotals(db: Queryable, { portfolioIds, from, to }: Disposals) {
  const rows = await db.query(TOTALS, { portfolioIds, from, to })
  return rows.map((row) => ({ treatment: treatmentOf(row), rows: row.rows, ...amountsOf(row) }))
}

const treatmentOf = ({ is_fvoci }: { readonly is_fvoci: boolean }) =>
  is_fvoci ? ('FVOCI' as const) : ('FVTPL' as const)

type Amounts = Pick<RowOf<typeof TOTALS>, 'is_fvoci' | 'proceeds' | 'fees' | 'cost' | 'charges' | 'financing'>

function amountsOf(row: Amounts): Omit<ScheduleTotals, 'rows'> {
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  const [proceeds, fees, cost, charges] = [row.proceeds, row.fees, row.cost, row.charges].map(cents) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const gain = proceeds - cost
  return {
    proceeds: rupees(proceeds),
    fees: rupees(fees),
    cost: rupees(cost),
    gain: rupees(gain),
    buyCharges: rupees(charges),
    afterFees: rupees(gain - fees - charges),
    financing: jsonNumber(row.financing),
    posted: rupees(row.is_fvoci ? gain - charges : gain),
  }
}

function toRow(row: RowOf<typeof ROWS>): ScheduleRow {
  const after = row.cost_after === null ? null : decimalOf(row.cost_after, MONEY_SCALE)
  return {
    id: `${row.trade_id}-${row.day}-${row.kind}`,
    kind: row.kind as ScheduleRow['kind'],
    treatment: treatmentOf(row),
    posted_on: row.day,
    belongs_to: row.belongs_to,
    trade_id: row.trade_id,
    deal_number: row.deal_number,
    contract_number: row.contract_number,
    symbol: row.symbol ?? '',
    companyName: row.name,
    portfolio: row.portfolio_name,
    portfolioId: row.portfolio_code,
    quantity: row.quantity,
    ...amountsOf(row),
    days: row.holding_days,
    costBefore: after === null ? null : rupees(after - decimalOf(row.cost, MONEY_SCALE)),
    costAfter: after === null ? null : rupees(after),
    isDeleted: row.is_deleted,
    title: row.title,
  }
}
