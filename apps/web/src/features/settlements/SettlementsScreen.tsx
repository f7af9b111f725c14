import {
  type NettedRow,
  SETTLEMENT_ITEMS_MAX,
  type SettlementRow,
  settlements,
} from '@em/contract/settlements/settlements'
import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { invalidateAfter, useRoute } from '../../lib/query.ts'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { EntryInAddress } from '../journal/entry/EntryInAddress.tsx'
import { ActDialog, type Acting } from './confirm/ActDialog.tsx'
import { ConfirmDialog } from './confirm/ConfirmDialog.tsx'
import { ConfirmDue } from './confirm/ConfirmDue.tsx'
import { CashNeeded, Ladder } from './ladder/Ladder.tsx'
import { FilterBar } from './list/FilterBar.tsx'
import {
  filterFacts,
  filtersOf,
  NO_FILTERS,
  type SettlementFilters,
  statusOf,
  viewOf,
} from './list/filters.ts'
import { filtersOfGroup } from './list/lists.ts'
import { NettedList } from './list/NettedList.tsx'
import { Papers } from './list/Papers.tsx'
import { SettlementList } from './list/SettlementList.tsx'
import { SettlementModal } from './list/SettlementModal.tsx'
import { StatusChoice } from './list/StatusChoice.tsx'
import { SelectionProvider, useSelection } from './list/selection.tsx'
import { type SettlementAction } from './list/settlement-actions.ts'
import { type Asked, loadSettlements, useAccountNames } from './list/useSettlements.ts'
import { PaymentsToMake } from './payments/PaymentsToMake.tsx'
import css from './Settlements.module.css'

/** Settlement Instructions: what is due when, what it nets to, and what was really paid. */
export default function SettlementsScreen() {
  const query = useHashQuery()
  const asked: Asked = { status: statusOf(query), filters: filtersOf(query) }
  return (
    <SelectionProvider listName={JSON.stringify(asked)}>
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
  const failure = ladder.data === undefined ? loadFailure(ladder, 'Failed to load the due ladder') : null
  const [confirming, setConfirming] = useState<readonly SettlementRow[] | null>(null)
  const [acting, setActing] = useState<Acting | null>(null)
  const [confirmingDue, setConfirmingDue] = useState(false)
  const startAction = ({ word }: SettlementAction, rows: readonly SettlementRow[]) =>
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
          <RefreshButton
            loading={ladder.isRefetching}
            onClick={() => void invalidateAfter(client, 'settlements')}
          />
          {view !== 'payments' && <Papers asked={asked} netted={view === 'netted'} accounts={accounts} />}
          <IfMay call={settlements.confirmDue}>
            <Button onClick={() => setConfirmingDue(true)}>Confirm All Due</Button>
          </IfMay>
        </>
      }
    >
      {failure === null ? <Ladder ladder={ladder.data} /> : <ErrorState {...failure} />}
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
        <SettlementList asked={asked} onAction={startAction} />
      ) : (
        <NettedList asked={asked} onConfirm={(group) => void confirmGroup(group)} />
      )}
      <SettlementModal
        id={idIn(query, 'settlement')}
        onClose={() => changeHashQuery({ settlement: '' })}
        onEntry={(entry) => changeHashQuery({ entry: String(entry) })}
        onAction={(chosen, row) => startAction(chosen, [row])}
      />
      <ConfirmDialog rows={confirming} onClose={() => setConfirming(null)} onDone={selection.clear} />
      <ActDialog acting={acting} onClose={() => setActing(null)} onDone={selection.clear} />
      <ConfirmDue
        opened={confirmingDue}
        filters={filters}
        scope={scopeOf(filters, accounts)}
        onClose={() => setConfirmingDue(false)}
      />
      <EntryInAddress />
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
