import { Button } from '@mantine/core'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { type ReactNode, useState } from 'react'
import { useMedia } from '../useMedia.ts'
import css from './FilterFrame.module.css'

interface FilterFrameProps {
  /** The name of the filters, for screen readers: "Filter the ledger". */
  label: string
  /** How many filters are set. */
  count: number
  onClear: () => void
  /** Only the search is shown until the user opens the others, or one of them is set. */
  folded?: boolean
  /** The fields, a search first: it takes two columns. */
  children: ReactNode
}

/** A phone, or a screen at 200 % zoom: the filters would take the room of the list. */
const NARROW = '(max-width: 48em), (max-height: 34em)'

/** The filters above a list, with the button that clears them; where it is narrow they are folded away until asked for. */
export function FilterFrame({ label, count, onClear, folded = false, children }: FilterFrameProps) {
  const narrow = useMedia(NARROW)
  const [open, setOpen] = useState(folded && count > 0)
  const toggle = (
    <Button
      variant="default"
      aria-expanded={open}
      leftSection={<IconFilter size={16} />}
      onClick={() => setOpen((now) => !now)}
    >
      {count === 0 ? 'Filters' : `Filters (${count})`}
    </Button>
  )
  return (
    <>
      {narrow && toggle}
      <div
        className={css.filters}
        role="search"
        aria-label={label}
        hidden={narrow && !open}
        data-folded={folded && !narrow && !open ? true : undefined}
      >
        {children}
        <div className={css.clear}>
          {folded && !narrow && toggle}
          {(!folded || narrow || open || count > 0) && (
            <Button variant="default" disabled={count === 0} onClick={onClear}>
              Clear Filters
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
