import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import type { SellTransaction } from '@em/contract/trades/sells'
import { formatNumber } from '../../../lib/numerals.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import css from './Submitted.module.css'
import { SubmittedTrade } from './SubmittedTrade.tsx'
import { datesText } from './sell-columns.ts'
import { accountFacts, feeFacts } from './submitted-facts.tsx'

interface SubmittedSellProps {
  sale: SellTransaction | null
  onClose: () => void
}

/** One submitted sale with all its facts and results. */
export function SubmittedSell({ sale, onClose }: SubmittedSellProps) {
  return (
    <SubmittedTrade trade={sale} onClose={onClose}>
      {(shown) => (
        <>
          <Section title="Basic Information">
            <Facts facts={basicFacts(shown)} />
          </Section>
          <Section title="Cost Breakdown & Calculations">
            <Facts facts={feeFacts(shown, 'Net Proceeds (After Fees)')} />
          </Section>
          <Section title="Dates & References">
            <Facts facts={[...dateFacts(shown), ...accountFacts(shown)]} />
          </Section>
          <Section title="Financial Calculations">
            <Facts facts={resultFacts(shown)} />
          </Section>
        </>
      )}
    </SubmittedTrade>
  )
}

const amount = (value: number | string | null, signed = false) => <Amount value={value} signed={signed} />

function basicFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Company Name', value: sale.company_name },
    { label: 'Symbol', value: <SecurityLink symbol={sale.symbol} /> },
    { label: 'Portfolio Name', value: `${sale.portfolio_name} (${sale.portfolioId})` },
    { label: 'Valuation Method', value: COSTING_METHOD_LABELS[sale.valuation_method] },
    { label: 'Quantity (shares)', value: <Quantity value={sale.quantity} /> },
    { label: 'Total Shares before', value: <Quantity value={sale.total_shares} /> },
    { label: 'Sold Price (LKR)', value: <Price value={sale.sold_price} /> },
    { label: 'Bought Price (LKR)', value: <Price value={sale.bought_price} /> },
    { label: 'Closing Price (LKR)', value: <Price value={sale.cp} /> },
    { label: 'Contract Number', value: sale.contract_number },
    { label: 'Broker Name', value: sale.broker_name },
    { label: 'Description', value: sale.description },
  ]
}

function dateFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Trade Date', value: <DateText value={sale.trade_date} /> },
    { label: 'Settlement Date', value: <DateText value={sale.settlement_date} /> },
    { label: 'Recorded', value: <DateText value={sale.created_at} time /> },
    { label: 'Buy Contract', value: sale.buy_contract },
    { label: 'Buy Dates', value: datesText(sale.buy_transaction_dates) },
  ]
}

function resultFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Cost of the shares sold (LKR)', value: amount(sale.holding_cost) },
    { label: 'Capital Gain (LKR)', value: amount(sale.capital_gain, true) },
    { label: 'Holding Days', value: formatNumber(sale.hdays, { decimals: 0 }) },
    { label: 'Cost of Funds', value: <Percent value={sale.cost_of_funds} /> },
    { label: 'Money Generation Cost (LKR)', value: amount(sale.money_generation_cost) },
    {
      label: 'Profit/Loss (LKR)',
      value: <span className={css.strong}>{amount(sale.profit_loss, true)}</span>,
    },
  ]
}
