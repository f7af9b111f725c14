import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { useMemo } from 'react'
import { counted } from '../../lib/numerals.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './document/TradeReport.module.css'

interface Finding {
  readonly key: string
  readonly line: number
  readonly what: 'Problem' | 'Skipped'
  readonly column: string | null
  readonly message: string
  readonly value: string | null
}

const COLUMNS: readonly Column<Finding>[] = [
  {
    id: 'line',
    header: 'Line',
    kind: 'number',
    decimals: 0,
    value: ({ line }) => line,
    width: 80,
    phone: true,
  },
  { id: 'what', header: 'Result', value: ({ what }) => what, width: 100, phone: false },
  { id: 'column', header: 'Column', value: ({ column }) => column, width: 150, phone: false },
  { id: 'message', header: 'Reason', value: ({ message }) => message, width: 420, phone: true },
  { id: 'value', header: 'Value', value: ({ value }) => value, width: 200, phone: false },
]

/** Lines of a document that are no trade, or could not be read: by line and column. */
export function Findings({ document }: { document: TradeDocumentDetail }) {
  const { problemLines, skippedLines, problems, skipped, fileName } = document
  const rows = useMemo(
    () =>
      [
        ...problemLines.map((one, at): Finding => ({ ...one, key: `p${at}`, what: 'Problem' })),
        ...skippedLines.map(
          ({ line, reason }, at): Finding => ({
            key: `s${at}`,
            line,
            what: 'Skipped',
            column: null,
            message: reason.charAt(0).toUpperCase() + reason.slice(1),
            value: null,
          }),
        ),
      ].toSorted((a, b) => a.line - b.line),
    [problemLines, skippedLines],
  )
  return (
    <Section title={`Not read in ${fileName}`}>
      <p className={css.foot}>
        {counted(problems, 'problem')} and {counted(skipped, 'line')} without a trade.
        {rows.length < problems + skipped && ` The first ${counted(rows.length, 'finding')} are listed.`}
      </p>
      <DataGrid
        id="trade-document-findings"
        title={`Not read in ${fileName}`}
        noun="findings"
        rows={rows}
        columns={COLUMNS}
        rowKey={({ key }) => key}
        pageSize={20}
      />
    </Section>
  )
}
