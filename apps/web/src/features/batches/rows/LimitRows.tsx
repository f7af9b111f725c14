import type { BatchReport } from '@em/contract/batches/batches'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import type { Checked } from './checked.ts'
import { faultSentences } from './faults.ts'
import { FaultLine, type GoToRow } from './RowLinks.tsx'
import css from './Rows.module.css'

/** Sentences that are listed. */
const LISTED = 200

interface LimitRowsProps {
  report: Pick<BatchReport, 'limits' | 'limitsUntold'>
  checked: Checked
  onGo: GoToRow
}

/** Rows that exceed a limit: what was dealt is recorded all the same, and opens a breach. */
export function LimitRows({ report: { limits, limitsUntold }, checked, onGo }: LimitRowsProps) {
  if (limitsUntold)
    return (
      <Banner tone="info">
        So many rows are not compared with limits. Breaches open when the rows are recorded.
      </Banner>
    )
  if (limits.length === 0) return null
  const rows = new Set(limits.map(({ row }) => row)).size
  const sentences = faultSentences(limits.map((one) => ({ ...one, value: null })))
  return (
    <Banner tone="warning">
      {counted(rows, 'row')} {rows === 1 ? 'exceeds' : 'exceed'} a limit. What was dealt is recorded all the
      same; it opens a breach.
      <ul className={css.list}>
        {sentences.slice(0, LISTED).map((fault) => (
          <li key={fault.sentence}>
            <FaultLine fault={fault} checked={checked} onGo={onGo} />
          </li>
        ))}
      </ul>
      {sentences.length > LISTED && <p className={css.quiet}>The first {LISTED} are listed.</p>}
    </Banner>
  )
}
