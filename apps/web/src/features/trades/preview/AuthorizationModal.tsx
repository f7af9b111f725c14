import { Button, Stack } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { formatDate, isDate } from '../../../lib/dates.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Section } from '../../../ui/Page.tsx'
import { PRICE_CHECKED, TickField, useTick } from '../../../ui/Tick.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { WillWait } from '../../../ui/WillWait.tsx'
import { HoldingChange } from './HoldingChange.tsx'
import { PostingsTable } from './PostingsTable.tsx'
import css from './Preview.module.css'
import type { Authorization, TradePreview } from './useAuthorization.ts'
import { WhatWouldChange } from './WhatWouldChange.tsx'

interface AuthorizationModalProps {
  authorization: Authorization
  /** Where the trade belongs; YYYY-MM-DD. */
  tradeDate: string
  /** The trade in a sentence; what it would change beyond itself comes next. */
  lead: (preview: TradePreview) => ReactNode
  /** Everything that was filled in, once more. */
  children: (preview: TradePreview) => ReactNode
}

/** Transaction Authorization: everything once more, read-only, and what it will do to the books. */
export function AuthorizationModal({ authorization, tradeDate, lead, children }: AuthorizationModalProps) {
  const { review, authorizing, authorize, cancel } = authorization
  const shown = useLast(review)
  const notice = useRef<HTMLDivElement>(null)
  const changed = shown?.changed === true
  useEffect(() => {
    if (changed) notice.current?.scrollIntoView({ block: 'center' })
  }, [changed, shown])
  return (
    <Modal
      opened={review !== null}
      onClose={() => {
        if (!authorizing) cancel()
      }}
      title="Transaction Authorization"
      // Sales whose cost changes come as a table of seven columns; the last, what changes, must be in sight.
      size={(shown?.preview.consequences?.affectedSales ?? 0) > 0 ? '80rem' : 'xl'}
    >
      {shown !== null && (
        <PreviewBody {...{ authorizing, authorize, cancel, tradeDate, lead, notice }} review={shown}>
          {children}
        </PreviewBody>
      )}
    </Modal>
  )
}

interface PreviewBodyProps
  extends Omit<AuthorizationModalProps, 'authorization'>,
    Pick<Authorization, 'authorizing' | 'authorize' | 'cancel'> {
  review: NonNullable<Authorization['review']>
  /** The element that says that the figures have changed. */
  notice: RefObject<HTMLDivElement | null>
}

/** The dialog while it is open: where the price is unusual it has to be ticked as checked. One that opens again asks again. */
function PreviewBody({
  review: { preview, changed },
  tradeDate,
  lead,
  children,
  notice,
  authorizing,
  authorize,
  cancel,
}: PreviewBodyProps) {
  const tick = useTick(preview.checkPrice === true ? preview.warnings : [])
  return (
    <Stack gap="lg">
      {changed && (
        <div ref={notice}>
          <Banner tone="warning">
            The figures have changed since they were shown. Please check them and authorize again.
          </Banner>
        </div>
      )}
      <OpenPeriod preview={preview} tradeDate={tradeDate} />
      {preview.warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      <WillWait preview={preview} />
      <TickField tick={tick} label={PRICE_CHECKED} disabled={authorizing} first />
      <p className={css.lead}>{lead(preview)}</p>
      <WhatWouldChange consequences={preview.consequences} />
      {children(preview)}
      <Section title="Holding">
        <HoldingChange position={preview.position} />
      </Section>
      <Section title="Ledger lines">
        <PostingsTable postings={preview.postings} />
      </Section>
      <DialogActions>
        <Button variant="default" disabled={authorizing} onClick={cancel}>
          Cancel
        </Button>
        <Button
          {...(tick.isAsked ? {} : { 'data-autofocus': true })}
          disabled={tick.isOpen}
          aria-disabled={authorizing || tick.isOpen}
          onClick={() => void authorize()}
        >
          {authorizing ? 'Authorizing...' : 'Authorize'}
        </Button>
      </DialogActions>
    </Stack>
  )
}

/** A trade is posted on its own date; where that is locked, the lines begin with the first open day. */
function OpenPeriod({ preview, tradeDate }: { preview: TradePreview; tradeDate: string }) {
  const first = preview.postings.map((line) => line.date).toSorted()[0]
  if (first === undefined || !isDate(tradeDate) || first <= tradeDate) return null
  return (
    <Banner tone="warning">
      The books are locked on {formatDate(tradeDate)}. The trade keeps its date; its ledger lines are posted
      from {formatDate(first)} on, the first open day.
    </Banner>
  )
}
