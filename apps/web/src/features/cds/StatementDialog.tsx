import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import {
  CDS_FIELD_LABELS,
  CDS_FIELDS,
  type CdsColumns,
  type CdsComparison,
  type CdsComparisonDetail,
  type CdsReading,
  cdsComparisons,
} from '@em/contract/cds/cds-comparison'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { Button, Group, Progress, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { call, problemOf } from '../../lib/api.ts'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import css from './Cds.module.css'
import { CAUSE_WORDS } from './cause-texts.ts'

interface Chosen {
  readonly name: string
  readonly bytes: number
  /** Base64. */
  readonly data: string
}
interface How {
  readonly columns?: CdsColumns
  readonly sheet?: string
  /** The account of lines that name none: its id, or ''. */
  readonly account?: string
  readonly answers?: FileAnswers
}

const ENDINGS = ['.csv', '.xlsx']
const PROBLEMS_SHOWN = 20

/** Chooses a statement, shows how it is read and what would be found, and compares it. */
export function StatementDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (made: CdsComparison) => void
}) {
  const accounts = useRoute(cdsAccounts.routes.list, { query: {} })
  const save = useWrite(cdsComparisons.record)
  const [file, setFile] = useState<Chosen | null>(null)
  const [reading, setReading] = useState<CdsReading | null>(null)
  const [how, setHow] = useState<How>({})
  const [date, setDate] = useState('')
  const [found, setFound] = useState<CdsComparisonDetail | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [question, setQuestion] = useState<AskedOfFile | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)

  const sentOf = (chosen: Chosen, { columns, sheet, account, answers }: How) => ({
    ...answers,
    fileName: chosen.name,
    data: chosen.data,
    ...(sheet === undefined ? {} : { sheet }),
    ...(columns === undefined ? {} : { columns }),
    ...(account === undefined || account === '' ? {} : { account: Number(account) }),
  })
  const preview = async (chosen: Chosen, next: How, day: string, signal: AbortSignal) => {
    if (!isDate(day)) return setFound(null)
    const body = { ...sentOf(chosen, next), statementDate: day }
    const seen = await call(cdsComparisons.record, { body, query: { dryRun: '1' }, signal })
    if (!signal.aborted) setFound(seen)
  }
  /** Reads the file and, where nothing is missing, previews what a comparison would find. */
  const read = async (chosen: Chosen, next: How, typed: string) => {
    asking.current?.abort()
    const asked = new AbortController()
    asking.current = asked
    setHow(next)
    setFound(null)
    setQuestion(null)
    setProblem(null)
    setBusy(`Reading ${chosen.name}`)
    try {
      const seen = await call(cdsComparisons.read, { body: sentOf(chosen, next), signal: asked.signal })
      if (asked.signal.aborted) return
      setReading(seen)
      const day = typed === '' ? (seen.statementDate ?? '') : typed
      setDate(day)
      if (seen.missing.length === 0 && seen.problemCount === 0) await preview(chosen, next, day, asked.signal)
    } catch (error) {
      if (asked.signal.aborted) return
      const open = askedOfFile(error, 'cds')
      if (open === null) setProblem(problemOf(error, 'The file could not be read. Please try again.'))
      else setQuestion(open)
    } finally {
      if (asking.current === asked) setBusy(null)
    }
  }
  const take = async (one: File) => {
    setReading(null)
    setFound(null)
    setDate('')
    setFile(null)
    try {
      const chosen = { name: one.name, bytes: one.size, data: await base64Of(one) }
      setFile(chosen)
      await read(chosen, {}, '')
    } catch {
      setProblem('The file could not be read.')
    }
  }
  const compare = async () => {
    if (file === null) return
    setProblem(null)
    try {
      const made = await save.mutateAsync({ query: {}, body: { ...sentOf(file, how), statementDate: date } })
      notify.success(
        made.breaks === 0
          ? `The statement of ${formatDate(made.statement_date)} agrees.`
          : `The statement of ${formatDate(made.statement_date)} has ${counted(made.breaks, 'break')}.`,
      )
      onDone(made)
    } catch (error) {
      setProblem(problemOf(error, 'The statement was not compared. Please try again.'))
    }
  }
  const isReady = found !== null && busy === null
  return (
    <Modal opened onClose={onClose} title="Compare a statement" size="80rem" dirty={file !== null}>
      <Stack gap="md">
        <FileField
          label="Statement file"
          accept={ENDINGS}
          file={file}
          help="With account, symbol and balance; .csv or .xlsx, at most 10 MB."
          disabled={busy !== null}
          onFiles={([one]) => void take(one)}
        />
        {busy !== null && (
          <div role="status">
            {busy} ...
            <Progress value={100} animated size="sm" aria-label={busy} mt={4} />
          </div>
        )}
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {file !== null && question !== null && (
          <FileQuestion
            asked={question}
            fileName={file.name}
            onAnswer={(answer) => {
              const answers = answeredTo(question, answer, how.answers ?? {})
              void read(file, { ...how, answers }, date)
            }}
          />
        )}
        {file !== null && reading !== null && (
          <>
            <div className={css.filters}>
              <DateField
                label="Statement date"
                required
                max={today()}
                value={date}
                onChange={(day) => {
                  setDate(day)
                  if (isDate(day)) void read(file, how, day)
                }}
              />
              <SelectField
                label="Account of lines that name none"
                placeholder="None"
                value={how.account ?? ''}
                onChange={(account) => void read(file, { ...how, account }, date)}
                options={(accounts.data ?? []).map((one) => ({
                  value: String(one.id),
                  label: `${one.account}, ${one.holder_name}`,
                }))}
              />
              {reading.sheets.length > 1 && (
                <SelectField
                  label="Sheet"
                  clearable={false}
                  options={reading.sheets.map((name) => ({ value: name, label: name }))}
                  value={reading.sheet ?? ''}
                  onChange={(sheet) => void read(file, { account: how.account ?? '', sheet }, date)}
                />
              )}
            </div>
            <Columns reading={reading} onChange={(columns) => void read(file, { ...how, columns }, date)} />
            <Problems reading={reading} />
            {found === null ? <Sample reading={reading} /> : <Preview found={found} />}
            <WillWait preview={found} />
          </>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isReady} loading={save.isPending} onClick={() => void compare()}>
            {found === null ? 'Compare' : `Compare ${counted(reading?.rows ?? 0, 'line')}`}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

/** The meaning of each column. */
function Columns({ reading, onChange }: { reading: CdsReading; onChange: (columns: CdsColumns) => void }) {
  const options = reading.headers.map((header) => ({ value: header, label: header }))
  return (
    <details open={reading.missing.length > 0}>
      <summary>
        Columns: {CDS_FIELDS.flatMap((field) => reading.columns[field] ?? []).join(', ') || 'none found'}
      </summary>
      <Group align="end" gap="sm" mt="xs">
        {CDS_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={CDS_FIELD_LABELS[field]}
            placeholder="Not in the file"
            options={options}
            value={reading.columns[field] ?? ''}
            onChange={(header) => onChange({ ...reading.columns, [field]: header === '' ? null : header })}
          />
        ))}
      </Group>
    </details>
  )
}

