import type { ExternalTransaction, GlTransaction } from '@em/contract/reconciliation/reconciliation-records'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import css from './Match.module.css'

export type Side = 'ledger' | 'external'
export interface LineOf {
  ledger: GlTransaction
  external: ExternalTransaction
}

interface OneSide<Row> {
  readonly rows: readonly Row[]
  has(row: Row): boolean
  toggle(row: Row): void
  /** Adds these to the chosen ones. */
  add(rows: readonly Row[]): void
  clear(): void
}

/** The ticked lines of both sides, kept with the rows: they stay chosen while the lists scroll and are searched. */
export interface Choice {
  readonly ledger: OneSide<GlTransaction>
  readonly external: OneSide<ExternalTransaction>
  clear(): void
}

const ChoiceContext = createContext<Choice | null>(null)

export function useChoice(): Choice {
  const choice = use(ChoiceContext)
  if (choice === null) throw new Error('no choice around this')
  return choice
}

function useSide<Row extends { id: string | number }>(): OneSide<Row> {
  const [rows, setRows] = useState<ReadonlyMap<Row['id'], Row>>(() => new Map())
  return useMemo(
    () => ({
      rows: [...rows.values()],
      has: (row) => rows.has(row.id),
      toggle: (row) =>
        setRows((now) => {
          const next = new Map(now)
          if (!next.delete(row.id)) next.set(row.id, row)
          return next
        }),
      add: (more) => setRows((now) => new Map([...now, ...more.map((row) => [row.id, row] as const)])),
      clear: () => setRows((now) => (now.size === 0 ? now : new Map())),
    }),
    [rows],
  )
}

export function ChoiceProvider({ children }: { children: ReactNode }) {
  const ledger = useSide<GlTransaction>()
  const external = useSide<ExternalTransaction>()
  const choice = useMemo(
    (): Choice => ({
      ledger,
      external,
      clear: () => {
        ledger.clear()
        external.clear()
      },
    }),
    [ledger, external],
  )
  return <ChoiceContext value={choice}>{children}</ChoiceContext>
}

/** The tick of a line; keyboard users press the space bar on its row. */
export function Tick<S extends Side>({ side, row }: { side: S; row: LineOf[S] }) {
  const chosen = useChoice()[side] as OneSide<LineOf[S]>
  return (
    // The browser's own box: lists of thousands are scrolled here.
    <input
      type="checkbox"
      className={css.tick}
      tabIndex={-1}
      aria-label={`Select ${row.description ?? row.id}`}
      checked={chosen.has(row)}
      onChange={() => chosen.toggle(row)}
    />
  )
}
