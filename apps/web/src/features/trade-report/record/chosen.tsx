import type { DocumentLineAnswer } from '@em/contract/books/trade-documents'
import { Checkbox } from '@mantine/core'
import { createContext, use } from 'react'

/** Which contracts are ticked: their fills are recorded together. */
export interface Chosen {
  has(key: string): boolean
  can(key: string): boolean
  toggle(key: string): void
}
export const ChosenContext = createContext<Chosen | null>(null)

/** The tick of a line: it stands for its whole contract. A line that cannot be recorded has none. */
export function LineTick({ line }: { line: DocumentLineAnswer }) {
  const chosen = use(ChosenContext)
  const { contract, id, contractNo } = line
  if (chosen === null || contract === null || !chosen.can(contract)) return null
  return (
    <Checkbox
      size="xs"
      aria-label={
        contractNo === '' ? `Select line ${id ?? ''}` : `Select contract ${contractNo}, line ${id ?? ''}`
      }
      checked={chosen.has(contract)}
      onChange={() => chosen.toggle(contract)}
    />
  )
}
