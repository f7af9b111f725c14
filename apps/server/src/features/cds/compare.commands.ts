/** Keeps a statement of the Central Depository, compares it with what was held on its day, and compares it again. */
import { createHash } from 'node:crypto'
import type { CdsComparisonDetail } from '@em/contract/cds/cds-comparison'
import { type ComparedRow, compareStatement } from '@em/core/cds/compare'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { relatedAccounts } from './accounts/accounts.queries.ts'
import { heldInAccounts } from './accounts/holdings.queries.ts'
import { positionsOf } from './accounts/positions.ts'
import { securitiesNamed } from './accounts/securities-named.queries.ts'
import { comparisonById } from './comparisons.queries.ts'
import { securitiesById } from './holdings.ts'
import type { KnownBalance, Statement } from './read-statement.ts'

/** Uploads and comparisons come one after the other: the same file twice is one statement. */
const ALONE = statement('cds.alone', `SELECT ${takeLock('comparison with the depository')}`)
const STANDING = statement(
  'cds.statement-standing',
  `SELECT id FROM cds_statements WHERE sha256 = :sha256::bytea AND statement_date = :date::date AND md5(read_by) = md5(:readBy)`,
)
const ADD_STATEMENT = statement(
  'cds.add-statement',
  `INSERT INTO cds_statements (statement_date, file_name, sha256, read_by, recorded_by)
   VALUES (:date::date, :fileName?, :sha256::bytea, :readBy, :recordedBy) RETURNING id`,
)
const LINES = statement(
  'cds.statement-lines',
  'SELECT line, account_id, symbol, balance, pledged FROM cds_statement_lines WHERE statement_id = :statementId ORDER BY line',
)
const STATEMENT = statement(
  'cds.statement',
  `SELECT s.statement_date, c.version, c.outcome FROM cds_statements s JOIN cds_comparisons c ON c.statement_id = s.id
    WHERE s.id = :id ORDER BY c.version DESC LIMIT 1`,
)
const ADD_COMPARISON = statement(
  'cds.add-comparison',
  `INSERT INTO cds_comparisons (statement_id, version, lines, breaks, outcome, recorded_by)
   VALUES (:statementId, :version, :lines, :breaks, :outcome::bytea, :recordedBy) RETURNING id`,
)

/** Rows of a refusal that are named one by one. */
const NAMED_MOST = 20

interface StatementLine extends KnownBalance {
  readonly statementId: number
}
const STATEMENT_LINES = tableOf<StatementLine>('cds_statement_lines', [
  { name: 'statement_id', type: 'bigint', of: ({ statementId }) => statementId },
  { name: 'line', type: 'integer', of: ({ line }) => line },
  { name: 'account_id', type: 'bigint', of: ({ accountId }) => accountId },
  { name: 'symbol', type: 'text', of: ({ symbol }) => symbol },
  { name: 'balance', type: 'bigint', of: ({ balance }) => balance },
  { name: 'pledged', type: 'bigint', of: ({ pledged }) => pledged },
])

interface Found extends NamedRow {
  readonly comparisonId: number
  readonly place: number
}
const COMPARED_LINES = tableOf<Found>('cds_comparison_lines', [
  { name: 'comparison_id', type: 'bigint', of: ({ comparisonId }) => comparisonId },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'account_id', type: 'bigint', of: ({ accountId }) => accountId },
  { name: 'equity_id', type: 'bigint', of: ({ equityId }) => equityId },
  { name: 'symbol', type: 'text', of: ({ symbol }) => symbol },
  { name: 'held', type: 'bigint', of: ({ held }) => held },
  { name: 'unsettled_buys', type: 'bigint', of: ({ unsettledBuys }) => unsettledBuys },
  { name: 'unsettled_sales', type: 'bigint', of: ({ unsettledSales }) => unsettledSales },
  { name: 'settled', type: 'bigint', of: ({ settled }) => settled },
  { name: 'pledged', type: 'bigint', of: ({ pledged }) => pledged },
  { name: 'balance', type: 'bigint', of: ({ balance }) => balance },
  { name: 'stated_pledged', type: 'bigint', of: ({ statedPledged }) => statedPledged },
  { name: 'difference', type: 'bigint', of: ({ difference }) => difference },
  { name: 'cause', type: 'text', of: ({ cause }) => cause },
  { name: 'other_account_id', type: 'bigint', of: ({ otherAccountId }) => otherAccountId },
  { name: 'awaited', type: 'text', of: ({ awaited }) => awaited },
])

