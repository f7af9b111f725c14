import type { ReactNode } from 'react'
import css from './Facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values in columns, for reading. Blank text shows a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value == null ? <span className="em-absent">{'\u2013'}</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
