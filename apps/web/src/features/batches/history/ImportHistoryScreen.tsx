import type { UndoReport } from '@em/contract/batches/batch-undo'
import { type BatchRecord, batches } from '@em/contract/batches/batches'
import type { JobLine } from '@em/contract/jobs/jobs'
import { monthInWords } from '@em/core/values/date-texts'
import { Anchor, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, cancelJob, problemOf } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { useMay } from '../../../lib/may.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { FilterSpan, SearchField } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { Amount, Quantity } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { Running } from '../../../ui/Running.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { EntitlementChanges } from '../../trades/preview/EntitlementChanges.tsx'
import rowsCss from '../rows/Rows.module.css'
import { fieldOfFault } from '../rows/rows.ts'
import { forgetUnanswered } from '../rows/useSubmission.ts'
import css from './History.module.css'
import { FailedContracts, RefusedRows } from './RefusedRows.tsx'
import { ALL, loadHistory, startWith, useHistory, useHistorySummary } from './useHistory.ts'

const TYPES = {
  'bulk-buy': 'Bulk buy',
  'bulk-sell': 'Bulk sell',
  'bulk-mixed': 'Buys and sells',
  opening: 'Opening positions',
} as const
const STATUSES = {
  success: { label: 'Success', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  pending: { label: 'Pending', tone: 'warn' },
  undone: { label: 'Undone', tone: 'quiet' },
} as const
/** Some rows of a success may have failed: of a document what can be recorded is. */
const statusOf = ({ status, failedTransactions }: BatchRecord) =>
  status === 'success' && failedTransactions > 0
    ? ({ label: 'Partly recorded', tone: 'warn' } as const)
    : STATUSES[status]
const nameOf = ({ id, fileName, dealNumber, type }: BatchRecord) =>
  fileName ?? dealNumber ?? `${TYPES[type]} ${id}`

const ON_A_PHONE: ReadonlySet<string> = new Set(['file', 'recorded', 'status'])

const ALL_COLUMNS: Column<BatchRecord>[] = [
  { id: 'id', header: 'No.', kind: 'number', decimals: 0, value: (row) => row.id, width: 64 },
  { id: 'file', header: 'File', value: nameOf, whole: true, width: 200 },
  { id: 'type', header: 'Type', value: (row) => TYPES[row.type], width: 116 },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 150 },
  { id: 'value', header: 'Total value', unit: 'LKR', kind: 'money', value: (row) => row.totalValue },
  {
    id: 'status',
    header: 'Status',
    value: (row) => statusOf(row).label,
    cell: (row) => <Status tone={statusOf(row).tone}>{statusOf(row).label}</Status>,
    width: 124,
  },
  {
    id: 'total',
    header: 'Transactions',
    kind: 'quantity',
    value: (row) => row.totalTransactions,
    width: 100,
  },
  {
    id: 'recorded',
    header: 'Successful',
    kind: 'quantity',
    value: (row) => row.successfulTransactions,
    width: 100,
  },
  { id: 'failed', header: 'Failed', kind: 'quantity', value: (row) => row.failedTransactions, width: 80 },
  { id: 'by', header: 'Imported by', value: (row) => row.importedBy, width: 140 },
  { id: 'at', header: 'Imported at', kind: 'moment', value: (row) => row.importedAt, width: 160 },
]
const COLUMNS = ALL_COLUMNS.map((column) => ({
  ...column,
  phone: ON_A_PHONE.has(column.id),
  // Newest first, page by page, as the server gives them.
  sortable: false,
}))

/** Import History: every submission of many trades, with its errors, and its undoing. */
export default function ImportHistoryScreen() {
  const wanted = useHashQuery().get('status') ?? ''
  const status = wanted in STATUSES ? wanted : ''
  // Another way here (the bell asks for what failed) begins anew.
  return <History key={status} status={status} />
}

const open = ({ id }: Pick<BatchRecord, 'id'>) => changeHashQuery({ import: String(id) })