interface FoundTrade {
  readonly comparisonId: number
  readonly place: number
  readonly trade: ComparedRow['trades'][number]
}
const COMPARED_TRADES = tableOf<FoundTrade>('cds_comparison_trades', [
  { name: 'comparison_id', type: 'bigint', of: ({ comparisonId }) => comparisonId },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'trade_id', type: 'bigint', of: ({ trade }) => trade.id },
  { name: 'trade_version', type: 'integer', of: ({ trade }) => trade.version },
  { name: 'quantity', type: 'bigint', of: ({ trade }) => trade.quantity },
  { name: 'due', type: 'date', of: ({ trade }) => trade.due },
  { name: 'is_unsettled', type: 'boolean', of: ({ trade }) => String(trade.isUnsettled) },
  { name: 'is_cause', type: 'boolean', of: ({ trade }) => String(trade.isCause) },
])

/** The day of a statement. @throws Refusal where it is given nowhere, where file and person disagree, for a day to come. */
export function dayOfStatement(
  asked: string | null,
  { statementDate }: Pick<Statement, 'statementDate'>,
  today: string,
): string {
  const day = asked ?? statementDate
  if (day === null) throw refuseField('cds.date-missing', 'statementDate')
  if (asked !== null && statementDate !== null && asked !== statementDate) {
    throw refuseField('cds.other-day', 'statementDate', { found: statementDate, date: asked })
  }
  if (day > today) throw refuseField('cds.future', 'statementDate', { date: day })
  return day
}

/** @throws Refusal `cds.columns`, `cds.rows` naming what cannot be used, row by row. */
export function refuseProblems({ missing, problems, problemCount }: Statement): void {
  if (missing.length > 0) throw refuseField('cds.columns', 'columns', { missing: missing.join(', ') })
  if (problemCount === 0) return
  throw new Refusal(
    'cds.rows',
    { count: problemCount },
    problems
      .slice(0, NAMED_MOST)
      .map(({ line, field, message }) => ({ field, message: `Line ${line}: ${message}` })),
  )
}

export interface StatementToKeep {
  readonly statement: Statement
  readonly date: string
  /** The file, base64. */
  readonly data: string
  /** The account of lines that name none. */
  readonly account: number | null
  readonly recordedBy: number
}

/** Keeps a statement and compares it; the same file of the same day, read the same way, answers what is kept of it. */
export async function recordComparison(
  tx: Transaction,
  { statement: sent, date, data, account, recordedBy }: StatementToKeep,
): Promise<Outcome<CdsComparisonDetail>> {
  await tx.query(ALONE)
  const sha256 = createHash('sha256').update(data, 'base64').digest()
  const readBy = JSON.stringify({ ...sent.columns, sheet: sent.sheet, ofAccount: account })
  const [standing] = await tx.query(STANDING, { sha256, date, readBy })
  if (standing !== undefined) {
    const answer = await comparisonById(tx, standing.id)
    return { answer, status: 200, audit: auditOf('cds-comparisons.record', answer) }
  }
  const fileName = sent.fileName === '' ? null : sent.fileName
  const [made] = await tx.query(ADD_STATEMENT, { date, fileName, sha256, readBy, recordedBy })
  const statementId = made?.id ?? 0
  await addRows(tx, [
    new Rows(
      STATEMENT_LINES,
      sent.lines.map((line) => ({ ...line, statementId })),
    ),
  ])
  const rows = await compared(tx, date, sent.lines)
  await keep(tx, { statementId, version: 1, rows, recordedBy })
  const answer = await comparisonById(tx, statementId)
  return { answer, audit: auditOf('cds-comparisons.record', answer) }
}

