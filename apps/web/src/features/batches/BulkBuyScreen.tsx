import { Page } from '../../ui/Page.tsx'
import { BulkBuyForm } from './BulkBuyForm.tsx'
import { EntryModes, useManyRows } from './EntryModes.tsx'
import { ManyRows } from './ManyRows.tsx'

/** Batch Transaction Import, Bulk Buy Entry. */
export default function BulkBuyScreen() {
  const many = useManyRows()
  return (
    <Page
      title="Bulk Buy Transaction Entry"
      lead="Record bulk equity purchase transactions with automatic calculations"
      actions={<EntryModes />}
      narrow={!many}
    >
      {many ? <ManyRows source="bulk-buy" /> : <BulkBuyForm />}
    </Page>
  )
}
