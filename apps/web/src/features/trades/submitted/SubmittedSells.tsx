import { type SellTransaction, sells } from '@em/contract/trades/sells'
import { SubmittedSell } from './SubmittedSell.tsx'
import { SubmittedTrades } from './SubmittedTrades.tsx'
import { sellColumns } from './sell-columns.ts'
import { SORT_FIELDS } from './trade-columns.ts'

/** Submitted Sell Transactions: every recorded sale, newest first. */
export function SubmittedSells() {
  return (
    <SubmittedTrades<SellTransaction>
      tab="Sell"
      id="sells"
      title="Submitted Sell Transactions"
      lead="Every recorded sale, with its gain, its fees and a link to its ledger entries."
      back="Back to Entry Form"
      noun={{ one: 'sale', what: 'sell' }}
      none="No sell transactions submitted yet."
      list={sells.list}
      columns={sellColumns}
      sortFields={SORT_FIELDS}
      detail={(sale, onClose) => <SubmittedSell sale={sale} onClose={onClose} />}
    />
  )
}
