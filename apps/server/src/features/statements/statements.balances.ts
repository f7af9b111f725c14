/** Balances at several dates in one look: the kept months before each date's month, and the days of that month. */
import { monthStart } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

/** The transaction type of the lines of journal entries that users made. */
export const MANUAL = 'Journal Entry'

/** Of which lines the balances are; everything where nothing is said. */
export interface KeptFilter {
  /** 0 stands for lines that name no portfolio. */
  readonly portfolioIds?: readonly number[] | null | undefined
  readonly accountIds?: readonly number[] | undefined
  /** Told apart by settlement account. */
  readonly byBank?: boolean
  /** Transaction types that are told apart; all others come together under ''. */
  readonly types?: readonly string[]
}

/** Sums from the beginning of the books through a date, in cents. */
export interface KeptSums {
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
 * place. Only the columns that are told apart are grouped by, and dates are placed after the sums: half the work.
 */
function kept(byBank: boolean, byType: boolean) {
  const type = byType
    ? "CASE WHEN transaction_type = ANY (:types::text[]) THEN transaction_type ELSE '' END AS type,"
    : ''
  const keys = ['account_id', byBank ? 'settlement_account_id' : '', byType ? 'type' : '']
    .filter(Boolean)
    .join(', ')
  const answered = `account_id, ${byBank ? 'settlement_account_id' : '0'} AS bank_id, ${byType ? 'type' : "''"} AS type`
  const wanted = `(:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds)) AND (:accountIds?::bigint[] IS NULL OR account_id = ANY (:accountIds))`
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
      GROUP BY place, ${keys}`
}
const KEPT = {
  plain: statement('statements.kept', kept(false, false)),
  bank: statement('statements.kept-bank', kept(true, false)),
  type: statement('statements.kept-type', kept(false, true)),
  both: statement('statements.kept-bank-type', kept(true, true)),
}

type Row = RowOf<(typeof KEPT)['both' | 'bank' | 'type' | 'plain']>

/** Sums at each date, in the order of the dates; nothing in them for what had no lines by then. */
export async function keptAt(
  db: Queryable,
  dates: readonly string[],
  filter: KeptFilter = {},
): Promise<KeptSums[][]> {
  const order = [...new Set(dates)].sort()
  const months = order.map((date) => monthStart(date))
  const last = months.at(-1)
  if (last === undefined) return []
  const { byBank = false, types = [], portfolioIds = null, accountIds = null } = filter
  const byType = types.length > 0
  const values = { dates: order, months, last, portfolioIds, accountIds }
  const rows: Row[] = byType
    ? await db.query(byBank ? KEPT.both : KEPT.type, { ...values, types })
    : await db.query(byBank ? KEPT.bank : KEPT.plain, values)
  const at = order.map((_, place) =>
    added(rows.filter((row) => (row.whole ? row.place <= place : row.place === place))),
  )
  return dates.map((date) => at[order.indexOf(date)] ?? [])
}

function added(rows: readonly Row[]): KeptSums[] {
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
export function netOf(sums: readonly KeptSums[], wanted: (sums: KeptSums) => boolean = () => true): bigint {
  return sums.reduce((net, one) => (wanted(one) ? net + one.debit - one.credit : net), 0n)
}
