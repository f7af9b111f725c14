import { InputBase } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { goOnFrom } from '../../../ui/form/enter.ts'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'
import { matching } from '../../../ui/picker/matching.ts'
import { type PickerItem, useRecent } from '../../../ui/picker/Picker.tsx'
import { PickerModal } from '../../../ui/picker/PickerModal.tsx'

interface CompanyFieldProps extends FieldProps<string> {
  items: readonly PickerItem[]
  loading: boolean
  /** Why there are none to choose from; default "No companies found". */
  nothingFound?: ReactNode
  recentKey: string
  /** Answers whether the picker may open. */
  onAsk?: () => boolean
  onPick: (company: { companyName: string; symbol: string }) => void
}

/**
 * Shows the company and opens the picker: by click or space, while it is empty by Enter too, and by typing, which searches at once.
 * Then Enter takes what is found and goes on; where the list is still loading, it is taken once it is there. Symbols are listed
 * since names may repeat.
 */
export function CompanyField(props: CompanyFieldProps) {
  const { items, loading, nothingFound, recentKey, onAsk, onPick } = props
  const bound = useField(props)
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const finding = useTypedCompany({ ...props, isLocked: bound.disabled, button, opened, open: setOpened })
  useNamedCompany(items, bound.value === '' && !bound.disabled, onPick)
  const { 'aria-required': _required, ...input } = { 'aria-required': undefined, ...shared(props, bound) }
  const shown = finding.later ?? bound.value
  return (
    <>
      <InputBase
        {...input}
        ref={button}
        component="button"
        type="button"
        pointer
        data-field={shown ? 'filled' : 'empty'}
        aria-haspopup="dialog"
        onKeyDown={finding.onKeyDown}
        onClick={() => {
          finding.byClick()
          if (onAsk?.() !== false) setOpened(true)
        }}
        rightSection={<IconSearch size={16} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      >
        {shown ? (
          shown
        ) : (
          <span style={{ color: 'var(--mantine-color-placeholder)' }}>
            {props.placeholder ?? 'Select Company'}
          </span>
        )}
      </InputBase>
      <PickerModal
        opened={opened}
        onClose={() => {
          setOpened(false)
          finding.end()
        }}
        title="Select Company"
        items={items}
        noun={{ one: 'company', many: 'companies' }}
        loading={loading}
        recentKey={recentKey}
        {...(nothingFound === undefined ? {} : { nothingFound })}
        {...(finding.typed === undefined ? {} : { typed: finding.typed })}
        onPick={(item) => {
          onPick({ companyName: item.name, symbol: item.symbol ?? '' })
          finding.goOn()
        }}
      />
    </>
  )
}

/** Takes the company of the symbol that a link names (`?symbol=`), once it is among those to choose from. */
function useNamedCompany(
  items: readonly PickerItem[],
  isEmpty: boolean,
  onPick: CompanyFieldProps['onPick'],
) {
  const symbol = textIn(useHashQuery(), 'symbol', 20)
  const named = symbol === '' || !isEmpty ? undefined : items.find((item) => item.symbol === symbol)
  useEffect(() => {
    if (named === undefined) return
    changeHashQuery({ symbol: null })
    onPick({ companyName: named.name, symbol: named.symbol ?? '' })
  }, [named, onPick])
}

interface Finding extends CompanyFieldProps {
  isLocked: boolean
  button: { readonly current: HTMLButtonElement | null }
  opened: boolean
  open: (opened: boolean) => void
}

/** The company as it is typed: keys on the button, on in the picker, and what waits for the list. */
function useTypedCompany(field: Finding) {
  const { items, loading, recentKey, onAsk, isLocked, button, opened, open } = field
  /** The typed text; null where the picker was opened by a click. It stays until the next opening, as the picker's own focus does. */
  const [text, setText] = useState<string | null>(null)
  /** Typed and taken before the list was there. */
  const [later, setLater] = useState<string | null>(null)
  const recent = useRecent(recentKey)
  const found = useMemo(
    () => (later === null || loading ? undefined : matching(items, later, recent.keys)[0]),
    [later, loading, items, recent.keys],
  )
  const latest = useRef(field)
  useEffect(() => {
    latest.current = field
  })
  useEffect(() => {
    if (later === null || loading) return
    // oxlint-disable-next-line react/set-state-in-effect -- the list came: what was typed before it is taken, once
    setLater(null)
    if (found !== undefined) latest.current.onPick({ companyName: found.name, symbol: found.symbol ?? '' })
    else if (latest.current.onAsk?.() !== false) {
      setText(later)
      latest.current.open(true)
    }
  }, [later, loading, found])

  const takeLater = () => {
    setLater(text)
    open(false)
    if (button.current !== null) goOnFrom(button.current)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (isLocked || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const isKey = event.key.length === 1 && event.key !== ' '
    if (!isKey) return
    event.preventDefault()
    if (opened) setText((now) => (now === null ? null : now + event.key))
    if (opened || onAsk?.() === false) return
    setLater(null)
    setText(event.key)
    open(true)
  }
  const isTaken = useRef(false)
  const goOn = () => {
    if (text === null || button.current === null) return
    isTaken.current = true
    goOnFrom(button.current)
  }
  /** The picker closed: without a choice the button has the focus again. */
  const end = () => {
    if (text !== null && !isTaken.current) button.current?.focus({ preventScroll: true })
    isTaken.current = false
  }
  return {
    later,
    goOn,
    end,
    byClick: () => setText(null),
    onKeyDown,
    typed: text === null ? undefined : { text, change: setText, onTakeLater: takeLater },
  }
}
