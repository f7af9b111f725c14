import { type JournalRow, type JournalWritten, journal } from '@em/contract/journal/journal'
import { type JournalEntry } from '@em/contract/journal/journal-entry'
import { Button, Menu, SegmentedControl } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { filtersSet, idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { invalidateAfter, useWrite } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { hrefOf } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { DataGrid, type RowAction } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { Clearings } from '../suspense/Clearings.tsx'
import { SuspenseItems } from '../suspense/SuspenseItems.tsx'
import { SuspenseNotice } from '../suspense/SuspenseNotice.tsx'
import { suspenseFiltersOf } from '../suspense/suspense-items.ts'
import { journalColumns } from './columns.tsx'
import { cancelled } from './entry/cancel-draft.ts'
import { type Editing, EntryDialog } from './entry/EntryDialog.tsx'
import { EntryInAddress } from './entry/EntryInAddress.tsx'
import { type EntryActionId, offeredActions } from './entry-actions.ts'
import { FilterBar } from './FilterBar.tsx'
import { EXPORT_MAX, filtersOf, type JournalFilters, NO_FILTERS, PDF_ROWS, PRINT_MAX } from './filters.ts'
import css from './Journal.module.css'
import { journalReport } from './journal-report.ts'
import { PostDraftsModal } from './PostDraftsModal.tsx'
import { ReversalInAddress, ReverseModal } from './ReverseModal.tsx'
import { RecurringModal } from './recurring/RecurringModal.tsx'
import { RepeatModal } from './recurring/RepeatModal.tsx'
import { TodaysEntries } from './TodaysEntries.tsx'
import { loadEntries, useJournalList, useJournalSummary } from './useJournal.ts'
import { viewOf } from './views.ts'

const FAILED = 'Failed to load journal entries'
const count = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString('en-LK'))
const open = (id: number) => changeHashQuery({ entry: String(id) })
type ListedEntry = Pick<JournalRow, 'id' | 'date' | 'description'>

/** The subject of the form, which is in the address, so that a reload finds it again. */
function editingOf(query: URLSearchParams): Editing | null {
  const [edit, copy] = [idIn(query, 'edit'), idIn(query, 'copy')]
  if (edit !== null) return { what: 'edit', id: edit }
  if (copy !== null) return { what: 'copy', id: copy }
  if (query.get('new') === '1') return { what: 'new' }
  const items = query.get('clear') ?? ''
  return items === '' ? null : { what: 'clear', items }
}
const NOT_EDITING = { edit: '', copy: '', new: '', clear: '' }

/** Journal Entries: what people enter in the books, drafts and recurring entries, and on demand all the rest. */
export default function JournalScreen() {
  const query = useHashQuery()
  const narrow = useNarrow()
  const filters = filtersOf(query)
  const view = viewOf(query)
  const { list, rows, total, more } = useJournalList(filters)
  const summary = useJournalSummary(filters)
  const [dialog, setDialog] = useState<'drafts' | 'recurring' | null>(null)
  const [reversing, setReversing] = useState<ListedEntry | null>(null)
  const [repeating, setRepeating] = useState<ListedEntry | null>(null)
  const cancelDraft = useCancelDraft()
  const may = useMay()
  const client = useQueryClient()
  const refresh = () => void invalidateAfter(client, 'journal')
  const failure = loadFailure(list, FAILED, refresh)
  const due = summary.data?.data.due ?? 0

  const act = (action: EntryActionId, row: ListedEntry) => {
    switch (action) {
      case 'edit':
      case 'copy':
        return changeHashQuery({ ...NOT_EDITING, entry: '', [action]: String(row.id) })
      case 'reverse':
        return setReversing(row)
      case 'repeat':
        return setRepeating(row)
      default:
        return void cancelDraft(row)
    }
  }
  const saved = (written: JournalWritten, next: boolean) => {
    if (!next) changeHashQuery(NOT_EDITING)
    notify.success(savedText(written), {
      label: 'Show',
      href: hrefOf('Accounting Entries', 'Journal Entries', { entry: String(written.data.id) }),
    })
    for (const warning of written.warnings) notify.info(`Journal entry ${written.data.id}: ${warning}`)
  }
  return (
    <Page
      title="Journal Entries"
      lead="Entries made by users: drafts, posted and cancelled. Posted entries are corrected by reversal."
      actions={
        <>
          {may(journal.create) && (
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => changeHashQuery({ ...NOT_EDITING, new: '1' })}
            >
              New journal entry
            </Button>
          )}
          {/* As specified it opens Buy; its name says so: the button next to it enters a journal entry. */}
          <TabButton variant="default" to={['Trade Capture', 'Buy']}>
            + New Entry (Buy)
          </TabButton>
          <RefreshButton loading={list.isRefetching && !list.isFetchingNextPage} onClick={refresh} />
          {view === 'entries' && <Papers filters={filters} disabled={total === 0} />}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDots size={16} />}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {may(journal.postDrafts) && (
                <Menu.Item onClick={() => setDialog('drafts')}>Post drafts</Menu.Item>
              )}
              <Menu.Item onClick={() => setDialog('recurring')}>Recurring entries</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <div className={css.views}>
        <SegmentedControl
          aria-label="View"
          size="sm"
          orientation={narrow ? 'vertical' : 'horizontal'}
          data={[
            { value: 'entries', label: 'Journal entries' },
            { value: 'suspense', label: 'Suspense items' },
            { value: 'cleared', label: 'Cleared items' },
          ]}
          value={view}
          onChange={(value) => changeHashQuery({ view: value === 'entries' ? '' : value })}
        />
      </div>
      {view === 'suspense' ? (
        <SuspenseItems filters={suspenseFiltersOf(query)} />
      ) : view === 'cleared' ? (
        <Clearings />
      ) : (
        <>
          <SuspenseNotice />
          {due > 0 && (
            <Banner tone="info">
              {due === 1 ? 'One recurring entry has come due.' : `${due} recurring entries have come due.`}{' '}
              {may(journal.postDrafts) && (
                <Button size="compact-sm" variant="default" onClick={() => setDialog('drafts')}>
                  Review and post
                </Button>
              )}
            </Banner>
          )}
          <FilterBar filters={filters} />
          <Summary query={summary} />
          {list.isError && list.data !== undefined && (
            <Banner tone="warning">
              {FAILED}: {failure?.message} What you see may be out of date.
            </Banner>
          )}
          <DataGrid
            id="journal-entries"
            title="Journal Entries"
            noun="entries"
            rows={rows}
            columns={journalColumns}
            rowKey={(row) => row.id}
            search={false}
            exportable={false}
            offset={130}
            onOpen={(row) => open(row.id)}
            muted={(row) => row.status === 'Cancelled' || row.reversed_by !== null}
            actions={(row): RowAction[] => [
              { label: 'Show details', onClick: () => open(row.id) },
              ...offeredActions(row, may).map(({ id: action, label, danger }) => ({
                label,
                danger,
                onClick: () => act(action, row),
              })),
            ]}
            more={{ ...more, total }}
            error={failure}
            empty={<NoEntries filters={filters} />}
          />
        </>
      )}
      <EntryInAddress
        tools={(entry: JournalEntry) =>
          offeredActions(entry, may).map(({ id: action, label }) => (
            <Button key={action} variant="default" onClick={() => act(action, entry)}>
              {label}
            </Button>
          ))
        }
      />
      <EntryDialog
        editing={may(journal.create, journal.change) ? editingOf(query) : null}
        onClose={() => changeHashQuery(NOT_EDITING)}
        onSaved={saved}
        today={<TodaysEntries onOpen={open} onUndo={act} />}
      />
      <ReverseModal entry={reversing} onClose={() => setReversing(null)} />
      <ReversalInAddress id={may(journal.reverse) ? idIn(query, 'reverse') : null} />
      <RepeatModal entry={repeating} onClose={() => setRepeating(null)} />
      <PostDraftsModal opened={dialog === 'drafts'} onClose={() => setDialog(null)} onOpen={open} />
      <RecurringModal opened={dialog === 'recurring'} onClose={() => setDialog(null)} onOpen={open} />
    </Page>
  )
}

