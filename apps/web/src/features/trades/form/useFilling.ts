import { trades } from '@em/contract/trades/trades'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'

/** One filling of the form: from an empty form to the trade recorded. */
export interface Filling {
  /** Sent with every attempt to save it, so that it is recorded once however often it is sent. */
  readonly key: string
  /** '' until the server has proposed one; the server gives one itself where none is sent. */
  readonly dealNumber: string
  /** Whether a save was sent whose answer may have been lost. */
  readonly sent: boolean
}

interface Dates {
  tradeDate: string
  settlementDate: string
}

const fresh = (): Filling => ({ key: crypto.randomUUID(), dealNumber: '', sent: false })

/**
 * The present filling and how a new one starts: with a new key, deal number and dates. `onDates` gets the last market
 * day and its settlement date; where the server is not reached the form starts from today.
 */
export function useFilling(side: 'buy' | 'sell', onDates: (dates: Dates) => void) {
  const [filling, setFilling] = useState<Filling>(fresh)
  const { key } = filling
  useEffect(() => {
    const leaving = new AbortController()
    const known = (dealNumber: string, dates: Dates) => {
      if (leaving.signal.aborted) return
      setFilling((now) => (now.key === key && now.dealNumber === '' ? { ...now, dealNumber } : now))
      onDates(dates)
    }
    call(trades.nextDealNumber, { query: { side }, signal: leaving.signal }).then(
      (next) => known(next.deal_number, { tradeDate: next.trade_date, settlementDate: next.settlement_date }),
      () => known('', { tradeDate: today(), settlementDate: '' }),
    )
    return () => leaving.abort()
  }, [key, side, onDates])
  const start = useCallback(() => setFilling(fresh()), [])
  const markSent = useCallback(() => setFilling((now) => ({ ...now, sent: true })), [])
  /** Takes up a kept draft: its key and number only matter where it may have been recorded already. */
  const resume = useCallback((stored: Filling) => {
    if (stored.sent) setFilling(stored)
  }, [])
  return { filling, start, markSent, resume }
}
