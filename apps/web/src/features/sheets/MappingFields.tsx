import {
  STATEMENT_FIELDS,
  type StatementField,
  type StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { FIELD_NAMES, type Mapping } from './mapping.ts'
import css from './StatementFile.module.css'
import type { StatementWords } from './statement-texts.ts'

const whole = (value: number) => formatNumber(value, { decimals: 0 })

const ORDERS = [
  { value: 'dmy', label: 'Day first (31/12/2026)' },
  { value: 'mdy', label: 'Month first (12/31/2026)' },
  { value: 'ymd', label: 'Year first (2026/12/31)' },
  { value: 'serial', label: 'Days of a spreadsheet (46387)' },
]
const MARKS = [
  { value: '.', label: 'A point (1,234.56)' },
  { value: ',', label: 'A comma (1.234,56)' },
]
const SAMPLE = 12
const FROM = {
  sent: () => null,
  remembered: ({ sender }: StatementWords) => `The columns are read as in the last file of this ${sender}.`,
  suggested: () => 'The columns are read as their headers suggest. Please check them.',
} as const

/** How cells are read, in addition to the columns. */
type Asked = 'dateOrder' | 'decimalMark' | 'positiveIs'

interface MappingFieldsProps {
  reading: StatementReading
  mapping: Mapping
  /** The reason why the table cannot be read. */
  missing: string | null
  words: StatementWords
  onChange: (mapping: Mapping) => void
}

/** The meaning of each column of the table, next to the first rows as they are in the file. */
export function MappingFields({ reading, mapping, missing, words, onChange }: MappingFieldsProps) {
  const { table } = reading
  if (table === null) return null
  const headers = table.columns.map((column) => ({
    value: column.header,
    label: column.header || 'No header',
  }))
  const options = headers.filter(
    ({ value }, index) => headers.findIndex((one) => one.value === value) === index && value !== '',
  )
  const asked = new Map(reading.questions.map((question) => [question.field, question.message]))
  const source = reading.mappingFrom === null ? null : FROM[reading.mappingFrom](words)
  const put = (field: StatementField, header: string) =>
    onChange({ ...mapping, columns: { ...mapping.columns, [field]: header } })
  const fault = (field: 'date' | 'amount' | Asked) => {
    const message = asked.get(field)
    return message === undefined ? {} : { error: message }
  }
  const settings: readonly { field: Asked; shown: ReactNode }[] = [
    {
      field: 'dateOrder',
      shown: (
        <SelectField
          key="dateOrder"
          label="Date format"
          placeholder="Detect automatically"
          options={ORDERS}
          value={mapping.dateOrder}
          onChange={(dateOrder) => onChange({ ...mapping, dateOrder: dateOrder as Mapping['dateOrder'] })}
          {...fault('dateOrder')}
        />
      ),
    },
    {
      field: 'decimalMark',
      shown: (
        <SelectField
          key="decimalMark"
          label="Decimal separator"
          placeholder="Detect automatically"
          options={MARKS}
          value={mapping.decimalMark}
          onChange={(mark) => onChange({ ...mapping, decimalMark: mark as Mapping['decimalMark'] })}
          {...fault('decimalMark')}
        />
      ),
    },
    {
      field: 'positiveIs',
      shown: mapping.columns.amount !== '' && mapping.columns.sign === '' && (
        <SelectField
          key="positiveIs"
          label="An Amount Above Zero Is"
          placeholder="As the amounts show"
          options={[
            { value: 'in', label: words.above.in },
            { value: 'out', label: words.above.out },
          ]}
          value={mapping.positiveIs}
          onChange={(positiveIs) => onChange({ ...mapping, positiveIs: positiveIs as Mapping['positiveIs'] })}
          {...fault('positiveIs')}
        />
      ),
    },
  ]
  // An answered one stays where it was asked.
  const isFirst = ({ field }: { readonly field: Asked }) => asked.has(field) || mapping[field] !== ''
  const faults = new Map(reading.problems.map((one) => [one.line, one.message]))
  return (
    <>
      {missing !== null && <Banner tone="warning">{missing}</Banner>}
      {missing === null && source !== null && <span className={css.quiet}>{source}</span>}
      {/* What is asked comes first: on a telephone the columns fill a page. */}
      {settings.some(isFirst) && (
        <div className={css.fields}>{settings.filter(isFirst).map(({ shown }) => shown)}</div>
      )}
      <div className={css.fields}>
        {STATEMENT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={words.fields[field] ?? FIELD_NAMES[field]}
            required={field === 'date'}
            placeholder="Not in the file"
            options={options}
            value={mapping.columns[field]}
            onChange={(header) => put(field, header)}
            {...(field === 'date' && mapping.columns.date === '' ? fault('date') : {})}
            {...(field === 'amount' && mapping.columns.amount === '' ? fault('amount') : {})}
          />
        ))}
        {settings.filter((setting) => !isFirst(setting)).map(({ shown }) => shown)}
      </div>
      <details open={missing !== null || reading.questions.length > 0}>
        <summary>
          The file: {counted(table.rows, 'row')} below line {whole(table.headerLine)}
        </summary>
        <SmallTable label="Rows of the file" tall>
          <thead>
            <tr>
              <th>Line</th>
              {table.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other identity.
                <th key={index}>{column.header || `Column ${index + 1}`}</th>
              ))}
              {faults.size > 0 && <th>Cannot be read</th>}
            </tr>
          </thead>
          <tbody>
            {table.sample.slice(0, faults.size > 0 ? undefined : SAMPLE).map((cells, row) => {
              const line = table.sampleLines[row] ?? row
              const wrong = faults.get(line)
              return (
                <tr key={line} className={wrong === undefined ? '' : (css.bad ?? '')}>
                  <td>{line}</td>
                  {table.columns.map((_, index) => {
                    const cell = cells[index] ?? null
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other identity.
                      <td key={index}>
                        {cell === null ? '' : typeof cell === 'object' ? formatDate(cell.date) : String(cell)}
                      </td>
                    )
                  })}
                  {faults.size > 0 && <td data-wrap>{wrong ?? ''}</td>}
                </tr>
              )
            })}
          </tbody>
        </SmallTable>
      </details>
    </>
  )
}
