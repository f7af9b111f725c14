import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { hrefOf } from '../../places/places.ts'
import { useBanner } from '../../ui/Banner.tsx'
import { AssignMethod } from './NoMethod.tsx'
import { SellBasics } from './SellBasics.tsx'
import { SellCosts } from './SellCosts.tsx'
import { SellDates } from './SellDates.tsx'
import { SellQuantity } from './SellQuantity.tsx'
import { SellResults } from './SellResults.tsx'
import { SellReview } from './SellReview.tsx'
import { sellWorthKeeping } from './sell-values.ts'
import { TradeEntry } from './TradeEntry.tsx'
import { type SellForm, successOf } from './useSellForm.ts'

/** Sell Transaction Entry. */
export function SellEntry({ sell }: { sell: SellForm }) {
  const { form } = sell
  const [banner, show] = useBanner()
  const [assigning, assign] = useState(false)
  const save = async () => {
    const recorded = await sell.save(form.getValues())
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
        form={form}
        draft={sell.draft}
        restore={sell.restore}
        reset={sell.reset}
        filled={sellWorthKeeping(sell.values)}
        save={save}
        saveLabel="Record Transaction"
        failed="Failed to save sell transaction. Please try again."
        banner={banner}
      >
        <SellBasics sell={sell} onAssign={() => assign(true)} />
        <SellQuantity sell={sell} />
        <SellCosts sell={sell} />
        <SellDates sell={sell} />
        <SellResults sell={sell} />
      </TradeEntry>
      <SellReview sell={sell} />
      <AssignMethod opened={assigning} onClose={() => assign(false)} values={sell.values} />
    </>
  )
}
