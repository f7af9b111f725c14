import { type ReactNode, useRef } from 'react'
import css from './DialogActions.module.css'
import { useSaveKeys } from './form/useSaveKeys.ts'

/** The saving button of a bar: the filled one, and none that deletes. */
function savingButton(bar: HTMLElement | null): HTMLButtonElement | undefined {
  const buttons = bar?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')
  return [...(buttons ?? [])].findLast(
    // Filled is what a button is that says nothing else.
    ({ dataset, style }) =>
      (dataset['variant'] ?? 'filled') === 'filled' && !style.getPropertyValue('--button-bg').includes('red'),
  )
}

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
