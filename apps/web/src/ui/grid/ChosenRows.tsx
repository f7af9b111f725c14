import type { ReactNode } from 'react'
import css from './ChosenRows.module.css'

/** The line above a list that says what is ticked (first) and what can be done with it. */
export function ChosenRows({ children }: { children: ReactNode }) {
  return (
    <div className={css.chosen} role="status">
      {children}
    </div>
  )
}
