import { brokerReports, type ContractNote } from '@em/contract/broker-reports/broker-reports'
import { SegmentedControl } from '@mantine/core'
import { choiceIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { ReportTab } from '../reports/ReportTab.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { askedFor, type BrokerFilters } from './filters.ts'
import { GAPS_NOTE, gapColumns, noteColumns, notesReport, STATUS_WORDS, STATUSES } from './notes.ts'

type Row = ContractNote

const CELLS: Readonly<Record<string, NonNullable<Column<Row>['cell']>>> = {
  symbol: ({ symbol }) => <SecurityLink symbol={symbol} />,
  status: ({ status }) => <Status tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].word}</Status>,
  document: ({ document }) => document !== null && <DocumentLink {...document} />,
}
const columns = noteColumns.map((column): Column<Row> => {
  const cell = CELLS[column.id]
  return cell === undefined ? column : { ...column, cell }
})

/** The register of contract notes, and the numbers between them that are not recorded. */
export function NotesTab({ filters }: { filters: BrokerFilters }) {
  const status = choiceIn(useHashQuery(), 'status', STATUSES)
  const asked = askedFor(filters)
  const query = useRoute(
    brokerReports.notes,
    { query: { ...asked, ...(status === '' ? {} : { status }) } },
    { keepPrevious: true },
  )
  const gaps = useRoute(brokerReports.gaps, { query: asked }, { keepPrevious: true })
  return (
    <>
      <ReportTab
        title="Contract notes"
        note="Every trade with a contract number, by number. A number twice in one portfolio, on one side and day, is a duplicate. Up to 10,000 notes; choose fewer days for more."
        failed="Failed to load the contract notes"
        query={query}
        report={(rows, by) => notesReport(rows, gaps.data ?? [], filters, by)}
        hasRows={(rows) => rows.length > 0}
      >
        {(rows) => (
          <>
            <SegmentedControl
              aria-label="Which notes are shown"
              style={{ alignSelf: 'flex-start' }}
              data={[
                { value: '', label: 'All' },
                { value: 'recorded', label: 'Recorded' },
                { value: 'duplicate', label: 'Duplicates' },
                { value: 'deleted', label: 'Deleted' },
              ]}
              value={status}
              onChange={(chosen) => changeHashQuery({ status: chosen })}
            />
            <DataGrid
              id="contract-notes"
              title="Contract notes"
              noun="notes"
              rows={rows}
              columns={columns}
              rowKey={(row) => row.tradeId}
              exportable={false}
              muted={(row) => row.status === 'deleted'}
              totalsLabel="Total"
              offset={340}
              empty={
                <EmptyState title="No contract notes">
                  Trades of these days with a contract number stand here.
                </EmptyState>
              }
            />
          </>
        )}
      </ReportTab>
      <Section title={`Gaps${gaps.data?.length ? `: ${counted(gaps.data.length, 'gap')}` : ''}`}>
        <p style={{ margin: 0 }}>{GAPS_NOTE}</p>
        <DataGrid
          id="contract-note-gaps"
          title="Gaps in contract notes"
          noun="gaps"
          rows={gaps.data}
          columns={gapColumns}
          rowKey={(row) => `${row.broker}/${row.after}`}
          search={false}
          offset={420}
          error={loadFailure(gaps, 'Failed to load the gaps')}
          empty={<EmptyState title="No gaps">No numbers are missing between the notes.</EmptyState>}
        />
      </Section>
    </>
  )
}
