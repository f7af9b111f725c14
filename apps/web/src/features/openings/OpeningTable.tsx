import { Button, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { today } from '../../lib/dates.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { Section } from '../../ui/Page.tsx'
import { DateQuestion } from '../batches/rows/DateQuestion.tsx'
import { OnlyWrong } from '../batches/rows/OnlyWrong.tsx'
import type { GoToRow } from '../batches/rows/RowLinks.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import { RowsTable, type RowsTableHandle } from '../batches/rows/RowsTable.tsx'
import type { Row, RowColumn } from '../batches/rows/rows.ts'
import type { useCheck } from '../batches/rows/useCheck.ts'
import type { DatesRead } from '../batches/rows/useDateOrder.ts'
import css from './Openings.module.css'

/** A button under the table. */
interface Step {
  readonly label: string
  readonly busy: boolean
  readonly disabled: boolean
  readonly run: () => Promise<void>
}

interface OpeningTableProps<F extends string> {
  title: string
  /** The meaning of a row. */
  lead: ReactNode
  openingDate: string
  /** Existing records set the date. */
  isFixed: boolean
  onDate: (date: string) => void
  rows: readonly Row<F>[]
  columns: readonly RowColumn<F>[]
  /** Rows that are added at once. */
  empty: () => Row<F>[]
  onRows: (rows: Row<F>[]) => void
  check: Pick<ReturnType<typeof useCheck>, 'faults' | 'forget' | 'only' | 'setOnly' | 'shown' | 'wrong'>
  dates: DatesRead
  failure: string | null
  /** The result of the last check; `onGo` leads to a cell. */
  report: (onGo: GoToRow) => ReactNode
  /** Shown while it is recorded. */
  running?: ReactNode
  busy: boolean
  onLeave: () => Promise<void>
  preview: Step
  record: Step
}

/** The opening of a portfolio's books as a table with its date: typed or pasted, checked row by row, recorded all or nothing. */
export function OpeningTable<F extends string>({
  title,
  lead,
  openingDate,
  isFixed,
  onDate,
  rows,
  columns,
  empty,
  onRows,
  check,
  dates,
  failure,
  report,
  running,
  busy,
  onLeave,
  preview,
  record,
}: OpeningTableProps<F>) {
  const table = useRef<RowsTableHandle>(null)
  return (
    <>
      <Section title={title} card>
        <div className={css.dates}>
          <DateField
            label="Opening Date"
            required
            max={today()}
            value={openingDate}
            onChange={(date) => {
              onDate(date)
              check.forget()
            }}
            disabled={isFixed || busy}
            help={isFixed ? 'Set by the existing records' : 'The first day of the books'}
          />
        </div>
        <Text size="sm" c="dimmed" mt="sm" mb="xs">
          {lead}
        </Text>
        <OnlyWrong check={check} />
        <RowsTable
          rows={rows}
          columns={columns}
          faults={check.faults}
          shown={check.shown}
          ref={table}
          onRows={onRows}
          disabled={busy}
        />
      </Section>
      <DateQuestion dates={dates} onChosen={check.forget} />
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <LastCheck report={report} onGo={(index, field) => table.current?.go(index, field)} />
      {running}
      <div className={rowsCss.tools}>
        <Button variant="default" disabled={busy} onClick={() => onRows([...rows, ...empty()])}>
          Add Rows
        </Button>
        <span className={rowsCss.grow} />
        <Button variant="default" disabled={busy} onClick={() => void onLeave()}>
          Cancel
        </Button>
        <Button
          variant="default"
          loading={preview.busy}
          disabled={preview.disabled}
          onClick={() => void preview.run()}
        >
          {preview.label}
        </Button>
        <SaveButton loading={record.busy} disabled={record.disabled} onClick={() => void record.run()}>
          {record.label}
        </SaveButton>
      </div>
    </>
  )
}

const LastCheck = ({ report, onGo }: { report: (onGo: GoToRow) => ReactNode; onGo: GoToRow }) => report(onGo)

/** Whether a table with something typed may be left. */
export const mayLeave = (message: string): Promise<boolean> =>
  confirm({ title: 'Leave the table?', message, confirm: 'Discard', danger: true })
