import { type ActionReceivable, actionReports } from '@em/contract/corporate-actions/action-reports'
import { corporateActions, RECEIPTS_MAX } from '@em/contract/corporate-actions/corporate-actions'
import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useMay, useMayChange } from '../../../lib/may.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { FilterSpan } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { ChosenRows } from '../../../ui/grid/ChosenRows.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { selectionOf } from '../../../ui/grid/selection.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { type MoneyAction, MoneyDialog } from '../shared/MoneyDialog.tsx'
import { ConfirmReceipts } from './ConfirmReceipts.tsx'
import {
  askedFor,
  BAND_WORDS,
  BANDS,
  bandSums,
  filtersOf,
  NO_FILTERS,
  type ReceivableFilters,
} from './receivables.ts'
import { receivableColumns, receivablesReport } from './receivables-report.tsx'

const FAILED = 'Failed to load the receivables'

const rowKey = (row: ActionReceivable) => `${row.action}/${row.portfolioId}/${row.role}`

/** Outstanding either way, or taken as received without a confirmation. */
const isToConfirm = ({ outstanding, received, is_confirmed: isConfirmed }: ActionReceivable) =>
  outstanding !== 0 || (received !== 0 && !isConfirmed)

/** The outstanding amount; without one, the amount assumed to be received. */
const toConfirm = ({ outstanding, received }: ActionReceivable) =>
  outstanding === 0 ? received : outstanding

const { SelectionProvider, useSelection, Tick } = selectionOf<ActionReceivable>({
  keyOf: rowKey,
  nameOf: (row) => `${row.title}, ${row.portfolioName}`,
})

/** Only what can be confirmed is ticked. */
function TickToConfirm({ row }: { row: ActionReceivable }) {
  const mayChange = useMayChange()
  return isToConfirm(row) && mayChange(row.portfolioId) ? <Tick row={row} /> : null
}
const tick: Column<ActionReceivable> = {
  id: 'select',
  header: 'Select',
  // Names the row where its menu is named.
  value: (row) => row.title,
  cell: (row) => <TickToConfirm row={row} />,
  untitled: true,
  sortable: false,
  width: 48,
  phone: true,
}
const tickedColumns = [tick, ...receivableColumns]

const change = (changes: Partial<ReceivableFilters>) => changeHashQuery({ ...changes })

/** Receivables: the money of events that is expected, came in, or is still to come, with its age. */
export default function ReceivablesScreen() {
  return (
    <SelectionProvider listName="receivables">
      <Receivables />
    </SelectionProvider>
  )
}

/** The ticked receivables, their sum, and their confirmation. */
function Chosen({ rows }: { rows: readonly ActionReceivable[] }) {
  const selection = useSelection()
  const [confirming, setConfirming] = useState(false)
  // As they are now: what was confirmed meanwhile is no longer to be confirmed.
  const chosen = rows.filter((row) => selection.has(row) && isToConfirm(row))
  const tooMany = chosen.length > RECEIPTS_MAX
  if (chosen.length === 0) return null
  return (
    <>
      <ChosenRows>
        <span>
          <strong>{chosen.length} selected</strong>: to confirm{' '}
          <Amount value={sumOf(chosen.map(toConfirm))} unit="LKR" />
          {tooMany && `. At most ${RECEIPTS_MAX} at once.`}
        </span>
        <Button size="compact-sm" variant="default" onClick={selection.clear}>
          Clear selection
        </Button>
        <Button size="compact-sm" disabled={tooMany} onClick={() => setConfirming(true)}>
          Confirm {counted(chosen.length, 'receipt')}
        </Button>
      </ChosenRows>
      {confirming && (
        <ConfirmReceipts rows={chosen} onClose={() => setConfirming(false)} onDone={selection.clear} />
      )}
    </>
  )
}

/** Ticks all that can be confirmed and is due, as many as can be at once. */
function SelectAll({ rows }: { rows: readonly ActionReceivable[] }) {
  const selection = useSelection()
  const mayChange = useMayChange()
  const open = rows
    .filter((row) => isToConfirm(row) && row.band !== 'not due' && mayChange(row.portfolioId))
    .slice(0, RECEIPTS_MAX)
  if (open.length < 2 || selection.rows.length > 0) return null
  return (
    <Button size="compact-sm" variant="default" onClick={() => selection.choose(open)}>
      Select {open.length} due
    </Button>
  )
}

