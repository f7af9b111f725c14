import { headerText } from '@em/paper/columns'
import { paperText } from '@em/paper/printable'
import type { Report, ReportCellColumn, ReportRow, ReportTable } from '@em/paper/report'
import { Fragment } from 'react'
import { isNumeric } from '../grid/columns.ts'
import { PrintSheet } from '../print/PrintSheet.tsx'
import css from './ReportSheet.module.css'

/** A report on paper by the print dialog: what its PDF and its sheet say. See `PrintSheet` for `onDone`. */
export function ReportSheet({ report, onDone }: { report: Report; onDone: () => void }) {
  const { title, subtitle = [], facts = [], tables, notes = [], signatures = [], by, orientation } = report
  return (
    <PrintSheet
      title={title}
      by={by}
      facts={[...(subtitle.length === 0 ? [] : [{ label: '', value: subtitle.join(', ') }]), ...facts]}
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
      {signatures.length > 0 && (
        <div className={css.signatures}>
          {signatures.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </div>
      )}
    </PrintSheet>
  )
}

/** From so many columns on a table is set smaller: names would break into three and four lines otherwise. */
const MANY_COLUMNS = 12

function Table({ table }: { table: ReportTable }) {
  return (
    <table {...(table.columns.length >= MANY_COLUMNS ? { 'data-dense': true } : {})}>
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
            {cellsOf(table, row).map(({ at, text, span }) => (
              <td
                key={at}
                {...(span > 1 ? { colSpan: span } : {})}
                {...(isNumeric(table.columns[at] as ReportCellColumn) ? { 'data-right': true } : {})}
                {...(table.columns[at]?.kind === 'date' || row.level !== 'row' || isReference(text)
                  ? { 'data-nowrap': true }
                  : {})}
                {...(at === 0 && row.indent > 0 ? { style: { paddingLeft: `${row.indent * 1.2}em` } } : {})}
              >
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The cells of a row as paper says them; the words of a heading or a sum lie over the empty cells after them. */
function cellsOf({ columns }: ReportTable, row: ReportRow) {
  const texts = columns.map((column, at) => paperText(column, row.cells[at]))
  const cells: { at: number; text: string; span: number }[] = []
  for (let at = 0; at < texts.length; ) {
    const text = texts[at] ?? ''
    let span = 1
    if (row.level !== 'row' && text !== '' && !isNumeric(columns[at] as ReportCellColumn)) {
      while (at + span < texts.length && texts[at + span] === '') span += 1
    }
    cells.push({ at, text, span })
    at += span
  }
  return cells
}

/** A number or code of one word: it is not broken at its hyphens. */
function isReference(text: string): boolean {
  return text.length <= 28 && !/\s/.test(text)
}
