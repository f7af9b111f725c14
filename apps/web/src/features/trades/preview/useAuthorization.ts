import type { Figures, TradeDryRun } from '@em/contract/trades/trade-preview'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiFailure, isHeld, messageOf } from '../../../lib/api.ts'
import { invalidateAfter } from '../../../lib/query.ts'
import type { Filling } from '../form/useFilling.ts'

/** A dry run of a buy or a sale: figures, position, ledger lines, and what it changes beyond itself. */
export type TradePreview = TradeDryRun

/** Authorize shows its progress for this long before it confirms, as specified. */
export const AUTHORIZE_MS = 800

export interface ShownPreview {
  readonly preview: TradePreview
  /** The figures are not those that were shown before. */
  readonly changed: boolean
}

interface Sending {
  readonly dryRun: boolean
  readonly key?: string
}

/** Where a trade is sent, and how a failure reads. */
export interface TradeSender<Draft, Recorded> {
  readonly send: (request: Draft, sending: Sending) => Promise<Recorded | TradePreview>
  /** The specification's sentence around the server's reason. */
  readonly failed: (reason: string, request: Draft) => string
  /** The server's word for a field, where the form has another than both forms share. */
  readonly fields?: Readonly<Record<string, string>>
}

interface Asked<Draft, Recorded> {
  readonly request: Draft
  readonly resolve: (recorded: Recorded | null) => void
  readonly reject: (failure: ApiFailure) => void
}

interface Options<Draft, Recorded> {
  readonly sender: TradeSender<Draft, Recorded>
  readonly filling: Filling
  readonly onSending: () => void
  readonly onKeySpent: () => void
}

/**
 * From the filled form to the recorded trade: the server previews it (a dry run that refuses what a save would
 * refuse), the user checks and authorizes it, the trade is recorded once.
 */
export function useAuthorization<Draft extends object, Recorded>(options: Options<Draft, Recorded>) {
  const { sender, filling, onSending, onKeySpent } = options
  const client = useQueryClient()
  const [review, setReview] = useState<ShownPreview | null>(null)
  const [authorizing, setAuthorizing] = useState(false)
  const asked = useRef<Asked<Draft, Recorded> | null>(null)
  const running = useRef(false)
  const previewOf = async (request: Draft) => (await sender.send(request, { dryRun: true })) as TradePreview

  /** Answers the recorded trade, or null when the user cancelled. @throws ApiFailure with the sentence to show. */
  const ask = async (request: Draft, shown: Figures | null): Promise<Recorded | null> => {
    const preview = await previewOf(request).catch((error: unknown) => {
      throw failedToSave(error, sender, request)
    })
    return new Promise((resolve, reject) => {
      asked.current = { request, resolve, reject }
      setReview({ preview, changed: shown !== null && differ(shown, preview.figures) })
    })
  }

  const close = () => {
    asked.current = null
    setReview(null)
  }
  const cancel = () => {
    if (running.current) return
    asked.current?.resolve(null)
    close()
  }

  const authorize = async () => {
    const now = asked.current
    if (now === null || review === null || running.current) return
    running.current = true
    setAuthorizing(true)
    onSending()
    try {
      await new Promise((done) => setTimeout(done, AUTHORIZE_MS))
      const { grossValue, netValue } = review.preview.figures
      const request = { ...now.request, preview: { grossValue, netValue } }
      const recorded = (await sender.send(request, { dryRun: false, key: filling.key })) as Recorded
      void invalidateAfter(client, 'trades')
      now.resolve(recorded)
      close()
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'preview.stale') {
        await showAgain(now)
      } else {
        if (error instanceof ApiFailure && error.code === 'idempotency.other-body') onKeySpent()
        now.reject(failedToSave(error, sender, now.request))
        close()
      }
    } finally {
      running.current = false
      setAuthorizing(false)
    }
  }

  const showAgain = async (now: Asked<Draft, Recorded>) => {
    try {
      setReview({ preview: await previewOf(now.request), changed: true })
    } catch (error) {
      now.reject(failedToSave(error, sender, now.request))
      close()
    }
  }
  return { review, authorizing, ask, authorize, cancel }
}
export type Authorization = Pick<
  ReturnType<typeof useAuthorization<object, unknown>>,
  'review' | 'authorizing' | 'authorize' | 'cancel'
>

function differ(a: Figures, b: Figures): boolean {
  return a.grossValue !== b.grossValue || a.netValue !== b.netValue
}

const SAVED_BEFORE =
  'An earlier attempt was saved with the form as it was then. Check View Transactions before you save again.'

/** The server's word for a field where both forms have another. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  portfolioId: 'portfolio',
  paymentMethod: 'settlementAccount',
}

/** The specification's sentence around the server's; its details are shown at the fields. */
function failedToSave<Draft, Recorded>(
  error: unknown,
  sender: TradeSender<Draft, Recorded>,
  request: Draft,
): ApiFailure {
  const known = error instanceof ApiFailure ? error : null
  if (known !== null && isHeld(known)) return known
  const reason =
    known?.code === 'idempotency.other-body'
      ? SAVED_BEFORE
      : messageOf(error, known?.message ?? 'Unknown error')
  const names = { ...FORM_FIELDS, ...sender.fields }
  return new ApiFailure(
    known?.status ?? 0,
    known?.code ?? 'unknown',
    sender.failed(reason, request),
    (known?.details ?? []).map((detail) => ({ ...detail, field: names[detail.field] ?? detail.field })),
    true,
  )
}
