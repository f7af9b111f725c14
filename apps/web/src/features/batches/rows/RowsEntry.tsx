import { BATCH_WORDS, type BatchRecord, type BatchReport } from '@em/contract/batches/batches'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { Anchor, Button, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { isHeld, messageOf, problemOf } from '../../../lib/api.ts'
import { useMayChange } from '../../../lib/may.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { isCancelled } from '../../../lib/useLongWork.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner, useBanner } from '../../../ui/Banner.tsx'
import { confirm } from '../../../ui/Dialog.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import type { Remembered } from '../../../ui/form/FormContext.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { byLabel } from '../../../ui/form/options.ts'
import { SaveButton } from '../../../ui/form/SaveButton.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Running } from '../../../ui/Running.tsx'
import { useTick } from '../../../ui/Tick.tsx'
import { DraftOffer, storedDraft, useDraft } from '../../../ui/useDraft.tsx'
import { useBrokersMeant } from '../../brokers/useBrokersMeant.ts'
import { BrokerField } from '../../trades/form/BrokerField.tsx'
import { brokerGiven, brokersNamed, otherBrokers } from './broker-names.ts'
import { DateQuestion } from './DateQuestion.tsx'
import { FillDown } from './FillDown.tsx'
import { ImportFile } from './ImportFile.tsx'
import { OnlyWrong } from './OnlyWrong.tsx'
import { OtherBrokers } from './OtherBrokers.tsx'
import { Report } from './Report.tsx'
import css from './Rows.module.css'
import { RowsTable, type RowsTableHandle } from './RowsTable.tsx'
import { columnsOf, filledRows, hasSides, hasTimes, type Row, type Source, withCompanies } from './rows.ts'
import { type DefaultValues, DRAFT_ROWS, type RowsDraft, rowsDraftName, rowsDraftText } from './rows-draft.ts'
import { UnknownSecurities } from './UnknownSecurities.tsx'
import { symbolGiven, unknownNames } from './unknown-names.ts'
import { useCheck } from './useCheck.ts'
import { useDateOrder } from './useDateOrder.ts'
import { useDefaults } from './useDefaults.ts'
import { type Decisions, isAboutRows, useSubmission } from './useSubmission.ts'
import { warningWords } from './Warnings.tsx'

const FIRST_ROWS = 5
const WITH_SIDES = columnsOf('import', true)
const DONE = {
  'bulk-buy': 'Bulk Buy Transaction submitted successfully!',
  'bulk-sell': 'Bulk sell transactions recorded successfully!',
  import: 'Import recorded.',
}
const RUNNING: Partial<Record<string, string>> = {
  [BATCH_WORDS.recording]: 'Recording',
  [BATCH_WORDS.saving]: 'Saving',
}
const empty = (): Row[] => Array.from({ length: FIRST_ROWS }, () => ({}))
const count = (value: number) => formatNumber(value, { decimals: 0 })

/** The sentence on a recorded submission: the number of trades, portfolio, source, and value. */
export function savedInWords(saved: Saved): string {
  const { successfulTransactions, skippedTransactions, portfolio, fileName, totalValue } = saved
  const trades = counted(successfulTransactions, 'trade')
  const whose = portfolio === null ? '' : ` of ${portfolio}`
  const from = fileName === null ? '' : ` from ${fileName}`
  const skipped = skippedTransactions > 0 ? ` ${counted(skippedTransactions, 'row')} skipped.` : ''
  return `${trades}${whose} recorded${from}, LKR ${formatNumber(totalValue, { decimals: 2 })} in all.${skipped}`
}
type Saved = Pick<
  BatchRecord,
  'successfulTransactions' | 'skippedTransactions' | 'portfolio' | 'fileName' | 'totalValue'
>

interface RowsEntryProps {
  source: 'bulk-buy' | 'bulk-sell'
  /** The rows that were kept are restored at once: that was agreed to where the form opened. */
  restore?: boolean
}