function History({ status }: { status: string }) {
  const [filter, setFilter] = useState(() => startWith(status))
  const [undoing, setUndoing] = useState<BatchRecord | null>(null)
  const { list, rows, total, more } = useHistory(filter)
  const summary = useHistorySummary(filter)
  const see = useWrite(batches.see)
  const set = (field: keyof typeof filter) => (value: string) =>
    setFilter((now) => ({ ...now, [field]: value }))
  return (
    <Page title="Import History" lead="Every bulk entry and imported file, with its result.">
      <Sums query={summary} />
      <FilterFrame
        label="Filter the imports"
        count={Object.values(filter).filter((value) => value !== '').length}
        onClear={() => setFilter(ALL)}
      >
        <SearchField placeholder="File, portfolio, user" value={filter.search} onSearch={set('search')} />
        <SelectField
          label="Type"
          placeholder="All"
          options={Object.entries(TYPES).map(([value, label]) => ({ value, label }))}
          value={filter.type}
          onChange={set('type')}
        />
        <SelectField
          label="Status"
          placeholder="All"
          options={Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))}
          value={filter.status}
          onChange={set('status')}
        />
        <FilterSpan
          labels={['From', 'To']}
          from={filter.from}
          to={filter.to}
          onChange={(days) => setFilter((before) => ({ ...before, ...days }))}
          books={{}}
        />
      </FilterFrame>
      <DataGrid
        id="import-history"
        title="Import History"
        noun="imports"
        rows={rows}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        search={false}
        allRows={() => loadHistory(filter)}
        more={{ ...more, total }}
        error={
          list.isError
            ? { title: 'Failed to fetch import history', onRetry: () => void list.refetch() }
            : null
        }
        onOpen={open}
        actions={(row) => [
          { label: 'View Details', onClick: () => open(row) },
          ...(isUnseen(row)
            ? [
                {
                  label: 'Mark as seen',
                  call: batches.see,
                  onClick: () => see.mutate({ params: { id: row.id } }),
                },
              ]
            : []),
          ...(row.status === 'success'
            ? [{ label: 'Undo', call: batches.undo, danger: true, onClick: () => setUndoing(row) }]
            : []),
        ]}
        empty={
          <EmptyState title="No imports found">
            Bulk entries and imported files appear here.{' '}
            <IfMay call={batches.record}>
              <Anchor
                fz="inherit"
                href={hrefOf('Batch Transaction Import', 'Bulk Buy Entry', { view: 'rows' })}
              >
                Enter many rows
              </Anchor>
            </IfMay>
          </EmptyState>
        }
      />
      <Details onUndo={setUndoing} />
      {undoing !== null && <Undo batch={undoing} onClose={() => setUndoing(null)} />}
    </Page>
  )
}

function Sums({ query }: { query: ReturnType<typeof useHistorySummary> }) {
  const { data } = query
  const loading = data === undefined && !query.isError
  return (
    <Stats>
      <StatCard label="Total Imports" value={<Quantity value={data?.total} />} loading={loading} />
      <StatCard label="Successful" value={<Quantity value={data?.success} />} loading={loading} />
      <StatCard label="Failed" value={<Quantity value={data?.failed} />} loading={loading} />
      <StatCard
        label="Transactions recorded"
        value={<Quantity value={data?.transactions} />}
        loading={loading}
      />
    </Stats>
  )
}

/** The bell still lists it. */
const isUnseen = ({ status, seenAt }: BatchRecord) => status === 'failed' && seenAt === null

interface DetailsProps {
  onUndo: (batch: BatchRecord) => void
}

/** The submission that the address names. */
function Details({ onUndo }: DetailsProps) {
  const id = idIn(useHashQuery(), 'import')
  const found = useRoute(batches.get, { params: { id: id ?? 0 } }, { enabled: id !== null })
  const onClose = () => changeHashQuery({ import: '' })
  const title = found.data === undefined ? 'Import' : nameOf(found.data)
  return (
    <Modal opened={id !== null} onClose={onClose} title={id === null ? '' : title} size="lg">
      {id !== null && (
        <Loaded query={found} failed="Failed to fetch import history">
          {(batch) => <Content batch={batch} onClose={onClose} onUndo={onUndo} />}
        </Loaded>
      )}
    </Modal>
  )
}

interface ContentProps extends DetailsProps {
  batch: BatchRecord
  onClose: () => void
}

