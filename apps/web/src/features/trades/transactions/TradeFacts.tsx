import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { SellTransaction } from '@em/contract/trades/sells'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { LotFacts } from '../../openings/LotFacts.tsx'
import { isDeal, isOwnDeal, recordedOf, type Trade } from '../correct/trade.ts'
import { FEE_SOURCES, totalFees } from '../form/fees.ts'
import css from './Transactions.module.css'

const amount = (value: number | string | null) => <Amount value={value} />

/** All facts of a trade, its fees and, for a sale, its result. */
export function TradeFacts({ trade }: { trade: Trade }) {
  const { sell } = trade
  if (!isDeal(trade.trade)) {
    return <LotFacts lot={trade.trade} />
  }
  return (
    <>
      <Section title="Trade">
        <Facts facts={tradeFacts(trade)} />
      </Section>
      <Section title="Fees and net value">
        <Facts facts={feeFacts(trade)} />
      </Section>
      {sell !== null && isOwnDeal(trade.trade) && (
        <Section title="Result">
          <Facts facts={resultFacts(sell)} />
        </Section>
      )}
      <Section title="Settlement">
        <Facts facts={settlementFacts(trade)} />
      </Section>
    </>
  )
}

function tradeFacts(trade: Trade): Fact[] {
  const { trade: row } = trade
  return [
    { label: 'Company', value: row.company_name },
    { label: 'Symbol', value: <SecurityLink symbol={row.symbol} /> },
    { label: 'Portfolio', value: `${row.portfolio} (${row.portfolioId})` },
    { label: 'Quantity (shares)', value: <Quantity value={row.quantity} /> },
    {
      label: row.side === 'buy' ? 'Price (LKR)' : 'Sold price (LKR)',
      value: <Price value={row.price} />,
    },
    { label: 'Trade date', value: <DateText value={row.trade_date} /> },
    ...(row.trade_time == null ? [] : [{ label: 'Trade time', value: row.trade_time }]),
    ...(row.opening_date === null
      ? []
      : [{ label: 'Open item of', value: <DateText value={row.opening_date} /> }]),
    { label: 'Contract number', value: row.contract_number },
    { label: 'Broker', value: row.broker_name },
    { label: 'Recorded', value: <DateText value={row.created_at} time /> },
    { label: 'Description', value: recordedOf(trade).description },
  ]
}

function feeFacts(trade: Trade): Fact[] {
  const recorded = recordedOf(trade)
  return [
    { label: 'Gross value (LKR)', value: amount(recorded.gross_value) },
    ...FEES.map(({ column, label }) => ({ label: `${label} (LKR)`, value: amount(recorded[column]) })),
    {
      label: 'Total fees (LKR)',
      value: (
        <>
          {amount(totalFees(recorded))}{' '}
          <span className={css.quiet}>{FEE_SOURCES[recorded.fee_source].toLowerCase()}</span>
        </>
      ),
    },
    ...(recorded.step_up === null
      ? []
      : [{ label: 'of which step-up fees (LKR)', value: amount(recorded.step_up) }]),
    { label: 'Net value (LKR)', value: <span className={css.strong}>{amount(recorded.net_value)}</span> },
    { label: 'Cost of funds', value: <Percent value={recorded.cost_of_funds} /> },
    ...(trade.buy === null
      ? []
      : [
          {
            label: 'Money generation cost, a day (LKR)',
            value: amount(trade.buy.money_generation_cost),
          },
        ]),
  ]
}

function resultFacts(sell: SellTransaction): Fact[] {
  return [
    { label: 'Costing method', value: COSTING_METHOD_LABELS[sell.valuation_method] },
    { label: 'Bought price (LKR)', value: <Price value={sell.bought_price} /> },
    { label: 'Cost taken out (LKR)', value: amount(sell.holding_cost) },
    { label: 'Capital gain (LKR)', value: <Amount value={sell.capital_gain} signed /> },
    { label: 'Holding days', value: <Quantity value={sell.hdays} /> },
    { label: 'Money generation cost (LKR)', value: amount(sell.money_generation_cost) },
    {
      label: 'Profit / loss (LKR)',
      value: (
        <span className={css.strong}>
          <Amount value={sell.profit_loss} signed />
        </span>
      ),
    },
    { label: 'Shares held before', value: <Quantity value={sell.total_shares} /> },
    { label: 'Closing price (LKR)', value: <Price value={sell.cp} /> },
  ]
}

/** The amount that a payment left open, or that is to come back. */
function openFact({ side, outstanding }: Trade['trade']): Fact {
  const isPaid = (side === 'buy') === outstanding > 0
  return {
    label: isPaid ? 'Still to pay (LKR)' : 'Still to receive (LKR)',
    value: amount(Math.abs(outstanding)),
  }
}

function settlementFacts({ trade, buy, sell, is_deleted: deleted }: Trade): Fact[] {
  const recorded = buy ?? sell
  return [
    { label: 'Settlement date', value: <DateText value={trade.settlement_date} /> },
    // A deleted trade has nothing to settle but what was paid for it.
    ...(deleted && trade.paid === 0
      ? []
      : [{ label: 'Status', value: <SettlementStatus word={trade.status} /> }]),
    ...(trade.paid === 0 ? [] : [{ label: 'Paid (LKR)', value: amount(trade.paid) }]),
    ...(trade.paid === 0 || trade.outstanding === 0 ? [] : [openFact(trade)]),
    { label: 'Payment method', value: recorded?.payment_method },
    { label: 'Account', value: [recorded?.account_name, recorded?.account_number].filter(Boolean).join(' ') },
    { label: 'Bank', value: [recorded?.bank_name, recorded?.branch_name].filter(Boolean).join(', ') },
    { label: 'Cash flow on settlement', value: recorded?.cash_flow_on_settlement },
    ...(buy === null ? [] : [{ label: 'Generate payment', value: buy.generate_payment }]),
  ]
}
