import type { ExternalTransaction, GlTransaction } from '@em/contract/reconciliation/reconciliation-records'
import { formatDate } from '../../../lib/dates.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { count, netOf } from '../record/lines.ts'
import recordCss from '../record/Record.module.css'
import css from './Match.module.css'

const SHOWN = 6

interface LinePairProps {
  ledger: readonly GlTransaction[]
  external: readonly ExternalTransaction[]
}

/** Ledger lines next to the statement lines that they belong to. */
export function LinePair({ ledger, external }: LinePairProps) {
  return (
    <div className={css.pairs}>
      <Lines label="Ledger" lines={ledger} />
      <Lines label="Statement" lines={external} />
    </div>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly (GlTransaction | ExternalTransaction)[] }) {
  return (
    <div>
      <span className={recordCss.quiet}>{label}</span>
      {lines.length === 0 && <div className={css.pair}>None</div>}
      {lines.slice(0, SHOWN).map((line) => (
        <div key={line.id} className={css.pair}>
          <span>
            {formatDate(line.date)} {line.description ?? line.reference ?? ''}
          </span>
          <Amount value={netOf(line)} />
        </div>
      ))}
      {lines.length > SHOWN && (
        <span className={recordCss.quiet}>and {count(lines.length - SHOWN)} more</span>
      )}
    </div>
  )
}
