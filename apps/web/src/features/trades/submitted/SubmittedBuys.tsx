import { type BuyTransaction, trades } from '@em/contract/trades/trades'
import { buyColumns } from './buy-columns.ts'
import { SubmittedBuy } from './SubmittedBuy.tsx'
import { SubmittedTrades } from './SubmittedTrades.tsx'
import { SORT_FIELDS } from './trade-columns.ts'

/** Submitted Transactions: every recorded buy, newest first. */
export function SubmittedBuys() {
  return (
    <SubmittedTrades<BuyTransaction>
      tab="Buy"
      id="buys"
      title="Submitted Transactions"
      lead="Every recorded buy, with its fees and a link to its ledger entries."
      back="Back"
      noun={{ one: 'buy', what: 'buy' }}
      none="No buy transactions submitted yet."
      list={trades.buys}
      columns={buyColumns}
      sortFields={SORT_FIELDS}
      detail={(buy, onClose) => <SubmittedBuy buy={buy} onClose={onClose} />}
    />
  )
}
