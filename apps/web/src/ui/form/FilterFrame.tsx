import { Button } from '@mantine/core'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { type ReactNode, useState } from 'react'
import { useNarrow } from '../useNarrow.ts'
import css from './FilterFrame.module.css'

interface FilterFrameProps {
  /** What is filtered, for screen readers: "Filter the ledger". */
  label: string
  /** How many filters are set. */
  count: number
  onClear: () => void
  /** The fields, a search first: it takes two columns. */
  children: ReactNode
}

/** The filters above a list, with the button that clears them; on a phone they are folded away until asked for. */
export function FilterFrame({ label, count, onClear, children }: FilterFrameProps) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  return (
    <>
      {narrow && (
        <Button
          variant="default"
          aria-expanded={open}
          leftSection={<IconFilter size={16} />}
          onClick={() => setOpen((now) => !now)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      )}
      <div className={css.filters} role="search" aria-label={label} hidden={narrow && !open}>
        {children}
        <div className={css.clear}>
          <Button variant="default" h="2.125rem" disabled={count === 0} onClick={onClear}>
            Clear Filters
          </Button>
        </div>
      </div>
    </>
  )
}
