import { BATCH_WORDS } from '@em/contract/batches/batches'
import type { DocumentOrder } from '@em/contract/documents/document-orders'
import { type TradeDocumentDetail, tradeDocuments } from '@em/contract/documents/trade-documents'
import { Anchor, Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { closeOverList } from '../../../lib/hash.ts'
import { useMay } from '../../../lib/may.ts'
import { counted } from '../../../lib/numerals.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { SaveButton } from '../../../ui/form/SaveButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Running } from '../../../ui/Running.tsx'
import { useTick } from '../../../ui/Tick.tsx'
import type { Lines } from '../document/document.tsx'
import css from '../document/TradeReport.module.css'
import { ChangesPart } from './ChangesPart.tsx'
import { ControlsPart } from './ControlsPart.tsx'
import { type Chosen, ChosenContext, LinesPart } from './LinesPart.tsx'
import { OutcomePart, ResultLinks } from './OutcomePart.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { TermsPart, useChoices } from './TermsPart.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { canChoose, controlsApart, useRecording } from './useRecording.ts'

const RUNNING: Partial<Record<string, string>> = {
  [BATCH_WORDS.checking]: 'Checking the lines',
  [BATCH_WORDS.previewing]: 'Looking what would become of the lines',
  [BATCH_WORDS.recording]: 'Recording',
  [BATCH_WORDS.saving]: 'Saving',
}
const close = () => closeOverList({ view: '', again: '' })

/** Scrolls a requested preview or result into sight: it appears below the lines. */
function InSight({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    part.current?.scrollIntoView?.({ block: 'center' })
  }, [])
  return <div ref={part}>{children}</div>
}

interface RecordViewProps {
  document: TradeDocumentDetail
  lines: Lines
  /** The earlier recording that is tried again. */
  again?: { importId: number; order: DocumentOrder } | null
}

