import { NativeSelect, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import css from './InlineCell.module.css'
import { choicesOf, fieldOf } from './inline-edit.ts'
import type { InlineEdit } from './useInlineEdit.ts'

/** One field of the row that is being edited: Enter saves, Esc cancels. */
export function InlineCell({ name, edit }: { name: string; edit: InlineEdit }) {
  const field = fieldOf(name)
  const fault = edit.fault?.fields[name]
  const common = {
    size: 'xs' as const,
    className: css.cell ?? '',
    'aria-label': field.label,
    value: String(edit.values[name] ?? ''),
    disabled: edit.saving,
    error: fault !== undefined,
    title: fault,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') void edit.save()
      else if (event.key === 'Escape') void edit.begin(null)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  if (field.kind === 'select') {
    return (
      <NativeSelect
        {...common}
        data={choicesOf(field, edit.base?.[name])}
        onChange={(event) => edit.set(name, event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      data-autofocus={name === 'portfolioId' || undefined}
      onChange={(event) => edit.set(name, event.currentTarget.value)}
    />
  )
}
