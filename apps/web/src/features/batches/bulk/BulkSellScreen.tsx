import { BulkEntry } from './BulkEntry.tsx'
import { BulkSellForm } from './BulkSellForm.tsx'

/** Batch Transaction Import, Bulk Sell Entry. */
export default function BulkSellScreen() {
  return (
    <BulkEntry
      source="bulk-sell"
      title="Bulk Sell Transaction Entry"
      lead="Record multiple stock sale transactions"
      form={<BulkSellForm />}
    />
  )
}
