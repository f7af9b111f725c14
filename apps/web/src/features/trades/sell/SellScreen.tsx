import { useEffect } from 'react'
import { useHashQuery } from '../../../lib/hash.ts'
import { takeProposedSale } from '../../../lib/proposed-sale.ts'
import { SubmittedSells } from '../submitted/SubmittedSells.tsx'
import { SellEntry } from './SellEntry.tsx'
import { useSellForm } from './useSellForm.ts'

/** Trade Capture, Sell: the entry form, and the submitted transactions as a view of its own in the address. */
export default function SellScreen() {
  const sell = useSellForm()
  const { change } = sell
  useEffect(() => {
    const proposed = takeProposedSale()
    if (proposed !== null) change((values) => ({ ...values, ...proposed }))
  }, [change])
  return useHashQuery().get('view') === 'transactions' ? <SubmittedSells /> : <SellEntry sell={sell} />
}