/** Many trades in a table: typed, pasted or from a file; checked row by row, recorded all or nothing. */
export function RowsEntry({ source: own, restore: restoring = false }: RowsEntryProps) {
  const [start] = useState(() => (restoring ? storedDraft<RowsDraft>(rowsDraftName(own)) : null))
  const [rows, setRows] = useState<Row[]>(start?.rows ?? empty)
  const [file, setFile] = useState<string | null>(start?.file ?? null)
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const [importing, setImporting] = useState(false)
  const [banner, show] = useBanner()
  const lastCheck = useCheck<BatchReport>()
  const brokers = useBrokersMeant()
  const table = useRef<RowsTableHandle>(null)
  // Rows that name their side may be buys or sells, so they are sent like an imported file.
  const source: Source = useMemo(() => (file === null && !hasSides(rows) ? own : 'import'), [file, own, rows])
  const timed = useMemo(() => hasTimes(rows), [rows])
  const columns = useMemo(() => withCompanies(columnsOf(source, timed), rows), [source, timed, rows])
  const named = useMemo(() => columnsOf(source, true), [source])
  const filled = useMemo(() => filledRows(rows), [rows])
  const { defaults, setDefaults, remembered, dropRememberedDate } = useDefaults({
    restored: start?.defaults,
    hasRows: filled.length > 0,
    forgetCheck: lastCheck.forget,
  })
  const dates = useDateOrder(rows, start?.order ?? null)
  const typed = useMemo<RowsDraft>(
    () => ({ rows: filled.map(({ row }) => row), file, defaults, order: dates.chosen }),
    [filled, file, defaults, dates.chosen],
  )
  const draft = useDraft(rowsDraftName(own), typed, filled.length > 0 && filled.length <= DRAFT_ROWS)
  const notifyRecorded = (done: BatchRecord) => {
    draft.clear()
    const history = hrefOf('Batch Transaction Import', 'Import History')
    const sentence = `${DONE[source]} ${savedInWords(done)}`
    show(
      <>
        {sentence}{' '}
        <Anchor fz="inherit" href={history}>
          Import History
        </Anchor>
      </>,
    )
    notify.done(sentence, { label: 'Import History', href: history })
  }
  const notifyFailure = (error: unknown) => {
    if (isHeld(error)) {
      clear()
      return
    }
    const reason = messageOf(error, 'Unknown error')
    setFailure(
      source === 'bulk-buy' && !isCancelled(error)
        ? `Failed to save bulk buy transaction: ${reason}`
        : reason,
    )
  }
  const { check, submit, cancel, checking, recording, finding, job } = useSubmission(rowsDraftName(own), {
    onFound: notifyRecorded,
    onFoundFailed: notifyFailure,
  })
  const busy = checking || recording
  const tick = useTick(warningWords(lastCheck.report?.warnings ?? []))

  const change = (next: Row[]) => {
    setRows(next.length === 0 ? empty() : next)
    lastCheck.follow(rows, next)
    setFailure(null)
    // Decisions belong to the rows as they stood.
    setDecisions(new Map())
  }
  const clear = () => {
    change(empty())
    setFile(null)
    dates.choose(null)
    draft.clear()
  }
  const what = (with_: Decisions = decisions, all: readonly Row[] = rows) => ({
    source,
    fileName: file,
    defaults: { ...defaults, ...(source === 'import' ? { side: own === 'bulk-buy' ? 'buy' : 'sell' } : {}) },
    rows: brokersNamed(all, brokers),
    order: dates.order,
    decisions: with_,
  })
  const preview = async (with_?: Decisions, asked: readonly Row[] = rows) => {
    setFailure(null)
    const all = [...brokersNamed(asked, brokers)]
    setRows(all)
    try {
      const report = await check(what(with_, all))
      lastCheck.keep(report, all)
      return report
    } catch (error) {
      setFailure(problemOf(error, 'The rows could not be checked. Please try again.'))
      return null
    }
  }
  const record = async () => {
    setFailure(null)
    // Rows that were not checked may have warnings or exceed limits: those are shown first.
    const shown = lastCheck.report
    const report = shown ?? (await preview())
    if (report === null || (report.ok && report.warnings.length > 0 && (shown === null || tick.isOpen)))
      return
    if (shown === null && report.ok && report.limits.length > 0) return
    try {
      const done = await submit(what())
      clear()
      notifyRecorded(done)
    } catch (error) {
      notifyFailure(error)
      if (isAboutRows(error)) await preview()
    }
  }
  const take = async (imported: Row[], fileName: string) => {
    const ask = {
      title: `Replace the ${counted(filled.length, 'row')} with ${fileName}?`,
      confirm: 'Replace Rows',
      danger: true,
    }
    if (filled.length > 0 && !(await confirm(ask))) return
    change(imported)
    setFile(fileName)
    dropRememberedDate()
    dates.choose(null)
    setImporting(false)
  }
  const decide = (decided: Decisions) => {
    setDecisions(decided)
    void preview(decided)
  }
  const unknown = useMemo(() => unknownNames(lastCheck.open, rows), [lastCheck.open, rows])
  const name = (text: string, symbol: string) => {
    const next = symbolGiven(rows, text, symbol)
    change(next)
    void preview(new Map(), next)
  }
  const others = useMemo(
    () =>
      otherBrokers(
        filled.map(({ row }) => row),
        brokers,
      ),
    [filled, brokers],
  )
  const mayRecord =
    filled.length > 0 && !dates.isOpen && !busy && lastCheck.report?.ok !== false && !tick.isOpen
  const reset = async () => {
    const ask = { title: 'Clear the table?', message: 'The rows are discarded.', confirm: 'Reset' }
    if (filled.length === 0 || (await confirm({ ...ask, danger: true }))) clear()
  }

  return (
    <>
      {banner}
      {filled.length === 0 && !finding && (
        <DraftOffer
          draft={draft}
          what={draft.found === null ? '' : rowsDraftText(draft.found.values)}
          onRestore={(stored) => {
            change(stored.rows)
            setFile(stored.file)
            setDefaults(stored.defaults)
            dates.choose(stored.order)
          }}
        />
      )}
      <FormSection title="Defaults for blank cells">
        <Defaults values={defaults} remembered={remembered} onChange={setDefaults} disabled={busy} />
      </FormSection>
      <Section
        title="Rows"
        actions={
          <div className={css.tools}>
            <OnlyWrong check={lastCheck} />
            <FillDown table={table} disabled={busy} />
            <Button variant="default" size="xs" disabled={busy} onClick={() => setImporting(true)}>
              Import File
            </Button>
            <Button variant="default" size="xs" disabled={busy} onClick={() => change([...rows, ...empty()])}>
              Add Rows
            </Button>
            <Button variant="default" size="xs" disabled={busy} onClick={() => void reset()}>
              Reset
            </Button>
          </div>
        }
      >
        <Text size="sm" c="dimmed" mb="xs">
          Type, or paste from a spreadsheet into any cell, with its header or without.{' '}
          {counted(filled.length, 'row')}
          {file !== null && ` from ${file}`}.
          {filled.length > DRAFT_ROWS &&
            ` More than ${count(DRAFT_ROWS)} rows are not kept over a reload: import the file again.`}
        </Text>
        <RowsTable
          rows={rows}
          columns={columns}
          named={named}
          withSides={WITH_SIDES}
          faults={lastCheck.faults}
          shown={lastCheck.shown}
          ref={table}
          onRows={change}
          disabled={busy}
        />
      </Section>
      <DateQuestion dates={dates} onChosen={lastCheck.forget} />
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <OtherBrokers
        names={others}
        disabled={busy}
        onName={(text, broker) => change(brokerGiven(rows, text, broker))}
      />
      <UnknownSecurities names={unknown} disabled={busy} onName={name} />
      <Report
        check={lastCheck}
        onGo={(index, field) => table.current?.go(index, field)}
        decisions={decisions}
        onDecide={decide}
        tick={tick}
      />
      {(recording || job !== null) && (
        <Running
          job={job}
          words={(said) =>
            recording
              ? `${RUNNING[said ?? ''] ?? 'Checking'} ${finding ? 'the rows that were submitted before' : counted(filled.length, 'row')}. All of them are recorded, or none.`
              : 'Checking. Nothing is recorded.'
          }
          onCancel={cancel}
        />
      )}
      <div className={css.tools}>
        <span className={css.grow} />
        <Button
          variant="default"
          loading={checking}
          disabled={filled.length === 0 || dates.isOpen || recording}
          onClick={() => void preview()}
        >
          Check Rows
        </Button>
        <SaveButton loading={recording} disabled={!mayRecord && !recording} onClick={() => void record()}>
          {own === 'bulk-buy' ? 'Submit Bulk Buy Transaction' : 'Submit Bulk Sell Transactions'}
        </SaveButton>
      </div>
      <ImportFile
        opened={importing}
        onClose={() => setImporting(false)}
        onRows={(imported, fileName) => void take(imported, fileName)}
      />
    </>
  )
}

