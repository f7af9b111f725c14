import {
  DATE_FORMS,
  DECIMAL_MARKS,
  EXPORT_FIELD_NAMES,
  EXPORT_FIELDS,
  type ExportField,
  type ExportLayout,
  type LayoutColumn,
  OTHER_SIDES,
  SEPARATORS,
} from '@em/core/accounting-exports/layout'
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import css from './AccountingExports.module.css'

const FIELDS = EXPORT_FIELD_NAMES.map((value) => ({ value, label: EXPORT_FIELDS[value].label }))
const MARKS = DECIMAL_MARKS.map((value) => ({ value, label: value === '.' ? 'Point' : 'Comma' }))
const BETWEEN = { ',': 'Comma', ';': 'Semicolon', tab: 'Tab' } as const
const SIDES = { blank: 'Blank', zero: '0.00' } as const
const wordsOf = <Word extends string>(values: readonly Word[], words: Readonly<Record<Word, string>>) =>
  values.map((value) => ({ value, label: words[value] }))

interface LayoutFieldsProps {
  layout: ExportLayout
  error: ReactNode
  onChange: (layout: ExportLayout) => void
}

/** The columns of a CSV of the firm's own: what each holds, its heading, their order, and how days and amounts are written. */
export function LayoutFields({ layout, error, onChange }: LayoutFieldsProps) {
  const set = (changes: Partial<ExportLayout>) => onChange({ ...layout, ...changes })
  const put = (at: number, column: LayoutColumn | null) =>
    set({
      columns: layout.columns.flatMap((one, index) =>
        index !== at ? [one] : column === null ? [] : [column],
      ),
    })
  const up = (at: number) => {
    const columns = [...layout.columns]
    columns.splice(at - 1, 0, ...columns.splice(at, 1))
    set({ columns })
  }
  return (
    <Stack gap="sm">
      <FormSection title="Columns of the file" columns={2}>
        <SelectField
          label="Dates"
          clearable={false}
          value={layout.dateForm}
          options={DATE_FORMS.map((value) => ({ value, label: value }))}
          onChange={(value) => set({ dateForm: value as ExportLayout['dateForm'] })}
        />
        <SelectField
          label="Decimals"
          clearable={false}
          value={layout.decimalMark}
          options={MARKS}
          onChange={(value) => set({ decimalMark: value as ExportLayout['decimalMark'] })}
        />
        <SelectField
          label="Between columns"
          clearable={false}
          value={layout.separator}
          options={wordsOf(SEPARATORS, BETWEEN)}
          onChange={(value) => set({ separator: value as ExportLayout['separator'] })}
        />
        <SelectField
          label="Other side of a line"
          clearable={false}
          value={layout.otherSide}
          options={wordsOf(OTHER_SIDES, SIDES)}
          onChange={(value) => set({ otherSide: value as ExportLayout['otherSide'] })}
        />
      </FormSection>
      {error != null && <Banner tone="error">{error}</Banner>}
      {layout.columns.map((column, at) => (
        <div
          key={`${at} of ${layout.columns.length}`}
          className={column.field === 'fixed' ? css.cellsOfText : css.cells}
        >
          <SelectField
            label={`Column ${at + 1}`}
            clearable={false}
            value={column.field}
            options={FIELDS}
            onChange={(value) => put(at, { heading: column.heading, field: value as ExportField })}
          />
          <TextField
            label="Heading"
            value={column.heading}
            maxLength={100}
            onChange={(heading) => put(at, { ...column, heading })}
          />
          {column.field === 'fixed' && (
            <TextField
              label="Text"
              value={column.text ?? ''}
              maxLength={100}
              placeholder="In every line"
              onChange={(text) => put(at, { ...column, text })}
            />
          )}
          <Group gap={4} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              disabled={at === 0}
              aria-label={`Column ${at + 1} up`}
              onClick={() => up(at)}
            >
              Up
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove column ${at + 1}`}
              onClick={() => put(at, null)}
            >
              Remove
            </Button>
          </Group>
        </div>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            set({
              columns: [
                ...layout.columns,
                { field: 'empty', heading: `Column ${layout.columns.length + 1}` },
              ],
            })
          }
        >
          Add Column
        </Button>
      </Group>
    </Stack>
  )
}
