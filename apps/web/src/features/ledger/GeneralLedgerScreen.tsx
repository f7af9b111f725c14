import { ledger } from '@em/contract/books/ledger'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useState } from 'react'
import { useSession } from '../../app/useSession.ts'
import { callFile, messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { askedOf, filtersSet, idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { load } from '../../lib/parts.ts'
import { Balance } from '../../ui/Balance.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { EntryModal } from '../journal/EntryModal.tsx'
import { SuspenseNotice } from '../journal/SuspenseNotice.tsx'
import { ledgerColumns, PENDING } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { changesOf, filtersOf, type LedgerFilters, NO_FILTERS, PAGE_SIZE, pageOf } from './filters.ts'
import css from './Ledger.module.css'
import { ledgerReport } from './ledger-report.ts'
import { loadLines, useLedgerPage, useLedgerSummary } from './useLedger.ts'

/** Lines put on paper, at most. */
const PRINT_MAX = 2_000

/** Every line of the books, newest first, with the running balance of its account. */
export default function GeneralLedgerScreen() {
  const query = useHashQuery()
  const filters = filtersOf(query)
  const page = pageOf(query)
  const lines = useLedgerPage(filters, page)
  const summary = useLedgerSummary(filters)
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const total = lines.data?.total ?? 0
  const entry = idIn(query, 'entry')
  const refresh = () => void Promise.all([lines.refetch(), summary.refetch()])
  const failure = `Failed to fetch ledger entries: ${messageOf(lines.error, 'the server gave no reason')}`

  const exportAll = async () => {
    setBusy(true)
    try {
      await exportLines(filters, total)
    } catch (error) {
      notify.error('Failed to export to Excel. Please try again.', error)
    } finally {
      setBusy(false)
    }
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
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={lines.isRefetching}
            onClick={refresh}
          >
            Refresh
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={busy}
            disabled={total === 0}
            onClick={() => void exportAll()}
          >
            Export to Excel
          </Button>
          <PrintReportButton label="Print Report" report={report} disabled={total === 0} />
        </>
      }
    >
      <SuspenseNotice slim />
      <FilterBar filters={filters} />
      <SummaryCards query={summary} />
      {lines.isError && lines.data !== undefined && <Banner tone="warning">{failure}</Banner>}
      {lines.data?.rows.some((row) => row.status === 'Pending') === true && (
        <p className={css.pendingNote}>{PENDING}.</p>
      )}
      <DataGrid
        id="general-ledger"
        title="General Ledger"
        noun="entries"
        rows={lines.data?.rows}
        columns={ledgerColumns}
        rowKey={(row) => row.id}
        search={false}
        exportable={false}
        offset={48}
        onOpen={(row) => changeHashQuery({ entry: String(row.entry_id) })}
        muted={(row) => row.status === 'Pending'}
        serverPages={{
          page,
          size: PAGE_SIZE,
          total,
          onPage: (next) => changeHashQuery({ page: next === 1 ? '' : String(next) }),
        }}
        error={lines.isError ? { title: failure, onRetry: refresh } : null}
        empty={<NoLines filters={filters} beyond={total > 0} />}
      />
      <EntryModal
        id={entry}
        onClose={() => changeHashQuery({ entry: '' })}
        onOther={(other) => changeHashQuery({ entry: String(other) })}
      />
    </Page>
  )
}

/** Saves a file of everything that the filters leave, as the server streams it. */
async function exportLines(filters: LedgerFilters, total: number): Promise<void> {
  const [blob, { saveFile, XLSX_TYPE }] = await Promise.all([
    callFile(ledger.file, { query: askedOf(filters) }),
    load(() => import('../../ui/grid/export.ts')),
  ])
  saveFile(`General Ledger ${today()}.xlsx`, new Uint8Array(await blob.arrayBuffer()), XLSX_TYPE)
  notify.success(`Exported ${total.toLocaleString('en-LK')} ${total === 1 ? 'entry' : 'entries'}.`)
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
        {...(data?.stopped === true && { note: 'The search stopped there. Narrow it for sums and a file.' })}
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
        title="This page lies after the last one"
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