interface DefaultsProps {
  values: DefaultValues
  remembered: Remembered
  onChange: (values: DefaultValues) => void
  disabled: boolean
}

function Defaults({ values, remembered, onChange, disabled }: DefaultsProps) {
  const portfolios = useRoute(activePortfolios)
  const mayChange = useMayChange()
  const accounts = useRoute(settlementAccounts.routes.list)
  const set = (field: keyof DefaultValues) => (value: string) => onChange({ ...values, [field]: value })
  const field = (name: keyof DefaultValues) => ({
    value: values[name],
    onChange: set(name),
    remembered: remembered[name],
    disabled,
  })
  return (
    <>
      <SelectField
        label="Portfolio"
        searchable
        options={byLabel(
          (portfolios.data ?? [])
            .filter((one) => mayChange(String(one.portfolioId)))
            .map((one) => ({
              value: String(one.portfolioId),
              label: `${one.portfolioName} (${one.portfolioId})`,
            })),
        )}
        {...field('portfolioId')}
      />
      <SelectField
        label="Settlement Account"
        searchable
        options={byLabel(
          (accounts.data ?? []).map((one) => ({
            value: String(one.id),
            label: `${one.account_number} ${one.account_name} (${one.payment_method})`,
          })),
        )}
        {...field('settlementAccount')}
      />
      {/* With a line below it from the first, so that nothing moves under a click that leaves the field. */}
      <BrokerField label="Broker Name" help="For rows without a broker" {...field('brokerName')} />
      <DateField label="Trade Date" {...field('tradeDate')} />
      <NumberField label="Cost of Funds" unit="%" {...field('costOfFunds')} />
    </>
  )
}
