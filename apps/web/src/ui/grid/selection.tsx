import { Checkbox } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

/** Rows ticked in a list: kept as they are, so that they stay chosen while the list scrolls. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  has(row: Row): boolean
  toggle(row: Row): void
  choose(rows: readonly Row[]): void
  clear(): void
}

interface Of<Row> {
  readonly keyOf: (row: Row) => string | number
  /** Names a row for its tick: "Select" goes before it. */
  readonly nameOf: (row: Row) => string
}

/** The selection of one kind of rows: what holds it, what reads it, and the tick of a row. */
export function selectionOf<Row>({ keyOf, nameOf }: Of<Row>) {
  type Key = string | number
  const NOTHING: ReadonlyMap<Key, Row> = new Map()
  const SelectionContext = createContext<Selection<Row> | null>(null)

  function useSelection(): Selection<Row> {
    const selection = use(SelectionContext)
    if (selection === null) throw new Error('no selection around this')
    return selection
  }

  /** Holds what is ticked; `listName` names what is listed: another list starts with nothing ticked. */
  function SelectionProvider({ listName, children }: { listName: string; children: ReactNode }) {
    const [ticked, setTicked] = useState<{ listName: string; rows: ReadonlyMap<Key, Row> }>({
      listName,
      rows: new Map(),
    })
    const rows = ticked.listName === listName ? ticked.rows : NOTHING
    const put = useCallback((next: ReadonlyMap<Key, Row>) => setTicked({ listName, rows: next }), [listName])
    const selection = useMemo(
      (): Selection<Row> => ({
        rows: [...rows.values()],
        has: (row) => rows.has(keyOf(row)),
        toggle: (row) => {
          const next = new Map(rows)
          if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
          put(next)
        },
        choose: (chosen) => put(new Map(chosen.map((row) => [keyOf(row), row]))),
        clear: () => put(NOTHING),
      }),
      [rows, put],
    )
    return <SelectionContext value={selection}>{children}</SelectionContext>
  }

  /** The tick of a row. */
  function Tick({ row }: { row: Row }) {
    const selection = useSelection()
    return (
      <Checkbox
        size="xs"
        aria-label={`Select ${nameOf(row)}`}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
    )
  }
  return { SelectionProvider, useSelection, Tick }
}
