import type { ReactNode } from 'react'
import css from './Facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

interface FactPairsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** Sets the columns. */
  className: string | undefined
}

/** Names above their values, in the columns of `className`. */
export function FactPairs({ facts, className }: FactPairsProps) {
  return (
    <dl className={`${css.pairs} ${className}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
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
