import type { CorporateAction, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { holdings } from '@em/contract/holdings/holdings'
import { addDays } from '@em/core/values/dates'
import { useRoute } from '../../../../lib/query.ts'
import { FormSection, WholeRow } from '../../../../ui/form/FormShell.tsx'
import { ErrorState, Skeletons } from '../../../../ui/States.tsx'
import type { Typed } from '../../../trades/sell/allocations.ts'
import { LotTable } from '../../../trades/sell/LotTable.tsx'
import css from '../Event.module.css'

interface LotsToGiveProps {
  action: Pick<CorporateAction, 'securityCode' | 'dates'>
  row: Entitlement
  /** Shares to give. */
  wanted: number
  typed: Typed
  fault: string | null
  onChange: (typed: Typed) => void
}

/** The lots that a portfolio by cherry picking gives in a buy-back or tender, of those that it holds before the effective day. */
export function LotsToGive({ action, row, wanted, typed, fault, onChange }: LotsToGiveProps) {
  const symbol = action.securityCode ?? ''
  const { ex } = action.dates
  const query = { portfolioId: row.portfolioId, symbol, ...(ex === null ? {} : { asOf: addDays(ex, -1) }) }
  const lots = useRoute(holdings.buyLots, { query }, { enabled: symbol !== '' })
  return (
    <FormSection
      title={`Lots of ${row.portfolioName}`}
      lead="By cherry picking: name the lots that are given."
      columns={1}
    >
      <WholeRow>
        {fault !== null && (
          <p className={css.fault} role="status">
            {fault}
          </p>
        )}
        {lots.data !== undefined ? (
          <LotTable lots={lots.data} symbol={symbol} wanted={wanted} typed={typed} onChange={onChange} />
        ) : lots.isError ? (
          <ErrorState title="Failed to load the lots" onRetry={() => void lots.refetch()} />
        ) : (
          <Skeletons rows={2} />
        )}
      </WholeRow>
    </FormSection>
  )
}
