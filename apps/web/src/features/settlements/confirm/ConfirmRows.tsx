import type { SettlementRow } from '@em/contract/settlements/settlements'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readDate, today } from '../../../lib/dates.ts'
import { groupNumeral, readNumeral } from '../../../lib/numerals.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import textCss from '../../../ui/Text.module.css'
import { directionOf } from '../list/columns.tsx'
import css from './Confirm.module.css'
import { leavesRest, type Typed } from './confirming.ts'

/** More rows than this are confirmed by the fields for all of them. */
export const ROWS_EDITED = 100

interface ConfirmRowsProps {
  rows: readonly SettlementRow[]
  typed: readonly Typed[]
  faults: readonly Partial<Record<keyof Typed, string>>[]
  onChange: (index: number, changes: Partial<Typed>) => void
  onChangeAll: (changes: Partial<Typed>) => void
}

/** Many instructions: a date and a reference for all, and each row can be edited. */
export function ConfirmRows({ rows, typed, faults, onChange, onChangeAll }: ConfirmRowsProps) {
  const [date, setDate] = useState('')
  const [reference, setReference] = useState('')
  const flow = (direction: SettlementRow['direction']) =>
    sumOf(
      rows.flatMap((row, index) =>
        row.direction === direction ? [readNumeral(typed[index]?.amount ?? '')] : [],
      ),
    )
  return (
    <>
      <p className={textCss.lead}>
        Each is confirmed in full on its due date unless you change it. To pay{' '}
        <Amount value={flow('pay')} unit="LKR" />, to receive <Amount value={flow('receive')} unit="LKR" />.
      </p>
      <div className={css.fields}>
        <DateField
          label="Date paid, for all"
          max={today()}
          value={date}
          onChange={(typed) => {
            setDate(typed)
            if (readDate(typed) !== null) onChangeAll({ date: typed })
          }}
        />
        <TextField
          label="Bank reference, for all"
          maxLength={100}
          value={reference}
          onChange={(text) => {
            setReference(text)
            onChangeAll({ reference: text })
          }}
        />
      </div>
      {rows.length > ROWS_EDITED ? (
        <p className={css.quiet}>
          More than {ROWS_EDITED} settlements are confirmed together; select fewer to edit single ones.
        </p>
      ) : (
        <SmallTable label="Settlements to confirm" tall>
          <thead>
            <tr>
              <th scope="col">Deal</th>
              <th scope="col">Direction</th>
              <th scope="col">Due</th>
              <th scope="col" data-right data-optional>
                Outstanding (LKR)
              </th>
              <th scope="col">Date paid</th>
              <th scope="col">Amount paid (LKR)</th>
              <th scope="col">Rest expected on</th>
              <th scope="col" data-optional>
                Bank reference
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const one = typed[index]
              if (one === undefined) return null
              const cell = {
                fault: faults[index] ?? {},
                typed: one,
                deal: row.deal_number,
                onChange: (changes: Partial<Typed>) => onChange(index, changes),
              }
              return (
                <tr key={row.trade_id}>
                  <td>
                    {row.deal_number}
                    <div className={css.quiet}>{row.symbol}</div>
                  </td>
                  <td>{directionOf(row)}</td>
                  <td>{row.due_date === null ? 'Failed' : <DateText value={row.due_date} />}</td>
                  <td data-right data-optional>
                    <Amount value={row.outstanding} />
                  </td>
                  <td>
                    <Cell {...cell} name="date" label="Date paid" clean={(text) => readDate(text) ?? text} />
                  </td>
                  <td>
                    <Cell {...cell} name="amount" label="Amount paid" clean={grouped} right />
                  </td>
                  <td>
                    {leavesRest(row, one) ? (
                      <Cell
                        {...cell}
                        name="nextDate"
                        label="Rest expected on"
                        clean={(text) => readDate(text) ?? text}
                      />
                    ) : (
                      '–'
                    )}
                  </td>
                  <td data-optional>
                    <Cell {...cell} name="reference" label="Bank reference" clean={(text) => text} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </SmallTable>
      )}
    </>
  )
}

function grouped(text: string): string {
  const numeral = readNumeral(text)
  return numeral === null ? text : groupNumeral(numeral)
}

interface CellProps {
  name: keyof Typed
  label: string
  deal: string
  typed: Typed
  fault: Partial<Record<keyof Typed, string>>
  /** How what was typed is written once the cell is left. */
  clean: (text: string) => string
  right?: boolean
  onChange: (changes: Partial<Typed>) => void
}

function Cell({ name, label, deal, typed, fault, clean, right = false, onChange }: CellProps) {
  return (
    <TextInput
      size="xs"
      className={css.cell}
      aria-label={`${label}, ${deal}`}
      value={typed[name]}
      error={fault[name]}
      placeholder={name === 'nextDate' ? 'next market day' : ''}
      maxLength={100}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      onBlur={(event) => {
        const text = clean(event.currentTarget.value)
        if (text !== typed[name]) onChange({ [name]: text })
      }}
      {...(right ? { styles: { input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } } } : {})}
    />
  )
}
