/** Balances at several dates in one query: the stored months before each date's month, and the days of that month. */
import { monthStart } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

/** The transaction type of the lines of journal entries that users made. */
export const MANUAL = 'Journal Entry'

// Differences of events, and transfers inside an entity, were once posted with the type of users' entries. A posted line never changes,
// so that its type is read here: it belongs to the event.
const EVENTS_TYPED_MANUAL = `h.cause_kind = 'action' AND h.transaction_type = '${MANUAL}'`
const TYPE_OF_EVENT = `CASE WHEN l.role IN ('realized-gain', 'retained-earnings', 'fair-value-reserve', 'dividend-income', 'other-income', 'impairment')
                            THEN 'Revenue' ELSE 'Transfer' END`
/** SQL: the transaction type of a line `l` of an entry `h`. */
export const TYPE_OF_LINE = `CASE WHEN ${EVENTS_TYPED_MANUAL} THEN ${TYPE_OF_EVENT} ELSE l.transaction_type END`
/**
 * SQL: the lines `l` that the stored balances have under `MANUAL` and that belong to an event, each twice: as they are to be taken off
 * (`type` is `MANUAL`), and as they are to be added. `until` is a condition about `h.entry_date`.
 */
export const retypedLines = (until: string): string => `
     SELECT h.entry_date, l.account_id, coalesce(l.portfolio_id, 0) AS portfolio_id, coalesce(l.settlement_account_id, 0) AS settlement_account_id,
            CASE WHEN k.sign < 0 THEN '${MANUAL}' ELSE ${TYPE_OF_EVENT} END AS transaction_type, k.sign * l.debit AS debit, k.sign * l.credit AS credit,
            k.sign AS lines
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id CROSS JOIN (VALUES (-1), (1)) AS k (sign)
      WHERE ${EVENTS_TYPED_MANUAL} AND ${until}`

/** Of which lines the balances are; everything where nothing is said. */
export interface StoredSumsFilter {
  /** 0 means lines that name no portfolio. */
  readonly portfolioIds?: readonly number[] | null | undefined
  readonly accountIds?: readonly number[] | undefined
  /** Grouped by settlement account. */
  readonly byBank?: boolean
  /** Transaction types that are grouped one by one; all others come together under ''. */
  readonly types?: readonly string[]
}

/** Sums from the beginning of the books through a date, in cents. */
export interface StoredSums {
  readonly accountId: number
  /** The settlement account; 0 for none, and where not asked for. */
  readonly bankId: number
  /** One of the types asked for, or ''. */
  readonly type: string
  readonly debit: bigint
  readonly credit: bigint
  readonly lines: number
}

/**
 * A month counts for every date whose month comes after it: each one is read once, and its sums go to the first such
 * place. Rows are grouped only by the columns asked for, and dates are placed after the sums: half the work.
 */
function storedSumsSql(byBank: boolean, byType: boolean) {
  const type = byType
    ? "CASE WHEN transaction_type = ANY (:types::text[]) THEN transaction_type ELSE '' END AS type,"
    : ''
  const keys = ['account_id', byBank ? 'settlement_account_id' : '', byType ? 'type' : '']
    .filter(Boolean)
    .join(', ')
  const answered = `account_id, ${byBank ? 'settlement_account_id' : '0'} AS bank_id, ${byType ? 'type' : "''"} AS type`
  const wanted = `(:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds)) AND (:accountIds?::bigint[] IS NULL OR account_id = ANY (:accountIds))`
  const retyped = `
     UNION ALL
     SELECT false, place, ${answered}, sum(debit), sum(credit), sum(lines)::bigint
       FROM (SELECT no::int - 1 AS place, account_id, settlement_account_id, ${type} debit, credit, lines
               FROM unnest(:dates::date[]) WITH ORDINALITY AS asked (through, no)
               JOIN (${retypedLines('h.entry_date <= :until::date')}) moved ON moved.entry_date <= asked.through
              WHERE ${wanted} AND '${MANUAL}' = ANY (:types::text[])) events
      GROUP BY place, ${keys}`
  return `SELECT true AS whole, width_bucket(month, :months::date[]) AS place!, ${answered}, sum(debit) AS debit, sum(credit) AS credit,
            sum(lines)::bigint AS lines
       FROM (SELECT month, ${keys}, sum(debit) AS debit, sum(credit) AS credit, sum(lines) AS lines
               FROM (SELECT month, account_id, settlement_account_id, ${type} debit, credit, lines FROM ledger_months
                      WHERE month < :last::date AND ${wanted}) months
              GROUP BY month, ${keys}) summed
      GROUP BY place, ${keys}
     UNION ALL
     SELECT false, place, ${answered}, sum(debit), sum(credit), sum(lines)::bigint
       FROM (SELECT no::int - 1 AS place, account_id, settlement_account_id, ${type} debit, credit, lines
               FROM unnest(:dates::date[], :months::date[]) WITH ORDINALITY AS asked (through, month, no)
               JOIN ledger_days ON day >= asked.month AND day <= asked.through
              WHERE ${wanted}) days
      GROUP BY place, ${keys}${byType ? retyped : ''}`
}
const STORED_SUMS = {
  plain: statement('statements.stored-sums', storedSumsSql(false, false)),
  bank: statement('statements.stored-sums-bank', storedSumsSql(true, false)),
  type: statement('statements.stored-sums-type', storedSumsSql(false, true)),
  both: statement('statements.stored-sums-bank-type', storedSumsSql(true, true)),
}

