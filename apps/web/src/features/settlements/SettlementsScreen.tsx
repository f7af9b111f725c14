import {
  type NettedRow,
  SETTLEMENT_ITEMS_MAX,
  type SettlementRow,
  settlements,
} from '@em/contract/books/settlements'
import { Button, SegmentedControl } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { filtersSet, idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { invalidateAfter, useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { goTo } from '../../places/places.ts'
import { sumOf } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { EntryModal } from '../journal/entry/EntryModal.tsx'
import { ActDialog, type Acting } from './ActDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ConfirmDue } from './ConfirmDue.tsx'
import {
  anyColumns,
  anyOnPhone,
  nettedColumns,
  openColumns,
  openOnPhone,
  settledColumns,
  settledOnPhone,
} from './columns.tsx'
import { commonDeeds, type Deed, deedsOf } from './deeds.ts'
import { FilterBar } from './FilterBar.tsx'
import {
  EXPORT_MAX,
  filterFacts,
  filtersOf,
  NO_FILTERS,
  PDF_ROWS,
  PRINT_MAX,
  type SettlementFilters,
  type Status,
  statusOf,
  viewOf,
} from './filters.ts'
import { CashNeeded, Ladder } from './Ladder.tsx'
import { PaymentsToMake } from './PaymentsToMake.tsx'
import { SettlementModal } from './SettlementModal.tsx'
import css from './Settlements.module.css'
import { StatusChoice } from './StatusChoice.tsx'
import { SelectionProvider, useSelection } from './selection.tsx'
import { nettedReport, settlementsReport } from './settlements-report.ts'
import {
  type Asked,
  loadNetted,
  loadSettlements,
  useAccountNames,
  useNetted,
  useSettlementList,
  useSettlementSummary,
} from './useSettlements.ts'

const FAILED = 'Failed to load the settlements'
const count = (value: number) => value.toLocaleString('en-LK')

/** Settlement Instructions: what is due when, what it nets to, and what was really paid. */
export default function SettlementsScreen() {
  const query = useHashQuery()
  const asked: Asked = { status: statusOf(query), filters: filtersOf(query) }
  return (
    <SelectionProvider place={JSON.stringify(asked)}>
      <Screen asked={asked} />
    </SelectionProvider>
  )
}

function Screen({ asked }: { asked: Asked }) {
  const query = useHashQuery()
  const { status, filters } = asked
  const view = viewOf(query)
  const selection = useSelection()
  const client = useQueryClient()
  const accounts = useAccountNames()
  const ladder = useRoute(
    settlements.ladder,
    { query: filters.portfolio === '' ? {} : { portfolioId: filters.portfolio } },
    { keepPrevious: true },
  )
  const [confirming, setConfirming] = useState<readonly SettlementRow[] | null>(null)
  const [acting, setActing] = useState<Acting | null>(null)
  const [confirmingDue, setConfirmingDue] = useState(false)
  const deed = ({ word }: Deed, rows: readonly SettlementRow[]) =>
    word === 'confirm' ? setConfirming(rows) : setActing({ word, rows })
  const confirmGroup = async (group: NettedRow) => {
    try {
      setConfirming(await tradesOf(asked, group))
    } catch (error) {
      notify.error('The trades could not be loaded. Please try again.', error)
    }
  }
  return (
    <Page
      title="Settlement Instructions"
      lead="The amounts to pay or receive for each trade, with due date, account and confirmations."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={ladder.isRefetching}
            onClick={() => void invalidateAfter(client, 'settlements')}
          >
            Refresh
          </Button>
          {view !== 'payments' && <Papers asked={asked} netted={view === 'netted'} accounts={accounts} />}
          <Button onClick={() => setConfirmingDue(true)}>Confirm All Due</Button>
        </>
      }
    >
      {ladder.isError && ladder.data === undefined ? (
        <ErrorState
          title="Failed to load the due ladder"
          message={messageOf(ladder.error, 'The server gave no reason.')}
          onRetry={() => void ladder.refetch()}
        />
      ) : (
        <Ladder ladder={ladder.data} />
      )}
      {ladder.data !== undefined && ladder.data.accounts.length > 0 && (
        <details className={css.fold}>
          <summary>Cash needed per account and day</summary>
          <CashNeeded ladder={ladder.data} />
        </details>
      )}
      <div className={css.bar}>
        {view !== 'payments' && <StatusChoice status={status} ladder={ladder.data} />}
        <SegmentedControl
          aria-label="View"
          size="sm"
          data={[
            { value: 'list', label: 'Each trade' },
            { value: 'netted', label: 'Netted' },
            { value: 'payments', label: 'Payments to make' },
          ]}
          value={view}
          onChange={(value) => changeHashQuery({ view: value === 'list' ? '' : value })}
        />
      </div>
      {view !== 'payments' && <FilterBar filters={filters} status={status} accounts={accounts} />}
      {view === 'payments' ? (
        <PaymentsToMake portfolio={filters.portfolio} />
      ) : view === 'list' ? (
        <List asked={asked} onDeed={deed} />
      ) : (
        <Netted asked={asked} onConfirm={(group) => void confirmGroup(group)} />
      )}
      <SettlementModal
        id={idIn(query, 'settlement')}
        onClose={() => changeHashQuery({ settlement: '' })}
        onEntry={(entry) => changeHashQuery({ entry: String(entry) })}
        onDeed={(chosen, row) => deed(chosen, [row])}
      />
      <ConfirmDialog rows={confirming} onClose={() => setConfirming(null)} onDone={selection.clear} />
      <ActDialog acting={acting} onClose={() => setActing(null)} onDone={selection.clear} />
      <ConfirmDue
        opened={confirmingDue}
        filters={filters}
        scope={scopeOf(filters, accounts)}
        onClose={() => setConfirmingDue(false)}
      />
      <EntryModal
        id={idIn(query, 'entry')}
        onClose={() => changeHashQuery({ entry: '' })}
        onOther={(other) => changeHashQuery({ entry: String(other) })}
      />
    </Page>
  )
}

/** Portfolio, broker and account in words: what "all" is of. */
function scopeOf(filters: SettlementFilters, accounts: ReadonlyMap<string, string>): string {
  const { portfolio, broker, account } = filters
  return filterFacts('pending', { ...NO_FILTERS, portfolio, broker, account }, accounts)
    .slice(1)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(', ')
}

/** The trades that a netted row is made of, as they can be confirmed together. */
async function tradesOf(asked: Asked, group: NettedRow): Promise<readonly SettlementRow[]> {
  const filters = { ...asked.filters, ...filtersOfGroup(group) }
  return (await loadSettlements({ ...asked, filters }, SETTLEMENT_ITEMS_MAX)).rows
}

const filtersOfGroup = (group: NettedRow) => ({
  broker: group.broker_name ?? '-',
  account: group.settlement_account === null ? '-' : String(group.settlement_account),
  from: group.date,
  to: group.date,
})

interface ListProps {
  asked: Asked
  onDeed: (deed: Deed, rows: readonly SettlementRow[]) => void
}

/** By status: where the columns are remembered, the columns, those of a phone, and which of them the totals stand in. */
const LISTS = {
  open: { id: 'settlements', wide: openColumns, phone: openOnPhone, day: 'due', amount: 'outstanding' },
  settled: {
    id: 'settlements-done',
    wide: settledColumns,
    phone: settledOnPhone,
    day: 'paidOn',
    amount: 'paid',
  },
  all: { id: 'settlements-all', wide: anyColumns, phone: anyOnPhone, day: 'due', amount: 'net' },
} as const
const listOf = (status: Status) => LISTS[status === 'settled' || status === 'all' ? status : 'open']

function List({ asked, onDeed }: ListProps) {
  const { list, rows, total, more } = useSettlementList(asked, true)
  const summary = useSettlementSummary(asked)
  const selection = useSelection()
  const narrow = useNarrow()
  const shown = listOf(asked.status)
  const open = (row: SettlementRow) => changeHashQuery({ settlement: String(row.trade_id) })
  const refresh = () => void Promise.all([list.refetch(), summary.refetch()])
  const sums = summary.data
  return (
    <>
      {selection.rows.length > 0 && <Chosen rows={rows} onDeed={onDeed} />}
      <DataGrid
        id={shown.id}
        title="Settlement Instructions"
        noun="settlements"
        rows={rows}
        columns={narrow ? shown.phone : shown.wide}
        rowKey={(row) => row.trade_id}
        search={false}
        exportable={false}
        offset={130}
        {...(selection.rows.length === 0 ? { filters: <SelectAll rows={rows} /> } : {})}
        onOpen={open}
        actions={(row) => [
          { label: 'Show details', onClick: () => open(row) },
          ...deedsOf(row).map((deed) => ({
            label: deed.label,
            onClick: () => onDeed(deed, [row]),
            ...(deed.word === 'fail' || deed.word === 'reopen' ? { danger: true } : {}),
          })),
          {
            label: 'Show trade',
            onClick: () => goTo('Trade Capture', 'Transactions', { trade: String(row.trade_id) }),
          },
          {
            label: selection.has(row) ? 'Remove from the selection' : 'Select',
            onClick: () => selection.toggle(row),
          },
        ]}
        more={{ ...more, total }}
        totalsLabel=""
        {...(sums === undefined
          ? {}
          : {
              totals: {
                [shown.day]: `Net of all ${count(sums.count)}`,
                [shown.amount]: (
                  <Amount
                    value={sums.net}
                    parts={[
                      { label: 'To receive', value: <Amount value={sums.receive.amount} /> },
                      { label: 'To pay', value: <Amount value={sums.pay.amount} /> },
                    ]}
                  />
                ),
              },
            })}
        error={
          list.isError
            ? {
                title: FAILED,
                message: messageOf(list.error, 'The server gave no reason.'),
                onRetry: refresh,
              }
            : null
        }
        empty={<Nothing asked={asked} />}
      />
    </>
  )
}

/** Ticks all rows at hand, as many as can be confirmed at once. */
function SelectAll({ rows }: { rows: readonly SettlementRow[] | undefined }) {
  const selection = useSelection()
  const loaded = (rows ?? []).slice(0, SETTLEMENT_ITEMS_MAX)
  if (loaded.length === 0) return null
  return (
    <Button size="compact-sm" variant="default" onClick={() => selection.choose(loaded)}>
      Select {loaded.length === rows?.length ? 'all' : 'the first'} {count(loaded.length)}
    </Button>
  )
}

/** What is ticked, what it nets to, and what can be done with all of it. */
function Chosen({
  rows,
  onDeed,
}: {
  rows: readonly SettlementRow[] | undefined
  onDeed: ListProps['onDeed']
}) {
  const selection = useSelection()
  const chosen = selection.rows
  const sumsOf = (direction: SettlementRow['direction']) =>
    sumOf(chosen.flatMap((row) => (row.direction === direction ? [row.outstanding] : [])))
  const deeds = commonDeeds(chosen)
  const tooMany = chosen.length > SETTLEMENT_ITEMS_MAX
  return (
    <div className={css.chosen} role="status">
      <span>
        <strong>{count(chosen.length)} selected</strong>: to pay <Amount value={sumsOf('pay')} unit="LKR" />,
        to receive <Amount value={sumsOf('receive')} unit="LKR" />
        {tooMany && `. At most ${count(SETTLEMENT_ITEMS_MAX)} at once.`}
        {!tooMany && deeds.length === 0 && '. No action applies to all of them.'}
      </span>
      <SelectAll rows={rows} />
      <Button size="compact-sm" variant="default" onClick={selection.clear}>
        Clear selection
      </Button>
      {deeds.map((deed) => (
        <Button
          key={deed.word}
          size="compact-sm"
          variant={deed.word === 'confirm' ? 'filled' : 'default'}
          disabled={tooMany}
          onClick={() => onDeed(deed, chosen)}
        >
          {deed.label}
        </Button>
      ))}
    </div>
  )
}

function Netted({ asked, onConfirm }: { asked: Asked; onConfirm: (group: NettedRow) => void }) {
  const { list, rows, more } = useNetted(asked, true)
  const show = (group: NettedRow) => changeHashQuery({ ...filtersOfGroup(group), view: '' })
  return (
    <DataGrid
      id="settlements-netted"
      title="Netted settlements"
      noun="rows"
      search={false}
      rows={rows}
      columns={nettedColumns}
      rowKey={(row) => `${row.date} ${row.broker_name ?? ''} ${row.settlement_account ?? ''}`}
      exportable={false}
      offset={130}
      onOpen={show}
      actions={(row) => [
        { label: 'Show trades', onClick: () => show(row) },
        ...(asked.status === 'settled' || asked.status === 'assumed' || asked.status === 'all'
          ? []
          : [{ label: `Confirm ${count(row.count)}`, onClick: () => onConfirm(row) }]),
      ]}
      more={more}
      error={
        list.isError
          ? {
              title: FAILED,
              message: messageOf(list.error, 'The server gave no reason.'),
              onRetry: () => void list.refetch(),
            }
          : null
      }
      empty={<Nothing asked={asked} />}
    />
  )
}

const EMPTY: Readonly<Record<Status, string>> = {
  pending: 'Nothing is due today or later',
  part: 'Nothing was settled in part',
  overdue: 'Nothing is overdue',
  failed: 'Nothing failed',
  settled: 'Nothing was confirmed yet',
  assumed: 'Nothing is assumed to be settled',
  all: 'No settlements yet',
}

function Nothing({ asked: { status, filters } }: { asked: Asked }) {
  if (filtersSet(filters) > 0) {
    return (
      <EmptyState
        title="No settlements match the filters"
        action={
          <Button variant="default" onClick={() => changeHashQuery({ ...NO_FILTERS })}>
            Clear Filters
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={EMPTY[status]}
      {...(status === 'pending' || status === 'all'
        ? { action: <Button onClick={() => goTo('Trade Capture', 'Buy')}>Record a buy</Button> }
        : {})}
    >
      Every recorded trade is listed here until it is confirmed as paid or assumed settled.
    </EmptyState>
  )
}

/** The list, or what nets against what, as files and on paper. */
function Papers({
  asked,
  netted,
  accounts,
}: {
  asked: Asked
  netted: boolean
  accounts: ReadonlyMap<string, string>
}) {
  const { user } = useSession()
  const { refetch } = useSettlementSummary(asked)
  const by = `${user.first_name} ${user.last_name}`
  const facts = filterFacts(asked.status, asked.filters, accounts)
  const report = async (most: number) => {
    const sums = await refetch()
    if (sums.data === undefined) throw sums.error
    if (netted) return nettedReport({ rows: await loadNetted(asked, most), summary: sums.data, facts }, by)
    const { rows } = await loadSettlements(asked, most)
    const { amount } = listOf(asked.status)
    return settlementsReport({ rows, summary: sums.data, amount, facts }, by)
  }
  return (
    <>
      <ReportButtons formats={['xlsx']} report={() => report(EXPORT_MAX)} />
      <ReportButtons formats={['pdf']} report={() => report(PDF_ROWS)} />
      <PrintReportButton report={() => report(PRINT_MAX)} />
    </>
  )
}
