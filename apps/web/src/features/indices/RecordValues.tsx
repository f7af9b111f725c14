import { indexValues } from '@em/contract/indices/index-values'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isHeld, problemOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { cellsOf } from '../batches/rows/rows.ts'
import css from './Indices.module.css'
import { BLANK, blankRows, pasteInto, readyIn, type TypedValue } from './value-rows.ts'

/** Values of one index, typed or pasted from a spreadsheet. */
export function RecordValues({ code }: { code: string }) {
  const [rows, setRows] = useState<readonly TypedValue[]>(blankRows)
  const [pasted, setPasted] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const record = useWrite(indexValues.record, { invalidates: ['performance'] })
  const { values, faults } = readyIn(rows, today())
  const typed = values.length > 0 || faults.size > 0
  const draft = useDraft(`index-values.${code}`, rows, typed)
  const reset = () => {
    setRows(blankRows())
    setPasted(false)
    setProblem(null)
    draft.clear()
  }
  const change = (index: number, name: keyof TypedValue, text: string) => {
    setProblem(null)
    setRows((before) => {
      const next = before.map((row, at) => (at === index ? { ...row, [name]: text } : row))
      return next.at(-1) === BLANK ? next : [...next, BLANK]
    })
  }
  const save = async () => {
    setProblem(null)
    try {
      const done = await record.mutateAsync({
        params: { code },
        query: {},
        body: { source: pasted ? 'pasted' : 'typed', rows: [...values] },
      })
      reset()
      notify.success(`${counted(done.added + done.changed, 'value')} of ${done.code} recorded.`)
    } catch (error) {
      if (isHeld(error)) reset()
      setProblem(problemOf(error, 'The values were not recorded. Please try again.'))
    }
  }
  return (
    <Section title="Record values">
      {!typed && <DraftOffer draft={draft} what="index values" onRestore={setRows} />}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <SmallTable label={`Values of ${code} to record`} tall>
        <thead>
          <tr>
            <th>Date</th>
            <th data-right>Value</th>
            <th data-right>Total return</th>
            <th>Remarks</th>
          </tr>
        </thead>
        <tbody
          onPaste={(event) => {
            const cells = cellsOf(event.clipboardData.getData('text'))
            if (cells.length === 1 && cells[0]?.length === 1) return
            const index = Number((event.target as HTMLElement).dataset['index'] ?? 0)
            const next = pasteInto(rows, cells, index)
            if (next.taken === 0) return
            event.preventDefault()
            setRows(next.rows)
            setPasted(true)
          }}
        >
          {rows.map((row, index) => {
            const input = (name: keyof TypedValue, label: string) => (
              <TextInput
                size="xs"
                className={name === 'date' ? css.date : css.value}
                aria-label={`${label}, row ${index + 1}`}
                data-index={index}
                autoComplete="off"
                inputMode={name === 'date' ? 'text' : 'decimal'}
                placeholder={name === 'date' ? 'YYYY-MM-DD' : ''}
                value={row[name]}
                error={faults.has(index)}
                onChange={(event) => change(index, name, event.currentTarget.value)}
              />
            )
            return (
              <tr key={index}>
                <td>{input('date', 'Date')}</td>
                <td data-right>{input('value', 'Value')}</td>
                <td data-right>{input('totalReturn', 'Total return')}</td>
                <td data-wrap className={css.remarks}>
                  {faults.get(index) ?? ''}
                </td>
              </tr>
            )
          })}
        </tbody>
      </SmallTable>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Paste two or three columns from a spreadsheet: date, value and, where there is one, the value with
          dividends reinvested.
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={!typed} onClick={reset}>
            Reset
          </Button>
          <SaveButton
            loading={record.isPending}
            disabled={values.length === 0 || faults.size > 0}
            onClick={() => void save()}
          >
            {values.length === 0 ? 'Save Values' : `Save ${counted(values.length, 'value')}`}
          </SaveButton>
        </Group>
      </Group>
    </Section>
  )
}
