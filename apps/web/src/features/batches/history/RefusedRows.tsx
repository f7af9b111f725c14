import { type BatchRecord, batches } from '@em/contract/batches/batches'
import type { RowsToMend } from '@em/contract/batches/rows-to-mend'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { inertText } from '@em/core/values/inert-text'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { Button } from '@mantine/core'
import { call } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { load } from '../../../lib/parts.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { goTo } from '../../../links/tabs.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { storeDraft, storedDraft } from '../../../ui/useDraft.tsx'
import { DRAFT_ROWS, type RowsDraft, rowsDraftName, rowsDraftOf, rowsDraftText } from '../rows/rows-draft.ts'

const NOT_STORED = 'The rows are not kept: there were too many. Mend the file that you imported.'

const isOfTrades = ({ source }: BatchRecord) =>
  source === 'bulk-buy' || source === 'bulk-sell' || source === 'import'

/** The actions on the rows of a refused submission: mend them as a file, or try again. */
export function RefusedRows({ batch }: { batch: BatchRecord }) {
  const may = useMay()
  return (
    <>
      <DownloadRows id={batch.id} load={() => call(batches.rowsToMend, { params: { id: batch.id } })} />
      {isOfTrades(batch) && may(batches.record) && <RetryRows batch={batch} />}
    </>
  )
}

/**
 * What can be done where a recording of a document did not go through, or not whole: its failed contracts taken as rows of an import, or
 * tried again as they are in the document.
 */
export function FailedContracts({ batch }: { batch: BatchRecord }) {
  const may = useMay()
  const { id, documentId, errors, failedTransactions, fileName } = batch
  if (documentId === null || failedTransactions === 0) return null
  const load = async (): Promise<RowsToMend> => {
    const { order } = await call(tradeDocuments.order, { params: { id } })
    return order?.rows ?? { kept: false, fields: [], rows: [] }
  }
  const again = { document: String(documentId), view: 'record', again: String(id) }
  return (
    <>
      {errors.some(({ row }) => row > 0) && <DownloadRows id={id} load={load} />}
      {may(tradeDocuments.record) && (
        <Button
          aria-label={`Retry ${fileName ?? `import ${id}`}`}
          onClick={() => goTo('Batch Transaction Import', 'Trade Report', again)}
        >
          Retry
        </Button>
      )}
    </>
  )
}

/** Opens the rows of a refused submission in the table, as they were sent: what was wrong around them may be mended by now. */
function RetryRows({ batch }: { batch: BatchRecord }) {
  const retry = useOnce(async () => {
    try {
      const sent = await call(batches.rowsToMend, { params: { id: batch.id } })
      if (!sent.kept || sent.rows.length > DRAFT_ROWS) {
        notify.error(NOT_STORED)
        return
      }
      const side = batch.source === 'bulk-sell' ? 'bulk-sell' : 'bulk-buy'
      const name = rowsDraftName(side)
      const waiting = storedDraft<RowsDraft>(name)
      const replaces =
        waiting === null ||
        (await confirm({
          title: 'Replace the unsaved rows?',
          message: `An unsaved ${rowsDraftText(waiting)} is kept in this browser. The rows of this import take its place.`,
          confirm: 'Replace',
        }))
      if (!replaces) return
      storeDraft(name, rowsDraftOf(sent, batch.fileName))
      goTo('Batch Transaction Import', side === 'bulk-sell' ? 'Bulk Sell Entry' : 'Bulk Buy Entry', {
        view: 'rows',
        restore: '1',
      })
    } catch (error) {
      notify.error('The rows could not be read. Please try again.', error)
    }
  })
  return <Button onClick={() => void retry(undefined)}>Retry</Button>
}

interface DownloadRowsProps {
  id: number
  load: () => Promise<RowsToMend>
}

/** The rows of a refused submission as a file, each with what is wrong with it: mended, it is imported again. */
function DownloadRows({ id, load: loadRows }: DownloadRowsProps) {
  const take = useOnce(async () => {
    try {
      const sent = await loadRows()
      if (!sent.kept) {
        notify.error(NOT_STORED)
        return
      }
      const { csvOf } = await load(() => import('@em/paper/files/csv'))
      const table = [
        [...sent.fields, 'Errors'],
        ...sent.rows.map(({ values, errors }) => [
          ...values.map((value) => inertText(value ?? '')),
          inertText(errors.join(' ')),
        ]),
      ]
      saveFile(`rows-to-mend-${id}.csv`, csvOf(table), MEDIA_TYPES.csv)
    } catch (error) {
      notify.error('The rows could not be read. Please try again.', error)
    }
  })
  return (
    <Button variant="default" onClick={() => void take(undefined)}>
      Download Rows to Mend
    </Button>
  )
}
