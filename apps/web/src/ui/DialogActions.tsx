import type { ReactNode } from 'react'
import css from './DialogActions.module.css'

/** The buttons of a dialog, last in its stack: they stay in sight at its lower edge however long it is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
