import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { effectSentences } from '@em/contract/prices/price-effect'
import { type PriceSheet, prices } from '@em/contract/prices/prices'
import { addDays } from '@em/core/values/dates'
import { ActionIcon, Button, FileButton, Group, Switch, Text } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { call, isHeld, problemOf } from '../../lib/api.ts'
import { formatDate, formatMoment, today } from '../../lib/dates.ts'
import { type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { cellsOf } from '../batches/rows/rows.ts'
import { UnknownSecurities } from '../batches/rows/UnknownSecurities.tsx'
import { NoMarketDay } from './NoMarketDay.tsx'
import { PriceFeed } from './PriceFeed.tsx'
import css from './Prices.module.css'
import { PriceTable } from './PriceTable.tsx'
import { changesIn, named, pasteInto, type Typed, type UnknownPrice } from './price-rows.ts'
import { TodaysPrices } from './TodaysPrices.tsx'
import { usePricesPreview } from './usePricesPreview.ts'

/** The prices of a day: typed, pasted from a spreadsheet or read from a file, next to those of the day before. */
export default function PriceSheetScreen() {
  const address = useHashQuery()
  const asked = dateIn(address, 'date')
  const latest = useRoute(prices.sheet, { params: { date: today() } })
  const date = asked === '' ? (latest.data?.marketDay ?? '') : asked
  const sheet = useRoute(prices.sheet, { params: { date } }, { enabled: date !== '' })
  const go = (next: string) => changeHashQuery({ date: next })
  return (
    <Page
      title="Market Price Feed"
      lead="The prices of a day: read them from the exchange, type them, paste them from a spreadsheet or load them from a file. Held securities are listed with the newest price before that day."
    >
      <PriceFeed onRead={go} />
      <Group align="end" gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="The day before"
          disabled={date === ''}
          onClick={() => go(addDays(date, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <DateField label="Prices of" value={date} max={today()} onChange={go} plain />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="The day after"
          disabled={date === '' || date >= today()}
          onClick={() => go(addDays(date, 1))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <Loaded query={sheet} failed="Failed to load the prices">
        {(found) => <Sheet key={found.date} sheet={found} />}
      </Loaded>
    </Page>
  )
}

type Source = 'typed' | 'pasted' | 'file'

/** The sheet of a day. `onSaved`: after prices were recorded. */
export function Sheet({ sheet, onSaved }: { sheet: PriceSheet; onSaved?: () => void }) {
  const { date, signedOff } = sheet
  const [typed, setTyped] = useState<Typed>({})
  const [source, setSource] = useState<Source>('typed')
  const [fileName, setFileName] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [saves, setSaves] = useState(0)
  const [note, setNote] = useState<string | null>(null)
  const [unknown, setUnknown] = useState<readonly UnknownPrice[]>([])
  const [question, setQuestion] = useState<{ asked: AskedOfFile; file: File; answers: FileAnswers } | null>(
    null,
  )
  const may = useMay()(prices.record)
  const record = useWrite(prices.record, { invalidates: ['trade-summary'] })
  const isMarketDay = sheet.marketDay === date
  const readOnly = !may || signedOff !== null || !isMarketDay
  const { changes, faults } = changesIn(sheet.rows, typed)
  const draft = useDraft(`prices.${date}`, typed, changes.length + faults.size > 0)
  const held = sheet.rows.filter(({ quantity }) => quantity > 0)
  const body = { source, rows: [...changes], ...(source === 'file' && fileName !== null && { fileName }) }
  const isReady = !readOnly && changes.length > 0 && faults.size === 0
  const { preview } = usePricesPreview(date, isReady ? body : null, record.isPending)
  const rows = all || held.length === 0 ? sheet.rows : held

  const change = (now: Typed) => {
    setProblem(null)
    setTyped((before) => ({ ...before, ...now }))
  }
  const put = (cells: string[][], from: string, as: Source) => {
    const next = pasteInto(typed, rows, cells, from)
    if (next.taken === 0 && next.unknown.length === 0) return false
    setTyped(next.typed)
    setSource(as)
    setUnknown(next.unknown.filter(({ choices }) => choices.length > 0))
    const others = next.unknown.filter(({ choices }) => choices.length === 0).map(({ text }) => text)
    const missing = others.length === 0 ? '' : ` Not in this sheet: ${shortened(others)}.`
    setNote(`${counted(next.taken, 'price')} put into the sheet.${missing}`)
    return true
  }
  const sayName = (text: string, symbol: string) => {
    const [price, row] = [
      unknown.find((one) => one.text === text),
      sheet.rows.find((one) => one.symbol === symbol),
    ]
    if (price === undefined || row === undefined) return
    setTyped((before) => named(before, row, price))
    setUnknown((before) => before.filter((one) => one !== price))
  }
  const readFile = async (file: File | null, answers: FileAnswers = {}) => {
    if (file === null) return
    setQuestion(null)
    setProblem(null)
    setNote(null)
    if (file.size === 0 || file.size > FILE_BYTES_MAX) {
      setProblem(file.size === 0 ? 'The file is empty.' : 'The file is larger than 10 MB.')
      return
    }
    try {
      const read = await call(prices.readFile, {
        body: { fileName: file.name, data: await base64Of(file), ...answers },
      })
      // Prices of another day are another sheet's: one click more would have put them here.
      if (read.tradeDate !== null && read.tradeDate !== date) {
        setProblem(
          `The file says ${formatDate(read.tradeDate)}, and this is the sheet of ${formatDate(date)}. Choose that day, or another file.`,
        )
        return
      }
      if (read.problems.length > 0)
        setProblem(
          read.problems
            .slice(0, 5)
            .map(({ message }) => message)
            .join(' '),
        )
      setFileName(file.name)
      put(
        read.rows.map((row) => [
          row.symbol,
          String(row.last_trade),
          row.close === null ? '' : String(row.close),
        ]),
        '',
        'file',
      )
    } catch (error) {
      const asked = askedOfFile(error, 'prices')
      if (asked !== null) setQuestion({ asked, file, answers })
      else setProblem(problemOf(error, 'The file could not be read. Please try again.'))
    }
  }
  const save = async () => {
    setProblem(null)
    try {
      const done = await record.mutateAsync({
        params: { date },
        query: {},
        body,
      })
      draft.clear()
      setTyped({})
      setNote(done.effect === undefined ? null : effectSentences(done.effect).join(' '))
      setSource('typed')
      setSaves((before) => before + 1)
      notify.success(
        `${counted(done.added + done.changed, 'price')} of ${formatDate(date)} recorded${done.removed > 0 ? `, ${done.removed} taken back` : ''}.`,
      )
      onSaved?.()
    } catch (error) {
      if (isHeld(error)) {
        draft.clear()
        setTyped({})
        setSource('typed')
      }
      setProblem(problemOf(error, 'The prices were not recorded. Please try again.'))
    }
  }
  if (sheet.rows.length === 0) {
    return (
      <EmptyState title="Nothing is held on this day">
        Record trades first: every security that is held stands here. The prices of a whole day come from
        Trade Summary Data.
      </EmptyState>
    )
  }
  // Nothing counts on such a day, and nothing can be typed: empty fields would invite to it.
  if (!isMarketDay && sheet.rows.every(({ price }) => price === null)) return <NoMarketDay sheet={sheet} />
  return (
    <>
      {!isMarketDay && <NoMarketDay sheet={sheet} />}
      <SignedOff sheet={sheet} />
      {!readOnly && Object.keys(typed).length === 0 && (
        <DraftOffer draft={draft} what="price sheet" onRestore={setTyped} />
      )}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {note !== null && <Banner onClose={() => setNote(null)}>{note}</Banner>}
      {question !== null && (
        <FileQuestion
          asked={question.asked}
          fileName={question.file.name}
          onAnswer={(answer) => {
            const { asked, file, answers } = question
            void readFile(file, answeredTo(asked, answer, answers))
          }}
        />
      )}
      <UnknownSecurities
        names={unknown.map((one) => ({ ...one, rows: 1 }))}
        disabled={readOnly}
        onName={sayName}
        adding={() => ''}
      />
      <Group justify="space-between">
        <Text size="sm">
          {!isMarketDay
            ? ''
            : sheet.missing === 0
              ? 'Every security that is held has a price of this day.'
              : `${counted(sheet.missing, 'held security', 'held securities')} without a price of this day.`}
        </Text>
        <Group gap="sm">
          {held.length > 0 && held.length < sheet.rows.length && (
            <Switch
              label="All securities with a price"
              checked={all}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
          )}
          {!readOnly && (
            <FileButton accept=".xlsx,.csv" onChange={(file) => void readFile(file)}>
              {(props) => (
                <Button {...props} variant="default">
                  Import File
                </Button>
              )}
            </FileButton>
          )}
          {isMarketDay && signedOff === null && (
            <SignOffButton sheet={sheet} unsaved={Object.keys(typed).length > 0} />
          )}
        </Group>
      </Group>
      <PriceTable
        date={date}
        rows={rows}
        typed={typed}
        faults={faults}
        readOnly={readOnly}
        saves={saves}
        onChange={change}
        onPaste={(text, from) => put(cellsOf(text), from, 'pasted')}
      />
      <WillWait preview={preview} />
      {!readOnly && (
        <Group justify="end" className={css.save}>
          <Text size="sm" c="dimmed">
            Paste two columns, symbol and price, into any price; or one column of prices from a row on.
          </Text>
          <Button
            variant="default"
            disabled={Object.keys(typed).length === 0}
            onClick={() => {
              setTyped({})
              draft.clear()
              setNote(null)
              setUnknown([])
            }}
          >
            Reset
          </Button>
          <SaveButton loading={record.isPending} disabled={!isReady} onClick={() => void save()}>
            {changes.length === 0 ? 'Save Prices' : `Save ${counted(changes.length, 'price')}`}
          </SaveButton>
        </Group>
      )}
      {!readOnly && <TodaysPrices sheet={sheet} />}
    </>
  )
}

const SHOWN = 6
const shortened = (words: readonly string[]) =>
  words.length <= SHOWN
    ? words.join(', ')
    : `${words.slice(0, SHOWN).join(', ')} and ${words.length - SHOWN} more`

/** Does it and shows the outcome. */
async function act(work: () => Promise<unknown>, done: string, failed: string): Promise<void> {
  try {
    await work()
    notify.success(done)
  } catch (error) {
    notify.error(failed, error)
  }
}

function SignedOff({ sheet: { date, signedOff } }: { sheet: PriceSheet }) {
  const reopen = useWrite(prices.reopen)
  if (signedOff === null) return null
  const reopenIt = () =>
    act(
      () => reopen.mutateAsync({ params: { date }, query: {} }),
      `The price sheet of ${formatDate(date)} is open again.`,
      'The price sheet was not reopened.',
    )
  return (
    <Banner tone="success">
      Signed off by {signedOff.by}, {formatMoment(signedOff.at)}: these prices change no more.{' '}
      <IfMay call={prices.reopen}>
        <Button
          size="compact-sm"
          variant="default"
          loading={reopen.isPending}
          onClick={() => void reopenIt()}
        >
          Reopen
        </Button>
      </IfMay>
    </Banner>
  )
}

function SignOffButton({ sheet: { date, missing }, unsaved }: { sheet: PriceSheet; unsaved: boolean }) {
  const sign = useWrite(prices.signOff)
  const ask = async () => {
    const agreed = await confirm({
      title: `Sign off the prices of ${formatDate(date)}?`,
      message: `${missing === 0 ? 'Every security that is held has a price.' : `${counted(missing, 'held security', 'held securities')} without a price of this day.`} Nobody can change a price of this day until the sheet is reopened.`,
      confirm: 'Sign off',
    })
    if (!agreed) return
    await act(
      () => sign.mutateAsync({ params: { date }, query: {} }),
      `The prices of ${formatDate(date)} are signed off.`,
      'The price sheet was not signed off.',
    )
  }
  return (
    <IfMay call={prices.signOff}>
      <Button variant="default" disabled={unsaved} loading={sign.isPending} onClick={() => void ask()}>
        Sign Off
      </Button>
    </IfMay>
  )
}
