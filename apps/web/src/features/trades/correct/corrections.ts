import { corrections } from '@em/contract/trades/corrections'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../lib/api.ts'
import { invalidateAfter } from '../../../lib/query.ts'
import { type EditValues, requestOf } from './edit-values.ts'
import type { Trade } from './trade.ts'

type Side = Trade['trade']['side']

interface Why {
  readonly reason: string
  /** The figures that were shown; the server refuses when they no longer hold. */
  readonly preview: TradeDryRun
}

/** The call that corrects a trade of this side. */
export const changeOf = (side: Side) => (side === 'buy' ? corrections.changeBuy : corrections.changeSell)
/** The call that deletes a trade of this side. */
export const removalOf = (side: Side) => (side === 'buy' ? corrections.removeBuy : corrections.removeSell)

/** The effect of the correction; refused as saving it would be. */
export async function previewChange(trade: Trade, values: EditValues): Promise<TradeDryRun> {
  const { id, side, version } = trade.trade
  const route = changeOf(side)
  const body = { ...requestOf(trade, values), version }
  return (await call(route, { params: { id }, query: { dryRun: '1' }, body })) as TradeDryRun
}

/** The effect of deleting the trade; refused as deleting it would be. */
export async function previewRemoval(trade: Trade, signal: AbortSignal): Promise<TradeDryRun> {
  const { id, side, version } = trade.trade
  const route = removalOf(side)
  return (await call(route, { params: { id }, query: { dryRun: '1', version }, signal })) as TradeDryRun
}

/** Saves a correction, or a deletion; afterwards all books are asked again. */
export function useCorrections() {
  const client = useQueryClient()
  const change = useCallback(
    async (trade: Trade, values: EditValues, { reason, preview }: Why) => {
      const { id, side, version } = trade.trade
      const route = changeOf(side)
      const { grossValue, netValue } = preview.figures
      const body = { ...requestOf(trade, values), version, reason, preview: { grossValue, netValue } }
      await call(route, { params: { id }, query: {}, body })
      void invalidateAfter(client, 'trade-book')
    },
    [client],
  )
  const remove = useCallback(
    async (trade: Trade, reason: string) => {
      const { id, side, version } = trade.trade
      const route = removalOf(side)
      await call(route, { params: { id }, query: { version, ...(reason === '' ? {} : { reason }) } })
      void invalidateAfter(client, 'trade-book')
    },
    [client],
  )
  return { change, remove }
}
