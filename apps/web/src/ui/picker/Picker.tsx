import { CloseButton, Combobox, InputBase, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { recall, remember } from '../../lib/remember.ts'
import { goOnFrom, hasOrder } from '../form/enter.ts'
import { type FieldProps, shared, useField } from '../form/FormContext.tsx'
import { matching, type Pickable } from './matching.ts'
import css from './Picker.module.css'

export interface PickerItem extends Pickable {
  /** A second, quiet line or column: sector, bank. */
  readonly detail?: ReactNode
  readonly disabled?: boolean
}

interface PickerProps<T extends PickerItem> extends FieldProps<string> {
  items: readonly T[]
  /** Called with the whole item, where `onChange` gets its key; null when emptied. */
  onPick?: (item: T | null) => void
  /** Remembers the last choices under this name and lists them first: "equities". */
  recentKey?: string
  loading?: boolean
  /** "No companies found" */
  nothingFound?: string
  clearable?: boolean
  /** The field that a dialog opens on. */
  autoFocus?: boolean
}

/** Rows put on screen at most; typing narrows to the rest. */
const SHOWN = 60
const RECENT = 6

/** Type to search by symbol and name, recent ones first, by keyboard alone. The value is the item's key. */
export function Picker<T extends PickerItem>(props: PickerProps<T>) {
  const { items, recentKey, onPick, loading = false, clearable = true } = props
  const bound = useField(props)
  const [search, setSearch] = useState<string | null>(null)
  // Not deferred: Enter must pick from the list that belongs to what was typed.
  const wanted = search ?? ''
  const chosen = items.find((item) => item.key === bound.value)
  const recent = useRecent(recentKey)
  const found = useMemo(() => matching(items, wanted, recent.keys), [items, wanted, recent.keys])
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch(null)
    },
  })
  // Once the list follows what was typed: the first row of the list before may be gone from it, and Enter would pick nothing.
  useEffect(() => {
    if (wanted !== '') combobox.selectFirstOption()
    // oxlint-disable-next-line react/exhaustive-deps -- an arrow key must not be taken back by another render
  }, [wanted])

  const byEnter = useRef<HTMLInputElement | null>(null)
  const pick = (key: string) => {
    const item = items.find((one) => one.key === key)
    if (item === undefined) return
    recent.add(key)
    bound.set(key)
    onPick?.(item)
    setSearch(null)
    combobox.closeDropdown()
    const field = byEnter.current
    byEnter.current = null
    if (field !== null && hasOrder(field)) goOnFrom(field)
  }
  const later = useTakenLater({ items, recent: recent.keys, loading, pick })
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const isLate = loading && wanted !== '' && hasOrder(event.currentTarget)
    byEnter.current = event.key === 'Enter' && !isLate ? event.currentTarget : null
    if (event.key !== 'Enter' || !isLate) return
    event.preventDefault()
    event.stopPropagation()
    later.take(wanted)
    combobox.closeDropdown()
    goOnFrom(event.currentTarget)
  }
  const clear = () => {
    bound.set('')
    onPick?.(null)
    setSearch(null)
  }
  const editable = !bound.disabled && props.readOnly !== true
  const text = search ?? later.text ?? (chosen === undefined ? '' : titleOf(chosen))
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.Target>
        <InputBase
          {...shared(props, bound)}
          value={text}
          placeholder={props.placeholder ?? (loading ? 'Loading...' : 'Type a symbol or name')}
          autoComplete="off"
          {...(props.autoFocus === true ? { 'data-autofocus': true } : {})}
          onKeyDownCapture={onEnter}
          // Enter is the list's, though it is not there yet.
          {...(loading && wanted !== '' ? { 'data-finding': true } : {})}
          onChange={(event) => {
            later.forget()
            setSearch(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => editable && combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setSearch(null)
            bound.blur()
          }}
          rightSection={
            clearable && chosen !== undefined && editable ? (
              <CloseButton
                size="sm"
                aria-label={`Clear ${props.label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={clear}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clearable && chosen !== undefined ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {found.slice(0, SHOWN).map((item) => (
            <Combobox.Option
              key={item.key}
              value={item.key}
              disabled={item.disabled ?? false}
              active={item.key === bound.value}
            >
              <PickerRow item={item} />
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>
              {loading ? 'Loading...' : (props.nothingFound ?? 'Nothing found')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {found.length > SHOWN && (
          <Combobox.Footer>
            <span className={css.more}>{found.length - SHOWN} more: keep typing to narrow the list</span>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface Taking<T> {
  readonly items: readonly T[]
  readonly recent: readonly string[]
  readonly loading: boolean
  readonly pick: (key: string) => void
}

/** Enter came before the list: what the typed text finds is taken once the list is there. */
function useTakenLater<T extends PickerItem>({ items, recent, loading, pick }: Taking<T>) {
  const [text, setText] = useState<string | null>(null)
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  useEffect(() => {
    if (text === null || loading) return
    // oxlint-disable-next-line react/set-state-in-effect -- the list came: what was typed before it is taken, once
    setText(null)
    const [first] = matching(items, text, recent)
    if (first !== undefined) latest.current(first.key)
  }, [text, loading, items, recent])
  return { text, take: setText, forget: () => setText(null) }
}

/** Symbol, name and detail of one item, lined up. */
export function PickerRow({ item }: { item: PickerItem }) {
  return (
    <span className={css.row}>
      {item.symbol !== undefined && <span className={css.symbol}>{item.symbol}</span>}
      <span className={css.name}>{item.name}</span>
      {(item.formerly ?? item.detail) !== undefined && (
        <span className={css.detail}>{item.formerly ?? item.detail}</span>
      )}
    </span>
  )
}

function titleOf(item: PickerItem): string {
  return item.symbol === undefined ? item.name : `${item.symbol}  ${item.name}`
}

/** The last few keys chosen under a name, newest first. */
export function useRecent(name: string | undefined) {
  const [keys, setKeys] = useState<string[]>(() =>
    name === undefined ? [] : recall<string[]>(`recent.${name}`, []),
  )
  const add = (key: string) => {
    if (name === undefined) return
    const next = [key, ...keys.filter((one) => one !== key)].slice(0, RECENT)
    setKeys(next)
    remember(`recent.${name}`, next)
  }
  return { keys, add }
}
