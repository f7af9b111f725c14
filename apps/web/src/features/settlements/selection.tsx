import type { SettlementRow } from '@em/contract/books/settlements'
import { Checkbox } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

/** Instructions ticked in the list, by trade id: kept with the rows, so that they stay chosen while the list scrolls. */
export interface Selection {
  readonly rows: readonly SettlementRow[]
  has(row: SettlementRow): boolean
  toggle(row: SettlementRow): void
  choose(rows: readonly SettlementRow[]): void
  clear(): void
}

const SelectionContext = createContext<Selection | null>(null)

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (selection === null) throw new Error('no selection around this')
  return selection
}

/** Holds what is ticked; `place` names what is listed: another list starts with nothing ticked. */
export function SelectionProvider({ place, children }: { place: string; children: ReactNode }) {
  const [kept, setKept] = useState<{ place: string; rows: ReadonlyMap<number, SettlementRow> }>({
    place,
    rows: new Map(),
  })
  const rows = kept.place === place ? kept.rows : NOTHING
  const put = useCallback(
    (next: ReadonlyMap<number, SettlementRow>) => setKept({ place, rows: next }),
    [place],
  )
  const selection = useMemo(
    (): Selection => ({
      rows: [...rows.values()],
      has: (row) => rows.has(row.trade_id),
      toggle: (row) => {
        const next = new Map(rows)
        if (!next.delete(row.trade_id)) next.set(row.trade_id, row)
        put(next)
      },
      choose: (chosen) => put(new Map(chosen.map((row) => [row.trade_id, row]))),
      clear: () => put(NOTHING),
    }),
    [rows, put],
  )
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

const NOTHING: ReadonlyMap<number, SettlementRow> = new Map()

/** The tick of a row. */
export function Tick({ row }: { row: SettlementRow }) {
  const selection = useSelection()
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${row.deal_number}`}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
    />
  )
}
