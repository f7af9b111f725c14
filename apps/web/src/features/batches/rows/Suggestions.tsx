import { equities } from '@em/contract/equities/equities'
import { Portal } from '@mantine/core'
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useRoute } from '../../../lib/query.ts'
import { matching } from '../../../ui/picker/matching.ts'
import { type PickerItem, PickerRow } from '../../../ui/picker/Picker.tsx'
import { securityItems } from '../../../ui/picker/security-items.ts'
import css from './Suggestions.module.css'

/** Suggested at most: typing narrows to the rest. */
const SHOWN = 7

export interface Securities {
  readonly items: readonly PickerItem[]
  /** The company of a symbol as it is written in a cell; '' where it is none. */
  readonly nameOf: (text: string) => string
}

/** The securities of Equity Master, for the symbols of a table. */
export function useSecurities(): Securities {
  const list = useRoute(equities.routes.list, { query: {} })
  return useMemo(() => {
    const items = securityItems(list.data)
    const names = new Map(items.map(({ key, name }) => [key.toUpperCase(), name]))
    return { items, nameOf: (text) => names.get(text.trim().toUpperCase()) ?? '' }
  }, [list.data])
}

/** The cell that is typed into, and its text. */
interface Typing {
  readonly cell: HTMLInputElement
  readonly text: string
}

export interface SuggestionsHandle {
  /** Something was typed into a cell of a symbol. */
  type: (cell: HTMLInputElement) => void
  close: () => void
  /** Keys of the open list. Answers the symbol that is taken; true where the key was the list's; false where it is the table's. */
  onKey: (event: KeyboardEvent) => string | boolean
}

interface SuggestionsProps {
  securities: Securities
  onPick: (cell: HTMLInputElement, symbol: string) => void
  ref?: Ref<SuggestionsHandle>
}

/**
 * The securities that the text of a cell finds, under the cell. Enter and Tab take the marked one and go on, the arrows mark another,
 * Escape leaves the text as it is. A text that is a symbol already needs none.
 */
export function Suggestions({ securities, onPick, ref }: SuggestionsProps) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [marked, setMarked] = useState(0)
  const id = useId()
  const latest = useRef({ typing, found: [] as readonly PickerItem[], marked })
  const found = useMemo(
    () =>
      typing === null || typing.text.trim() === '' || securities.nameOf(typing.text) !== ''
        ? []
        : matching(securities.items, typing.text, []).slice(0, SHOWN),
    [typing, securities],
  )
  useLayoutEffect(() => {
    latest.current = { typing, found, marked }
  })
  useImperativeHandle(ref, () => ({
    type: (cell) => {
      setTyping({ cell, text: cell.value })
      setMarked(0)
    },
    close: () => setTyping(null),
    onKey: (event) => {
      const now = latest.current
      const last = now.found.length - 1
      if (now.typing?.cell !== event.target || last < 0) return false
      if (event.key === 'ArrowDown') setMarked(Math.min(now.marked + 1, last))
      else if (event.key === 'ArrowUp') setMarked(Math.max(now.marked - 1, 0))
      else if (event.key === 'Escape') setTyping(null)
      else if (event.key === 'Enter' || event.key === 'Tab') {
        setTyping(null)
        return now.found[now.marked]?.key ?? false
      } else return false
      return true
    },
  }))
  if (typing === null || found.length === 0) return null
  const { left, bottom } = typing.cell.getBoundingClientRect()
  return (
    <Portal>
      <div
        id={id}
        role="listbox"
        aria-label="Securities"
        className={css.list}
        style={{ left, top: bottom + 2 }}
      >
        {found.map((item, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys stay in the cell
          <div
            key={item.key}
            role="option"
            aria-selected={at === marked}
            className={css.option}
            onMouseDown={(event) => {
              event.preventDefault()
              setTyping(null)
              onPick(typing.cell, item.key)
            }}
          >
            <PickerRow item={item} />
          </div>
        ))}
      </div>
      <span role="status" className="em-visually-hidden">
        {found[marked]?.symbol} {found[marked]?.name}
      </span>
    </Portal>
  )
}
