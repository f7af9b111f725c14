import { useHashQuery } from '../../../lib/hash.ts'
import { SubmittedBuys } from '../submitted/SubmittedBuys.tsx'
import { BuyEntry } from './BuyEntry.tsx'
import { useBuyForm } from './useBuyForm.ts'

/** Trade Capture, Buy: the entry form, and the submitted transactions as a view of its own in the address. */
export default function BuyScreen() {
  const buy = useBuyForm()
  return useHashQuery().get('view') === 'transactions' ? <SubmittedBuys /> : <BuyEntry buy={buy} />
}
