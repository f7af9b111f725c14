import { Page } from '../../ui/Page.tsx'
import { BulkSellForm } from './BulkSellForm.tsx'
import { EntryModes, useManyRows } from './EntryModes.tsx'
import { ManyRows } from './ManyRows.tsx'

/** Batch Transaction Import, Bulk Sell Entry. */
export default function BulkSellScreen() {
  const many = useManyRows()
  return (
    <Page
      title="Bulk Sell Transaction Entry"
      lead="Record multiple stock sale transactions"
      actions={<EntryModes />}
      narrow={!many}
    >
      {many ? <ManyRows source="bulk-sell" /> : <BulkSellForm />}
    </Page>
  )
}
