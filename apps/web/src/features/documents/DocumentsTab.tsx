import {
  DOCUMENT_KIND_LABELS,
  type TradeDocument,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api.ts'
import { sizeText } from '../../lib/files.ts'
import { changeHashQuery, openOverList } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useWrite } from '../../lib/query.ts'
import { confirm } from '../../ui/Dialog.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { type DocumentAction, DocumentTools } from './DocumentTools.tsx'
import { daysOf, download, isPdf, isText, nameOf, type useDocuments } from './document/document.tsx'
import { type Extracted, ExtractedText } from './ExtractedText.tsx'
import { Findings } from './Findings.tsx'
import { UploadArea, type Uploads } from './UploadArea.tsx'

const ALL_COLUMNS: readonly Column<TradeDocument>[] = [
  {
    id: 'name',
    header: 'Name',
    value: nameOf,
    width: 220,
    least: 150,
  },
  {
    id: 'size',
    header: 'Size',
    kind: 'number',
    value: (one) => one.bytes,
    cell: (one) => sizeText(one.bytes),
    width: 96,
  },
  { id: 'uploaded', header: 'Upload date', kind: 'moment', value: (one) => one.uploadedAt, width: 160 },
  { id: 'kind', header: 'Kind', value: (one) => DOCUMENT_KIND_LABELS[one.kind], whole: true, width: 150 },
  { id: 'broker', header: 'Broker', value: (one) => one.brokerName, width: 180, hidden: true },
  { id: 'days', header: 'Trade date', value: daysOf, width: 130, whole: true },
  { id: 'lines', header: 'Lines', kind: 'quantity', value: (one) => one.lines, width: 84 },
  { id: 'skipped', header: 'Skipped', kind: 'quantity', value: (one) => one.skipped, width: 92 },
  { id: 'problems', header: 'Problems', kind: 'quantity', value: (one) => one.problems, width: 100 },
  {
    id: 'recorded',
    header: 'Recorded',
    kind: 'quantity',
    value: (one) => one.recorded,
    width: 104,
    hint: 'Trades in the books that were recorded from it',
  },
  { id: 'by', header: 'Uploaded by', value: (one) => one.uploadedBy, width: 150, hidden: true },
]
const ON_A_PHONE = new Set(['name'])
const COLUMNS = ALL_COLUMNS.map((column) => ({ ...column, phone: ON_A_PHONE.has(column.id) }))

interface DocumentsTabProps {
  documents: ReturnType<typeof useDocuments>
  /** The chosen one; null where there is none. */
  chosen: UseQueryResult<TradeDocumentDetail, Error> | null
  uploads: Uploads
  extracted: Extracted | null
  onExtracted: (extracted: Extracted | null) => void
}

/** Documents: uploading, the list of what was uploaded, and what could not be read of the chosen one. */
export function DocumentsTab({ documents, chosen, uploads, extracted, onExtracted }: DocumentsTabProps) {
  const actions = useDocumentActions(onExtracted)
  const detail = chosen?.data
  return (
    <>
      <IfMay call={tradeDocuments.upload}>
        <UploadArea uploads={uploads} onExtracted={onExtracted} />
      </IfMay>
      <DataGrid
        id="trade-documents"
        title="Uploaded documents"
        noun="documents"
        rows={documents.data}
        columns={COLUMNS}
        rowKey={(one) => one.id}
        onOpen={(one) => openOverList({ document: String(one.id), tab: 'overview', equity: '' })}
        tools={{ width: 138, cell: (one) => <DocumentTools document={one} actions={actions(one)} /> }}
        error={loadFailure(documents, 'Failed to load the documents')}
        empty={
          <EmptyState title="No documents uploaded">
            Trade files, trade confirmations and monthly lists of brokers appear here.
          </EmptyState>
        }
        offset={420}
      />
      {extracted !== null && <ExtractedText extracted={extracted} onClear={() => onExtracted(null)} />}
      {detail !== undefined && detail.skipped + detail.problems > 0 && <Findings document={detail} />}
    </>
  )
}

/** The buttons of a file, for those who may use them. */
function useDocumentActions(
  onExtracted: (extracted: Extracted) => void,
): (one: TradeDocument) => readonly DocumentAction[] {
  const may = useMay()
  const { mutateAsync: remove } = useWrite(tradeDocuments.remove)
  return useMemo(() => {
    const extract = async ({ id, fileName }: TradeDocument) => {
      try {
        const { text } = await call(tradeDocuments.get, { params: { id } })
        if (text === null) notify.error(`${fileName} holds no text.`)
        else onExtracted({ fileName, text })
      } catch (error) {
        notify.error('The text could not be read. Please try again.', error)
      }
    }
    const ask = async ({ id, fileName }: TradeDocument) => {
      const agreed = await confirm({
        title: `Remove ${fileName}?`,
        message: 'The file and the lines read from it are removed. It can be uploaded again.',
        confirm: 'Remove',
        danger: true,
      })
      if (!agreed) return
      try {
        await remove({ params: { id } })
        changeHashQuery({ document: '', equity: '' })
        notify.success(`${fileName} was removed.`)
      } catch (error) {
        notify.error(`${fileName} was not removed.`, error)
      }
    }
    return (one) => {
      const actions: (DocumentAction | false)[] = [
        one.fileKept && {
          label: 'Download',
          icon: 'download',
          onClick: () =>
            void download(one).catch((error: unknown) => notify.error('Failed to save the file', error)),
        },
        isPdf(one) && { label: 'Extract text', icon: 'text', onClick: () => void extract(one) },
        isText(one) && {
          label: 'Read text',
          icon: 'table',
          onClick: () => openOverList({ document: String(one.id), tab: 'parsed', equity: '' }),
        },
        may(tradeDocuments.record) &&
          !one.replaced && {
            label: 'Record trades',
            icon: 'record',
            onClick: () => openOverList({ document: String(one.id), view: 'record' }),
          },
        // A document that the books depend on stays; its recording is undone first.
        one.recorded === 0 &&
          may(tradeDocuments.remove) && { label: 'Remove', icon: 'remove', onClick: () => void ask(one) },
      ]
      return actions.filter((action) => action !== false)
    }
  }, [may, remove, onExtracted])
}
