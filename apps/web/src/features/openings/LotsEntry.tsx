import type { BatchRecord, DateOrder } from '@em/contract/books/batches'
import { type OpeningLotsReport, openings, type PortfolioOpening } from '@em/contract/books/openings'
import type { JobLine } from '@em/contract/jobs'
import { isOrderAsked } from '@em/core/cells/days'
import { Button, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { ApiFailure, call, cancelJob, messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { useLongWork } from '../../lib/useLongWork.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { hrefOf } from '../../places/places.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Running } from '../../ui/Running.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { DateQuestion } from '../batches/rows/DateQuestion.tsx'
import { OnlyWrong } from '../batches/rows/OnlyWrong.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import { RowsTable, type RowsTableHandle } from '../batches/rows/RowsTable.tsx'
import { dateOrdersIn, filledRows } from '../batches/rows/rows.ts'
import { useCheck } from '../batches/rows/useCheck.ts'
import { LotsReport } from './LotsReport.tsx'
import { LOT_COLUMNS, type LotRow, rowsToSend } from './lots.ts'
import css from './Openings.module.css'

const empty = (): LotRow[] => Array.from({ length: 8 }, () => ({}))
const count = (value: number, one: string) =>
  `${value.toLocaleString('en-LK')} ${one}${value === 1 ? '' : 's'}`

/** What is kept of the table over a reload. */
interface Kept {
  readonly openingDate: string
  readonly rows: LotRow[]
  readonly order: DateOrder | null
}

interface LotsEntryProps {
  opening: PortfolioOpening
  onLeave: () => void
}

/** Opening lots typed or pasted into a table: checked row by row, shown with what they post, recorded all or nothing. */
export function LotsEntry({ opening, onLeave }: LotsEntryProps) {
  const [openingDate, setOpeningDate] = useState(opening.openingDate ?? '')
  const [rows, setRows] = useState<LotRow[]>(empty)
  const [order, setOrder] = useState<DateOrder | null>(null)
  const lastCheck = useCheck<OpeningLotsReport>()
  const table = useRef<RowsTableHandle>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)
  /** The look at the server, once it takes longer than a moment. */
  const [look, setLook] = useState<JobLine | null>(null)
  const kept = useMemo<Kept>(() => ({ openingDate, rows, order }), [openingDate, rows, order])
  const filled = useMemo(() => filledRows(rows), [rows])
  const draft = useDraft(`opening-lots.${opening.portfolioId}`, kept, filled.length > 0)
  const restore = (found: Kept) => {
    if (opening.openingDate === null) setOpeningDate(found.openingDate)
    setOrder(found.order)
    change(found.rows)
  }
  const orders = useMemo(() => dateOrdersIn(rows), [rows])
  const undated = isOrderAsked(orders) && order === null
  const recorded = (lots: number) => {
    draft.clear()
    notify.done(`${count(lots, 'opening lot')} recorded.`, {
      label: 'Import History',
      href: hrefOf('Batch Transaction Import', 'Import History'),
    })
    onLeave()
  }
  const failed = (error: unknown) =>
    setFailure(messageOf(error, 'The lots could not be recorded. Please try again.'))
  const record = useLongWork(openings.recordLots, `opening-lots.${opening.portfolioId}`, {
    onFound: (batch) => recorded((batch as BatchRecord).totalTransactions),
    onFoundFailed: failed,
  })
  const recordOnce = useOnce(record.run)
  const busy = checking || record.busy
  const ready = filled.length > 0 && openingDate !== '' && !undated
  const sent = () => ({
    params: { portfolio: opening.portfolioId },
    body: { openingDate, fileName: null, rows: rowsToSend(rows, order ?? orders[0] ?? 'ymd') },
  })
  const change = (next: LotRow[]) => {
    setRows(next)
    lastCheck.follow(rows, next)
    setFailure(null)
  }
  const check = async () => {
    setFailure(null)
    setChecking(true)
    try {
      const report = await call(openings.recordLots, { ...sent(), query: { dryRun: '1' }, onJob: setLook })
      lastCheck.keep(report as OpeningLotsReport, rows)
    } catch (error) {
      lastCheck.forget()
      setFailure(messageOf(error, 'The lots could not be checked. Please try again.'))
    } finally {
      setChecking(false)
      setLook(null)
    }
  }
  const save = async () => {
    setFailure(null)
    try {
      await recordOnce({ ...sent(), query: {} })
      recorded(filled.length)
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'batch.rows') await check()
      else failed(error)
    }
  }
  const leave = async () => {
    const ask = {
      title: 'Leave the table?',
      message: 'The rows are discarded.',
      confirm: 'Discard',
      danger: true,
    }
    if (filled.length > 0) {
      if (!(await confirm(ask))) return
      draft.clear()
    }
    onLeave()
  }

  return (
    <>
      {filled.length === 0 && !record.finding && (
        <DraftOffer draft={draft} what="table of opening positions" onRestore={restore} />
      )}
      <Section title={`Opening positions of ${opening.portfolio}`} card>
        <div className={css.dates}>
          <DateField
            label="Opening Date"
            required
            max={today()}
            value={openingDate}
            onChange={(date) => {
              setOpeningDate(date)
              lastCheck.forget()
            }}
            disabled={opening.openingDate !== null || busy}
            help={opening.openingDate === null ? 'The first day of the books' : 'Set by the existing records'}
          />
        </div>
        <Text size="sm" c="dimmed" mt="sm" mb="xs">
          One row for each lot that was held at the start of that day. Type, or paste from a spreadsheet into
          any cell. Give the cost without fees, or the price. {count(filled.length, 'row')}.
        </Text>
        <OnlyWrong check={lastCheck} />
        <RowsTable
          rows={rows}
          columns={LOT_COLUMNS}
          faults={lastCheck.faults}
          shown={lastCheck.shown}
          ref={table}
          onRows={change}
          disabled={busy}
        />
      </Section>
      {isOrderAsked(orders) && (
        <DateQuestion
          orders={orders}
          order={order}
          onOrder={(next) => {
            setOrder(next)
            lastCheck.forget()
          }}
        />
      )}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <LotsReport
        check={lastCheck}
        openingDate={openingDate}
        onGo={(place, field) => table.current?.go(place, field)}
      />
      {(record.busy || look !== null) && (
        <Running
          job={look ?? record.job}
          words={(said) =>
            look === null
              ? `${said ?? 'Recording'}. All lots are recorded, or none.`
              : 'Checking. Nothing is recorded.'
          }
          onCancel={() => (look === null ? record.cancel() : cancelJob(look.id))}
        />
      )}
      <div className={rowsCss.tools}>
        <Button variant="default" disabled={busy} onClick={() => change([...rows, ...empty()])}>
          Add Rows
        </Button>
        <span className={rowsCss.grow} />
        <Button variant="default" disabled={busy} onClick={() => void leave()}>
          Cancel
        </Button>
        <Button
          variant="default"
          loading={checking}
          disabled={!ready || record.busy}
          onClick={() => void check()}
        >
          Check Lots
        </Button>
        <Button
          loading={record.busy}
          disabled={!ready || checking || lastCheck.report?.ok !== true}
          onClick={() => void save()}
        >
          Record Opening Lots
        </Button>
      </div>
    </>
  )
}
