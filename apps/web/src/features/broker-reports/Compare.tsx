import { FILE_BYTES_MAX } from '@em/contract/books/batches'
import { brokerReports, type ComparedStatement, STATEMENT_LINES_MAX } from '@em/contract/books/broker-reports'
import { reconciliation } from '@em/contract/books/reconciliation'
import { Button, FileButton, Group } from '@mantine/core'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { base64Of } from '../../lib/files.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { money } from './columns.ts'
import { askedFor, type BrokerFilters } from './filters.ts'
import { readTyped, typedOf } from './typed-lines.ts'

type Day = ComparedStatement['days'][number]
const columns: readonly Column<Day>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (day) => day.date, width: 112, phone: true },
  money<Day>('ledger', 'Ledger', (day) => day.ledger, { width: 140 }),
  money<Day>('statement', 'Statement', (day) => day.statement, { width: 140 }),
  money<Day>('difference', 'Difference', (day) => day.difference, { signed: true, phone: true, width: 140 }),
]
const ACCEPT = '.csv,.xlsx,.ofx,.qfx,.sta,.mt940,.940,.xml,.pdf,.txt'

interface Balances {
  readonly statedOpening: number | null
  readonly statedClosing: number | null
}
const NO_BALANCES: Balances = { statedOpening: null, statedClosing: null }

/** A broker's statement, from a file or typed, against the ledger day by day; nothing is kept. */
export function Compare({ filters }: { filters: BrokerFilters }) {
  const mayRead = useMay()(reconciliation.readStatement)
  const [text, setText] = useState('')
  const [balances, setBalances] = useState(NO_BALANCES)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [compared, setCompared] = useState<ComparedStatement | null>(null)
  const typed = readTyped(text)

  const work = async (failed: string, act: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    setCompared(null)
    try {
      await act()
    } catch (error) {
      setProblem(messageOf(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const read = (file: File | null) => {
    if (file === null) return
    setNotes([])
    if (file.size === 0 || file.size > FILE_BYTES_MAX) {
      setProblem(file.size === 0 ? 'The file is empty.' : 'The file is larger than 10 MB.')
      return
    }
    void work('The file could not be read. Please try again.', async () => {
      const found = await call(reconciliation.readStatement, {
        body: { fileName: file.name, data: await base64Of(file) },
      })
      setText(typedOf(found.lines))
      // We have money where the broker owes us: his balance is the other way round.
      const turned = (balance: number | null) => (balance === null ? null : 0 - balance)
      setBalances({
        statedOpening: turned(found.openingBalance),
        statedClosing: turned(found.closingBalance),
      })
      setNotes([
        ...found.questions.map(({ message }) => message),
        ...found.warnings,
        ...(found.problemCount > 0 ? [`${counted(found.problemCount, 'row')} could not be read.`] : []),
      ])
    })
  }
  const compare = () =>
    work('The statement could not be compared. Please try again.', async () => {
      setCompared(
        await call(brokerReports.compare, {
          body: { ...askedFor(filters), broker: filters.broker, lines: [...typed.lines], ...balances },
        }),
      )
    })
  const isTooLong = typed.lines.length > STATEMENT_LINES_MAX
  const wrong =
    typed.wrong.length > 0
      ? `Cannot be read: line ${typed.wrong.slice(0, 5).join(', ')}${typed.wrong.length > 5 ? ' and more' : ''}.`
      : isTooLong
        ? `At most ${STATEMENT_LINES_MAX.toLocaleString('en')} lines are compared at once.`
        : undefined
  return (
    <Section
      title="Compare with a statement"
      card
      actions={
        mayRead && (
          <FileButton accept={ACCEPT} onChange={read}>
            {(props) => (
              <Button {...props} variant="default" loading={busy} leftSection={<IconFileUpload size={16} />}>
                Read a File
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {notes.map((note) => (
        <Banner key={note} tone="warning">
          {note}
        </Banner>
      ))}
      <TextArea
        label="Lines of the statement"
        help="A line each: date; debit; credit, as 2026-06-16; 1,000.00; . A debit is what we owe the broker. Days outside the period are left out."
        value={text}
        onChange={(now) => {
          setText(now)
          setCompared(null)
          if (now.trim() === '') setBalances(NO_BALANCES)
        }}
        {...(wrong === undefined ? {} : { error: wrong })}
      />
      <Group>
        <Button
          disabled={typed.lines.length === 0 || wrong !== undefined}
          loading={busy}
          onClick={() => void compare()}
        >
          Compare
        </Button>
      </Group>
      {compared !== null && <Compared compared={compared} />}
    </Section>
  )
}

function Compared({ compared }: { compared: ComparedStatement }) {
  const { differing, days, statedOpening, statedClosing, opening, closing, outside } = compared
  const off = [
    ...(statedOpening !== null && statedOpening !== opening ? ['opening'] : []),
    ...(statedClosing !== null && statedClosing !== closing ? ['closing'] : []),
  ]
  return (
    <>
      {outside > 0 && (
        <Banner>
          {counted(outside, 'line')} of the statement {outside === 1 ? 'lies' : 'lie'} outside the period and{' '}
          {outside === 1 ? 'is' : 'are'} left out, as is the balance beyond. Choose the days of the statement
          to compare its balances.
        </Banner>
      )}
      <Banner tone={differing === 0 && off.length === 0 ? 'success' : 'warning'}>
        {differing === 0 ? 'Every day agrees.' : `${counted(differing, 'day')} of ${days.length} differ.`}
        {off.length > 0 && ` The ${off.join(' and ')} balance differs from the ledger.`}
      </Banner>
      <DataGrid
        id="broker-statement-compared"
        title="Statement against the ledger"
        noun="days"
        rows={days}
        columns={columns}
        rowKey={(day) => day.date}
        search={false}
        muted={(day) => day.difference === 0}
        totalsLabel="Total"
        offset={420}
      />
    </>
  )
}
