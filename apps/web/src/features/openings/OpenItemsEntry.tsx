import { OPEN_ITEMS_MAX, type OpenItemsDetail, openItems } from '@em/contract/openings/open-items'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import type { DateOrder } from '@em/core/sheets/days'
import { useMemo, useState } from 'react'
import { ApiFailure, call, isHeld, problemOf } from '../../lib/api.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { confirm } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { filledRows } from '../batches/rows/rows.ts'
import { useCheck } from '../batches/rows/useCheck.ts'
import { useDateOrder } from '../batches/rows/useDateOrder.ts'
import { ItemsReport } from './ItemsReport.tsx'
import { mayLeave, OpeningTable } from './OpeningTable.tsx'
import {
  type BankAccount,
  faultsOf,
  ITEM_COLUMNS,
  type ItemRow,
  type ItemsCheck,
  itemsToSend,
  rowsOfItems,
} from './open-items.ts'

const empty = (): ItemRow[] => Array.from({ length: 6 }, () => ({}))
const FAILED = 'The open items could not be recorded. Please try again.'

interface OpenItemsEntryProps {
  portfolioId: string
  onLeave: () => void
}

/** The open items of the day when the books began, as a table: all at once, typed or pasted. */
export function OpenItemsEntry({ portfolioId, onLeave }: OpenItemsEntryProps) {
  const query = useRoute(openItems.get, { params: { portfolio: portfolioId } }, { refetchOnMount: 'always' })
  const accounts = useRoute(settlementAccounts.routes.list, { query: {} })
  return (
    <Loaded query={accounts} failed="Failed to fetch settlement accounts">
      {(banks) => (
        <Loaded query={query} failed="Failed to fetch open items">
          {(detail) => (
            <Entry
              key={detail.version}
              detail={detail}
              accounts={banks as readonly BankAccount[]}
              onLeave={onLeave}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The state of the table that is stored over a reload. */
interface DraftValues {
  readonly openingDate: string
  readonly rows: ItemRow[]
  readonly order: DateOrder | null
  /** The version that these rows are to replace. */
  readonly replaces: number | null
}

interface EntryProps {
  detail: OpenItemsDetail
  accounts: readonly BankAccount[]
  onLeave: () => void
}

function Entry({ detail, accounts, onLeave }: EntryProps) {
  const { portfolio, portfolioId, version: replaces } = detail
  const first = useMemo(() => rowsOfItems(detail.items, accounts), [detail.items, accounts])
  const [openingDate, setOpeningDate] = useState(detail.openingDate ?? '')
  const [rows, setRows] = useState<ItemRow[]>(() => [...first, ...empty()])
  const dates = useDateOrder(rows)
  const [dirty, setDirty] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)
  const lastCheck = useCheck<ItemsCheck>()
  const draftValues = useMemo<DraftValues>(
    () => ({ openingDate, rows, order: dates.chosen, replaces }),
    [openingDate, rows, dates.chosen, replaces],
  )
  const draft = useDraft(`open-items.${portfolioId}`, draftValues, dirty)
  const save = useWrite(openItems.save)
  const saveOnce = useOnce(save.mutateAsync)
  const filled = useMemo(() => filledRows(rows), [rows])
  const busy = checking || save.isPending
  const read = () => itemsToSend(rows, dates.order, accounts)
  const sentWith = (items: readonly Record<string, unknown>[], withPayments = false) => ({
    params: { portfolio: portfolioId },
    body: { openingDate, items: items as never, replaces, withPayments },
  })
  const change = (next: ItemRow[]) => {
    setDirty(true)
    setRows(next)
    lastCheck.follow(rows, next)
    setFailure(null)
  }
  const failed = (error: unknown, items: readonly Record<string, unknown>[]) => {
    if (isHeld(error)) {
      draft.clear()
      onLeave()
      return
    }
    const faults = error instanceof ApiFailure ? faultsOf(error, items) : null
    if (faults === null) {
      lastCheck.forget()
      setFailure(problemOf(error, FAILED))
    } else lastCheck.keep({ errors: faults, report: null }, rows)
  }
  const check = async () => {
    setFailure(null)
    const { items, faults } = read()
    if (faults.length > 0) {
      lastCheck.keep({ errors: faults, report: null }, rows)
      return
    }
    setChecking(true)
    try {
      // The confirmation for items that are taken back comes with the save; the preview lists them.
      const report = await call(openItems.save, { ...sentWith(items, true), query: { dryRun: '1' } })
      lastCheck.keep({ errors: [], report: 'dryRun' in report ? report : null }, rows)
    } catch (error) {
      failed(error, items)
    } finally {
      setChecking(false)
    }
  }
  const recorded = () => {
    draft.clear()
    notify.success('Open items recorded.')
    onLeave()
  }
  const record = async () => {
    setFailure(null)
    const { items } = read()
    try {
      await saveOnce(sentWith(items))
      recorded()
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'opening.item-recorded') {
        failed(error, items)
        return
      }
      const agreed = await confirm({
        title: 'Take back what was recorded?',
        message: error.message,
        confirm: 'Take Back',
        danger: true,
      })
      if (!agreed) return
      try {
        await saveOnce(sentWith(items, true))
        recorded()
      } catch (again) {
        failed(again, items)
      }
    }
  }
  const leave = async () => {
    if (dirty) {
      if (!(await mayLeave('The changes are discarded.'))) return
      draft.clear()
    }
    onLeave()
  }
  const isFixed = detail.openingDate !== null
  const isReady = openingDate !== '' && !dates.isOpen && (filled.length > 0 || detail.items.length > 0)
  return (
    <>
      {!dirty && draft.found?.values.replaces === replaces && (
        <DraftOffer
          draft={draft}
          what="table of open items"
          onRestore={(found) => {
            if (!isFixed) setOpeningDate(found.openingDate)
            dates.choose(found.order)
            change(found.rows)
          }}
        />
      )}
      <OpeningTable
        title={`Open items of ${portfolio}`}
        lead={
          <>
            One row for each dividend declared, trade to settle, and application paid before that day. Type,
            or paste from a spreadsheet into any cell. Kind is Dividend, Purchase, Sale or Application; at
            most {OPEN_ITEMS_MAX}. {counted(filled.length, 'row')}.
          </>
        }
        openingDate={openingDate}
        isFixed={isFixed}
        onDate={(date) => {
          setDirty(true)
          setOpeningDate(date)
        }}
        rows={rows}
        columns={ITEM_COLUMNS}
        empty={empty}
        onRows={change}
        check={lastCheck}
        dates={dates}
        failure={failure}
        report={(onGo) => <ItemsReport check={lastCheck} rows={filled.length} onGo={onGo} />}
        busy={busy}
        onLeave={leave}
        preview={{
          label: 'Check Open Items',
          busy: checking,
          disabled: !isReady || save.isPending,
          run: check,
        }}
        record={{
          label: 'Record Open Items',
          busy: save.isPending,
          disabled: !isReady || checking || lastCheck.report?.report == null,
          run: record,
        }}
      />
    </>
  )
}