/**
 * Compares a stored statement with the books as they are now; where nothing changed, answers the current comparison.
 * @throws Refusal `record.missing` (404).
 */
export async function compareAgain(
  tx: Transaction,
  id: number,
  recordedBy: number,
): Promise<Outcome<CdsComparisonDetail>> {
  await tx.query(ALONE)
  const [found] = await tx.query(STATEMENT, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Comparison ${id}` })
  const lines = (await tx.query(LINES, { statementId: id })).map(({ account_id, ...line }) => ({
    ...line,
    accountId: account_id,
  }))
  const rows = await compared(tx, found.statement_date, lines)
  const isNew = !found.outcome.equals(outcomeOf(rows))
  if (isNew) await keep(tx, { statementId: id, version: found.version + 1, rows, recordedBy })
  const answer = await comparisonById(tx, id)
  return { answer, ...(!isNew && { status: 200 }), audit: auditOf('cds-comparisons.again', answer) }
}

type NamedRow = ComparedRow & { readonly symbol: string }

/** Compares the lines of a statement with what its accounts held at the end of its day. */
async function compared(
  tx: Transaction,
  date: string,
  lines: readonly Omit<KnownBalance, 'line' | 'account'>[],
): Promise<NamedRow[]> {
  const accounts = [...new Set(lines.map(({ accountId }) => accountId))]
  const { portfolioIds, relatedTo } = await relatedAccounts(tx, accounts)
  const positions = positionsOf(await heldInAccounts(tx, portfolioIds, date))
  const securities = await securitiesNamed(
    tx,
    lines.map(({ symbol }) => symbol),
    date,
  )
  const rows = compareStatement({
    date,
    stated: lines.map((line) => ({
      accountId: line.accountId,
      equityId: securities.get(line.symbol) ?? null,
      symbol: line.symbol,
      balance: BigInt(line.balance),
      pledged: line.pledged === null ? null : BigInt(line.pledged),
    })),
    positions,
    relatedTo,
  })
  const named = await securitiesById(
    tx,
    rows.flatMap(({ equityId }) => equityId ?? []),
  )
  return rows.map((row) => ({ ...row, symbol: row.symbol ?? named.get(row.equityId ?? 0)?.symbol ?? '' }))
}

/** A digest of all findings: equal where nothing of them differs. */
function outcomeOf(rows: readonly NamedRow[]): Buffer {
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return createHash('sha256').update(text).digest()
}

async function keep(
  tx: Transaction,
  of: {
    readonly statementId: number
    readonly version: number
    readonly rows: readonly NamedRow[]
    readonly recordedBy: number
  },
): Promise<void> {
  const { rows, ...facts } = of
  const [made] = await tx.query(ADD_COMPARISON, {
    ...facts,
    lines: rows.length,
    breaks: rows.filter(({ cause }) => cause !== null).length,
    outcome: outcomeOf(rows),
  })
  const comparisonId = made?.id ?? 0
  const found = rows.map((row, at) => ({ ...row, comparisonId, place: at + 1 }))
  await addRows(tx, [new Rows(COMPARED_LINES, found)])
  const trades = found.flatMap((row) =>
    row.trades.map((trade) => ({ comparisonId, place: row.place, trade })),
  )
  await addRows(tx, [new Rows(COMPARED_TRADES, trades)])
}

const auditOf = (action: string, of: CdsComparisonDetail) => ({
  action,
  entity: 'cds-comparison',
  entityId: of.id,
  after: {
    statement_date: of.statement_date,
    file_name: of.file_name,
    version: of.version,
    accounts: of.accounts,
    lines: of.lines,
    breaks: of.breaks,
  },
})