function Content({ batch, onClose, onUndo }: ContentProps) {
  const { mutate: see } = useWrite(batches.see)
  const { id } = batch
  const may = useMay()
  const unseen = isUnseen(batch) && may(batches.see)
  // Opening a failure marks it as seen.
  useEffect(() => {
    if (unseen) see({ params: { id } })
  }, [unseen, id, see])
  return (
    <>
      <Text size="sm">
        {TYPES[batch.type]}, {batch.portfolio ?? 'no portfolio'}. Imported by {batch.importedBy} on{' '}
        {formatMoment(batch.importedAt)}.
      </Text>
      <div className={rowsCss.facts}>
        <span>
          Transactions: <Quantity value={batch.totalTransactions} />
        </span>
        <span>
          Successful: <Quantity value={batch.successfulTransactions} />
        </span>
        <span>
          Skipped: <Quantity value={batch.skippedTransactions} />
        </span>
        <span>
          Failed: <Quantity value={batch.failedTransactions} />
        </span>
        <span>
          Total value: LKR <Amount value={batch.totalValue} />
        </span>
      </div>
      {batch.undoneAt !== null && (
        <Banner>
          Undone by {batch.undoneBy} on {formatMoment(batch.undoneAt)}.
        </Banner>
      )}
      {batch.seenAt !== null && (
        <Text size="sm" c="dimmed">
          Seen by {batch.seenBy} on {formatMoment(batch.seenAt)}.
        </Text>
      )}
      {batch.source === 'document' && (
        <Text size="sm">
          {batch.successfulTransactions > 0 ? 'Recorded from' : 'Recording of'} a document of a broker.{' '}
          {batch.documentId !== null && (
            <Anchor
              fz="inherit"
              href={hrefOf('Batch Transaction Import', 'Trade Report', {
                document: String(batch.documentId),
                tab: 'overview',
              })}
            >
              Trade Report
            </Anchor>
          )}
        </Text>
      )}
      {batch.errors.length > 0 && (
        <ul className={rowsCss.list}>
          {batch.errors.map(({ row, field, error, value }) => (
            <li key={`${row} ${field} ${error}`}>
              {row > 0 && fieldOfFault(batch.source === 'document' ? 'Line' : 'Row', row, field)}
              {error}
              {value !== null && value !== '' && ` (${value})`}
            </li>
          ))}
        </ul>
      )}
      <div className={`${rowsCss.tools} ${css.apart}`}>
        {batch.status === 'failed' && batch.source !== 'document' && <RefusedRows batch={batch} />}
        {batch.source === 'document' && batch.status !== 'undone' && <FailedContracts batch={batch} />}
        <span className={rowsCss.grow} />
        {batch.status === 'success' && may(batches.undo) && (
          <Button
            color="red"
            variant="light"
            onClick={() => {
              onClose()
              onUndo(batch)
            }}
          >
            Undo
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  )
}

/** Asks before a whole import is taken back, with what that would change. */
function Undo({ batch, onClose }: { batch: BatchRecord; onClose: () => void }) {
  const [report, setReport] = useState<UndoReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)
  const undone = () => {
    forgetUnanswered()
    notify.done(`${nameOf(batch)} was undone.`)
    onClose()
  }
  const failed = (error: unknown) =>
    setProblem(problemOf(error, 'The import could not be undone. Please try again.'))
  const undo = useLongWork(batches.undo, `undo.${batch.id}`, { onFound: undone, onFoundFailed: failed })
  const { finding } = undo
  useEffect(() => {
    if (finding) return
    const left = new AbortController()
    const { signal } = left
    call(batches.undo, {
      params: { id: batch.id },
      query: { dryRun: '1' },
      signal,
      onJob: setPreviewJob,
    }).then(
      (answer) => {
        if (!signal.aborted) setReport(answer as UndoReport)
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(problemOf(error, 'The changes could not be previewed.'))
      },
    )
    return () => left.abort()
  }, [batch.id, finding])
  const carryOut = useOnce(() => undo.run({ params: { id: batch.id } }).then(undone, failed))
  return (
    <Modal opened onClose={onClose} title={`Undo ${nameOf(batch)}?`} size="lg">
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {report === null && problem === null && !undo.busy && (
        <Running
          job={previewJob}
          words={() => 'Preparing the preview.'}
          onCancel={() => (previewJob === null ? Promise.resolve() : cancelJob(previewJob.id))}
        />
      )}
      {report !== null && <WhatChanges report={report} />}
      <WillWait preview={report} />
      {undo.busy && (
        <Running
          job={undo.job}
          words={() => 'Undoing the trades. All are undone, or none.'}
          onCancel={undo.cancel}
        />
      )}
      <div className={`${rowsCss.tools} ${css.apart}`}>
        <span className={rowsCss.grow} />
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={report === null}
          loading={undo.busy}
          onClick={() => void carryOut(undefined)}
        >
          Undo Import
        </Button>
      </div>
    </Modal>
  )
}

const LISTED = 50

function WhatChanges({ report }: { report: UndoReport }) {
  const { consequences, positions } = report
  return (
    <>
      <Text size="sm">
        {formatNumber(report.trades, { decimals: 0 })} {report.trades === 1 ? 'trade is' : 'trades are'}{' '}
        deleted and {formatNumber(report.entriesReversed, { decimals: 0 })} ledger{' '}
        {report.entriesReversed === 1 ? 'entry' : 'entries'} reversed.
        {consequences.affectedSales > 0 &&
          ` ${formatNumber(consequences.affectedSales, { decimals: 0 })} other ${consequences.affectedSales === 1 ? 'sale gets' : 'sales get'} another cost.`}
      </Text>
      <ul className={rowsCss.list}>
        {positions.slice(0, LISTED).map(({ portfolio, symbol, before, after }) => (
          <li key={`${portfolio} ${symbol}`}>
            {symbol} in {portfolio}: <Quantity value={before.quantity} /> shares become{' '}
            <Quantity value={after.quantity} />
          </li>
        ))}
        {consequences.gainsByMonth.map(({ month, before, after }) => (
          <li key={month}>
            Realized gains of {monthInWords(month)}: <Amount value={before} /> become <Amount value={after} />
          </li>
        ))}
      </ul>
      <EntitlementChanges changes={consequences} />
    </>
  )
}
