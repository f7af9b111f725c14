import { type FormedDay, type FormingOfSession, fixForming } from '@em/contract/fix-sessions/fix-forming'
import type { FixSessionState } from '@em/contract/fix-sessions/fix-sessions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { goTo } from '../../links/tabs.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import textCss from '../../ui/Text.module.css'
import { FormingDialog } from './FormingDialog.tsx'

/** A day is recorded within seconds; a blocked one is tried again after minutes. */
const EVERY_MS = 15_000

const STATES = {
  done: { word: 'In the books', tone: 'good' },
  running: { word: 'Being recorded', tone: 'info' },
  held: { word: 'Waits for approval', tone: 'warn' },
  part: { word: 'Partly', tone: 'warn' },
  failed: { word: 'Not recorded', tone: 'bad' },
  blocked: { word: 'Blocked', tone: 'bad' },
  nothing: { word: 'No executions', tone: 'quiet' },
} as const

/** "2 contracts are not recorded, 1 differs from the books." */
function openOf({ unrecorded, differing }: FormedDay): string {
  const parts = [
    unrecorded === 0
      ? ''
      : `${unrecorded} ${unrecorded === 1 ? 'contract is' : 'contracts are'} not recorded`,
    differing === 0 ? '' : `${differing} ${differing === 1 ? 'differs' : 'differ'} from the books`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}
/** The reason of a refusal; where several contracts were refused, with that of the first. */
const whyOf = (day: FormedDay): string => {
  if (day.error === null) return openOf(day)
  const first = day.state === 'failed' ? (day.error.details?.[0]?.message ?? '') : ''
  return `${day.error.message} ${first}`.trim()
}

const described: Column<FormedDay>[] = [
  { id: 'day', header: 'Day', kind: 'date', value: (row) => row.day, width: 110, phone: true },
  {
    id: 'state',
    header: 'State',
    value: (row) => STATES[row.state].word,
    cell: (row) => <Status tone={STATES[row.state].tone}>{STATES[row.state].word}</Status>,
    width: 150,
    phone: true,
  },
  {
    id: 'executions',
    header: 'Executions',
    kind: 'quantity',
    value: (row) => row.executions,
    width: 100,
    phone: false,
  },
  { id: 'why', header: 'What Is Open', value: whyOf, width: 460, phone: true, wrap: true },
  { id: 'at', header: 'Last Tried', value: (row) => formatMoment(row.at), width: 150, phone: false },
]
const columns = described.map((column) => ({ ...column, sortable: false }))

function rhythmOf({ isOn, time, owner, waitsForTradeFile, nextDay }: FormingOfSession): string {
  if (!isOn) return 'Switched off: contracts are formed by hand.'
  const agrees = waitsForTradeFile ? ', once the trade file of the day is here and agrees' : ''
  const next = nextDay === null ? '' : ` Next on ${formatDate(nextDay)}.`
  return `Each trading day at ${time}, as ${owner}${agrees}.${next}`
}

const BY_HAND =
  'Contracts are formed by hand: Form Contracts takes the executions of a day. It can be done by the clock on each trading day after the close.'

/** Whether and when the contracts of a session are formed without a click, and what became of each day. */
export function FormingSection({ session }: { session: FixSessionState }) {
  const all = useRoute(fixForming.list, {}, { refetchInterval: EVERY_MS })
  const [changing, change] = useState(false)
  const forming = all.data?.find(({ id }) => id === session.id)
  const failure = loadFailure(all, 'Failed to load what is formed by the clock')
  return (
    <Section
      title="Forming by the Clock"
      actions={
        all.data !== undefined && (
          <IfMay call={fixForming.save}>
            <Button variant="default" onClick={() => change(true)}>
              {forming === undefined ? 'Set Up' : 'Change'}
            </Button>
          </IfMay>
        )
      }
    >
      {failure !== null && <ErrorState {...failure} />}
      {all.data !== undefined && (
        <p className={textCss.lead}>{forming === undefined ? BY_HAND : rhythmOf(forming)}</p>
      )}
      {forming !== undefined && <FormedDays session={session} days={forming.days} />}
      {changing && <FormingDialog session={session} forming={forming} onClose={() => change(false)} />}
    </Section>
  )
}

/** The newest days that came due; one opens its document. */
function FormedDays({ session, days }: { session: FixSessionState; days: FormedDay[] }) {
  return (
    <DataGrid
      id="fix-forming"
      title={`Days of ${session.name} formed by the clock`}
      noun="days"
      rows={days}
      columns={columns}
      rowKey={(row) => row.day}
      onOpen={({ documentId }) => {
        if (documentId !== null)
          goTo('Batch Transaction Import', 'Trade Report', { document: String(documentId) })
      }}
      search={false}
      empty={
        <EmptyState title="No day yet">
          What became of each day is listed here, and what keeps it from being formed.
        </EmptyState>
      }
    />
  )
}
