import { type CorporateAction, corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { useMemo } from 'react'
import { callPages } from '../../lib/api.ts'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { PAGE_SIZE, useScrolled } from '../../lib/useScrolled.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState, NothingFound } from '../../ui/States.tsx'
import { type EventActionId, eventActionsOf } from './event/ActionModal.tsx'
import type { EventTab } from './event-tabs.ts'
import { FilterBar } from './FilterBar.tsx'
import { askedFor, filtersIn, NO_FILTERS } from './filters.ts'
import { isToProcess } from './form/kinds.ts'
import { listColumns } from './list-columns.tsx'

const EXPORT_MAX = 10_000
/** Announced events that are asked for to find those that are due. */
const ANNOUNCED_MAX = 500

/** The sentence on what follows once one is recorded. */
const RENAMED = 'When you process it, the security has its new name; lots and history stay.'
const PROCESSED =
  'Its entitlements follow from what was held before its day; it is brought into the books when you process it.'

interface ActionListProps {
  tab: EventTab
  /** Opens an event, at once with what is to be done. */
  onOpen: (action: CorporateAction, eventAction?: EventActionId) => void
}

/** The events of a tab: those that are due first, then the latest day first. */
export function ActionList({ tab, onOpen }: ActionListProps) {
  const filters = filtersIn(useHashQuery(), tab.kinds)
  const asked = askedFor(filters, tab.kinds)
  const may = useMay()
  const mayRecord = may(corporateActions.create)
  const { list, rows, more, total } = useScrolled<CorporateAction>(corporateActions.list, { query: asked })
  // Announced events are read apart from the list, so that those that are due come first wherever they are in it.
  const announced = useRoute(
    corporateActions.list,
    { query: { ...asked, state: 'announced', limit: ANNOUNCED_MAX } },
    { enabled: filters.state === '' || filters.state === 'announced', keepPrevious: true },
  )
  const isAsked = filters.state === '' || filters.state === 'announced'
  const shown = useMemo(() => {
    const due = isAsked ? (announced.data ?? []).filter(isToProcess) : []
    const first = new Set(due.map(({ id }) => id))
    return rows === undefined ? undefined : [...due, ...rows.filter(({ id }) => !first.has(id))]
  }, [rows, announced.data, isAsked])
  const columns = useMemo(() => listColumns(tab.kinds), [tab.kinds])
  const isFiltered = filtersSet(filters) > 0
  const clear = () => changeHashQuery({ ...NO_FILTERS })
  const many = tab.kinds.map((kind) => KINDS[kind].many).join(' or ')
  return (
    <>
      <FilterBar filters={filters} kinds={tab.kinds} onClear={clear} />
      <DataGrid
        id={`corporate-actions-${tab.kinds.join('-')}`}
        title={tab.title}
        noun="events"
        rows={shown}
        columns={columns}
        rowKey={(row) => row.id}
        search={false}
        muted={(row) => row.state === 'cancelled'}
        onOpen={(row) => onOpen(row)}
        actions={(row) => [
          { label: 'Show details', onClick: () => onOpen(row) },
          ...eventActionsOf(row).map((eventAction) => ({
            label: eventAction.label,
            call: eventAction.call,
            onClick: () => onOpen(row, eventAction.word),
            ...(eventAction.danger === true ? { danger: true } : {}),
          })),
        ]}
        more={{ ...more, total }}
        allRows={async () =>
          (await callPages<CorporateAction>(corporateActions.list, asked, EXPORT_MAX, PAGE_SIZE)).rows
        }
        error={loadFailure(list, 'Failed to load the corporate actions')}
        empty={
          isFiltered ? (
            <NothingFound title={`No ${many} match the filters`} onClear={clear} />
          ) : (
            <EmptyState title={`No ${many} yet`}>
              {mayRecord
                ? `Record one with the button above. ${tab.kinds.some((kind) => KINDS[kind].renamedTo !== undefined) ? RENAMED : PROCESSED}`
                : 'What is recorded stands here, with what each portfolio is entitled to.'}
            </EmptyState>
          )
        }
      />
    </>
  )
}
