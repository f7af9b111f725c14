import { type FixSessionState, fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useWrite } from '../../lib/query.ts'
import { deleteButton, editButton, type RowButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { confirm } from '../../ui/confirm.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { fixMaster } from './fix-master.ts'

const STATES = {
  connected: { word: 'Connected', tone: 'good' },
  waiting: { word: 'Not connected', tone: 'warn' },
  stopped: { word: 'Stopped', tone: 'quiet' },
} as const

const detailOf = ({ state, since, reason }: FixSessionState): string =>
  state === 'connected' && since !== null ? `Since ${formatMoment(since)}` : (reason ?? '')

const gapOf = ({ gap, gapsClosed, unfinished }: FixSessionState): string => {
  if (gap === null && unfinished !== null)
    return `Not known: ${formatDate(unfinished.day)} from ${unfinished.from}`
  if (gap !== null) return gap.from === gap.to ? `Open: ${gap.from}` : `Open: ${gap.from} to ${gap.to}`
  return gapsClosed === 0 ? 'None' : `None, ${gapsClosed} closed`
}

const columns: Column<FixSessionState>[] = [
  { id: 'name', header: 'Session', value: (row) => row.name, width: 150, phone: true },
  { id: 'broker', header: 'Broker', value: (row) => row.broker, width: 150, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => STATES[row.state].word,
    cell: (row) => <Status tone={STATES[row.state].tone}>{STATES[row.state].word}</Status>,
    width: 128,
    phone: true,
  },
  {
    id: 'gap',
    header: 'Missing Numbers',
    value: gapOf,
    cell: (row) =>
      row.gap === null && row.unfinished === null ? gapOf(row) : <Status tone="warn">{gapOf(row)}</Status>,
    width: 150,
    phone: true,
  },
  { id: 'detail', header: 'Since / Reason', value: detailOf, width: 250, phone: true },
  {
    id: 'executions',
    header: 'Executions',
    kind: 'quantity',
    value: (row) => row.executions,
    width: 100,
    phone: true,
  },
  {
    id: 'messages',
    header: 'Messages',
    kind: 'quantity',
    value: (row) => row.messages,
    width: 96,
    phone: false,
  },
  { id: 'faults', header: 'Faults', kind: 'quantity', value: (row) => row.faults, width: 80, phone: false },
  // Sequence numbers are names: no thousands separators.
  { id: 'in', header: 'Next In', value: (row) => String(row.nextIn), width: 84, phone: false },
  { id: 'out', header: 'Next Out', value: (row) => String(row.nextOut), width: 84, phone: false },
  {
    id: 'last',
    header: 'Last Received',
    value: (row) => (row.lastIn === null ? '' : formatMoment(row.lastIn)),
    width: 150,
    phone: false,
  },
  { id: 'day', header: 'Day', kind: 'date', value: (row) => row.day, width: 104, phone: false, hidden: true },
  {
    id: 'turned',
    header: 'Started / Stopped By',
    value: (row) => (row.turned === null ? '' : `${row.turned.by}, ${formatMoment(row.turned.at)}`),
    width: 220,
    phone: false,
    hidden: true,
  },
]

const NEW_NUMBERS =
  'The next logon begins the numbers of both sides at 1. Messages that the broker sent before and that were not received do not come any more: agree on it with the broker first.'

interface FixSessionTableProps {
  states: UseQueryResult<FixSessionState[], Error>
  chosen: number | null
  onChoose: (id: number) => void
  recordOf: (state: FixSessionState) => AnyRecord | null
  onEdit: (record: AnyRecord) => void
  add: ReactNode
}

/** The sessions with what they are doing now. A row shows its messages. */
export function FixSessionTable({ states, chosen, onChoose, recordOf, onEdit, add }: FixSessionTableProps) {
  const start = useWrite(fixConnections.start)
  const stop = useWrite(fixConnections.stop)
  const remove = useRemoval(fixMaster)
  const failed = (error: unknown) =>
    notify.error('The session could not be changed. Please try again.', error)
  const startOf = (id: number, reset: boolean) =>
    start.mutate({ params: { id }, query: {}, body: { reset } }, { onError: failed })
  const restart = async ({ id, name }: FixSessionState) => {
    const agreed = await confirm({
      title: `New numbers for ${name}?`,
      message: NEW_NUMBERS,
      confirm: 'New Numbers',
    })
    if (agreed) startOf(id, true)
  }
  const buttonsOf = (state: FixSessionState): RowButton[] => {
    const record = recordOf(state)
    const onOff: RowButton =
      state.state === 'stopped'
        ? {
            label: 'Start',
            tone: 'main',
            call: fixConnections.start,
            onClick: () => startOf(state.id, false),
          }
        : {
            label: 'Stop',
            call: fixConnections.stop,
            onClick: () => stop.mutate({ params: { id: state.id }, query: {} }, { onError: failed }),
          }
    return [
      onOff,
      ...(state.state === 'waiting'
        ? [{ label: 'New Numbers', call: fixConnections.start, onClick: () => void restart(state) }]
        : []),
      ...(record === null ? [] : [editButton(fixMaster, () => onEdit(record))]),
      ...(record === null || state.turned !== null
        ? []
        : [deleteButton(fixMaster, () => void remove(record))]),
    ]
  }
  return (
    <Section title="Sessions">
      <DataGrid
        id="fix-sessions"
        title="FIX sessions"
        noun="sessions"
        rows={states.data}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={(row) => onChoose(row.id)}
        muted={(row) => row.state === 'stopped' && row.id !== chosen}
        tools={{
          width: 226,
          calls: [fixConnections.start, fixMaster.register.routes.update],
          cell: (row) => <RowButtons name={row.name} buttons={buttonsOf(row)} />,
        }}
        empty={
          <EmptyState title="No FIX sessions yet" action={add}>
            Add a session with the names, host and port that your broker gave you. Until then, upload the
            broker’s files in Trade Report.
          </EmptyState>
        }
        error={loadFailure(states, 'Failed to load the FIX sessions')}
      />
    </Section>
  )
}
