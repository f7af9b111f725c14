import {
  ActionIcon,
  Button,
  Checkbox,
  CloseButton,
  Group,
  Menu,
  Popover,
  ScrollArea,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import type { ReactNode } from 'react'
import type { Needs } from '../../lib/may.ts'
import css from './Grid.module.css'

interface SearchProps {
  value: string
  onChange: (value: string) => void
  label: string
}

export function GridSearch({ value, onChange, label }: SearchProps) {
  return (
    <TextInput
      className={css.search ?? ''}
      type="search"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation()
          onChange('')
        }
      }}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={14} />}
      rightSection={
        value === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => onChange('')} />
      }
    />
  )
}

interface ColumnsMenuProps {
  columns: readonly { id: string; header: string; shown: boolean }[]
  onShow: (id: string, shown: boolean) => void
  onMove: (id: string, by: -1 | 1) => void
  onReset: () => void
}

/** Which columns are shown and in what order, by mouse or keyboard. */
export function ColumnsMenu({ columns, onShow, onMove, onReset }: ColumnsMenuProps) {
  const shown = columns.filter((column) => column.shown).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon aria-label="Columns">
            <IconColumns3 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" miw={240}>
        <ScrollArea.Autosize mah={380}>
          {columns.map((column, index) => (
            <div key={column.id} className={css.columnRow}>
              <Checkbox
                size="xs"
                label={column.header}
                checked={column.shown}
                disabled={column.shown && shown === 1}
                onChange={(event) => onShow(column.id, event.currentTarget.checked)}
              />
              <ActionIcon
                size="sm"
                aria-label={`Move ${column.header} up`}
                disabled={index === 0}
                onClick={() => onMove(column.id, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Move ${column.header} down`}
                disabled={index === columns.length - 1}
                onClick={() => onMove(column.id, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </div>
          ))}
        </ScrollArea.Autosize>
        <Button variant="subtle" size="compact-xs" mt="xs" onClick={onReset}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

export function ExportButton({ onExport, busy }: { onExport: () => void; busy: boolean }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconDownload size={15} />}
      loading={busy}
      onClick={onExport}
    >
      Export to Excel
    </Button>
  )
}

/** One action of a row's menu. */
export interface RowAction {
  label: string
  onClick: () => void
  /** The route that it calls: only who may call it is offered it. */
  call?: Needs
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Why it cannot be done now. */
  hint?: string
}

interface RowMenuProps {
  actions: readonly RowAction[]
  label: string
  opened: boolean
  onChange: (opened: boolean) => void
  /** It is the only control of its cell: Tab goes to it, too. */
  alone?: boolean
}

export function RowMenu({ actions, label, opened, onChange, alone = false }: RowMenuProps) {
  if (actions.length === 0) return null
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={label} tabIndex={alone ? 0 : -1}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            onClick={action.onClick}
            disabled={action.disabled ?? false}
            leftSection={action.icon}
            {...(action.danger === true ? { style: { color: 'var(--em-loss)' } } : {})}
            {...(action.hint === undefined ? {} : { title: action.hint })}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface PagerProps {
  /** Counted from 1. */
  page: number
  size: number
  total: number
  noun: string
  onPage: (page: number) => void
}

/** "Showing 1 to 20 of 314 records", first, previous, up to five page numbers, next, last. */
export function Pager({ page, size, total, noun, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  const first = Math.max(1, Math.min(page - 2, pages - 4))
  const numbers = Array.from({ length: Math.min(5, pages) }, (_, index) => first + index)
  const step = (label: string, to: number, off: boolean) => (
    <Button variant="default" size="compact-sm" disabled={off} onClick={() => onPage(to)}>
      {label}
    </Button>
  )
  return (
    <nav className={css.foot} aria-label="Pages">
      <Text size="sm" role="status">
        Showing {((page - 1) * size + 1).toLocaleString('en-LK')} to{' '}
        {Math.min(page * size, total).toLocaleString('en-LK')} of {total.toLocaleString('en-LK')} {noun}
      </Text>
      <Group gap={4}>
        {step('First', 1, page === 1)}
        {step('Previous', page - 1, page === 1)}
        {numbers.map((number) => (
          <Button
            key={number}
            variant={number === page ? 'light' : 'subtle'}
            color={number === page ? 'accent' : 'gray'}
            size="compact-sm"
            {...(number === page ? { 'aria-current': 'page' as const } : {})}
            aria-label={`Page ${number}`}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
        {step('Next', page + 1, page === pages)}
        {step('Last', pages, page === pages)}
      </Group>
    </nav>
  )
}
