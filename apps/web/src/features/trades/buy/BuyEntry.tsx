import { TradeEntry } from '../form/TradeEntry.tsx'
import { TodaysTrades } from '../today/TodaysTrades.tsx'
import { BuyPreview } from './BuyPreview.tsx'
import { CostSection } from './CostSection.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Buy Transaction Entry. */
export function BuyEntry({ buy }: { buy: BuyForm }) {
  return (
    <>
      <TradeEntry
        tab="Buy"
        title="Buy Transaction Entry"
        lead="Record a purchase: fees, holding and ledger entries follow from it."
        what="buy"
        trade={buy}
        order={['companyName', 'quantity', 'price', 'contractNumber']}
        save={() => buy.save(buy.form.getValues())}
        saveLabel="Save Transaction"
        failed="Failed to save transaction: Unknown error"
        summaryTitle={buy.summaryTitle}
        today={<TodaysTrades />}
      >
        <SecuritySection buy={buy} />
        <CostSection buy={buy} />
        <PaymentSection buy={buy} />
      </TradeEntry>
      <BuyPreview buy={buy} />
    </>
  )
}
