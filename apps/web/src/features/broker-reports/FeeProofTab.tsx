import {
  brokerReports,
  type FeeProofLine,
  type FeeProofRow,
} from '@em/contract/broker-reports/broker-reports'
import { Anchor, SegmentedControl } from '@mantine/core'
import { choiceIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { ReportTab } from '../reports/ReportTab.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { feeProofReport, proofColumns, proofLineColumns, STATE_WORDS, STATES } from './fee-proof.ts'
import { askedFor, type BrokerFilters } from './filters.ts'

const SUM_CELLS: Readonly<Record<string, NonNullable<Column<FeeProofRow>['cell']>>> = {
  broker: ({ broker }) =>
    broker === '' ? (
      'No broker'
    ) : (
      <Anchor component="button" type="button" size="sm" onClick={() => changeHashQuery({ broker })}>
        {broker}
      </Anchor>
    ),
}
const LINE_CELLS: Readonly<Record<string, NonNullable<Column<FeeProofLine>['cell']>>> = {
  document: ({ document }) => <DocumentLink {...document} />,
  symbol: ({ symbol }) => <SecurityLink symbol={symbol} />,
  state: ({ state }) => <Status tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].word}</Status>,
}
const shown = <Row,>(
  columns: readonly Column<Row>[],
  cells: Readonly<Record<string, NonNullable<Column<Row>['cell']>>>,
): Column<Row>[] =>
  columns.map((column) => {
    const cell = cells[column.id]
    return cell === undefined ? column : { ...column, cell }
  })
const sums = shown(proofColumns, SUM_CELLS)
const lineColumns = shown(proofLineColumns, LINE_CELLS)

/** The fees in documents of brokers compared with the fee tariffs: the sum by broker, and the lines behind it. */
export function FeeProofTab({ filters }: { filters: BrokerFilters }) {
  const state = choiceIn(useHashQuery(), 'status', STATES)
  const { portfolio: _, ...ofBroker } = filters
  const asked = askedFor({ ...ofBroker, portfolio: '' })
  const query = useRoute(brokerReports.feeProof, { query: asked }, { keepPrevious: true })
  const lines = useRoute(
    brokerReports.feeProofLines,
    { query: { ...asked, ...(state === '' ? {} : { state }) } },
    { keepPrevious: true },
  )
  const all = lines.data ?? []
  return (
    <>
      <ReportTab
        title="Fee proof"
        note="What the documents of brokers charge by trade date, against the schedule of the fee tariffs. Fees are posted as charged."
        failed="Failed to load the fee proof"
        query={query}
        report={(data, by) => feeProofReport(data, all, { ...filters, portfolio: '' }, by)}
        hasRows={({ rows }) => rows.length > 0 && !lines.isPlaceholderData}
      >
        {({ rows, total, behind }) => (
          <>
            {behind > 0 && (
              <Banner tone="warning">
                Fee tariffs have changed: the fees of {counted(behind, 'document')} of these days are proved
                again within ten minutes.
              </Banner>
            )}
            <Stats>
              <StatCard label="Charged (LKR)" value={<Amount value={total.charged} />} />
              <StatCard label="By Schedule (LKR)" value={<Amount value={total.schedule} />} />
              <StatCard
                label="Difference (LKR)"
                value={<Amount value={total.difference} />}
                note="Charged less the schedule"
              />
              <StatCard
                label="Lines That Differ"
                value={<Quantity value={total.different} />}
                note={`Of ${counted(total.lines, 'line')} proved`}
              />
            </Stats>
            <DataGrid
              id="fee-proof"
              title="Fee proof by broker"
              noun="brokers"
              rows={rows}
              columns={sums}
              rowKey={(row) => row.broker}
              search={false}
              exportable={false}
              totalsLabel="Total"
              offset={520}
              empty={
                <EmptyState title="No documents of these days">
                  Choose other days or another broker, or read a document under Trade Report.
                </EmptyState>
              }
            />
          </>
        )}
      </ReportTab>
      <Section title="Lines">
        <SegmentedControl
          aria-label="Which lines are shown"
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: '', label: 'All' },
            ...STATES.map((value) => ({ value, label: STATE_WORDS[value].word })),
          ]}
          value={state}
          onChange={(chosen) => changeHashQuery({ status: chosen })}
        />
        <DataGrid
          id="fee-proof-lines"
          title="Lines of the fee proof"
          noun="lines"
          rows={lines.data}
          columns={lineColumns}
          rowKey={(row) => `${row.document.id}/${row.line}`}
          exportable={false}
          muted={(row) => row.state === 'agrees'}
          totalsLabel="Total"
          offset={380}
          error={loadFailure(lines, 'Failed to load the lines')}
          empty={
            <EmptyState title="No lines">
              {state === 'differs'
                ? 'Every line of these days is charged as the fee tariffs say.'
                : 'Choose other days, another broker, or all lines.'}
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}
