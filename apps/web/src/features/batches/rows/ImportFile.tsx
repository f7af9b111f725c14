import {
  batches,
  type Cell,
  type DateOrder,
  FILE_BYTES_MAX,
  type FileReading,
} from '@em/contract/books/batches'
import { dateFromText } from '@em/contract/books/sheet-dates'
import { Box, Button, FileInput, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { base64Of } from '../../../lib/files.ts'
import { counted } from '../../../lib/numerals.ts'
import { recall, remember } from '../../../lib/remember.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import css from './Rows.module.css'
import { type Field, IMPORT_FIELDS, type Row } from './rows.ts'

interface ImportFileProps {
  opened: boolean
  onClose: () => void
  onRows: (rows: Row[], fileName: string) => void
}

/** Which field each column is; '' leaves it out. */
type Mapping = readonly string[]
const MEMORY = 'import-columns'
/** Letters of a sample; the rest of a long text tells no more about its column. */
const SAMPLE_MAX = 200
const SAMPLES = 3

/** Chooses a file, shows its columns with what they seem to mean, and puts its rows into the table. */
export function ImportFile({ opened, onClose, onRows }: ImportFileProps) {
  const [reading, setReading] = useState<FileReading | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [orders, setOrders] = useState<Readonly<Record<number, DateOrder>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<File | null>(null)

  const read = async (file: File | null, sheet?: string) => {
    setChosen(file)
    setReading(null)
    setProblem(null)
    if (file === null) return
    if (file.size === 0 || file.size > FILE_BYTES_MAX) {
      setProblem(file.size === 0 ? 'The file is empty.' : 'The file is larger than 10 MB.')
      return
    }
    setBusy(true)
    try {
      const data = await base64Of(file)
      const body = { fileName: file.name, data, sheet: sheet ?? null }
      const found = await call(batches.readFile, { body })
      setReading(found)
      setMapping(mappingFor(found))
      setOrders({})
    } catch (error) {
      setProblem(messageOf(error, 'The file could not be read. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  const isDateField = (place: number) => mapping[place] === 'tradeDate' || mapping[place] === 'settlementDate'
  const asks = (reading?.columns ?? []).flatMap(({ dateOrders }, place) =>
    isDateField(place) && dateOrders.length > 1 ? [place] : [],
  )
  const take = () => {
    if (reading === null) return
    keepMapping(reading, mapping)
    onRows(
      reading.rows.map((cells) =>
        rowOf(cells, mapping, (place) => orders[place] ?? reading.columns[place]?.dateOrders[0] ?? 'ymd'),
      ),
      reading.fileName,
    )
  }
  const twice = mapping.filter((field, place) => field !== '' && mapping.indexOf(field) !== place)
  return (
    <Modal opened={opened} onClose={onClose} title="Import File" size="xl">
      <FileInput
        label="Excel workbook (.xlsx) or CSV file"
        description="At most 10 MB and 100,000 rows. Formulas are imported with their stored values."
        accept=".xlsx,.csv,.txt"
        placeholder="Choose a file"
        value={chosen}
        onChange={(file) => void read(file)}
        disabled={busy}
        clearable
      />
      {busy && <Text role="status">Reading the file</Text>}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {reading !== null && (
        <>
          {reading.sheets.length > 1 && (
            <SelectField
              label="Sheet"
              required
              options={reading.sheets.map((name) => ({ value: name, label: name }))}
              value={reading.sheet ?? ''}
              onChange={(sheet) => void read(chosen, sheet)}
            />
          )}
          <Text size="sm" my="xs">
            {counted(reading.rows.length, 'row')}{' '}
            {reading.headerLine > 0
              ? `below line ${reading.headerLine}`
              : 'and no line that names the columns'}
            {reading.formulas > 0 && `, ${counted(reading.formulas, 'formula')} imported as values`}. Choose
            what each column is.
          </Text>
          {reading.problems.length > 0 && (
            <Banner tone="warning">
              {cellProblems(reading)} A row with such a cell is refused unless you choose Don’t import for its
              column.
            </Banner>
          )}
          <Table.ScrollContainer minWidth={480} mah={360}>
            <Table layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w="26%">Column</Table.Th>
                  <Table.Th w="34%">Field</Table.Th>
                  <Table.Th>First values</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {reading.columns.map((column, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other identity.
                  <Table.Tr key={place}>
                    <Table.Td className={css.samples}>{column.header || `Column ${place + 1}`}</Table.Td>
                    <Table.Td>
                      <SelectField
                        label={`Field of ${column.header || `column ${place + 1}`}`}
                        labelHidden
                        options={[...IMPORT_FIELDS]}
                        value={mapping[place] ?? ''}
                        placeholder="Don't import"
                        onChange={(field) =>
                          setMapping(mapping.map((was, at) => (at === place ? field : was)))
                        }
                      />
                      {asks.includes(place) && (
                        <Box mt="xs">
                          <SelectField
                            label="How are these dates written?"
                            required
                            options={[
                              { value: 'dmy', label: 'Day first (31/12/2026)' },
                              { value: 'mdy', label: 'Month first (12/31/2026)' },
                            ]}
                            value={orders[place] ?? ''}
                            onChange={(order) => setOrders({ ...orders, [place]: order as DateOrder })}
                          />
                        </Box>
                      )}
                    </Table.Td>
                    <Table.Td className={css.samples}>
                      {reading.rows
                        .slice(0, SAMPLES)
                        .map((row) => textOf(row[place] ?? null).slice(0, SAMPLE_MAX))
                        .join(' | ')}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {twice.length > 0 && <Banner tone="warning">Two columns are assigned to the same field.</Banner>}
          <div className={css.tools}>
            <span className={css.grow} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              onClick={take}
              disabled={
                twice.length > 0 ||
                mapping.every((field) => field === '') ||
                asks.some((place) => orders[place] === undefined)
              }
            >
              Add {counted(reading.rows.length, 'row')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

const PROBLEMS_NAMED = 5

/** The cells that cannot be taken as they stand: the first few by line and column, the others by their number. */
function cellProblems({ problems, columns }: FileReading): string {
  const named = problems.slice(0, PROBLEMS_NAMED).map(({ line, column, message }) => {
    const header = columns[column]?.header || `column ${column + 1}`
    return `Line ${line}, ${header}: ${message}`
  })
  const more = problems.length - named.length
  return [...named, ...(more > 0 ? [`And ${counted(more, 'more cell')}.`] : [])].join(' ')
}

const textOf = (cell: Cell) => (cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell))

function rowOf(cells: readonly Cell[], mapping: Mapping, orderOf: (place: number) => DateOrder): Row {
  const row: Partial<Record<Field, string>> = {}
  for (const [place, field] of mapping.entries()) {
    if (field === '') continue
    const text = textOf(cells[place] ?? null).trim()
    const isDate = field === 'tradeDate' || field === 'settlementDate'
    row[field as Field] = isDate ? (dateFromText(text, orderOf(place)) ?? text) : text
  }
  return row
}

/** Files of one source have the same headers: how they were mapped last is remembered for this user. */
const signature = (reading: FileReading) => reading.columns.map((column) => column.header).join('\n')

function mappingFor(reading: FileReading): string[] {
  const known = recall<Record<string, string[]>>(MEMORY, {})[signature(reading)]
  return known ?? reading.columns.map((column) => column.field ?? '')
}

function keepMapping(reading: FileReading, mapping: Mapping): void {
  // Without names nothing tells one source from another.
  if (reading.headerLine === 0) return
  const known = Object.entries(recall<Record<string, readonly string[]>>(MEMORY, {})).slice(-20)
  remember(MEMORY, { ...Object.fromEntries(known), [signature(reading)]: mapping })
}
