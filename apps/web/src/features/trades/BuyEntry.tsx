import { BuyReview } from './BuyReview.tsx'
import { worthKeeping } from './buy-values.ts'
import { CostSection } from './CostSection.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { TradeEntry } from './TradeEntry.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Buy Transaction Entry. */
export function BuyEntry({ buy }: { buy: BuyForm }) {
  const { form } = buy
  return (
    <>
      <TradeEntry
        tab="Buy"
        title="Buy Transaction Entry"
        lead="Record a purchase: fees, holding and ledger entries follow from it."
        what="buy"
        form={form}
        draft={buy.draft}
        restore={buy.restore}
        reset={buy.reset}
        filled={worthKeeping(buy.values)}
        save={() => buy.save(form.getValues())}
        saveLabel="Save Transaction"
        failed="Failed to save transaction: Unknown error"
        summaryTitle={buy.summaryTitle}
      >
        <SecuritySection buy={buy} />
        <CostSection buy={buy} />
        <PaymentSection buy={buy} />
      </TradeEntry>
      <BuyReview buy={buy} />
    </>
  )
}
