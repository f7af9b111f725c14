import type { RowWarning } from '@em/contract/batches/row-faults'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { PRICES_CHECKED, type Tick, TickField } from '../../../ui/Tick.tsx'
import type { Checked } from './checked.ts'
import { faultSentences } from './faults.ts'
import { FaultLine, type GoToRow } from './RowLinks.tsx'
import css from './Rows.module.css'

/** Sentences that are listed. */
const LISTED = 200

/** The sentences that a tick is asked for. */
export const warningWords = (warnings: readonly RowWarning[]): string[] =>
  warnings
    .filter(({ isOnlyShown }) => isOnlyShown !== true)
    .map(({ row, error, value }) => `${row} ${error} ${value ?? ''}`)

interface WarningsProps {
  warnings: readonly RowWarning[]
  checked: Checked
  onGo: GoToRow
  /** Given before the rows are recorded; asked for once they can be. */
  tick: Tick | null
}

/** Rows that can be recorded and deserve a second look. */
export function Warnings({ warnings, checked, onGo, tick }: WarningsProps) {
  if (warnings.length === 0) return null
  const sentences = faultSentences(warnings)
  return (
    <Banner tone="warning">
      {counted(warnings.length, 'row')} can be recorded but {warnings.length === 1 ? 'looks' : 'look'}{' '}
      unusual.
      <ul className={css.list}>
        {sentences.slice(0, LISTED).map((fault) => (
          <li key={fault.sentence}>
            <FaultLine fault={fault} checked={checked} onGo={onGo} />
          </li>
        ))}
      </ul>
      {sentences.length > LISTED && <p className={css.quiet}>The first {LISTED} are listed.</p>}
      {tick !== null && <TickField tick={tick} label={PRICES_CHECKED} />}
    </Banner>
  )
}