function Receivables() {
  const filters = filtersOf(useHashQuery())
  const list = useRoute(actionReports.receivables, { query: askedFor(filters) }, { keepPrevious: true })
  const { user } = useSession()
  const mayChange = useMayChange()
  const mayAct = useMay()(corporateActions.receiveMany)
  const [moneyAction, setMoneyAction] = useState<MoneyAction | null>(null)
  const { band } = filters
  const rows = useMemo(
    () => (band === '' ? list.data : list.data?.filter((row) => row.band === band)),
    [list.data, band],
  )
  const report = () =>
    receivablesReport(rows ?? [], filters, { asOf: today(), by: `${user.first_name} ${user.last_name}` })
  const isUnusable = rows === undefined || rows.length === 0 || list.isPlaceholderData
  return (
    <Page
      title="Receivables"
      lead="Dividends, refunds and other money of events: what was expected, what came in and what is outstanding, by age."
      actions={
        <>
          <RefreshButton loading={list.isRefetching} onClick={() => void list.refetch()} />
          <ReportButtons report={report} disabled={isUnusable} />
          <PrintReportButton report={report} disabled={isUnusable} />
        </>
      }
    >
      <FilterFrame
        label="Filter the receivables"
        count={filtersSet(filters)}
        onClear={() => change(NO_FILTERS)}
      >
        <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
        <SelectField
          label="Age"
          placeholder="All ages"
          value={band}
          onChange={(value) => changeHashQuery({ band: value })}
          options={BANDS.map((value) => ({ value, label: BAND_WORDS[value] }))}
        />
        <FilterSpan
          labels={['Event from', 'Event to']}
          from={filters.from}
          to={filters.to}
          onChange={(days) => changeHashQuery({ ...days })}
        />
      </FilterFrame>
      {list.isError && list.data !== undefined && (
        <Banner tone="warning">{messageOf(list.error, FAILED)} What you see may be out of date.</Banner>
      )}
      <Stats>
        {bandSums(list.data ?? []).map((sum) => (
          <StatCard
            key={sum.band}
            label={`${BAND_WORDS[sum.band]} (LKR)`}
            value={<Amount value={sum.outstanding} />}
            note={counted(sum.count, 'item')}
            loading={list.isPending}
          />
        ))}
      </Stats>
      {mayAct && <Chosen rows={rows ?? []} />}
      <DataGrid
        id="action-receivables"
        title="Receivables"
        noun="items"
        rows={rows}
        columns={mayAct ? tickedColumns : receivableColumns}
        rowKey={rowKey}
        onOpen={(row) => openEvent(row.action)}
        actions={(row) => [
          ...(isToConfirm(row) && mayChange(row.portfolioId)
            ? [
                {
                  label: row.outstanding < 0 ? 'Confirm Payment' : 'Confirm Receipt',
                  call: corporateActions.receive,
                  onClick: () => setMoneyAction({ word: 'receive', ...row }),
                },
              ]
            : []),
          ...(row.outstanding !== 0 && mayChange(row.portfolioId)
            ? [
                {
                  label: 'Write Off',
                  call: corporateActions.writeOff,
                  danger: true,
                  onClick: () => setMoneyAction({ word: 'write-off', ...row }),
                },
              ]
            : []),
          { label: 'Show event', onClick: () => openEvent(row.action) },
        ]}
        muted={(row) => row.outstanding === 0}
        exportable={false}
        filters={
          <>
            {mayAct && <SelectAll rows={rows ?? []} />}
            <SegmentedControl
              size="xs"
              aria-label="Which items are listed"
              data={[
                { value: 'open', label: 'Outstanding' },
                { value: 'all', label: 'Received too' },
              ]}
              value={filters.show === '' ? 'open' : 'all'}
              onChange={(value) => changeHashQuery({ show: value === 'all' ? 'all' : '' })}
            />
          </>
        }
        totalsLabel="Total"
        offset={220}
        error={loadFailure(list, FAILED)}
        empty={
          filtersSet(filters) > 0 ? (
            <NothingFound title="No receivables match the filters" onClear={() => change(NO_FILTERS)} />
          ) : (
            <EmptyState
              title="Nothing is outstanding"
              action={<TabButton to={['Corporate Actions', 'Dividend']}>Dividends</TabButton>}
            >
              Dividends and refunds stand here from the day they are processed until the money came in.
            </EmptyState>
          )
        }
      />
      <MoneyDialog action={moneyAction} onClose={() => setMoneyAction(null)} />
      <EventInAddress />
    </Page>
  )
}
