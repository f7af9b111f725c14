import type { DocumentOrder } from '@em/contract/documents/document-orders'
import {
  type TradeDocument,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import { Button, Tabs } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { choiceIn, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, openOverList, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { AuditButton } from '../../links/AuditButton.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState, Loaded, Skeletons } from '../../ui/States.tsx'
import { ClientTab } from './ClientTab.tsx'
import { DocumentsTab } from './DocumentsTab.tsx'
import {
  ALL_EQUITIES,
  daysOf,
  type Lines,
  nameOf,
  useDocument,
  useDocuments,
  useEquities,
  useLines,
} from './document/document.tsx'
import css from './document/TradeReport.module.css'
import type { Extracted } from './ExtractedText.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ParsedTab } from './ParsedTab.tsx'
import { RecordView } from './record/RecordView.tsx'
import { SideTab } from './SideTab.tsx'
import { useUploads } from './UploadArea.tsx'

const TABS = [
  ['documents', 'Documents'],
  ['overview', 'Overview'],
  ['sales', 'Sales'],
  ['purchases', 'Purchases'],
  ['client', 'Client Info'],
  ['parsed', 'Parsed Data'],
] as const
export type TabName = (typeof TABS)[number][0]
const TAB_NAMES = TABS.map(([name]) => name)
/** The part of the tab before that stays in sight, in pixels. */
const MARGIN = 32

/** Trade Report: documents of brokers, what they say, and the way from there into the books. */
export default function TradeReportScreen() {
  const address = useHashQuery()
  const documents = useDocuments()
  const uploads = useUploads(documents.data)
  const [extracted, setExtracted] = useState<Extracted | null>(null)
  const tab = choiceIn(address, 'tab', TAB_NAMES) || 'documents'
  const id = idIn(address, 'document') ?? documents.data?.[0]?.id ?? null
  const document = useDocument(id)
  // The list of documents needs no lines.
  const isRecording = address.get('view') === 'record' && id !== null
  const lines = useLines(tab === 'documents' && !isRecording ? null : id)
  const refresh = () => {
    void documents.refetch()
    if (id !== null) void document.refetch()
  }
  if (isRecording) {
    return (
      <Loaded query={document} failed="Failed to load the document">
        {(found) => <Recording document={found} lines={lines} again={idIn(address, 'again')} />}
      </Loaded>
    )
  }
  return (
    <Page
      title="Trade Report"
      lead="Documents of brokers: what they say, held against the books, and recorded as trades."
      actions={
        <>
          <RefreshButton loading={documents.isRefetching || document.isRefetching} onClick={refresh} />
          {id !== null && <AuditButton entity="trade-document" id={id} />}
          {id !== null && document.data?.replaced !== true && (
            <IfMay call={tradeDocuments.record}>
              <Button onClick={() => openOverList({ document: String(id), view: 'record' })}>
                Record Trades
              </Button>
            </IfMay>
          )}
        </>
      }
    >
      {id !== null && <Chooser id={id} documents={documents.data ?? []} lines={lines} />}
      <TabList tab={tab}>
        {tab === 'documents' ? (
          <DocumentsTab
            documents={documents}
            chosen={id === null ? null : document}
            uploads={uploads}
            extracted={extracted}
            onExtracted={setExtracted}
          />
        ) : id === null ? (
          documents.isPending ? (
            <Skeletons rows={8} />
          ) : tab === 'parsed' ? (
            <EmptyState title="No Parsed Data Available">
              Upload a text file to see parsed transaction data here.
            </EmptyState>
          ) : (
            <EmptyState
              title="No document uploaded"
              action={
                <Button variant="default" onClick={() => changeHashQuery({ tab: '' })}>
                  Documents
                </Button>
              }
            >
              Upload a document of a broker under Documents to see it here.
            </EmptyState>
          )
        ) : (
          <Loaded query={document} failed="Failed to load the document" skeleton={<Skeletons rows={8} />}>
            {(found) => {
              const equity = textIn(address, 'equity') || ALL_EQUITIES
              switch (tab) {
                case 'overview':
                  return <OverviewTab document={found} lines={lines} equity={equity} />
                case 'sales':
                case 'purchases':
                  return <SideTab key={tab} document={found} lines={lines} equity={equity} side={tab} />
                case 'client':
                  return <ClientTab document={found} lines={lines} />
                default:
                  return <ParsedTab document={found} lines={lines} equity={equity} />
              }
            }}
          </Loaded>
        )}
      </TabList>
    </Page>
  )
}

interface RecordingProps {
  document: TradeDocumentDetail
  lines: Lines
  /** The import that is tried again. */
  again: number | null
}

/** Recording a document, from the start or with what an earlier recording left. */
function Recording({ document, lines, again }: RecordingProps) {
  const refused = useRoute(tradeDocuments.order, { params: { id: again ?? 0 } }, { enabled: again !== null })
  if (again === null) return <RecordView key={document.id} document={document} lines={lines} />
  const ofThis = (order: DocumentOrder | null) => (order?.documentId === document.id ? order : null)
  return (
    <Loaded query={refused} failed="Failed to load the import">
      {({ order }) => {
        const own = ofThis(order)
        return (
          <RecordView
            key={`${document.id} ${again}`}
            document={document}
            lines={lines}
            again={own === null ? null : { importId: again, order: own }}
          />
        )
      }}
    </Loaded>
  )
}

function TabList({ tab, children }: { tab: TabName; children: React.ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  // Where not all tabs fit next to each other, the chosen one is scrolled into sight.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    if (list.current !== null && chosen != null) list.current.scrollLeft = chosen.offsetLeft - MARGIN
  }, [tab])
  return (
    <Tabs
      value={tab}
      onChange={(to) => changeHashQuery({ tab: to === 'documents' ? '' : (to ?? '') })}
      keepMounted={false}
    >
      <Tabs.List className={css.tabs ?? ''} ref={list}>
        {TABS.map(([name, label]) => (
          <Tabs.Tab key={name} value={name} data-tab={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={css.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

interface ChooserProps {
  id: number
  documents: readonly TradeDocument[]
  lines: Lines
}

/** Which document, and which equity of it, the tabs show. */
function Chooser({ id, documents, lines }: ChooserProps) {
  const equity = textIn(useHashQuery(), 'equity') || ALL_EQUITIES
  const equities = useEquities(lines.data)
  const known = equity === ALL_EQUITIES || equities.includes(equity) ? equities : [equity, ...equities]
  return (
    <div className={css.chooser}>
      <SelectField
        label="Document"
        searchable
        clearable={false}
        value={String(id)}
        options={documents.map((one) => ({
          value: String(one.id),
          label: [nameOf(one), daysOf(one) || formatDate(one.uploadedAt.slice(0, 10))].join(', '),
        }))}
        onChange={(chosen) => changeHashQuery({ document: chosen, equity: '' })}
      />
      <SelectField
        label="Equity"
        clearable={false}
        value={equity}
        options={[
          { value: ALL_EQUITIES, label: 'All Equities' },
          ...known.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
        onChange={(chosen) => changeHashQuery({ equity: chosen === ALL_EQUITIES ? '' : chosen })}
      />
    </div>
  )
}
