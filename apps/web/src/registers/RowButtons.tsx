import { Button, Group } from '@mantine/core'

export interface RowButton {
  readonly label: string
  readonly onClick: () => void
  readonly tone?: 'main' | 'plain' | 'danger'
  readonly loading?: boolean
  readonly disabled?: boolean
}

const LOOKS = {
  main: { variant: 'filled' },
  plain: { variant: 'default' },
  danger: { variant: 'subtle', color: 'red', c: 'var(--em-loss)' },
} as const

interface RowButtonsProps {
  /** What the row is about, for those who hear the buttons without the row. */
  name: string
  buttons: readonly RowButton[]
}

/** The buttons at the end of a row: "Edit", "Delete". */
export function RowButtons({ name, buttons }: RowButtonsProps) {
  return (
    <Group gap={4} wrap="nowrap" px={4}>
      {buttons.map(({ label, onClick, tone = 'plain', loading = false, disabled = false }) => (
        <Button
          key={label}
          size="compact-xs"
          {...LOOKS[tone]}
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
