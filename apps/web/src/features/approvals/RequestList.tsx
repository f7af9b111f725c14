import { APPROVAL_STATES, type ApprovalRow, approvals } from '@em/contract/approvals/approvals'
import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { choiceIn, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Approvals.module.css'
import { STATES } from './approval-texts.ts'
import { RequestModal } from './RequestModal.tsx'
import { useKeys } from './useKeys.ts'

const portfoliosOf = ({ portfolios }: ApprovalRow) =>
  portfolios === null ? 'All' : portfolios.length === 0 ? '' : portfolios.join(', ')

const columns: readonly Column<ApprovalRow>[] = (
  [
    { id: 'number', header: 'Request', value: (row) => row.number, width: 116, phone: true, whole: true },
    {
      id: 'state',
      header: 'State',
      value: (row) => STATES[row.state].word,
      cell: (row) => <Status tone={STATES[row.state].tone}>{STATES[row.state].word}</Status>,
      width: 112,
      phone: true,
    },
    {
      id: 'title',
      header: 'What',
      value: (row) => row.title,
      cell: (row) => <span className={css.what}>{row.title}</span>,
      width: 380,
      phone: true,
      wrap: true,
    },
    { id: 'maker', header: 'Asked By', value: (row) => row.maker.name, width: 130, phone: false },
    {
      id: 'amount',
      header: 'Amount',
      unit: 'LKR',
      kind: 'money',
      value: (row) => row.amount,
      width: 130,
      phone: false,
    },
    { id: 'portfolios', header: 'Portfolios', value: portfoliosOf, width: 104, phone: false },
    {
      id: 'approvals',
      header: 'Approvals',
      value: ({ approvals: { given, needed } }) => `${given} of ${needed}`,
      width: 92,
      phone: false,
    },
    {
      id: 'submitted',
      header: 'Submitted',
      kind: 'moment',
      value: (row) => row.submittedAt,
      width: 150,
      phone: false,
      hidden: true,
    },
    {
      id: 'expires',
      header: 'Decide By',
      kind: 'date',
      value: (row) => row.expiresAt,
      width: 108,
      phone: false,
    },
    {
      id: 'rules',
      header: 'Rules',
      value: (row) => row.rules.map(({ name }) => name).join(', '),
      width: 190,
      phone: false,
      hidden: true,
    },
  ] satisfies Column<ApprovalRow>[]
).map((column) => ({ ...column, sortable: false }))

const EMPTY = {
  'for-me': [
    'Nothing waits for you',
    'Requests that you may decide are listed here. Another person decides what you ask for yourself.',
  ],
  mine: [
    'You have asked for nothing',
    'What you save under an approval rule is listed here until it is decided.',
  ],
  all: ['No requests', 'Requests for approval and what became of them are listed here.'],
} as const

const stateOptions = APPROVAL_STATES.map((value) => ({ value, label: STATES[value].word }))

/** Requests, newest first, with the one that is open; j and k go down and up, Enter opens, a and r decide. */
export function RequestList({ of }: { of: 'for-me' | 'mine' | 'all' }) {
  const address = useHashQuery()
  const state = choiceIn(address, 'state', APPROVAL_STATES)
  const search = textIn(address, 'search', 100)
  const acts = textIn(address, 'acts', 500)
  const opened = idIn(address, 'request')
  const frame = useRef<HTMLDivElement>(null)
  const query = {
    of,
    ...(state !== '' && { state }),
    ...(search !== '' && { search }),
    ...(acts !== '' && { acts }),
  }
  const { list, rows, total, more } = useScrolled<ApprovalRow>(approvals.list, { query })
  const open = (id: number | null) => changeHashQuery({ request: id === null ? null : String(id), view: of })
  const at = rows?.findIndex(({ id }) => id === opened) ?? -1
  const next = (by: 1 | -1) => (at === -1 ? undefined : rows?.[at + by]?.id)
  const openFocused = () => {
    const row = rows?.[focusedRow(frame.current)]
    if (row !== undefined) open(row.id)
  }
  useKeys(
    {
      j: () => stepFocus(frame.current, 'ArrowDown'),
      k: () => stepFocus(frame.current, 'ArrowUp'),
      Enter: openFocused,
      // The keys of the decision open the request first.
      a: openFocused,
      r: openFocused,
    },
    opened === null,
  )
  const [title, text] = EMPTY[of]
  const filtered = state !== '' || search !== '' || acts !== ''
  return (
    <div ref={frame} className={css.list}>
      <DataGrid
        id={`approvals-${of}`}
        title="Approvals"
        noun="requests"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        more={{ ...more, total }}
        muted={({ state: now }) => now === 'withdrawn' || now === 'expired'}
        searchLabel="Number or title"
        onSearch={(text_) => changeHashQuery({ search: text_.trim() })}
        error={loadFailure(list, 'Failed to load the requests')}
        filters={
          <>
            {of !== 'for-me' && (
              <SelectField
                label="State"
                labelHidden
                placeholder="All states"
                value={state}
                onChange={(value) => changeHashQuery({ state: value })}
                options={stateOptions}
              />
            )}
            {acts !== '' && (
              <Button variant="default" size="sm" onClick={() => changeHashQuery({ acts: null })}>
                Show all acts
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState title={filtered ? 'No request matches' : title}>
            {filtered ? 'Change the search or the filters above.' : text}
          </EmptyState>
        }
      />
      {(rows?.length ?? 0) > 0 && (
        <Text size="xs" c="dimmed" className={css.keys}>
          <kbd>j</kbd> next <kbd>k</kbd> previous <kbd>Enter</kbd> open, then <kbd>a</kbd> approve{' '}
          <kbd>r</kbd> reject
        </Text>
      )}
      <RequestModal
        id={opened}
        onClose={() => open(null)}
        onNext={() => {
          const id = next(1)
          if (id !== undefined) open(id)
        }}
        onPrevious={() => {
          const id = next(-1)
          if (id !== undefined) open(id)
        }}
        onDecided={() => open(of === 'for-me' ? (next(1) ?? next(-1) ?? null) : opened)}
      />
    </div>
  )
}

const focusedCell = (frame: HTMLElement | null) =>
  document.activeElement instanceof HTMLElement && frame?.contains(document.activeElement) === true
    ? document.activeElement.closest<HTMLElement>('[data-cell]')
    : null

/** The row of the table's cursor; -1 where it has none. */
const focusedRow = (frame: HTMLElement | null): number =>
  Number(focusedCell(frame)?.dataset['cell']?.split(':')[0] ?? -1)

/** Moves the table's cursor a row on or back, as the arrow keys do. */
function stepFocus(frame: HTMLElement | null, key: 'ArrowDown' | 'ArrowUp') {
  const cell = focusedCell(frame)
  if (cell === null) frame?.querySelector<HTMLElement>('[data-cell="0:0"]')?.focus()
  else cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
