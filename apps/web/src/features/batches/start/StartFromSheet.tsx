import { batchStart, type StartReport } from '@em/contract/batches/batch-start'
import type { BatchRecord } from '@em/contract/batches/batches'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isHeld, problemOf } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/dates.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { useSession } from '../../../lib/useSession.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { SaveButton } from '../../../ui/form/SaveButton.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Running } from '../../../ui/Running.tsx'
import { useTick } from '../../../ui/Tick.tsx'
import { useBrokersMeant } from '../../brokers/useBrokersMeant.ts'
import { brokerGiven, brokersNamed, otherBrokers } from '../rows/broker-names.ts'
import { DateQuestion } from '../rows/DateQuestion.tsx'
import { FillDown } from '../rows/FillDown.tsx'
import { OnlyWrong } from '../rows/OnlyWrong.tsx'
import { OtherBrokers } from '../rows/OtherBrokers.tsx'
import { Report } from '../rows/Report.tsx'
import { savedInWords } from '../rows/RowsEntry.tsx'
import { RowsTable, type RowsTableHandle } from '../rows/RowsTable.tsx'
import { filledRows, hasTimes, type Row } from '../rows/rows.ts'
import { LeftOut, SheetColumns } from '../rows/SheetColumns.tsx'
import { useCheck } from '../rows/useCheck.ts'
import { useDateOrder } from '../rows/useDateOrder.ts'
import { rowsOf, useSheet } from '../rows/useSheet.ts'
import { type Decisions, importOf, isAboutRows, useSubmission } from '../rows/useSubmission.ts'
import { warningWords } from '../rows/Warnings.tsx'
import { FoundCompanies, UnknownCompanies } from './Companies.tsx'
import { SetupFields } from './SetupFields.tsx'
import css from './Start.module.css'
import {
  FIRST_SETUP,
  holdingsMapping,
  isPlain,
  missingFields,
  type RowsAre,
  renamed,
  rowsAreOf,
  type Setup,
  START_FIELDS,
  setupSent,
  startColumns,
  startMapping,
} from './start-sheet.ts'

const NO_ROWS: readonly Row[] = []

interface StartFromSheetProps {
  file: File
  onClose: () => void
}

