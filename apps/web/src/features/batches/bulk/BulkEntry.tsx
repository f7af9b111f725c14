import { batches } from '@em/contract/batches/batches'
import { type ReactNode, useState } from 'react'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { useMay } from '../../../lib/may.ts'
import { Page } from '../../../ui/Page.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { RowsEntry } from '../rows/RowsEntry.tsx'
import { type RowsDraft, rowsDraftName, rowsDraftText } from '../rows/rows-draft.ts'
import { EntryModes, useRowsView } from './EntryModes.tsx'

interface BulkEntryProps {
  source: 'bulk-buy' | 'bulk-sell'
  title: string
  lead: string
  /** The form of one transaction. */
  form: ReactNode
}

/** Bulk entry of one side: one transaction in a form, or many rows in a table. */
export function BulkEntry({ source, title, lead, form }: BulkEntryProps) {
  const mayImport = useMay()(batches.record)
  const inRows = useRowsView() && mayImport
  // Import History sends the rows of a refused import here to be tried again.
  const asked = useHashQuery().get('restore') === '1'
  const [restoring, restore] = useState(asked)
  return (
    <Page title={title} lead={lead} actions={mayImport && <EntryModes />} narrow={!inRows}>
      {inRows ? (
        <RowsEntry source={source} restore={restoring} />
      ) : (
        <>
          {mayImport && (
            <RowsDraftOffer
              source={source}
              onRestore={() => {
                restore(true)
                changeHashQuery({ view: 'rows' })
              }}
            />
          )}
          {form}
        </>
      )}
    </Page>
  )
}

/** Rows that were left unsaved in the table are offered where the form opens. */
function RowsDraftOffer({ source, onRestore }: Pick<BulkEntryProps, 'source'> & { onRestore: () => void }) {
  const draft = useDraft<RowsDraft | null>(rowsDraftName(source), null, false)
  const rowsDraft = draft.found?.values ?? null
  if (rowsDraft === null) return null
  return <DraftOffer draft={draft} what={rowsDraftText(rowsDraft)} onRestore={onRestore} />
}
