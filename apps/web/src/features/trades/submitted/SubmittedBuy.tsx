import type { BuyTransaction } from '@em/contract/trades/trades'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SubmittedTrade } from './SubmittedTrade.tsx'
import { accountFacts, feeFacts } from './submitted-facts.tsx'

/** One submitted buy with all its facts. */
export function SubmittedBuy({ buy, onClose }: { buy: BuyTransaction | null; onClose: () => void }) {
  return (
    <SubmittedTrade trade={buy} onClose={onClose}>
      {(shown) => (
        <>
          <Section title="Security & Trade Information">
            <Facts facts={tradeFacts(shown)} />
          </Section>
          <Section title="Cost Breakdown & Calculations">
            <Facts facts={[...feeFacts(shown, 'Net Value'), ...fundsFacts(shown)]} />
          </Section>
          <Section title="Payment & Settlement Details">
            <Facts
              facts={[...accountFacts(shown), { label: 'Generate Payment', value: shown.generate_payment }]}
            />
          </Section>
        </>
      )}
    </SubmittedTrade>
  )
}

function tradeFacts(buy: BuyTransaction): Fact[] {
  return [
    { label: 'Company Name', value: buy.company_name },
    { label: 'Symbol', value: <SecurityLink symbol={buy.symbol} /> },
    { label: 'Portfolio', value: `${buy.portfolio} (${buy.portfolioId})` },
    { label: 'Quantity (shares)', value: <Quantity value={buy.quantity} /> },
    { label: 'Price (LKR)', value: <Price value={buy.price} /> },
    { label: 'Contract Number', value: buy.contract_number },
    { label: 'Broker Name', value: buy.broker_name },
    { label: 'Trade Date', value: <DateText value={buy.trade_date} /> },
    { label: 'Settlement Date', value: <DateText value={buy.settlement_date} /> },
    { label: 'Recorded', value: <DateText value={buy.created_at} time /> },
    { label: 'Description', value: buy.description },
  ]
}

function fundsFacts(buy: BuyTransaction): Fact[] {
  return [
    { label: 'Cost of Funds', value: <Percent value={buy.cost_of_funds} /> },
    { label: 'Money Generation Cost (LKR)', value: <Amount value={buy.money_generation_cost} /> },
  ]
}
