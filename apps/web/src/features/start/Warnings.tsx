import type { StartReport } from '@em/contract/books/batch-start'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import type { Checked } from '../batches/rows/checked.ts'
import { faultSentences } from '../batches/rows/faults.ts'
import { FaultLine, type GoToRow } from '../batches/rows/RowLinks.tsx'
import css from './Start.module.css'

interface WarningsProps {
  warnings: StartReport['warnings']
  checked: Checked
  onGo: GoToRow
}

/** Rows that can be recorded and deserve a second look. */
export function Warnings({ warnings, checked, onGo }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning">
      {counted(warnings.length, 'row')} can be recorded but {warnings.length === 1 ? 'looks' : 'look'}{' '}
      unusual.
      <ul className={css.made}>
        {faultSentences(warnings).map((fault) => (
          <li key={fault.sentence}>
            <FaultLine fault={fault} checked={checked} onGo={onGo} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}
