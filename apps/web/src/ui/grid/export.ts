import { type ReportTable, reportTable } from '@em/paper/report'
import { load } from '../../lib/parts.ts'
import type { Column } from './columns.ts'

/** The rows and columns of a grid as a table of a file. */
const tableOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): ReportTable =>
  reportTable({
    rows,
    columns: columns.map((column) => ({
      ...column,
      sheet: { width: (column.kind ?? 'text') === 'text' ? 26 : 16 },
    })),
  })

/** An .xlsx file of the rows and columns given, its first row frozen and bold. @throws PartMissing */
export async function toXlsx<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<Uint8Array> {
  const { tableXlsx } = await load(() => import('@em/paper/files/workbook'))
  return tableXlsx(title, tableOf(rows, columns))
}

/** A CSV file of the rows and columns given. @throws PartMissing */
export async function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<Uint8Array> {
  const { tableCsv } = await load(() => import('@em/paper/files/csv'))
  return tableCsv(tableOf(rows, columns))
}