function Problems({ reading: { missing, problems, problemCount } }: { reading: CdsReading }) {
  if (missing.length > 0) {
    return <Banner tone="warning">Please choose the column for: {missing.join(', ')}.</Banner>
  }
  if (problemCount === 0) return null
  return (
    <SmallTable label="Rows that cannot be used" tall>
      <caption>
        {counted(problemCount, 'row')} cannot be used. Nothing is compared until the file is corrected
        {problemCount > PROBLEMS_SHOWN && `; the first ${PROBLEMS_SHOWN}`}.
      </caption>
      <thead>
        <tr>
          <th>Line</th>
          <th>Field</th>
          <th>Problem</th>
          <th>Value in the file</th>
        </tr>
      </thead>
      <tbody>
        {problems.slice(0, PROBLEMS_SHOWN).map((one) => (
          <tr key={`${one.line} ${one.field} ${one.message}`}>
            <td>{one.line}</td>
            <td>{one.field}</td>
            <td data-wrap>{one.message}</td>
            <td data-wrap>{one.value ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function Sample({ reading: { sample, rows } }: { reading: CdsReading }) {
  if (sample.length === 0) return null
  return (
    <SmallTable label="Lines of the statement" tall>
      <caption>
        {rows > sample.length
          ? `The first ${sample.length} of ${formatNumber(rows, { decimals: 0 })} lines`
          : counted(rows, 'line')}
      </caption>
      <thead>
        <tr>
          <th>Line</th>
          <th>CDS account</th>
          <th>Symbol</th>
          <th data-right>Balance</th>
          <th data-right data-optional>
            Pledged
          </th>
        </tr>
      </thead>
      <tbody>
        {sample.map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td>{row.account ?? '–'}</td>
            <td>{row.symbol}</td>
            <td data-right>
              <Quantity value={row.balance} />
            </td>
            <td data-right data-optional>
              <Quantity value={row.pledged} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

const BREAKS_SHOWN = 20

/** The result that the comparison would have. */
function Preview({ found }: { found: CdsComparisonDetail }) {
  const breaks = found.rows.filter(({ cause }) => cause !== null)
  return (
    <>
      <Banner tone={breaks.length === 0 ? 'success' : 'info'}>
        {counted(found.agreed, 'line')} of {found.lines} agree with what has settled on{' '}
        {formatDate(found.statement_date)}; {counted(breaks.length, 'break')}.
      </Banner>
      {breaks.length > 0 && (
        <SmallTable label="Breaks" tall>
          {breaks.length > BREAKS_SHOWN && <caption>The first {BREAKS_SHOWN} breaks</caption>}
          <thead>
            <tr>
              <th data-optional>CDS account</th>
              <th>Symbol</th>
              <th data-right data-optional>
                Settled
              </th>
              <th data-right data-optional>
                Statement
              </th>
              <th data-right>Difference</th>
              <th>Likely cause</th>
            </tr>
          </thead>
          <tbody>
            {breaks.slice(0, BREAKS_SHOWN).map((row) => (
              <tr key={`${row.account_id} ${row.symbol}`}>
                <td data-optional>{row.account}</td>
                <td>{row.symbol}</td>
                <td data-right data-optional>
                  <Quantity value={row.settled} />
                </td>
                <td data-right data-optional>
                  <Quantity value={row.balance} />
                </td>
                <td data-right>
                  <Quantity value={row.difference} />
                </td>
                <td data-wrap>{row.cause === null ? '' : CAUSE_WORDS[row.cause]}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </>
  )
}
