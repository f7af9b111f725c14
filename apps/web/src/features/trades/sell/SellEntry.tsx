import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { hrefOf } from '../../../links/tabs.ts'
import { useBanner } from '../../../ui/Banner.tsx'
import { CostBreakdown } from '../form/CostBreakdown.tsx'
import { TradeEntry } from '../form/TradeEntry.tsx'
import { TodaysTrades } from '../today/TodaysTrades.tsx'
import { AssignMethod } from './AssignMethod.tsx'
import { SellBasics } from './SellBasics.tsx'
import { SellDates } from './SellDates.tsx'
import { SellPreview } from './SellPreview.tsx'
import { SellQuantity } from './SellQuantity.tsx'
import { SellResults } from './SellResults.tsx'
import { type SellForm, successOf } from './useSellForm.ts'

const THEN = ['quantity', 'soldPrice', 'contractNumber']

/** Sell Transaction Entry. */
export function SellEntry({ sell }: { sell: SellForm }) {
  const [banner, show] = useBanner()
  const [assigning, assign] = useState(false)
  // Until the server has said which portfolio the last trade was in, one is expected.
  const hasPortfolio = sell.values.portfolioId !== '' || sell.started.isPending
  const save = async () => {
    const recorded = await sell.save(sell.form.getValues())
    if (recorded === null) return false
    const { deal_number: deal } = recorded
    show(
      <>
        {successOf(recorded)}{' '}
        <Anchor inherit href={hrefOf('Trade Capture', 'Sell', { view: 'transactions', deal })}>
          {deal}
        </Anchor>
      </>,
    )
    return true
  }
  return (
    <>
      <TradeEntry
        tab="Sell"
        title="Sell Transaction Entry"
        lead="Record your stock sale transaction details"
        what="sale"
        trade={sell}
        order={hasPortfolio ? ['companyName', ...THEN] : ['portfolio', 'companyName', ...THEN]}
        save={save}
        saveLabel="Record Transaction"
        failed="Failed to save sell transaction. Please try again."
        banner={banner}
        today={<TodaysTrades />}
      >
        <SellBasics sell={sell} onAssign={() => assign(true)} />
        <SellQuantity sell={sell} />
        <CostBreakdown trade={sell} side="sell" price={sell.values.soldPrice} />
        <SellDates sell={sell} />
        <SellResults sell={sell} />
      </TradeEntry>
      <SellPreview sell={sell} />
      <AssignMethod opened={assigning} onClose={() => assign(false)} values={sell.values} />
    </>
  )
}
