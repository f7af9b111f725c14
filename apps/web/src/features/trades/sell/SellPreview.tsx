import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { formatNumber } from '../../../lib/numerals.ts'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { LimitsTouched } from '../../limits/LimitsTouched.tsx'
import { AuthorizationModal } from '../preview/AuthorizationModal.tsx'
import { accountFacts, feeFacts } from '../preview/filled-facts.tsx'
import type { TradePreview } from '../preview/useAuthorization.ts'
import css from './Sell.module.css'
import type { SellForm } from './useSellForm.ts'

/** The authorization of a sale. */
export function SellPreview({ sell }: { sell: SellForm }) {
  const { values } = sell
  return (
    <AuthorizationModal
      authorization={sell.authorization}
      tradeDate={values.tradeDate}
      lead={({ figures }) => (
        <>
          Sell <Quantity value={values.quantity} /> {values.symbol} at <Price value={values.soldPrice} /> from{' '}
          {values.portfolio}:{' '}
          <strong>
            <Amount value={figures.netValue} unit="LKR" />
          </strong>{' '}
          to be received on <DateText value={values.settlementDate} />.
        </>
      )}
    >
      {(preview) => (
        <>
          <LimitsTouched
            act={{
              kind: 'sell',
              portfolioId: values.portfolioId,
              symbol: values.symbol,
              quantity: values.quantity,
              price: values.soldPrice,
              tradeDate: values.tradeDate,
              settlementDate: values.settlementDate,
              broker: values.brokerName,
              settlementAccount: values.settlementAccount,
            }}
          />
          <Section title="Basic Information">
            <Facts facts={basicFacts(sell)} />
          </Section>
          <Section title="Cost Breakdown & Calculations">
            <Facts facts={feeFacts(values, preview.figures, 'Net Proceeds (After Fees)')} />
          </Section>
          <Section title="Financial Calculations">
            <Facts facts={resultFacts(sell, preview)} />
          </Section>
          <Section title="Dates & References">
            <Facts facts={[...dateFacts(sell), ...accountFacts(values)]} />
          </Section>
        </>
      )}
    </AuthorizationModal>
  )
}

function basicFacts({ values, holding, filling }: SellForm): Fact[] {
  return [
    { label: 'Company Name', value: values.companyName },
    { label: 'Ticker Symbol', value: values.symbol },
    { label: 'Portfolio Name', value: `${values.portfolio} (${values.portfolioId})` },
    {
      label: 'Valuation Method',
      value: holding.method === null ? '' : COSTING_METHOD_LABELS[holding.method],
    },
    { label: 'Quantity (shares)', value: <Quantity value={values.quantity} /> },
    { label: 'Sold Price (LKR)', value: <Price value={values.soldPrice} /> },
    { label: 'Contract Number', value: values.contractNumber },
    { label: 'Deal Number', value: filling.dealNumber || 'Assigned when saved' },
    { label: 'Broker Name', value: values.brokerName },
    { label: 'Description', value: values.description },
  ]
}

function resultFacts({ values }: SellForm, { sale }: TradePreview): Fact[] {
  const amount = (value: number | undefined, signed = false) => <Amount value={value} signed={signed} />
  return [
    { label: 'Bought Price (LKR)', value: <Price value={sale?.boughtPrice} /> },
    { label: 'Cost of the shares sold (LKR)', value: amount(sale?.costOut) },
    { label: 'Capital Gain (LKR)', value: amount(sale?.capitalGain, true) },
    { label: 'Holding Days', value: sale ? formatNumber(sale.holdingDays, { decimals: 0 }) : '' },
    { label: 'Cost of Funds', value: <Percent value={values.costOfFunds} /> },
    {
      label: 'Money Generation Cost (LKR)',
      value: amount(values.costOfFunds === '' ? undefined : sale?.moneyGenerationCost),
    },
    {
      label: 'Profit/Loss (LKR)',
      value: <span className={css.strong}>{amount(sale?.profitLoss, true)}</span>,
    },
    { label: 'Result After Charges (LKR)', value: amount(sale?.afterCostResult, true) },
  ]
}

function dateFacts({ values }: SellForm): Fact[] {
  return [
    { label: 'Trade Date', value: <DateText value={values.tradeDate} /> },
    { label: 'Settlement Date', value: <DateText value={values.settlementDate} /> },
  ]
}
