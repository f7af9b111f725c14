import type { ExportFormat } from '@em/contract/exports/exports'
import { LIST_MAX } from '@em/contract/kit/register'
import { LEDGER_SORTED_MAX, ledger } from '@em/contract/ledger/ledger'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure, call, messageOf } from '../../lib/api.ts'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useSession } from '../../lib/useSession.ts'
import { Balance } from '../../ui/Balance.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { DataGrid, type SortOrder } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { makeExport } from '../exports/make-export.tsx'
import { EntryInAddress } from '../journal/entry/EntryInAddress.tsx'
import { SuspenseNotice } from '../suspense/SuspenseNotice.tsx'
import { columnOfSort, columnsByDate, PENDING, sortableColumns, sortOfColumn } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import {
  changesOf,
  filtersOf,
  type LedgerFilters,
  NO_FILTERS,
  orderOf,
  PAGE_SIZE,
  pageOf,
  sortText,
} from './filters.ts'
import css from './Ledger.module.css'
import { ledgerReport } from './ledger-report.ts'
import { loadLines, useLedgerPage, useLedgerSummary } from './useLedger.ts'

const DRAFTS = 'Drafts are not posted: they are in no balance and in no other list of the ledger.'

/** Lines put on paper, at most. */
const PRINT_MAX = 2_000

/** Every line of the books, newest first, with the running balance of its account. */
export default function GeneralLedgerScreen() {
  const query = useHashQuery()
  const filters = filtersOf(query)
  const page = pageOf(query)
  const order = orderOf(query)
  const lines = useLedgerPage(filters, order, page)
  const summary = useLedgerSummary(filters)
  const { user } = useSession()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const total = lines.data?.total ?? 0
  const drafts = filters.status === 'Draft'
  const refresh = () => void Promise.all([lines.refetch(), summary.refetch()])
  const failure = `Failed to fetch ledger entries: ${messageOf(lines.error, 'the server gave no reason')}`

  const tooWide =
    sortText(order) !== '' && lines.error instanceof ApiFailure && lines.error.code.endsWith('-too-wide')
  const byDate = () => changeHashQuery({ sort: '', page: '' })
  const sort: SortOrder = [{ id: columnOfSort(order.field), desc: order.desc }]
  const stopped = summary.data?.stopped === true

  const exportAll = async (format: ExportFormat) => {
    setBusy(format)
    await exportLines(client, filters, format)
    setBusy(null)
  }
  const report = async () => {
    const [found, sums] = await Promise.all([loadLines(filters, PRINT_MAX), summary.refetch()])
    if (sums.data === undefined) throw sums.error
    return ledgerReport(
      { lines: found.rows, summary: sums.data, filters },
      `${user.first_name} ${user.last_name}`,
    )
  }
  return (
    <Page
      title="General Ledger"
      lead="Every line of the books, newest first, with the running balance of its account."
      actions={
        <>
          <RefreshButton loading={lines.isRefetching} onClick={refresh} />
          {!drafts && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                loading={busy === 'xlsx'}
                disabled={total === 0 || busy !== null}
                onClick={() => void exportAll('xlsx')}
              >
                Export to Excel
              </Button>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                loading={busy === 'csv'}
                disabled={total === 0 || busy !== null}
                onClick={() => void exportAll('csv')}
              >
                Export to CSV
              </Button>
            </>
          )}
          <PrintReportButton label="Print Report" report={report} disabled={total === 0} />
        </>
      }
    >
      <SuspenseNotice />
      <FilterBar filters={filters} />
      <SummaryCards query={summary} />
      {lines.isError && lines.data !== undefined && <Banner tone="warning">{failure}</Banner>}
      {lines.data?.rows.some((row) => row.status === 'Pending') === true && (
        <p className={css.pendingNote}>{PENDING}.</p>
      )}
      {drafts && <p className={css.pendingNote}>{DRAFTS}</p>}
      <DataGrid
        id="general-ledger"
        title="General Ledger"
        noun="entries"
        rows={lines.data?.rows}
        columns={total > LEDGER_SORTED_MAX || stopped ? columnsByDate : sortableColumns}
        rowKey={(row) => row.id}
        search={false}
        exportable={drafts}
        allRows={async () => (await loadLines(filters, LIST_MAX)).rows}
        offset={48}
        onOpen={(row) => changeHashQuery({ entry: String(row.entry_id) })}
        muted={(row) => row.status !== 'Posted'}
        serverSort={{
          value: sort,
          onChange: ([next]) => {
            const field = next === undefined ? undefined : sortOfColumn(next.id)
            // Where the usual order is clicked away, it is turned round.
            const cleared = sortText(order) === '' ? 'date' : ''
            const chosen = field === undefined ? cleared : sortText({ field, desc: next?.desc === true })
            changeHashQuery({ sort: chosen, page: '' })
          },
        }}
        serverPages={{
          page,
          size: PAGE_SIZE,
          total,
          onPage: (next) => changeHashQuery({ page: next === 1 ? '' : String(next) }),
        }}
        error={
          lines.isError
            ? {
                title: failure,
                ...(tooWide ? { onRetry: byDate, retryLabel: 'Newest first' } : { onRetry: refresh }),
              }
            : null
        }
        empty={<NoLines filters={filters} beyond={total > 0} />}
      />
      <EntryInAddress />
    </Page>
  )
}

/** Makes a file of everything that the filters leave. */
function exportLines(client: QueryClient, filters: LedgerFilters, format: ExportFormat): Promise<void> {
  const status = filters.status === 'Draft' ? ('' as const) : filters.status
  const body = { ...filters, status, portfolio: '', portfolioId: filters.portfolio, format }
  const what = format === 'xlsx' ? 'Excel' : 'CSV'
  return makeExport(client, {
    words: `Exporting the ledger to ${what}.`,
    failed: `Failed to export to ${what}. Please try again.`,
    start: (options) => call(ledger.export, { body, ...options }),
  })
}

function SummaryCards({ query }: { query: ReturnType<typeof useLedgerSummary> }) {
  const { data } = query
  const loading = data === undefined && !query.isError
  return (
    <Stats>
      <StatCard
        label="Total Entries"
        loading={loading}
        value={
          data === undefined ? (
            <Amount value={null} />
          ) : (
            `${data.stopped ? 'More than ' : ''}${data.entries.toLocaleString('en-LK')}`
          )
        }
        note={
          data?.stopped === true
            ? 'Ledger lines. The search stopped there. Narrow it to see totals and to export.'
            : 'Ledger lines'
        }
      />
      <StatCard label="Total Debits (LKR)" loading={loading} value={<Amount value={data?.debits} />} />
      <StatCard label="Total Credits (LKR)" loading={loading} value={<Amount value={data?.credits} />} />
      <StatCard label="Net Balance (LKR)" loading={loading} value={<Balance value={data?.net} />} />
    </Stats>
  )
}

function NoLines({ filters, beyond }: { filters: LedgerFilters; beyond: boolean }) {
  if (beyond) {
    return (
      <EmptyState
        title="There are no entries on this page"
        action={
          <Button variant="default" onClick={() => changeHashQuery({ page: '' })}>
            Go to the first page
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No ledger entries found matching the current filters."
      {...(filtersSet(filters) > 0
        ? {
            action: (
              <Button variant="default" onClick={() => changeHashQuery(changesOf(NO_FILTERS))}>
                Clear Filters
              </Button>
            ),
          }
        : {})}
    >
      {filtersSet(filters) > 0 ? undefined : 'Entries appear here with the first buy or journal entry.'}
    </EmptyState>
  )
}
