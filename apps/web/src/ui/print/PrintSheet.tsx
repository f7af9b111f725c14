import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatMoment, now } from '../../lib/dates.ts'
import css from './PrintSheet.module.css'

interface PrintSheetProps {
  title: string
  /** The scope of the report: filters, period, totals. */
  facts: readonly { label: string; value: ReactNode }[]
  /** Who prints. */
  by: string
  /** Called when the print dialog is closed, printed or not: the caller removes the sheet. */
  onDone: () => void
  /** Upright, in larger letters: a document rather than a wide table. */
  portrait?: boolean
  children: ReactNode
}

/**
 * A report on paper. Rendering it opens the browser's print dialog; the paper shows this sheet alone, the screen
 * never does.
 */
export function PrintSheet({ title, facts, by, onDone, portrait = false, children }: PrintSheetProps) {
  const [printedAt] = useState(() => now().toISOString())
  useEffect(() => {
    document.body.dataset['emPrint'] = 'sheet'
    const before = document.title
    document.title = title
    // Another frame, so that the sheet has been laid out before the dialog takes its picture.
    const frame = requestAnimationFrame(() => window.print())
    window.addEventListener('afterprint', onDone)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', onDone)
      document.title = before
      delete document.body.dataset['emPrint']
    }
  }, [title, onDone])
  return createPortal(
    <div className={portrait ? `${css.sheet} ${css.portrait}` : css.sheet}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p>
          Equity Manager, printed {formatMoment(printedAt)} by {by}
        </p>
      </header>
      <dl className={css.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>,
    document.body,
  )
}