/** From a document to the books: whose its trades are, which of its lines, their totals; previewed first, then recorded. */
export function RecordView({ document, lines, again = null }: RecordViewProps) {
  const recording = useRecording(document, lines.data, again?.order ?? null)
  const { terms, change, contracts, chosen, preview, result, isFresh } = recording
  const choices = useChoices()
  const mayUndo = useMay()(tradeDocuments.undo)
  const [splitting, setSplitting] = useState<string | null>(null)
  const [undoing, setUndoing] = useState(false)
  const contract = contracts.find(({ key }) => key === splitting)
  const differing = contracts.filter(({ state }) => state === 'differs')
  const apart = controlsApart(document, terms)
  const needsReason = apart.length > 0 && terms.controlReason.trim() === ''
  const { toggle } = recording
  const ticks = useMemo<Chosen>(() => {
    const byKey = new Map(contracts.map((one) => [one.key, one]))
    return {
      has: (key) => chosen.has(key),
      can: (key) => {
        const one = byKey.get(key)
        return one !== undefined && canChoose(one, terms)
      },
      toggle,
    }
  }, [contracts, chosen, terms, toggle])
  const split = useMemo(() => new Set(Object.keys(terms.splits)), [terms.splits])
  const toRecord = (preview?.recorded ?? 0) + recording.openLines.size
  const toChange = (preview?.changed ?? 0) + (preview?.deleted ?? 0)
  const isRecorded = document.recorded > 0
  const asked = (preview?.warnings ?? []).filter(({ isOnlyShown }) => isOnlyShown !== true)
  const tick = useTick(asked.map(({ row, error }) => `${row} ${error}`))
  return (
    <Page
      title={`Record ${document.fileName}`}
      lead="Choose whose the trades are and which lines to record. The preview shows what becomes of them; nothing is saved before."
      actions={
        <>
          {isRecorded && mayUndo && (
            <Button variant="default" color="red" onClick={() => setUndoing(true)}>
              Undo
            </Button>
          )}
          <Button variant="default" onClick={close}>
            Back to Trade Report
          </Button>
        </>
      }
    >
      {result !== null && (
        <>
          <Banner tone={result.recorded + result.changed + result.deleted > 0 ? 'success' : 'info'}>
            {counted(result.recorded, 'contract')} recorded from {document.fileName}
            {result.changed > 0 && `, ${counted(result.changed, 'trade')} changed`}
            {result.deleted > 0 && `, ${counted(result.deleted, 'trade')} deleted`}.{' '}
            <ResultLinks answer={result} document={document} />
            {result.batchId !== null && mayUndo && (
              <>
                {' '}
                <Anchor component="button" type="button" fz="inherit" onClick={() => setUndoing(true)}>
                  Undo
                </Anchor>
              </>
            )}
          </Banner>
          <OutcomePart
            answer={result}
            onAdded={() => undefined}
            openLines={new Set()}
            onOpenLines={() => undefined}
          />
        </>
      )}
      {again !== null && result === null && (
        <Banner>
          Retry of{' '}
          <Anchor
            fz="inherit"
            underline="always"
            href={hrefOf('Batch Transaction Import', 'Import History', { import: String(again.importId) })}
          >
            import {again.importId}
          </Anchor>
          {', with its broker, portfolio and account. '}
          {!recording.retries
            ? 'It recorded nothing.'
            : lines.data !== undefined && recording.count === 0
              ? 'None of the contracts that failed is selected: what is recorded by now stays as it is.'
              : 'The contracts that failed are selected.'}
        </Banner>
      )}
      <TermsPart document={document} terms={terms} choices={choices} onChange={change} />
      <ChosenContext value={ticks}>
        <LinesPart
          document={document}
          lines={lines}
          chosen={recording.count}
          again={again !== null}
          onChooseAll={recording.isDefault ? null : recording.chooseAll}
          onClear={recording.clear}
          onSplit={setSplitting}
          split={split}
        />
      </ChosenContext>
      {differing.length > 0 && (
        <ChangesPart contracts={differing} terms={terms} mayCorrect={mayUndo} onChange={change} />
      )}
      <ControlsPart document={document} terms={terms} onChange={change} />
      {recording.problem !== null && <Banner tone="error">{recording.problem}</Banner>}
      {preview !== null && (
        <InSight>
          <OutcomePart
            answer={preview}
            onAdded={() => void recording.showPreview()}
            openLines={recording.openLines}
            onOpenLines={recording.setOpenLines}
            tick={tick}
          />
        </InSight>
      )}
      {(recording.checking || recording.busy) && (
        <Running
          job={recording.job}
          words={(said) => RUNNING[said ?? ''] ?? 'Working on the lines'}
          onCancel={recording.cancel}
        />
      )}
      <div className={css.bar}>
        <span className={`${css.grow} ${css.foot}`}>
          {recording.count === 0
            ? 'No contract is selected.'
            : needsReason
              ? 'The control totals do not agree: enter the reason, or mend the figures.'
              : isFresh
                ? tick.isOpen
                  ? 'Prices look unusual: check them first.'
                  : 'Nothing is saved yet.'
                : `${counted(recording.count, 'contract')} selected.`}
        </span>
        <Button
          variant={isFresh ? 'default' : 'filled'}
          loading={recording.checking}
          disabled={recording.count === 0 || recording.busy || lines.data === undefined}
          onClick={() => void recording.showPreview()}
        >
          Preview
        </Button>
        {isFresh && (
          <SaveButton
            loading={recording.busy}
            disabled={toRecord + toChange === 0 || needsReason || recording.checking || tick.isOpen}
            onClick={() => void recording.record()}
          >
            {toChange > 0
              ? `Record ${counted(toRecord, 'contract')}, change ${counted(toChange, 'trade')}`
              : `Record ${counted(toRecord, 'contract')}`}
          </SaveButton>
        )}
      </div>
      {contract !== undefined && (
        <SplitDialog
          key={contract.key}
          contract={contract}
          parts={terms.splits[contract.key]}
          choices={choices}
          onSplit={(parts) => recording.split(contract.key, parts)}
          onClose={() => setSplitting(null)}
        />
      )}
      {undoing && (
        <UndoDialog document={document} onClose={() => setUndoing(false)} onUndone={recording.startAgain} />
      )}
    </Page>
  )
}
