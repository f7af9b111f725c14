import type { ReactNode } from 'react'
import css from './SmallTable.module.css'

interface SmallTableProps {
  /** The name of the table, for screen readers. */
  label: string
  /** Scrolls on its own from half the window's height on, with its header in sight. */
  tall?: boolean
  /** Its cells are typed into and take the keyboard (`useSheet`): the frame is no stop of Tab. */
  typed?: boolean
  /** `thead`, `tbody`, `tfoot`. Cells: `data-right` for figures, `data-wrap` for long text, `data-optional` not on a phone. */
  children: ReactNode
}

/** A table inside a dialog or a section: to be read, without tools. */
export function SmallTable({ label, tall = false, typed = false, children }: SmallTableProps) {
  return (
    <div
      className={tall ? `${css.frame} ${css.tall}` : css.frame}
      {...(typed ? {} : { tabIndex: 0 })}
      role="region"
      aria-label={label}
    >
      <table className={css.table}>{children}</table>
    </div>
  )
}
