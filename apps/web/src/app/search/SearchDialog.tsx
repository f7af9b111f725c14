import { type Found, SEARCH_LETTERS, type SearchKind } from '@em/contract/search/search'
import { Modal, TextInput } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { navigate } from '../../lib/hash.ts'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { useHistoryStep } from '../../ui/useHistoryStep.ts'
import { useOffered } from '../offer.ts'
import { noteFound, recentlyFound } from './recent.ts'
import css from './SearchDialog.module.css'
import { giveTyped } from './typed-ahead.ts'
import { useFound } from './useFound.ts'

const GROUPS: Readonly<Record<SearchKind, string>> = {
  security: 'Securities',
  trade: 'Trades',
  entry: 'Journal entries',
  account: 'Accounts',
  portfolio: 'Portfolios',
  document: 'Documents',
  'corporate-action': 'Corporate actions',
  announcement: 'Announcements',
  person: 'Users',
  tab: 'Tabs',
  action: 'Actions',
}

interface Part {
  readonly title: string
  readonly rows: readonly Found[]
}

/** Parts with the index of the first row of each among the rows of all. */
function withOffsets(parts: readonly Part[]): (Part & { readonly from: number })[] {
  return parts.map((part, at) => ({
    ...part,
    from: parts.slice(0, at).reduce((rows, before) => rows + before.rows.length, 0),
  }))
}

function openFound(one: Found | undefined, onLeave: () => void): void {
  if (one === undefined) return
  noteFound(one)
  onLeave()
  navigate(one.tab)
}

/** One part for each kind, in the order of the nearest of each. */
function partsOf(found: readonly Found[]): Part[] {
  const parts = Map.groupBy(found, ({ kind }) => kind)
  return [...parts].map(([kind, rows]) => ({ title: GROUPS[kind], rows }))
}

/** What is shown before anything is typed: what was opened lately, then every tab. */
function usePartsAtFirst(): Part[] {
  const offered = useOffered()
  const recent = recentlyFound()
  const tabs = offered.map((group) => ({
    title: group.name,
    rows: group.tabs.map(
      (tab): Found => ({
        kind: 'tab',
        id: tab.id,
        title: tab.name,
        detail: '',
        amount: null,
        date: null,
        tab: `${group.slug}/${tab.slug}`,
      }),
    ),
  }))
  return [...(recent.length === 0 ? [] : [{ title: 'Recent', rows: recent }]), ...tabs]
}

/** Finds securities, trades, entries, accounts, people, tabs and things to do, and opens them; `asked` counts how often it was asked for. */
export default function SearchDialog({ asked }: { asked: number }) {
  const [opened, open] = useState(false)
  const [shown, show] = useState(0)
  // Asked for once more: during the render, so that what is typed finds the field as early as can be.
  if (asked > shown) {
    show(asked)
    open(true)
  }
  useHistoryStep(opened, () => open(false))
  return (
    <Modal
      opened={opened}
      onClose={() => open(false)}
      withCloseButton={false}
      padding={0}
      size={640}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Search asked={asked} onLeave={() => open(false)} />
    </Modal>
  )
}

function Search({ asked, onLeave }: { asked: number; onLeave: () => void }) {
  const [typed, type] = useState('')
  const [selected, select] = useState(0)
  // Enter was pressed before the answer came: the nearest is opened when it is there.
  const isWanted = useRef(false)
  const { found, isWhole, failed } = useFound(typed)
  const atFirst = usePartsAtFirst()
  const parts = withOffsets(typed.trim() === '' ? atFirst : partsOf(found))
  const rows = parts.flatMap((part) => part.rows)
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const current = Math.min(selected, rows.length - 1)

  // Also where it is asked for while it is open.
  useLayoutEffect(() => {
    if (asked === 0) return
    field.current?.focus()
    giveTyped((text) => type((before) => (before + text).slice(0, SEARCH_LETTERS)))
  }, [asked])
  const openOne = (one: Found | undefined) => openFound(one, onLeave)
  const [nearest] = rows
  useEffect(() => {
    if (!isWanted.current || !isWhole) return
    isWanted.current = false
    openFound(nearest, onLeave)
  }, [isWhole, nearest, onLeave])
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      select((current + step + rows.length) % rows.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (selected > 0 || isWhole) openOne(rows[current])
      else isWanted.current = true
    }
  }
  return (
    <>
      <TextInput
        ref={field}
        className={css.field ?? ''}
        size="md"
        variant="unstyled"
        leftSection={<IconSearch size={18} />}
        placeholder="Search or go to"
        aria-label="Search or go to"
        maxLength={SEARCH_LETTERS}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={current < 0 ? undefined : `${list}-${current}`}
        value={typed}
        onChange={(event) => {
          type(event.currentTarget.value)
          select(0)
          isWanted.current = false
        }}
        onKeyDown={onKey}
      />
      <div id={list} role="listbox" aria-label="Found" aria-busy={!isWhole} className={css.list}>
        {parts.map((part) => (
          <div key={part.title} role="group" aria-label={part.title}>
            <div className={css.title} aria-hidden="true">
              {part.title}
            </div>
            {part.rows.map((row, within) => {
              const mine = part.from + within
              return (
                <FoundRow
                  key={`${row.kind} ${row.tab}`}
                  id={`${list}-${mine}`}
                  row={row}
                  selected={mine === current}
                  onOpen={() => openOne(row)}
                  onPoint={() => select(mine)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <div role="status" className={css.note}>
        {failed
          ? 'The books could not be searched. Tabs and actions alone are shown.'
          : rows.length > 0
            ? ''
            : isWhole
              ? 'Nothing found. Search by a symbol or name, a contract, deal or entry number, or an exact amount.'
              : 'Searching …'}
      </div>
    </>
  )
}

interface FoundRowProps {
  id: string
  row: Found
  selected: boolean
  onOpen: () => void
  onPoint: () => void
}

function FoundRow({ id, row, selected, onOpen, onPoint }: FoundRowProps) {
  return (
    // The field keeps the focus and has the keys; a row is for the pointer.
    // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is reached by aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={css.row}
      onClick={onOpen}
      onMouseMove={onPoint}
    >
      <span className={css.words}>
        <span>{row.title}</span>
        {row.detail !== '' && <span className={css.detail}>{row.detail}</span>}
      </span>
      <span className={css.figures}>
        {row.amount !== null && <Amount value={row.amount} />}
        {row.date !== null && <DateText value={row.date} />}
      </span>
    </div>
  )
}