function savedText({ data, reversal }: JournalWritten): string {
  if (data.status === 'Draft') return `Journal entry ${data.id} is kept as a draft.`
  if (data.status === 'Cancelled') {
    return reversal === null
      ? `Journal entry ${data.id} is cancelled.`
      : `Journal entry ${data.id} is reversed by entry ${reversal.id}.`
  }
  return data.replaces !== null && reversal !== null
    ? `Journal entry ${data.id} is posted in place of entry ${data.replaces}.`
    : `Journal entry ${data.id} is posted.`
}

/** Asks, and cancels a draft: it stays, and can be taken up again. */
function useCancelDraft() {
  const change = useWrite(journal.change)
  return async (row: ListedEntry) => {
    const sure = await confirm({
      title: 'Cancel this draft?',
      message: `${row.description}. It stays in the list as cancelled.`,
      confirm: 'Cancel draft',
      cancel: 'Keep it',
      danger: true,
    })
    if (!sure) return
    try {
      await change.mutateAsync(await cancelled(row.id))
      notify.success(`Journal entry ${row.id} is cancelled.`)
    } catch (error) {
      notify.error('The draft was not cancelled. Please try again.', error)
    }
  }
}

/** The list as Excel workbook, PDF and on paper. */
function Papers({ filters, disabled }: { filters: JournalFilters; disabled: boolean }) {
  const { user } = useSession()
  const report = async (most: number) => {
    const { rows, total } = await loadEntries(filters, most)
    return journalReport(
      { rows, total: total ?? rows.length, filters },
      `${user.first_name} ${user.last_name}`,
    )
  }
  return (
    <>
      <ReportButtons formats={['xlsx']} disabled={disabled} report={() => report(EXPORT_MAX)} />
      <ReportButtons formats={['pdf']} disabled={disabled} report={() => report(PDF_ROWS)} />
      <PrintReportButton disabled={disabled} report={() => report(PRINT_MAX)} />
    </>
  )
}

function Summary({ query }: { query: ReturnType<typeof useJournalSummary> }) {
  const found = query.data?.data
  const loading = found === undefined && !query.isError
  return (
    <Stats>
      <StatCard label="Posted" loading={loading} value={count(found?.posted)} />
      <StatCard label="Pending" loading={loading} value={count(found?.pending)} note="Dated after today" />
      <StatCard
        label="Draft"
        loading={loading}
        value={count(found?.draft)}
        note={found !== undefined && found.due > 0 ? `${count(found.due)} came due` : 'Not in the ledger'}
      />
      <StatCard label="Cancelled" loading={loading} value={count(found?.cancelled)} />
    </Stats>
  )
}

function NoEntries({ filters }: { filters: JournalFilters }) {
  const may = useMay()
  if (filtersSet(filters) > 0) {
    return (
      <NothingFound title="No journal entries found" onClear={() => changeHashQuery({ ...NO_FILTERS })} />
    )
  }
  return (
    <EmptyState
      title="No journal entries found"
      action={
        may(journal.create) && (
          <Button onClick={() => changeHashQuery({ new: '1' })}>New journal entry</Button>
        )
      }
    >
      {may(journal.create)
        ? 'Enter charges, interest, capital paid in and anything else that does not come from a trade.'
        : 'Charges, interest, capital paid in and anything else that does not come from a trade is listed here.'}
    </EmptyState>
  )
}