/** A sheet of old trades on its way to a portfolio: read, previewed as a whole, mended, recorded with all that it needs. */
export default function StartFromSheet({ file, onClose }: StartFromSheetProps) {
  const sheet = useSheet()
  const client = useQueryClient()
  const { user } = useSession()
  const [setup, setSetup] = useState<Setup>(() => ({
    ...FIRST_SETUP,
    fundManager: [user.first_name, user.last_name].filter(Boolean).join(' ') || 'Manager',
  }))
  const [rows, setRows] = useState<Row[] | null>(null)
  const [side, setSide] = useState<'' | 'buy' | 'sell'>('')
  const [rowsAre, setRowsAre] = useState<RowsAre>('trades')
  /** Symbols on no list that were allowed. */
  const added = useRef<readonly string[]>([])
  /** As sent: a file is checked in the moment that it is read. */
  const rowsAreNow = useRef<RowsAre>('trades')
  const chooseRowsAre = (next: RowsAre) => {
    rowsAreNow.current = next
    setRowsAre(next)
  }
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const check = useCheck<StartReport>()
  const brokers = useBrokersMeant()
  const table = useRef<RowsTableHandle>(null)
  const tick = useTick(warningWords(check.report?.warnings ?? []))
  const notifyRecorded = async (done: BatchRecord) => {
    await client.invalidateQueries()
    const history = hrefOf('Batch Transaction Import', 'Import History')
    notify.success(savedInWords(done), { label: 'Import History', href: history })
    onClose()
  }
  const {
    submit,
    check: ask,
    cancel,
    checking,
    recording,
    job,
  } = useSubmission<StartReport>(
    'start',
    {
      onFound: (done) => void notifyRecorded(done),
      onFoundFailed: (error) => setFailure(problemOf(error, 'Unknown error')),
    },
    {
      route: batchStart,
      bodyOf: (what) => {
        const { source: _, ...body } = importOf(what)
        return { ...body, ...setupSent(setup, added.current, rowsAreNow.current) }
      },
    },
  )
  const busy = checking || recording
  const mapping = sheet.mapping
  const timed = useMemo(() => hasTimes(rows ?? []), [rows])
  const columns = useMemo(() => startColumns(mapping, timed, rowsAre), [mapping, timed, rowsAre])
  const dates = useDateOrder(rows ?? NO_ROWS)
  const others = useMemo(() => otherBrokers(rows ?? [], brokers), [rows, brokers])
  const missing = missingFields(mapping, rowsAre).filter((field) => field !== 'Side' || side === '')

  const what = (all: readonly Row[], decided: Decisions = decisions) => ({
    source: 'import' as const,
    fileName: file.name,
    defaults: { brokerName: setup.brokerName, side },
    rows: brokersNamed(all, brokers),
    order: dates.order,
    decisions: decided,
  })
  const preview = async (asked: Row[], decided?: Decisions) => {
    setFailure(null)
    const all = [...brokersNamed(asked, brokers)]
    setRows(all)
    try {
      check.keep(await ask(what(all, decided)), all)
    } catch (error) {
      setFailure(problemOf(error, 'The rows could not be checked. Please try again.'))
    }
  }
  const take = (all: Row[]) => {
    setRows(all)
    setDecisions(new Map())
    void preview(all)
  }
  const read = async (name?: string) => {
    const found = await sheet.read(file, name)
    if (found === null) return
    const [reading, said] = found
    const columnsFound = startMapping(said)
    const are = rowsAreOf(columnsFound)
    chooseRowsAre(are)
    const mapped =
      are === 'trades'
        ? columnsFound
        : holdingsMapping(
            columnsFound,
            reading.columns.map(({ header }) => header),
          )
    sheet.setMapping(mapped)
    if (isPlain(reading, mapped, are)) take(rowsOf(reading, mapped))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is read when it comes.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the choice of a file starts the reading
    void read()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each file
  }, [file])
  const change = (next: Row[]) => {
    if (rows === null) return
    setRows(next)
    check.follow(rows, next)
    setFailure(null)
    setDecisions(new Map())
  }
  const name = (text: string, symbol: string) => {
    const next = renamed(rows ?? [], text, symbol)
    setRows(next)
    void preview(next)
  }
  const add = (symbol: string) => {
    added.current = [...added.current, symbol]
    void preview(rows ?? [])
  }
  const record = async () => {
    if (rows === null) return
    setFailure(null)
    try {
      await notifyRecorded(await submit(what(rows)))
    } catch (error) {
      setFailure(problemOf(error, 'Unknown error'))
      if (isHeld(error)) onClose()
      if (isAboutRows(error)) await preview(rows)
    }
  }
  const filled = rows === null ? 0 : filledRows(rows).length
  const { reading } = sheet
  const report = check.last?.report ?? null
  return (
    <Section
      title={`Start from ${file.name}`}
      card
      actions={
        <div className={css.tools}>
          {rows !== null && (
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              onClick={() => {
                setRows(null)
                check.forget()
              }}
            >
              Change Columns
            </Button>
          )}
          <Button variant="default" size="xs" disabled={recording} onClick={onClose}>
            Cancel
          </Button>
        </div>
      }
    >
      {sheet.busy && <Text role="status">Reading the file</Text>}
      {sheet.problem !== null && <Banner tone="error">{sheet.problem}</Banner>}
      {reading !== null && rows === null && !sheet.busy && (
        <>
          <SheetColumns sheet={sheet} fields={START_FIELDS} />
          <RowsAreChoice value={rowsAre} onChange={chooseRowsAre} />
          {rowsAre === 'trades' && !mapping.includes('side') && (
            <Banner tone={side === '' ? 'warning' : 'info'}>
              No column says buy or sell. All rows are{' '}
              {(['buy', 'sell'] as const).map((one) => (
                <Button
                  key={one}
                  size="compact-sm"
                  ml="xs"
                  variant={side === one ? 'filled' : 'default'}
                  onClick={() => setSide(one)}
                >
                  {one === 'buy' ? 'Buys' : 'Sells'}
                </Button>
              ))}
            </Banner>
          )}
          {missing.length > 0 && (
            <Banner tone="warning">
              Choose the column of {missing.join(', ')}, or type it into the rows later.
            </Banner>
          )}
          <div className={css.tools}>
            <span className={css.grow} />
            <SaveButton disabled={!sheet.ready || sheet.open.length > 0} onClick={() => take(sheet.take())}>
              Check {counted(reading.rows.length, 'row')}
            </SaveButton>
          </div>
        </>
      )}
      {reading !== null && rows !== null && (
        <>
          <LeftOut reading={reading} />
          <RowsAreChoice
            value={rowsAre}
            disabled={busy}
            onChange={(next) => {
              chooseRowsAre(next)
              void preview(rows)
            }}
          />
          {report !== null && <UnknownCompanies report={report} disabled={busy} onName={name} onAdd={add} />}
          <OtherBrokers
            names={others}
            disabled={busy}
            onName={(text, broker) => change(brokerGiven(rows, text, broker))}
          />
          <DateQuestion dates={dates} onChosen={check.forget} />
          <Report
            check={check}
            onGo={(index, field) => table.current?.go(index, field)}
            decisions={decisions}
            onDecide={(decided) => {
              setDecisions(decided)
              void preview(rows, decided)
            }}
            tick={tick}
          />
          <Section
            title="Rows"
            actions={
              <div className={css.tools}>
                <OnlyWrong check={check} />
                <FillDown table={table} disabled={busy} />
                <Button variant="default" size="xs" disabled={busy} onClick={() => change([...rows, {}])}>
                  Add Row
                </Button>
              </div>
            }
          >
            <RowsTable
              rows={rows}
              columns={columns}
              faults={check.faults}
              shown={check.shown}
              ref={table}
              onRows={change}
              disabled={busy}
            />
          </Section>
          {report !== null && <FoundCompanies report={report} />}
          <SetupFields rowsAre={rowsAre} setup={setup} onChange={setSetup} report={report} disabled={busy} />
          {failure !== null && <Banner tone="error">{failure}</Banner>}
          {(recording || job !== null) && (
            <Running
              job={job}
              words={() =>
                recording
                  ? `Recording ${counted(filled, 'row')}. All of them are recorded, or none.`
                  : 'Checking. Nothing is recorded.'
              }
              onCancel={cancel}
            />
          )}
          <div className={css.tools}>
            <Text size="sm" c="dimmed">
              {check.report?.ok === true && made(check.report, rowsAre)}
            </Text>
            <span className={css.grow} />
            <Button
              variant="default"
              loading={checking}
              disabled={filled === 0 || dates.isOpen || recording}
              onClick={() => void preview(rows)}
            >
              Check Rows
            </Button>
            <SaveButton
              loading={recording}
              disabled={filled === 0 || dates.isOpen || checking || check.report?.ok !== true || tick.isOpen}
              onClick={() => void record()}
            >
              Record {counted(filled, 'row')}
            </SaveButton>
          </div>
        </>
      )}
    </Section>
  )
}

