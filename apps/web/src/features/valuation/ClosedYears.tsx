import type { ValuationPreview } from '@em/contract/valuation/valuation'
import { formatDate } from '../../lib/dates.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import css from './Valuation.module.css'

/** Years that were closed with what a run changes in them: each is closed again for the difference. */
export function ClosedYears({ years }: { years: ValuationPreview['closed_years'] }) {
  if (years.length === 0) return null
  return (
    <Banner tone="warning">
      <span className={css.state}>
        Closed already: {years.map((one) => `${one.entity} to ${formatDate(one.year_end)}`).join(', ')}. Close{' '}
        {years.length === 1 ? 'this year' : 'these years'} again for the difference.
        <TabButton to={['Accounting Entries', 'Period Close']} size="compact-sm" variant="default">
          Period Close
        </TabButton>
      </span>
    </Banner>
  )
}
