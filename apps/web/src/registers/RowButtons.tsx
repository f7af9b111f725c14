import { Button, Group } from '@mantine/core'
import { type Needs, useMay } from '../lib/may.ts'
import type { Master } from './master.ts'

export interface RowButton {
  readonly label: string
  readonly onClick: () => void
  /** The route that it calls: only who may call it is offered it. */
  readonly call?: Needs
  readonly tone?: 'main' | 'plain' | 'danger'
  readonly loading?: boolean
  readonly disabled?: boolean
}

const BUTTON_PROPS = {
  main: { variant: 'filled' },
  plain: { variant: 'default' },
  danger: { variant: 'subtle', color: 'red', c: 'var(--em-loss)' },
} as const

interface RowButtonsProps {
  /** The name of the row's record, for screen readers, which read the buttons without the row. */
  name: string
  buttons: readonly RowButton[]
}

/** "Edit", for who may change the register. */
export const editButton = ({ register }: Master, onClick: () => void): RowButton => ({
  label: 'Edit',
  call: register.routes.update,
  onClick,
})

/** "Delete", for who may delete from the register. */
export const deleteButton = ({ register }: Master, onClick: () => void): RowButton => ({
  label: 'Delete',
  tone: 'danger',
  call: register.routes.remove,
  onClick,
})

/** The buttons at the end of a row: "Edit", "Delete"; those that the person may use. */
export function RowButtons({ name, buttons }: RowButtonsProps) {
  const may = useMay()
  const offered = buttons.filter(({ call }) => call === undefined || may(call))
  return (
    <Group gap={4} wrap="nowrap" px={4}>
      {offered.map(({ label, onClick, tone = 'plain', loading = false, disabled = false }) => (
        <Button
          key={label}
          size="compact-xs"
          {...BUTTON_PROPS[tone]}
          loading={loading}
          disabled={disabled}
          onClick={onClick}
          aria-label={`${label} ${name}`}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
