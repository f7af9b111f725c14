import { refusalMessage } from '@em/contract/kit/errors'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { effectSentences } from '@em/contract/prices/price-effect'
import { tradeSummaries, type UploadReport } from '@em/contract/prices/trade-summary'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiFailure, call, messageOf } from '../../lib/api.ts'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { type Answer, type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { invalidateAfter } from '../../lib/query.ts'
import { useSimulatedProgress } from '../../lib/useSimulatedProgress.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { exceptionsInWords } from './price-texts.ts'
import css from './Upload.module.css'

type State =
  | { readonly is: 'reading' | 'uploading' }
  /** Its days or numbers can be read in two ways. */
  | { readonly is: 'question'; readonly asked: AskedOfFile }
  /** With what the prices of its day make stale or current, where they do. */
  | {
      readonly is: 'ready'
      readonly follows?: readonly string[]
      readonly exceptions?: UploadReport['exceptions']
      readonly preview?: UploadReport
    }
  | {
      readonly is: 'wrong'
      readonly message: string
      readonly lines: readonly string[]
      readonly duplicate: boolean
    }
  | { readonly is: 'done'; readonly report: UploadReport }

interface Chosen {
  readonly key: number
  readonly file: File
  readonly data: string
  /** YYYY-MM-DD, or what was typed of it. */
  readonly tradeDate: string
  readonly rows: number | null
  readonly answers: FileAnswers
  readonly state: State
}

interface UploadSummariesProps {
  opened: boolean
  onClose: () => void
}

const ENDINGS = ['.xlsx', '.csv']
/** How long the bar stays at 100 % before it goes. */
const DONE_MS = 400
let nextKey = 1

/** Uploads trade summaries: one file a day, each all or nothing. The day is read from the file where it says one. */
export function UploadSummaries({ opened, onClose }: UploadSummariesProps) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly Chosen[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** The part of the files that is uploaded, 1 for a moment at the end; null while nothing is. */
  const [part, setPart] = useState<number | null>(null)
  const stopped = useRef(false)

  const change = (key: number, news: Partial<Chosen>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))

  const previewFile = async (file: File) => {
    const key = nextKey++
    const chosen: Chosen = {
      key,
      file,
      data: '',
      tradeDate: '',
      rows: null,
      answers: {},
      state: { is: 'reading' },
    }
    setFiles((all) => [...all, chosen])
    try {
      const data = await base64Of(file)
      change(key, { data })
      await preview({ ...chosen, data })
    } catch (error) {
      change(key, { state: refused(error) })
    }
  }
  /** The effect of an upload of the file, and its day where it names one. */
  const preview = async ({ key, file, data, answers }: Chosen) => {
    try {
      const body = { file: { fileName: file.name, data }, ...answers }
      const found = await call(tradeSummaries.upload, { body, query: { dryRun: '1' } })
      const state: State =
        found.duplicates > 0
          ? wrong(duplicateOf(found.tradeDate), [], true)
          : {
              is: 'ready',
              exceptions: found.exceptions,
              preview: found,
              ...(found.effect && { follows: effectSentences(found.effect) }),
            }
      change(key, { tradeDate: found.tradeDate, rows: found.rowsProcessed, state })
    } catch (error) {
      // The file says no day: the person does.
      const asksDay = error instanceof ApiFailure && error.code === 'prices.date-missing'
      change(key, { state: asksDay ? { is: 'ready' } : refused(error) })
    }
  }
  const add = async (chosen: readonly File[]) => {
    setProblem(null)
    for (const file of chosen) await previewFile(file)
  }
  const answer = (one: Chosen, asked: AskedOfFile, chosen: Answer) => {
    const answers = answeredTo(asked, chosen, one.answers)
    change(one.key, { answers, state: { is: 'reading' } })
    void preview({ ...one, answers })
  }
  /** Uploads one file; false where it was refused, which its row then says. */
  const upload = async (one: Chosen, replace: boolean): Promise<boolean> => {
    change(one.key, { state: { is: 'uploading' } })
    try {
      const report = await call(tradeSummaries.upload, {
        body: {
          file: { fileName: one.file.name, data: one.data },
          tradeDate: one.tradeDate,
          ...one.answers,
          ...(replace && { replace: '1' as const }),
        },
        query: {},
        idempotencyKey: crypto.randomUUID(),
      })
      change(one.key, { state: { is: 'done', report }, data: '' })
      return true
    } catch (error) {
      change(one.key, { state: refused(error) })
      return false
    }
  }
  const waiting = files.filter(({ state }) => state.is === 'ready')
  const uploadAll = async () => {
    if (waiting.length === 0 || waiting.some(({ tradeDate }) => !isDate(tradeDate))) {
      setProblem('Please select a date and file.')
      return
    }
    setProblem(null)
    stopped.current = false
    let isDone = true
    for (const [index, one] of waiting.entries()) {
      if (stopped.current) break
      setPart(index / waiting.length)
      if (!(await upload(one, false))) isDone = false
    }
    if (isDone && !stopped.current) {
      setPart(1)
      await new Promise((shown) => setTimeout(shown, DONE_MS))
    }
    setPart(null)
    void invalidateAfter(client, 'trade-summary')
  }
  const replace = async (one: Chosen) => {
    const day = formatDate(one.tradeDate)
    const agreed = await confirm({
      title: `Replace the prices of ${day}?`,
      message: `The file takes the place of what was uploaded for ${day}. A price that it does not have is taken back. Earlier versions are kept.`,
      confirm: 'Replace',
    })
    if (!agreed) return
    await upload(one, true)
    void invalidateAfter(client, 'trade-summary')
  }
  const close = () => {
    stopped.current = true
    setFiles([])
    setProblem(null)
    onClose()
  }
  const busy = part !== null
  const risen = useSimulatedProgress(busy && part < 1, part ?? 0)
  return (
    <Modal opened={opened} onClose={close} title="Upload Trade Summary" size="xl" dirty={waiting.length > 0}>
      <Stack gap="sm">
        <FileField
          label="Trade summaries"
          accept={ENDINGS}
          multiple
          help="One file a day as the exchange gives them, .xlsx or .csv, at most 10 MB each. The date is read from the file where it says one."
          disabled={busy}
          onFiles={(chosen) => void add(chosen)}
        />
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {files.length > 0 && (
          <ul className={css.files} aria-label="Chosen files">
            {files.map((one) => (
              <FileRow
                key={one.key}
                chosen={one}
                busy={busy}
                onDate={(tradeDate) =>
                  change(one.key, {
                    tradeDate,
                    state: one.state.is === 'wrong' ? { is: 'ready' } : one.state,
                  })
                }
                onReplace={() => void replace(one)}
                onAnswer={(asked, chosen) => answer(one, asked, chosen)}
                onRemove={() => setFiles((all) => all.filter(({ key }) => key !== one.key))}
              />
            ))}
          </ul>
        )}
        {busy && <Progress value={part === 1 ? 100 : risen} aria-label="Upload progress" animated />}
        <DialogActions>
          {busy ? (
            <Button variant="default" onClick={() => (stopped.current = true)}>
              Stop after this file
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {waiting.length > 0 ? 'Cancel' : 'Close'}
            </Button>
          )}
          <Button
            loading={busy}
            disabled={
              files.some(({ state }) => state.is === 'reading' || state.is === 'question') ||
              (files.length > 0 && waiting.length === 0)
            }
            onClick={() => void uploadAll()}
          >
            {waiting.length > 1 ? `Upload ${waiting.length} files` : 'Upload'}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

interface FileRowProps {
  chosen: Chosen
  busy: boolean
  onDate: (date: string) => void
  onReplace: () => void
  onAnswer: (asked: AskedOfFile, chosen: Answer) => void
  onRemove: () => void
}

function FileRow({ chosen, busy, onDate, onReplace, onAnswer, onRemove }: FileRowProps) {
  const { file, tradeDate, rows, state } = chosen
  const isDone = state.is === 'done'
  return (
    <li>
      <div className={css.name}>
        <strong>{file.name}</strong>
        {rows !== null && (
          <Text size="sm" c="dimmed">
            {counted(rows, 'row')}
          </Text>
        )}
      </div>
      <DateField
        plain
        label="Trade date"
        value={tradeDate}
        max={today()}
        disabled={busy || isDone || state.is === 'reading'}
        onChange={onDate}
      />
      <div className={css.state}>
        {state.is === 'question' ? (
          <FileQuestion
            asked={state.asked}
            fileName={file.name}
            onAnswer={(answer) => onAnswer(state.asked, answer)}
          />
        ) : (
          <StateWords state={state} day={tradeDate} />
        )}
        <Group gap="xs">
          {state.is === 'wrong' && state.duplicate && (
            <Button size="compact-sm" variant="default" disabled={busy} onClick={onReplace}>
              Replace the day
            </Button>
          )}
          {!isDone && (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={busy}
              aria-label={`Remove ${file.name}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </Group>
      </div>
    </li>
  )
}

/** Lines of a refusal, or remarks of an upload, that are shown. */
const LINES_SHOWN = 5

function StateWords({ state, day }: { state: Exclude<State, { is: 'question' }>; day: string }) {
  switch (state.is) {
    case 'reading':
      return <Text size="sm">Reading the file</Text>
    case 'uploading':
      return <Text size="sm">Uploading</Text>
    case 'ready':
      return (
        <div>
          <Text size="sm">{isDate(day) ? 'Ready' : 'Please select the trade date.'}</Text>
          <ShortList lines={state.follows ?? []} />
          <Exceptions of={state.exceptions ?? []} />
          <WillWait preview={state.preview} />
        </div>
      )
    case 'wrong':
      return (
        <div role="alert">
          <Text size="sm" c={state.duplicate ? 'dimmed' : 'red'}>
            {state.message}
          </Text>
          <ShortList lines={state.lines} />
        </div>
      )
    case 'done':
      return <Outcome report={state.report} />
  }
}

function Outcome({ report }: { report: UploadReport }) {
  const { rowsProcessed, tradeDate, changed, removed, skipped, unknown, exceptions, effect } = report
  const more = [
    changed > 0 && `${counted(changed, 'price')} corrected`,
    removed > 0 && `${counted(removed, 'price')} taken back`,
    skipped > 0 && `${counted(skipped, 'row')} without a last trade left out`,
    unknown.length > 0 && `${counted(unknown.length, 'symbol')} not in the Equity Master`,
  ].filter((words) => words !== false)
  return (
    <div role="status">
      <Text
        size="sm"
        fw={600}
        className={css.good}
      >{`Upload successful! ${rowsProcessed} rows processed for ${formatDate(tradeDate)}.`}</Text>
      {more.length > 0 && <Text size="sm">{more.join(', ')}.</Text>}
      {effect !== undefined && <ShortList lines={effectSentences(effect)} />}
      <Exceptions of={exceptions} />
    </div>
  )
}

/** Prices that are unusual, before and after the upload. */
function Exceptions({ of: exceptions }: { of: UploadReport['exceptions'] }) {
  if (exceptions.length === 0) return null
  return (
    <>
      <Text size="sm">{counted(exceptions.length, 'price')} to look at; they count all the same:</Text>
      <ShortList
        lines={exceptions.map(
          (row) =>
            `${row.symbol} at ${formatNumber(row.last_trade, { decimals: 2 })}: ${exceptionsInWords(row).join(', ').toLowerCase()}`,
        )}
      />
    </>
  )
}

function ShortList({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={css.lines}>
      {lines.slice(0, LINES_SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > LINES_SHOWN && <li>and {lines.length - LINES_SHOWN} more</li>}
    </ul>
  )
}

const duplicateOf = (day: string) => refusalMessage('prices.duplicate', { date: formatDate(day) })

const wrong = (message: string, lines: readonly string[] = [], duplicate = false): State => ({
  is: 'wrong',
  message,
  lines,
  duplicate,
})

function refused(error: unknown): State {
  const asked = askedOfFile(error, 'prices')
  if (asked !== null) return { is: 'question', asked }
  if (!(error instanceof ApiFailure)) return wrong('Upload failed: the file could not be read.')
  if (error.code === 'prices.duplicate' || error.short === 'Duplicate entries found')
    return wrong(error.message, [], true)
  const lines = error.details.map(({ message }) => message).filter((message) => message !== error.message)
  // Whether the day is uploaded already could not be looked up: no fault of the file.
  const isOurs = error.short === 'Duplicate check failed' || error.status >= 500
  const what = isOurs ? 'System error:' : 'Upload failed:'
  return wrong(`${what} ${messageOf(error, 'please try again.')}`, lines)
}
