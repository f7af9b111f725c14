import type { BatchRecord } from '@em/contract/batches/batches'
import type { JobLine } from '@em/contract/jobs/jobs'
import { type OpeningLotsReport, openings, type PortfolioOpening } from '@em/contract/openings/openings'
import type { DateOrder } from '@em/core/sheets/days'
import { useMemo, useState } from 'react'
import { ApiFailure, call, cancelJob, isHeld, problemOf } from '../../lib/api.ts'
import { counted } from '../../lib/numerals.ts'
import { useLongWork } from '../../lib/useLongWork.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { hrefOf } from '../../links/tabs.ts'
import { notify } from '../../ui/notify.tsx'
import { Running } from '../../ui/Running.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { filledRows } from '../batches/rows/rows.ts'
import { useCheck } from '../batches/rows/useCheck.ts'
import { useDateOrder } from '../batches/rows/useDateOrder.ts'
import { LotsReport } from './LotsReport.tsx'
import { LOT_COLUMNS, type LotRow, rowsToSend } from './lots.ts'
import { mayLeave, OpeningTable } from './OpeningTable.tsx'

const empty = (): LotRow[] => Array.from({ length: 8 }, () => ({}))

/** The state of the table that is stored over a reload. */
interface DraftValues {
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
  const dates = useDateOrder(rows)
  const lastCheck = useCheck<OpeningLotsReport>()
  const [failure, setFailure] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)
  /** The job of the preview, once it takes longer than a moment. */
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)
  const draftValues = useMemo<DraftValues>(
    () => ({ openingDate, rows, order: dates.chosen }),
    [openingDate, rows, dates.chosen],
  )
  const filled = useMemo(() => filledRows(rows), [rows])
  const draft = useDraft(`opening-lots.${opening.portfolioId}`, draftValues, filled.length > 0)
  const restore = (found: DraftValues) => {
    if (opening.openingDate === null) setOpeningDate(found.openingDate)
    dates.choose(found.order)
    change(found.rows)
  }
  const recorded = (lots: number) => {
    draft.clear()
    notify.done(`${counted(lots, 'opening lot')} recorded.`, {
      label: 'Import History',
      href: hrefOf('Batch Transaction Import', 'Import History'),
    })
    onLeave()
  }
  const failed = (error: unknown) => {
    setFailure(problemOf(error, 'The lots could not be recorded. Please try again.'))
    if (!isHeld(error)) return
    draft.clear()
    onLeave()
  }
  const record = useLongWork(openings.recordLots, `opening-lots.${opening.portfolioId}`, {
    onFound: (batch) => recorded((batch as BatchRecord).totalTransactions),
    onFoundFailed: failed,
  })
  const recordOnce = useOnce(record.run)
  const busy = checking || record.busy
  const ready = filled.length > 0 && openingDate !== '' && !dates.isOpen
  const sent = () => ({
    params: { portfolio: opening.portfolioId },
    body: { openingDate, fileName: null, rows: rowsToSend(rows, dates.order) },
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
      const report = await call(openings.recordLots, {
        ...sent(),
        query: { dryRun: '1' },
        onJob: setPreviewJob,
      })
      lastCheck.keep(report as OpeningLotsReport, rows)
    } catch (error) {
      lastCheck.forget()
      setFailure(problemOf(error, 'The lots could not be checked. Please try again.'))
    } finally {
      setChecking(false)
      setPreviewJob(null)
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
    if (filled.length > 0) {
      if (!(await mayLeave('The rows are discarded.'))) return
      draft.clear()
    }
    onLeave()
  }

  return (
    <>
      {filled.length === 0 && !record.finding && (
        <DraftOffer draft={draft} what="table of opening positions" onRestore={restore} />
      )}
      <OpeningTable
        title={`Opening positions of ${opening.portfolio}`}
        lead={
          <>
            One row for each lot that was held at the start of that day. Type, or paste from a spreadsheet
            into any cell. Give the cost without fees, or the price. {counted(filled.length, 'row')}.
          </>
        }
        openingDate={openingDate}
        isFixed={opening.openingDate !== null}
        onDate={setOpeningDate}
        rows={rows}
        columns={LOT_COLUMNS}
        empty={empty}
        onRows={change}
        check={lastCheck}
        dates={dates}
        failure={failure}
        report={(onGo) => <LotsReport check={lastCheck} openingDate={openingDate} onGo={onGo} />}
        running={
          (record.busy || previewJob !== null) && (
            <Running
              job={previewJob ?? record.job}
              words={(said) =>
                previewJob === null
                  ? `${said ?? 'Recording'}. All lots are recorded, or none.`
                  : 'Checking. Nothing is recorded.'
              }
              onCancel={() => (previewJob === null ? record.cancel() : cancelJob(previewJob.id))}
            />
          )
        }
        busy={busy}
        onLeave={leave}
        preview={{ label: 'Check Lots', busy: checking, disabled: !ready || record.busy, run: check }}
        record={{
          label: 'Record Opening Lots',
          busy: record.busy,
          disabled: !ready || checking || lastCheck.report?.ok !== true,
          run: save,
        }}
      />
    </>
  )
}
