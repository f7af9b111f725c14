import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { loadFailure } from '../../../lib/load-failure.ts'
import type { Scrolled } from '../../../lib/useScrolled.ts'
import { SearchField } from '../../../ui/form/FilterFields.tsx'
import type { Column, RowAction } from '../../../ui/grid/DataGrid.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Section } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { count, type Line, netOf } from '../record/lines.ts'
import { moreOf } from '../record/useReconciliation.ts'
import css from './Match.module.css'
import { type LineOf, type Side, Tick, useChoice } from './selection.tsx'

interface LinePanelProps<S extends Side> {
  side: S
  title: string
  /** The name of its lines: "ledger lines". */
  noun: string
  lines: Scrolled<LineOf[S]>
  search: string
  onSearch: (text: string) => void
  actions?: (row: LineOf[S]) => readonly RowAction[]
  /** Lines cannot be chosen: it is signed off. */
  closed: boolean
  empty: ReactNode
}

/** Unmatched lines of one side: searched, ticked by a click, by the box or by the space bar. */
export function LinePanel<S extends Side>(props: LinePanelProps<S>) {
  const { side, title, noun, lines, closed } = props
  const chosen = useChoice()[side]
  const { rows } = lines
  const narrow = useNarrow()
  const columns = useMemo(() => columnsOf(side, closed, narrow), [side, closed, narrow])
  const toggle = (row: LineOf[S]) => (chosen.toggle as (row: LineOf[S]) => void)(row)
  // The grid gives the space bar to its row menu: here it ticks, as in any list of boxes.
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || closed || !(event.target instanceof HTMLElement)) return
    const cell = event.target.dataset['cell']
    const row = cell === undefined ? undefined : rows?.[Number(cell.split(':', 1)[0])]
    if (row === undefined) return
    event.preventDefault()
    event.stopPropagation()
    toggle(row)
  }
  return (
    <Section
      title={title}
      actions={
        !closed &&
        rows !== undefined &&
        rows.length > 0 && (
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => (chosen.add as (rows: readonly LineOf[S][]) => void)(rows)}
            >
              Select all {count(rows.length)}
              {lines.list.hasNextPage ? ' loaded' : ''}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={chosen.rows.length === 0}
              onClick={chosen.clear}
            >
              Clear
            </Button>
          </Group>
        )
      }
    >
      <div className={css.panel} onKeyDownCapture={onSpace}>
        <DataGrid
          id={`reconciliation-${side}`}
          title={title}
          noun={noun}
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          search={false}
          exportable={false}
          offset={430}
          filters={
            <SearchField
              label={`Search ${noun}`}
              placeholder="Description, reference"
              value={props.search}
              onSearch={props.onSearch}
            />
          }
          {...(closed ? {} : { onOpen: toggle })}
          {...(props.actions === undefined ? {} : { actions: props.actions })}
          more={moreOf(lines)}
          error={loadFailure(
            lines.list,
            side === 'ledger' && rows === undefined
              ? 'Failed to load general ledger transactions'
              : 'Failed to refresh data',
          )}
          empty={
            props.search === '' ? (
              props.empty
            ) : (
              <EmptyState
                title="Nothing matches the search"
                action={
                  <Button variant="default" onClick={() => props.onSearch('')}>
                    Clear search
                  </Button>
                }
              />
            )
          }
        />
      </div>
    </Section>
  )
}

/** The text of a search field, one for each panel. */
export function useSearch() {
  const [search, setSearch] = useState('')
  return { search, onSearch: setSearch }
}

function columnsOf<S extends Side>(side: S, closed: boolean, narrow: boolean): readonly Column<LineOf[S]>[] {
  const tick: Column<LineOf[S]> = {
    id: 'select',
    header: 'Select',
    value: (row) => row.description,
    cell: (row) => <Tick side={side} row={row} />,
    untitled: true,
    width: 48,
    phone: true,
  }
  const description: Column<LineOf[S]> = {
    id: 'description',
    header: 'Description',
    value: (row) => row.description,
    cell: (row) => <Description line={row} />,
    width: 190,
    // There is little room next to the other panel, and the deal number says which trade it is.
    least: 64,
    phone: true,
  }
  const amount: Column<LineOf[S]> = {
    id: 'amount',
    header: 'Amount',
    kind: 'money',
    value: netOf,
    width: 118,
    phone: true,
    hint: 'Money in is positive, money out is negative: a deposit is a debit in our books',
  }
  const all: readonly Column<LineOf[S]>[] = [
    ...(closed ? [] : [tick]),
    {
      id: 'date',
      header: 'Date',
      kind: 'date',
      value: (row) => row.date,
      width: 110,
      phone: true,
    },
    // On a phone the amount must be in sight.
    ...(narrow ? [amount, description] : [description, amount]),
    { id: 'reference', header: 'Reference', value: (row) => row.reference, whole: true, width: 128 },
    { id: 'debit', header: 'Debit', kind: 'money', value: (row) => row.debit || null, hidden: true },
    { id: 'credit', header: 'Credit', kind: 'money', value: (row) => row.credit || null, hidden: true },
    { id: 'carried', header: 'Carried', kind: 'boolean', value: (row) => row.carried, hidden: true },
  ]
  return all.map((column) => ({ ...column, sortable: false }))
}

export function Description({ line }: { line: Line }) {
  return (
    <span title={[line.description, line.reference].filter(Boolean).join(', ')}>
      {line.carried && (
        <span className={css.carried} title="Open since an earlier reconciliation">
          Carried
        </span>
      )}
      {line.description ?? line.reference ?? '–'}
    </span>
  )
}
