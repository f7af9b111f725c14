/** Outside ledgers as they are recorded, and whose entries go there. */
import type { AccountingTarget } from '@em/contract/accounting-exports/accounting-exports'
import type { ExportDetail, ExportFormat, ExportLayout } from '@em/core/accounting-exports/layout'
import { type Queryable, type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const OF_TARGET = `CASE WHEN t.entity_id IS NULL THEN p.id = ANY (t.portfolios) ELSE p.entity_id = t.entity_id END`
const TARGETS = statement(
  'accounting.targets',
  `SELECT t.id, t.code, t.name, t.format, t.detail, e.name AS entity, coalesce(e.is_general, false) AS is_general!, t.start_date, t.open_from, t.tax_rate, t.layout,
          t.version, t.mapping_version, t.last_number,
          ARRAY(SELECT p.id FROM portfolios p WHERE ${OF_TARGET} ORDER BY p.portfolio_id) AS ids!,
          ARRAY(SELECT p.portfolio_id FROM portfolios p WHERE ${OF_TARGET} ORDER BY p.portfolio_id) AS codes!,
          (SELECT max(b.to_date) FROM accounting_batches b WHERE b.target_id = t.id AND b.state <> 'replaced') AS exported_to
     FROM accounting_targets t LEFT JOIN entities e ON e.id = t.entity_id
    WHERE :id?::bigint IS NULL OR t.id = :id ORDER BY lower(t.name), t.id`,
)
const HOLD = statement(
  'accounting.hold-target',
  'SELECT id FROM accounting_targets WHERE id = :id FOR UPDATE',
)
type Row = RowOf<typeof TARGETS>

/** An outside ledger with what a batch needs of it. */
export interface Target extends AccountingTarget {
  /** Portfolio 0 means ledger lines without a portfolio. */
  readonly portfolioIds: readonly number[]
}

export async function listTargets(db: Queryable): Promise<Target[]> {
  return (await db.query(TARGETS, { id: null })).map(toTarget)
}

/** @throws Refusal `record.missing` (404), also where one of its portfolios is not seen. */
export async function findTarget(db: Queryable, id: number): Promise<Target> {
  const [row] = await db.query(TARGETS, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The outside ledger' })
  return toTarget(row)
}

/** Locks its row until the transaction ends: changes and batches of one come one after the other. @throws as `findTarget`. */
export async function holdTarget(tx: Transaction, id: number): Promise<Target> {
  await tx.query(HOLD, { id })
  return findTarget(tx, id)
}

function toTarget(row: Row): Target {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    format: row.format as ExportFormat,
    detail: row.detail as ExportDetail,
    entity: row.entity,
    portfolios: row.codes.map(String),
    portfolioIds: [...row.ids.map(Number), ...(row.is_general ? [0] : [])],
    startDate: row.start_date,
    openFrom: row.open_from,
    taxRate: row.tax_rate,
    layout: row.layout as AccountingTarget['layout'],
    version: row.version,
    mappingVersion: row.mapping_version,
    batches: row.last_number,
    exportedTo: row.exported_to,
  }
}

/** The first day on which its books are open: an older entry goes to it. */
export const openDay = ({ startDate, openFrom }: Target): string => openFrom ?? startDate

/** As it is answered. */
export function shownTarget(target: Target): AccountingTarget {
  const { portfolioIds: _, ...shown } = target
  return shown
}

/** Its layout in a sentence, for the history. */
const layoutText = (layout: ExportLayout | null): string | null =>
  layout &&
  `${layout.columns.map(({ field, heading, text }) => `${heading} (${field === 'fixed' ? `"${text ?? ''}"` : field})`).join(', ')}; dates ${layout.dateForm}, decimals ${layout.decimalMark}, separated by ${layout.separator}, other side ${layout.otherSide}`

/** As the audit trail keeps it. */
export const auditedTarget = ({
  code,
  name,
  format,
  detail,
  entity,
  portfolios,
  startDate,
  openFrom,
  taxRate,
  layout,
}: Target) => ({
  code,
  name,
  format,
  detail,
  entity,
  portfolios: entity === null ? portfolios : null,
  startDate,
  openFrom,
  taxRate,
  layout: layoutText(layout),
})
