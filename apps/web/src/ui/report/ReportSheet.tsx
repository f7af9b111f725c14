import { Fragment } from 'react'
import { isNumeric } from '../grid/columns.ts'
import { headerText } from '../grid/copy.ts'
import { PrintSheet } from '../print/PrintSheet.tsx'
import { paperText } from './paper.ts'
import type { Report, ReportTable } from './report.ts'

/** A report on paper by the print dialog: what its PDF and its sheet say. See `PrintSheet` for `onDone`. */
export function ReportSheet({ report, onDone }: { report: Report; onDone: () => void }) {
  const { title, subtitle = [], facts = [], tables, notes = [], by, orientation } = report
  return (
    <PrintSheet
      title={title}
      by={by}
      facts={[...subtitle.map((line) => ({ label: '', value: line })), ...facts]}
      onDone={onDone}
      portrait={orientation === 'portrait'}
    >
      {tables.map((table, index) => (
        <Fragment key={index}>
          {table.title !== undefined && <h2>{table.title}</h2>}
          <Table table={table} />
        </Fragment>
      ))}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </PrintSheet>
  )
}

function Table({ table }: { table: ReportTable }) {
  return (
    <table>
      <thead>
        <tr>
          {table.columns.map((column, at) => (
            <th key={at} {...(isNumeric(column) ? { 'data-right': true } : {})}>
              {headerText(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.length === 0 && (
          <tr>
            <td colSpan={table.columns.length}>{table.empty}</td>
          </tr>
        )}
        {table.rows.map((row, index) => (
          <tr key={index} {...(row.level === 'row' ? {} : { 'data-total': true })}>
            {table.columns.map((column, at) => (
              <td
                key={at}
                {...(isNumeric(column) ? { 'data-right': true } : {})}
                {...(column.kind === 'date' || row.level !== 'row' ? { 'data-nowrap': true } : {})}
                {...(at === 0 && row.indent > 0 ? { style: { paddingLeft: `${row.indent * 1.2}em` } } : {})}
              >
                {paperText(column, row.cells[at])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
