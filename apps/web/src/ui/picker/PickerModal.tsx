import { Button, Stack, Text, TextInput } from '@mantine/core'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Modal } from '../Dialog.tsx'
import { matching } from './matching.ts'
import css from './Picker.module.css'
import { type PickerItem, PickerRow, useRecent } from './Picker.tsx'

interface PickerModalProps<T extends PickerItem> {
  opened: boolean
  onClose: () => void
  onPick: (item: T) => void
  title: string
  items: readonly T[]
  /** The noun of the counter: `{ one: 'company', many: 'companies' }`. */
  noun: { one: string; many: string }
  /** Default: "No companies found" with the noun. */
  nothingFound?: ReactNode
  loading?: boolean
  recentKey?: string
  placeholder?: string
  /** Opened by typing: what was typed so far. The keys go on in the search, and Enter or Tab takes what they found. */
  typed?: Typed
}

export interface Typed {
  readonly text: string
  readonly change: (text: string) => void
  /** Enter came before the list: what the text finds is taken once it is there. */
  readonly onTakeLater: () => void
}

const SHOWN = 200

/** A dialog to choose from a list: search, count found, Cancel. Arrows move, Enter chooses. */
export function PickerModal<T extends PickerItem>(props: PickerModalProps<T>) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size="lg"
      ownFocus={props.typed !== undefined}
    >
      <Body {...props} />
    </Modal>
  )
}

function Body<T extends PickerItem>(props: PickerModalProps<T>) {
  const { items, noun, loading = false, typed } = props
  const [own, setOwn] = useState('')
  const search = typed?.text ?? own
  const input = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const recent = useRecent(props.recentKey)
  const found = useMemo(() => matching(items, search, recent.keys), [items, search, recent.keys])
  const shown = found.slice(0, SHOWN)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  // Before the next key: what was typed so far stays in front of it.
  const isTyped = typed !== undefined
  useLayoutEffect(() => {
    if (!isTyped) return
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length)
  }, [isTyped])

  const pick = (item: T | undefined) => {
    if (item === undefined || item.disabled === true) return
    recent.add(item.key)
    props.onPick(item)
    props.onClose()
  }
  const take = () => {
    if (loading) typed?.onTakeLater()
    else pick(shown[active])
  }
  const onKey = (event: KeyboardEvent) => {
    const last = shown.length - 1
    if (event.key === 'ArrowDown') setActive((now) => Math.min(now + 1, last))
    else if (event.key === 'ArrowUp') setActive((now) => Math.max(now - 1, 0))
    else if (event.key === 'PageDown') setActive((now) => Math.min(now + 8, last))
    else if (event.key === 'PageUp') setActive((now) => Math.max(now - 8, 0))
    else if (event.key === 'Enter' || (isTyped && event.key === 'Tab' && !event.shiftKey)) take()
    else return
    event.preventDefault()
  }
  const count = `${found.length} ${found.length === 1 ? noun.one : noun.many} found`
  return (
    <Stack gap="sm">
      <TextInput
        ref={input}
        data-autofocus
        label="Search"
        placeholder={props.placeholder ?? 'Type a symbol or name'}
        value={search}
        autoComplete="off"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown[active] === undefined ? undefined : `${id}-${active}`}
        onChange={(event) => {
          ;(typed?.change ?? setOwn)(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKey}
      />
      <div id={id} ref={list} role="listbox" aria-label={props.title} className={css.list}>
        {shown.map((item, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            aria-disabled={item.disabled ?? false}
            className={css.option}
            onClick={() => pick(item)}
          >
            <PickerRow item={item} />
          </div>
        ))}
        {found.length === 0 && (
          <Text c="dimmed" ta="center" py="xl">
            {loading ? 'Loading...' : (props.nothingFound ?? `No ${noun.many} found`)}
          </Text>
        )}
      </div>
      <div className={css.foot}>
        <Text size="sm" c="dimmed" role="status">
          {loading ? 'Loading...' : count}
          {found.length > SHOWN ? `, the first ${SHOWN} shown` : ''}
        </Text>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </Stack>
  )
}
