import css from './Status.module.css'

interface StatusProps {
  /** Good: active, posted, settled. Info: announced. Warn: pending, due. Bad: failed, broken. Quiet: inactive, draft. */
  tone: 'good' | 'info' | 'warn' | 'bad' | 'quiet'
  children: string
}

/** A state in a word: `<Status tone="good">Active</Status>`; the word carries it, the colour only helps. */
export function Status({ tone, children }: StatusProps) {
  return (
    <span className={css.status} data-tone={tone}>
      {children}
    </span>
  )
}
