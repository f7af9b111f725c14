import { type Entity, periods } from '@em/contract/periods/periods'
import { monthName } from '@em/core/values/date-texts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, openOverList, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { type Column, DataGrid, type RowAction } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { Years } from './FinancialYears.tsx'
import { LockDialog } from './LockDialog.tsx'
import { LockHistory } from './LockHistory.tsx'
import { YearEndDialog } from './YearEndDialog.tsx'

const columns: Column<Entity>[] = [
  { id: 'name', header: 'Entity', value: (one) => one.name, width: 220, phone: true },
  { id: 'portfolios', header: 'Portfolios', value: portfoliosOf, width: 190, phone: false },
  {
    id: 'locked',
    header: 'Locked through',
    kind: 'date',
    value: (one) => one.locked_through,
    width: 130,
    phone: true,
    hint: 'Nothing can be dated on or before this day',
  },
  {
    id: 'open',
    header: 'First open day',
    kind: 'date',
    value: (one) => one.first_open_day,
    width: 125,
    phone: false,
  },
  {
    id: 'year',
    header: 'Year ends with',
    value: (one) => monthName(one.year_end_month),
    width: 120,
    phone: false,
  },
  {
    id: 'closed',
    header: 'Last year closed',
    kind: 'date',
    value: (one) => one.last_closed,
    width: 135,
    phone: false,
  },
]

const onPhone = columns.map((one) => (one.id === 'name' ? { ...one, width: 176 } : one))

/** Period Close: locks of finished periods and year-end closings, per entity. */
export default function PeriodCloseScreen() {
  const query = useRoute(periods.list)
  const address = useHashQuery()
  const wanted = address.get('entity')
  const [locking, lock] = useState<Entity | null>(null)
  // The day that a link proposes to lock through.
  const through = dateIn(address, 'lock')
  const [setting, setYearEnd] = useState<Entity | null>(null)
  const chosen = query.data?.find((one) => String(one.id) === wanted) ?? query.data?.[0]
  const choose = (one: Entity) => openOverList({ entity: String(one.id) })
  const narrow = useNarrow()
  const mayLock = useMay()(periods.lock)
  const proposed = through !== '' && mayLock ? chosen : undefined
  const lockLabel = (one: Entity) => (one.locked_through === null ? 'Lock period' : 'Change lock')
  const change = (one: Entity) => {
    choose(one)
    lock(one)
  }
  return (
    <Page
      title="Period Close"
      lead="Lock finished periods, so that nothing can be dated in them any more, and close financial years to Retained Earnings. The entities are those that Portfolio Master names."
    >
      <DataGrid
        id="entities"
        title="Entities"
        noun="entities"
        rows={query.data}
        columns={narrow ? onPhone : columns}
        rowKey={(one) => one.id}
        onOpen={choose}
        error={
          query.isError ? { title: 'Failed to fetch entities', onRetry: () => void query.refetch() } : null
        }
        {...(narrow
          ? {
              // Two buttons in a row are wider than a phone's screen.
              actions: (one: Entity): RowAction[] => [
                { label: lockLabel(one), call: periods.lock, onClick: () => change(one) },
                { label: 'Years', onClick: () => choose(one) },
              ],
            }
          : {
              tools: {
                width: 190,
                cell: (one: Entity) => (
                  <Group gap={6} wrap="nowrap">
                    <IfMay call={periods.lock}>
                      <Button size="compact-sm" variant="default" onClick={() => change(one)}>
                        {lockLabel(one)}
                      </Button>
                    </IfMay>
                    <Button
                      size="compact-sm"
                      variant={one.id === chosen?.id ? 'light' : 'subtle'}
                      aria-pressed={one.id === chosen?.id}
                      onClick={() => choose(one)}
                    >
                      Years
                    </Button>
                  </Group>
                ),
              },
            })}
        empty={
          <EmptyState title="No entities yet">
            An entity appears here with the first portfolio that names it.
          </EmptyState>
        }
      />
      {chosen !== undefined && (
        <>
          <Years entity={chosen} onYearEnd={() => setYearEnd(chosen)} />
          <LockHistory entity={chosen} onLock={() => lock(chosen)} />
        </>
      )}
      {locking !== null && <LockDialog entity={locking} onClose={() => lock(null)} />}
      {locking === null && proposed !== undefined && (
        <LockDialog
          key={through}
          entity={proposed}
          through={through}
          onClose={() => changeHashQuery({ lock: null })}
        />
      )}
      {setting !== null && <YearEndDialog entity={setting} onClose={() => setYearEnd(null)} />}
    </Page>
  )
}

function portfoliosOf(one: Entity): string {
  const names = one.portfolios.map((portfolio) => portfolio.portfolioName).join(', ')
  return one.is_general
    ? [names, 'entries that name no portfolio'].filter((part) => part !== '').join(', ')
    : names
}
