import {
  brokerReports,
  type ComparedStatement,
  STATEMENT_LINES_MAX,
} from '@em/contract/broker-reports/broker-reports'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { BalanceSide, StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { Button, Group } from '@mantine/core'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useState } from 'react'
import { call, problemOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { STATED_AS } from './brokers-view.ts'
import { money } from './columns.ts'
import { askedFor, type BrokerFilters } from './filters.ts'
import { ReadStatementDialog } from './ReadStatementDialog.tsx'
import { readTyped, typedOf } from './typed-lines.ts'

type Day = ComparedStatement['days'][number]
const columns: readonly Column<Day>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (day) => day.date, width: 112, phone: true },
  money<Day>('ledger', 'Ledger', (day) => day.ledger, { width: 140 }),
  money<Day>('statement', 'Statement', (day) => day.statement, { width: 140 }),
  money<Day>('difference', 'Difference', (day) => day.difference, { signed: true, phone: true, width: 140 }),
]

/** The amounts that we owe the broker, in rupees. */
interface Balances {
  readonly statedOpening: number | null
  readonly statedClosing: number | null
}
const NO_BALANCES: Balances = { statedOpening: null, statedClosing: null }

/** A broker's statement, from a file or typed, compared with the ledger day by day; the comparison can be recorded. */
export function Compare({ filters }: { filters: BrokerFilters }) {
  const may = useMay()
  const mayRead = may(reconciliation.readStatement)
  const [text, setText] = useState('')
  const [balances, setBalances] = useState(NO_BALANCES)
  const [statedAs, setStatedAs] = useState<BalanceSide>('in')
  const [isReading, setReading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [compared, setCompared] = useState<ComparedStatement | null>(null)
  const typed = readTyped(text)

  const take = (reading: StatementReading) => {
    const { openingBalance, closingBalance, balanceIs, warnings } = reading
    setText(typedOf(reading.lines))
    setBalances({ statedOpening: openingBalance, statedClosing: closingBalance })
    setStatedAs(balanceIs)
    setNotes(warnings)
    setProblem(null)
    setCompared(null)
  }
  const body = () => ({
    ...askedFor(filters),
    broker: filters.broker,
    lines: [...typed.lines],
    ...balances,
  })
  const keeping = useWrite(brokerReports.keepComparison)
  const keep = async () => {
    setProblem(null)
    try {
      const { differences } = await keeping.mutateAsync({ body: body() })
      notify.success(
        `Kept: the statement of ${filters.broker} to ${formatDate(filters.to)}, ${differences === 0 ? 'nothing differs' : counted(differences, 'difference')}.`,
      )
    } catch (error) {
      setProblem(problemOf(error, 'The comparison was not kept. Please try again.'))
    }
  }
  const compare = async () => {
    setBusy(true)
    setProblem(null)
    setCompared(null)
    try {
      setCompared(await call(brokerReports.compare, { body: body() }))
    } catch (error) {
      setProblem(problemOf(error, 'The statement could not be compared. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  const hasBalances = balances.statedOpening !== null || balances.statedClosing !== null
  const isTooLong = typed.lines.length > STATEMENT_LINES_MAX
  const wrong =
    typed.wrong.length > 0
      ? `Cannot be read: line ${typed.wrong.slice(0, 5).join(', ')}${typed.wrong.length > 5 ? ' and more' : ''}. Each has a date as 2026-06-16, then a debit or a credit, not both.`
      : isTooLong
        ? `At most ${STATEMENT_LINES_MAX.toLocaleString('en')} lines are compared at once.`
        : undefined
  return (
    <Section
      title="Compare with a statement"
      card
      actions={
        mayRead && (
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} />}
            onClick={() => setReading(true)}
          >
            Read a File
          </Button>
        )
      }
    >
      {isReading && (
        <ReadStatementDialog broker={filters.broker} onClose={() => setReading(false)} onRead={take} />
      )}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {notes.map((note) => (
        <Banner key={note} tone="warning">
          {note}
        </Banner>
      ))}
      <TextArea
        label="Lines of the statement"
        help="Date, debit and credit in a line, apart by semicolons: 2026-06-16; 1,000.00 is a debit, 2026-06-16; ; 1,000.00 a credit. A debit is what we owe the broker. Days outside the period are left out."
        value={text}
        onChange={(now) => {
          setText(now)
          setCompared(null)
          if (now.trim() === '') {
            setBalances(NO_BALANCES)
            setNotes([])
          }
        }}
        {...(wrong === undefined ? {} : { error: wrong })}
      />
      {hasBalances && (
        <Facts
          facts={[
            { label: 'Opening balance owed to the broker', value: <Amount value={balances.statedOpening} /> },
            { label: 'Closing balance owed to the broker', value: <Amount value={balances.statedClosing} /> },
            { label: 'Stated in the file as', value: STATED_AS[statedAs] },
          ]}
        />
      )}
      <Group>
        <Button
          disabled={typed.lines.length === 0 || wrong !== undefined}
          loading={busy}
          onClick={() => void compare()}
        >
          Compare
        </Button>
        {compared !== null && may(brokerReports.keepComparison) && (
          <Button variant="default" loading={keeping.isPending} onClick={() => void keep()}>
            Keep Comparison
          </Button>
        )}
      </Group>
      {compared !== null && <Compared compared={compared} />}
    </Section>
  )
}

const rupees = (value: number | null) => formatNumber(value, { decimals: 2 })

function Compared({ compared }: { compared: ComparedStatement }) {
  const { differing, days, statedOpening, statedClosing, opening, closing, outside } = compared
  const off = [
    { name: 'opening', stated: statedOpening, ledger: opening },
    { name: 'closing', stated: statedClosing, ledger: closing },
  ].filter(({ stated, ledger }) => stated !== null && stated !== ledger)
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
        {off.map(
          ({ name, stated, ledger }) =>
            ` The ${name} balance is ${rupees(stated)} in the statement and ${rupees(ledger)} in the ledger.`,
        )}
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
