import {
  type BuyDraft,
  type BuyTransaction,
  buyDryRun,
  type Figures,
  trades,
} from '@em/contract/books/trades'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiFailure, call, messageOf } from '../../lib/api.ts'
import { invalidateAfter } from '../../lib/query.ts'
import type { Filling } from './useFilling.ts'

export type BuyPreview = z.output<typeof buyDryRun>

/** Authorize shows its progress for this long before it confirms, as specified. */
export const AUTHORIZE_MS = 800

export interface Review {
  readonly preview: BuyPreview
  /** The figures are not those that were shown before. */
  readonly changed: boolean
}

interface Asked {
  readonly request: BuyDraft
  readonly resolve: (recorded: BuyTransaction | null) => void
  readonly reject: (failure: ApiFailure) => void
}

interface Options {
  readonly filling: Filling
  readonly onSending: () => void
  readonly onKeySpent: () => void
}

/**
 * From the filled form to the recorded trade: the server previews it (a dry run that refuses what a save would
 * refuse), the user reviews and authorizes, the trade is recorded once.
 */
export function useAuthorization({ filling, onSending, onKeySpent }: Options) {
  const client = useQueryClient()
  const [review, setReview] = useState<Review | null>(null)
  const [authorizing, setAuthorizing] = useState(false)
  const asked = useRef<Asked | null>(null)
  const running = useRef(false)

  /** Answers the recorded trade, or null when the user cancelled. @throws ApiFailure with the sentence to show. */
  const ask = async (request: BuyDraft, shown: Figures | null): Promise<BuyTransaction | null> => {
    const preview = await previewOf(request).catch((error: unknown) => {
      throw failedToSave(error)
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
      const recorded = (await call(trades.saveBuy, {
        query: {},
        body: { ...now.request, preview: { grossValue, netValue } },
        idempotencyKey: filling.key,
      })) as BuyTransaction
      void invalidateAfter(client, 'trades')
      now.resolve(recorded)
      close()
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'preview.stale') {
        await showAgain(now)
      } else {
        if (error instanceof ApiFailure && error.code === 'idempotency.other-body') onKeySpent()
        now.reject(failedToSave(error))
        close()
      }
    } finally {
      running.current = false
      setAuthorizing(false)
    }
  }

  const showAgain = async (now: Asked) => {
    try {
      setReview({ preview: await previewOf(now.request), changed: true })
    } catch (error) {
      now.reject(failedToSave(error))
      close()
    }
  }
  return { review, authorizing, ask, authorize, cancel }
}

async function previewOf(request: BuyDraft): Promise<BuyPreview> {
  return (await call(trades.saveBuy, { query: { dryRun: '1' }, body: request })) as BuyPreview
}

function differ(a: Figures, b: Figures): boolean {
  return a.grossValue !== b.grossValue || a.netValue !== b.netValue
}

const SAVED_BEFORE =
  'An earlier attempt went through with what the form held then. Look at View Transactions before you save again.'

/** The specification's sentence around the server's; its details go beside the fields. */
export function failedToSave(error: unknown): ApiFailure {
  const known = error instanceof ApiFailure ? error : null
  const said =
    known?.code === 'idempotency.other-body'
      ? SAVED_BEFORE
      : messageOf(error, known?.message ?? 'Unknown error')
  return new ApiFailure(
    known?.status ?? 0,
    known?.code ?? 'unknown',
    `Failed to save transaction: ${said}`,
    (known?.details ?? []).map((detail) => ({ ...detail, field: formField(detail.field) })),
    true,
  )
}

/** The server's word for a field where the form has another. */
function formField(field: string): string {
  return field === 'portfolioId' ? 'portfolio' : field === 'paymentMethod' ? 'settlementAccount' : field
}
