import { BulkBuyForm } from './BulkBuyForm.tsx'
import { BulkEntry } from './BulkEntry.tsx'

/** Batch Transaction Import, Bulk Buy Entry. */
export default function BulkBuyScreen() {
  return (
    <BulkEntry
      source="bulk-buy"
      title="Bulk Buy Transaction Entry"
      lead="Record bulk equity purchase transactions with automatic calculations"
      form={<BulkBuyForm />}
    />
  )
}