type Row = RowOf<(typeof STORED_SUMS)['both' | 'bank' | 'type' | 'plain']>

/** Sums at each date, in the order of the dates; nothing in them for what had no lines by then. */
export async function storedSumsAt(
  db: Queryable,
  dates: readonly string[],
  filter: StoredSumsFilter = {},
): Promise<StoredSums[][]> {
  const order = [...new Set(dates)].sort()
  const months = order.map((date) => monthStart(date))
  const last = months.at(-1)
  if (last === undefined) return []
  const { byBank = false, types = [], portfolioIds = null, accountIds = null } = filter
  const byType = types.length > 0
  const values = { dates: order, months, last, portfolioIds, accountIds }
  const rows: Row[] = byType
    ? await db.query(byBank ? STORED_SUMS.both : STORED_SUMS.type, {
        ...values,
        types,
        until: order.at(-1) ?? last,
      })
    : await db.query(byBank ? STORED_SUMS.bank : STORED_SUMS.plain, values)
  const at = order.map((_, index) =>
    added(rows.filter((row) => (row.whole ? row.place <= index : row.place === index))),
  )
  return dates.map((date) => at[order.indexOf(date)] ?? [])
}

function added(rows: readonly Row[]): StoredSums[] {
  return [...Map.groupBy(rows, (row) => `${row.account_id} ${row.bank_id} ${row.type}`).values()].map(
    (same) => {
      const { account_id: accountId, bank_id: bankId, type } = same[0] as Row
      return {
        accountId,
        bankId,
        type,
        debit: same.reduce((sum, row) => sum + decimalOf(row.debit, MONEY_SCALE), 0n),
        credit: same.reduce((sum, row) => sum + decimalOf(row.credit, MONEY_SCALE), 0n),
        lines: same.reduce((sum, row) => sum + row.lines, 0),
      }
    },
  )
}

/** Debits less credits of the sums that are wanted, in cents. */
export function netOf(
  sums: readonly StoredSums[],
  wanted: (sums: StoredSums) => boolean = () => true,
): bigint {
  return sums.reduce((net, one) => (wanted(one) ? net + one.debit - one.credit : net), 0n)
}

const BY_PORTFOLIO = statement(
  'statements.by-portfolio',
  `SELECT k.place AS place!, k.account_id AS "accountId!", sum(k.net) FILTER (WHERE k.net > 0) AS owned, - sum(k.net) FILTER (WHERE k.net < 0) AS owed
     FROM (SELECT m.place, m.account_id, m.portfolio_id, sum(m.debit - m.credit) AS net
             FROM (SELECT a.no::int - 1 AS place, s.account_id, s.portfolio_id, s.debit, s.credit
                     FROM unnest(:dates::date[]) WITH ORDINALITY AS a (through, no)
                     JOIN ledger_months s ON s.month < date_trunc('month', a.through::timestamp)::date
                    WHERE s.account_id = ANY (:accountIds::bigint[])
                   UNION ALL
                   SELECT a.no::int - 1, s.account_id, s.portfolio_id, s.debit, s.credit
                     FROM unnest(:dates::date[]) WITH ORDINALITY AS a (through, no)
                     JOIN ledger_days s ON s.day >= date_trunc('month', a.through::timestamp)::date AND s.day <= a.through
                    WHERE s.account_id = ANY (:accountIds)) m
            WHERE :portfolioIds?::bigint[] IS NULL OR m.portfolio_id = ANY (:portfolioIds)
            GROUP BY 1, 2, 3) k
    GROUP BY 1, 2`,
)

/** The balance of an account at a date, portfolio by portfolio: the sum of its debit balances, and that of its credit balances, in cents. */
export interface OwnedAndOwed {
  readonly accountId: number
  readonly owned: bigint
  readonly owed: bigint
}

/** Accounts at each date, in the order of the dates; what one portfolio owes is not taken off what another is owed. */
export async function byPortfolioAt(
  db: Queryable,
  dates: readonly string[],
  {
    portfolioIds,
    accountIds,
  }: { readonly portfolioIds: readonly number[] | null; readonly accountIds: readonly number[] },
): Promise<OwnedAndOwed[][]> {
  if (accountIds.length === 0) return dates.map(() => [])
  const rows = await db.query(BY_PORTFOLIO, { dates, portfolioIds, accountIds })
  const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
  return dates.map((_, at) =>
    rows
      .filter(({ place }) => place === at)
      .map(({ accountId, owned, owed }) => ({ accountId, owned: cents(owned), owed: cents(owed) })),
  )
}