/** Whether the rows are trades or what is held; found from the columns, and said by the person where that is wrong. */
function RowsAreChoice({
  value,
  disabled = false,
  onChange,
}: {
  value: RowsAre
  disabled?: boolean
  onChange: (value: RowsAre) => void
}) {
  return (
    <div className={css.tools}>
      <Text size="sm">The rows are</Text>
      <SegmentedControl
        aria-label="The rows are"
        size="xs"
        disabled={disabled}
        data={[
          { value: 'trades', label: 'Trades' },
          { value: 'holdings', label: 'Holdings at cost' },
        ]}
        value={value}
        onChange={(next) => onChange(next as RowsAre)}
      />
    </div>
  )
}

/** The records added with the trades. */
function made({ equities, portfolio, account, bought, firstTrade }: StartReport, rowsAre: RowsAre): string {
  const held =
    rowsAre === 'holdings' && firstTrade !== null
      ? `Holdings of LKR ${formatNumber(bought, { decimals: 2 })} at cost, against Capital on ${formatDate(firstTrade)}. `
      : ''
  const parts = [
    ...(equities.length > 0 ? [counted(equities.length, 'equity', 'equities')] : []),
    ...(portfolio.isNew ? [`portfolio ${portfolio.portfolioName}`] : []),
    ...(account.isNew ? [`account ${account.account_name}`] : []),
  ]
  return (
    held + (parts.length === 0 ? 'Nothing is added but the rows.' : `Added with them: ${parts.join(', ')}.`)
  )
}
