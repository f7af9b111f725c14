import { type ReactNode, useRef } from 'react'
import css from './DialogActions.module.css'
import { savingButton } from './form/save-keys.ts'
import { useSaveKeys } from './form/useSaveKeys.ts'

/**
 * The buttons of a dialog, last in its stack: they stay in sight at its lower edge however long it is. Ctrl-S and Ctrl-Enter press the one
 * that saves; in a form the form does it.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useSaveKeys(() => {
    const form = bar.current?.closest('form')
    if (form == null) savingButton(bar.current)?.click()
    else form.requestSubmit()
  })
  return (
    <div ref={bar} className={css.actions}>
      {children}
    </div>
  )
}
