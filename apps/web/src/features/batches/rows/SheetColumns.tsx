import type { FileReading } from '@em/contract/batches/batches'
import type { DateOrder } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { Box, Button, Stack, Table, Text } from '@mantine/core'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { type Choice, SelectField } from '../../../ui/form/TextFields.tsx'
import { ORDER_NAMES } from './DateQuestion.tsx'
import { lineSentences } from './faults.ts'
import css from './Rows.module.css'
import { IMPORT_FIELDS } from './rows.ts'
import { type Sheet, textOf } from './useSheet.ts'

/** Letters of a sample; the rest of a long text says no more about its column. */
const SAMPLE_MAX = 200
const SAMPLES = 3
const LABELS = new Map<string, string>(IMPORT_FIELDS.map(({ value, label }) => [value, label]))

interface SheetColumnsProps {
  sheet: Sheet
  /** The fields that a column can be; every field of an import when left out. */
  fields?: readonly Choice[]
}

/** The columns of a file with what they were found to be, to be changed; asks what only a person knows. */
export function SheetColumns({ sheet, fields = IMPORT_FIELDS }: SheetColumnsProps) {
  const { reading, mapping, setMapping, orders, setOrder, toAsk, open, twice, read, file } = sheet
  const { mark, setMark, markToAsk } = sheet
  if (reading === null) return null
  // A column without a name and without a value says nothing.
  const shown = reading.columns.flatMap((column, index) =>
    column.header === '' && column.kind === 'empty' ? [] : [{ column, index }],
  )
  const give = (field: string, column: number) =>
    setMapping(mapping.map((was, at) => (at === column ? field : was === field ? '' : was)))
  return (
    <Stack gap="sm">
      {reading.sheets.length > 1 && (
        <SelectField
          label="Sheet"
          required
          options={reading.sheets.map((name) => ({ value: name, label: name }))}
          value={reading.sheet ?? ''}
          onChange={(name) => (file === null ? undefined : void read(file, name))}
        />
      )}
      <Text size="sm">
        {counted(reading.rows.length, 'row')}{' '}
        {reading.headerLine > 0 ? `below line ${reading.headerLine}` : 'and no line that names the columns'}
        {reading.formulas > 0 && `, ${counted(reading.formulas, 'formula')} imported as values`}. Choose what
        each column is.
      </Text>
      <LeftOut reading={reading} />
      {reading.problems.length > 0 && (
        <Banner tone="warning">
          {cellProblems(reading)} A row with such a cell is refused unless you choose Don’t import for its
          column.
        </Banner>
      )}
      {sheet.recalled && (
        <Banner>
          Dates or numbers of this file can be read in two ways. What you chose for the last file with these
          columns is filled in: please compare it with the file.
        </Banner>
      )}
      {markToAsk && (
        <SelectField
          label="Do its numbers have a decimal point or a decimal comma?"
          required
          options={[
            { value: ',', label: 'A comma: 1.000 is one thousand' },
            { value: '.', label: 'A point: 1,000 is one thousand' },
          ]}
          value={mark ?? ''}
          onChange={(said) => setMark(said as DecimalMark)}
        />
      )}
      {open.map(({ field, columns }) => (
        <Banner tone="warning" key={field}>
          {counted(columns.length, 'column')} may be {LABELS.get(field) ?? field}. Which one is it?{' '}
          {columns.map((column) => (
            <Button
              key={column}
              size="compact-sm"
              ml="xs"
              variant="default"
              onClick={() => give(field, column)}
            >
              {nameOf(reading, column)} ({sampleOf(reading, column, 1)})
            </Button>
          ))}
        </Banner>
      ))}
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
            {shown.map(({ column, index }) => (
              <Table.Tr key={index}>
                <Table.Td className={css.samples}>
                  {column.header || `Column ${index + 1}`}
                  {column.byContent && mapping[index] === column.field && (
                    <Text size="xs" c="dimmed">
                      Found by its values
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <SelectField
                    label={`Field of ${column.header || `column ${index + 1}`}`}
                    labelHidden
                    options={[...fields]}
                    value={mapping[index] ?? ''}
                    placeholder="Don't import"
                    onChange={(field) => setMapping(mapping.map((was, at) => (at === index ? field : was)))}
                  />
                  {toAsk.includes(index) && (
                    <Box mt="xs">
                      <SelectField
                        label="How are these dates written?"
                        required
                        options={(reading.columns[index]?.dateOrders ?? []).map((value) => ({
                          value,
                          label: ORDER_NAMES[value],
                        }))}
                        value={orders[index] ?? ''}
                        onChange={(order) => setOrder(index, order as DateOrder)}
                      />
                    </Box>
                  )}
                </Table.Td>
                <Table.Td className={css.samples}>{sampleOf(reading, index, SAMPLES)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {twice && <Banner tone="warning">Two columns are assigned to the same field.</Banner>}
    </Stack>
  )
}

const WHY: Record<FileReading['leftOut'][number]['why'], string> = {
  total: 'totals',
  header: 'the header again',
  remark: 'a remark',
  fault: 'a fault',
}
const NAMED = 5

/** Lines of a file that are left out: faults first, then lines without a trade. */
export function LeftOut({ reading: { leftOut } }: { reading: FileReading }) {
  const faulty = leftOut.filter(({ why }) => why === 'fault')
  return (
    <>
      {faulty.length > 0 && (
        <Banner tone="warning">
          {counted(faulty.length, 'row')} cannot be read and {faulty.length === 1 ? 'is' : 'are'} not
          imported. Correct {faulty.length === 1 ? 'it' : 'them'} in the file:{' '}
          {lineSentences(faulty).join(' ')}
        </Banner>
      )}
      <WithoutTrade lines={leftOut.filter(({ why }) => why !== 'fault')} />
    </>
  )
}

/** Lines without a trade: totals, repeated headings, remarks. */
function WithoutTrade({ lines: leftOut }: { lines: FileReading['leftOut'] }) {
  if (leftOut.length === 0) return null
  const named = leftOut
    .slice(0, NAMED)
    .map(({ line, why, text }) => `line ${line} (${why === 'header' || text === '' ? WHY[why] : text})`)
  const more = leftOut.length - named.length
  return (
    <Banner tone="info">
      {counted(leftOut.length, 'line')} without a trade {leftOut.length === 1 ? 'is' : 'are'} not imported:{' '}
      {named.join(', ')}
      {more > 0 && ` and ${more} more`}.
    </Banner>
  )
}

const nameOf = (reading: FileReading, column: number) =>
  reading.columns[column]?.header || `Column ${column + 1}`

const sampleOf = (reading: FileReading, column: number, samples: number) =>
  reading.rows
    .slice(0, samples)
    .map((row) => textOf(row[column] ?? null).slice(0, SAMPLE_MAX))
    .join(' | ')

/** The cells that cannot be read, by line and column; each fault once. */
const cellProblems = ({ problems, columns }: FileReading): string =>
  lineSentences(
    problems.map(({ line, column, message }) => ({
      line,
      text: message,
      column: columns[column]?.header || `column ${column + 1}`,
    })),
  ).join(' ')
