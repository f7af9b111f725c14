import type { LimitState, LimitUnit } from '@em/core/limits/limit-codes'
import { Amount, Percent, Quantity } from '../../ui/Numbers.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Limits.module.css'
import { STATE_WORDS } from './limit-texts.ts'

/** A figure in the unit of its limit: percent with 4 decimals, rupees, shares. */
export function Measured({ value, unit }: { value: number | null; unit: LimitUnit }) {
  if (unit === 'percent') return <Percent value={value} decimals={4} />
  if (unit === 'shares') return <Quantity value={value} />
  return <Amount value={unit === 'none' ? null : value} />
}

export function StateMark({ state }: { state: LimitState }) {
  return <Status tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].word}</Status>
}

/** How much of a bound is used, as a bar with its percentage; a bar ends at its frame, the figure does not. */
export function UsedBar({ used, state }: { used: number | null; state: LimitState }) {
  return (
    <span className={css.used}>
      <span className={css.bar} aria-hidden="true">
        <span
          className={css.fill}
          data-state={state}
          style={{ width: `${Math.min(Math.max(used ?? 0, 0), 100)}%` }}
        />
      </span>
      <Percent value={used} decimals={1} />
    </span>
  )
}
