import {
  type FixMessageRow,
  type FixSessionDay,
  type FixSessionState,
  fixConnections,
} from '@em/contract/fix-sessions/fix-sessions'
import { applicationGapInWords } from '@em/core/fix-sessions/application'
import { momentInColombo } from '@em/paper/dates'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { goTo } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useLast } from '../../ui/useLast.ts'
import css from './FixMessages.module.css'

type Kind = 'executions' | 'all' | 'faults'
const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'executions', label: 'Executions' },
  { value: 'all', label: 'All messages' },
  { value: 'faults', label: 'Faults' },
]

const described: Column<FixMessageRow>[] = [
  { id: 'at', header: 'Time', value: (row) => momentInColombo(row.at).slice(11), width: 92, phone: true },
  {
    id: 'direction',
    header: 'Direction',
    value: (row) => (row.direction === 'in' ? 'Received' : 'Sent'),
    width: 96,
    phone: false,
  },
  // A sequence number is a name: no thousands separators.
  {
    id: 'number',
    header: 'Number',
    value: ({ number }) => number?.toString() ?? null,
    width: 88,
    phone: true,
  },
  { id: 'name', header: 'Message', value: (row) => row.name, width: 160, phone: false },
  { id: 'text', header: 'Content', value: (row) => row.text, width: 380, phone: true },
  { id: 'fault', header: 'Fault', value: (row) => row.fault, width: 320, phone: true },
]

// A partly loaded list cannot be sorted here: the rest of its rows is not known.
const columns = described.map((column) => ({ ...column, sortable: false }))

/** The messages of a session, newest first; one opens with its bytes. */
export function FixMessages({ session }: { session: FixSessionState }) {
  const [kind, setKind] = useState<Kind>('executions')
  const [chosen, choose] = useState<string | null>(null)
  const [opened, open] = useState<FixMessageRow | null>(null)
  const days = useRoute(fixConnections.days, { params: { id: session.id } })
  const { refetch } = days
  // The state of the session is asked for all the time; its days, when it says that something came.
  const came = `${session.day} ${session.executions} ${session.gapsClosed} ${session.gap?.from} ${session.gap?.to}`
  const seen = useRef(came)
  useEffect(() => {
    if (seen.current === came) return
    seen.current = came
    void refetch()
  }, [came, refetch])
  // The newest day until another one is chosen.
  const day = days.data?.find((one) => one.day === chosen) ?? days.data?.[0]
  // Messages received meanwhile are read with the state of the session.
  const { list, rows, total, more } = useScrolled<FixMessageRow>(
    fixConnections.messages,
    { params: { id: session.id }, query: { kind, ...(day !== undefined && { day: day.day }) } },
    { version: session.messages, enabled: days.data !== undefined },
  )
  return (
    <Section
      title={`Messages of ${session.name}`}
      actions={
        <Group gap="xs">
          {day !== undefined && <FormContracts session={session} day={day} />}
          <SegmentedControl
            aria-label="Messages shown"
            data={[...KINDS]}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
          />
        </Group>
      }
    >
      {day !== undefined && lacks(day) && <MissingNumbers day={day} />}
      <DataGrid
        id="fix-messages"
        title={`Messages of ${session.name}`}
        noun="messages"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={open}
        search={false}
        filters={
          days.data !== undefined &&
          days.data.length > 0 && (
            <SelectField
              label="Day"
              clearable={false}
              value={day?.day ?? ''}
              onChange={choose}
              options={days.data.map((one) => ({ value: one.day, label: dayInWords(one) }))}
            />
          )
        }
        more={{ ...more, total }}
        empty={
          <EmptyState title="No messages here">
            {kind === 'faults'
              ? 'Bytes that were no correct FIX message are listed here.'
              : 'Messages are listed as they arrive while the session is connected.'}
          </EmptyState>
        }
        error={loadFailure(list, 'Failed to load the messages')}
      />
      <MessageDialog message={opened} onClose={() => open(null)} />
    </Section>
  )
}

const lacks = ({ missing, application }: FixSessionDay) => missing.length + application.length > 0

const dayInWords = (day: FixSessionDay) =>
  `${formatDate(day.day)} (${formatNumber(day.executions, { decimals: 0 })}${lacks(day) ? ', gap' : ''})`

const numbersOf = ({ missing, application }: FixSessionDay) =>
  [
    ...missing.map(({ from, to }) =>
      from === to ? String(from) : to === null ? `${from} and later` : `${from} to ${to}`,
    ),
    ...application.map(applicationGapInWords),
  ].join(', ')

/** The missing messages of a day, and the remedy. */
function MissingNumbers({ day }: { day: FixSessionDay }) {
  const unknown = day.missing.find(({ to }) => to === null)
  if (unknown !== undefined && day.missing.length === 1 && day.application.length === 0)
    return (
      <Banner tone="warning">
        {formatDate(day.day)} ended without a logout. Whether the broker sent message {unknown.from} and later
        ones is not known, and they do not come any more. Upload the broker’s file of the day in Trade Report,
        or compare with its trade file.
      </Banner>
    )
  return (
    <Banner tone="warning">
      {formatDate(day.day)}: message numbers {numbersOf(day)} did not come, and their executions may be
      missing. Ask the broker to send them again, or upload the broker’s file of the day in Trade Report.
    </Banner>
  )
}

/** Takes the executions of the day as a document, from which contracts are recorded in Trade Report. */
function FormContracts({ session: { id, name }, day }: { session: FixSessionState; day: FixSessionDay }) {
  const form = useWrite(fixConnections.document)
  const press = async () => {
    const isMissing = lacks(day)
    const agreed =
      !isMissing ||
      (await confirm({
        title: 'Form contracts without the missing messages?',
        message: `Message numbers of ${name} that did not come on ${formatDate(day.day)}: ${numbersOf(day)}. Contracts would lack what these messages say; the document names the numbers.`,
        confirm: 'Form Contracts',
      }))
    if (!agreed) return
    form.mutate(
      { params: { id }, query: {}, body: { day: day.day, ...(isMissing && { despiteMissing: true }) } },
      {
        onSuccess: (document) =>
          goTo('Batch Transaction Import', 'Trade Report', { view: 'record', document: String(document.id) }),
        onError: (error) => notify.error('The contracts could not be formed. Please try again.', error),
      },
    )
  }
  return (
    <IfMay call={fixConnections.document}>
      <Button
        variant="default"
        disabled={day.executions === 0}
        loading={form.isPending}
        onClick={() => void press()}
      >
        Form Contracts
      </Button>
    </IfMay>
  )
}

function MessageDialog({ message, onClose }: { message: FixMessageRow | null; onClose: () => void }) {
  const shown = useLast(message)
  if (shown === null) return null
  return (
    <Modal
      opened={message !== null}
      onClose={onClose}
      title={shown.number === null ? shown.name : `${shown.name} ${shown.number}`}
      size="lg"
    >
      <Facts
        facts={[
          { label: 'Time', value: `${formatMoment(shown.at)}${momentInColombo(shown.at).slice(16)}` },
          { label: 'Direction', value: shown.direction === 'in' ? 'Received' : 'Sent' },
          { label: 'Content', value: shown.text },
          { label: 'Fault', value: shown.fault },
          { label: 'SHA-256', value: <span className={css.raw}>{shown.sha256}</span> },
        ]}
      />
      <pre className={css.raw}>{shown.raw}</pre>
    </Modal>
  )
}
