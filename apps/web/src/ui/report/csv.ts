import { inertText } from '@em/core/values/inert-text'
import { headerText } from '@em/paper/columns'
import type { Report, ReportTable } from '@em/paper/report'
import { formatMoment, now } from '../../lib/dates.ts'
import { csvOf, csvValue } from '../grid/export.ts'

/** A CSV file of a report: what it is on top, then its tables one after the other, each under its name, with values only. */
export function reportCsv(report: Report): Promise<Uint8Array> {
  const several = report.tables.length > 1
  return csvOf([
    [inertText(report.title)],
    ...(report.subtitle ?? []).map((line) => [inertText(line)]),
    ...(report.facts ?? []).map(({ label, value }) => [inertText(label), inertText(value)]),
    [`Equity Manager, exported ${formatMoment(now().toISOString())} by ${inertText(report.by)}`],
    ...report.tables.flatMap((table) => [[], ...tableLines(table, several)]),
    ...(report.notes === undefined ? [] : [[], ...report.notes.map((note) => [inertText(note)])]),
  ])
}

function tableLines({ title, columns, rows, empty }: ReportTable, named: boolean): string[][] {
  return [
    ...(named && title !== undefined ? [[inertText(title)]] : []),
    columns.map(headerText),
    ...(rows.length === 0
      ? [[empty]]
      : rows.map(({ cells }) => columns.map((column, at) => csvValue(column, cells[at])))),
  ]
}
