import type { TradeRow } from '@em/contract/trades/transactions'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'

/** A lot that the books began with: nothing was paid, so it has no fees and no settlement of its own. */
export function LotFacts({ lot }: { lot: TradeRow }) {
  return (
    <Section title="Opening lot">
      <Facts facts={factsOf(lot)} />
    </Section>
  )
}

function factsOf(lot: TradeRow): Fact[] {
  return [
    { label: 'Company', value: lot.company_name },
    { label: 'Symbol', value: <SecurityLink symbol={lot.symbol} /> },
    { label: 'Portfolio', value: `${lot.portfolio} (${lot.portfolioId})` },
    { label: 'Quantity (shares)', value: <Quantity value={lot.quantity} /> },
    { label: 'Price (LKR)', value: <Price value={lot.price} /> },
    { label: 'Cost (LKR)', value: <Amount value={lot.gross_value} /> },
    { label: 'Charges carried (LKR)', value: <Amount value={lot.total_fees} /> },
    { label: 'Bought on', value: <DateText value={lot.trade_date} /> },
    { label: 'Contract number', value: lot.contract_number },
    { label: 'Broker', value: lot.broker_name },
    { label: 'Recorded', value: <DateText value={lot.created_at} time /> },
  ]
}
