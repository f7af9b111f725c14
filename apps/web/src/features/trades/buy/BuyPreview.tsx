import type { Figures } from '@em/contract/trades/trade-preview'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { LimitsTouched } from '../../limits/LimitsTouched.tsx'
import { AuthorizationModal } from '../preview/AuthorizationModal.tsx'
import { accountFacts, feeFacts, fundsFacts } from '../preview/filled-facts.tsx'
import type { BuyValues } from './buy-values.ts'
import type { BuyForm } from './useBuyForm.ts'

/** The authorization of a buy. */
export function BuyPreview({ buy }: { buy: BuyForm }) {
  const { values, filling } = buy
  return (
    <AuthorizationModal
      authorization={buy.authorization}
      tradeDate={values.tradeDate}
      lead={({ figures }) => (
        <>
          Buy <Quantity value={values.quantity} /> {values.symbol} at <Price value={values.price} /> for{' '}
          {values.portfolio}:{' '}
          <strong>
            <Amount value={figures.netValue} unit="LKR" />
          </strong>{' '}
          to be paid on <DateText value={values.settlementDate} />.
        </>
      )}
    >
      {({ figures }) => (
        <>
          <LimitsTouched
            act={{
              kind: 'buy',
              portfolioId: values.portfolioId,
              symbol: values.symbol,
              quantity: values.quantity,
              price: values.price,
              tradeDate: values.tradeDate,
              settlementDate: values.settlementDate,
              broker: values.brokerName,
              settlementAccount: values.settlementAccount,
            }}
          />
          <Section title="Security & Trade Information">
            <Facts facts={tradeFacts(values, filling.dealNumber)} />
          </Section>
          <Section title="Cost Breakdown & Calculations">
            <Facts facts={costFacts(values, figures)} />
          </Section>
          <Section title="Payment & Settlement Details">
            <Facts
              facts={[...accountFacts(values), { label: 'Generate Payment', value: values.generatePayment }]}
            />
          </Section>
        </>
      )}
    </AuthorizationModal>
  )
}

function tradeFacts(values: BuyValues, dealNumber: string): Fact[] {
  return [
    { label: 'Company Name', value: values.companyName },
    { label: 'Symbol', value: values.symbol },
    { label: 'Portfolio', value: `${values.portfolio} (${values.portfolioId})` },
    { label: 'Quantity (shares)', value: <Quantity value={values.quantity} /> },
    { label: 'Price (LKR)', value: <Price value={values.price} /> },
    { label: 'Contract Number', value: values.contractNumber },
    { label: 'Deal Number', value: dealNumber || 'Assigned when saved' },
    { label: 'Broker Name', value: values.brokerName },
    { label: 'Trade Date', value: <DateText value={values.tradeDate} /> },
    { label: 'Settlement Date', value: <DateText value={values.settlementDate} /> },
    { label: 'Description', value: values.description },
  ]
}

function costFacts(values: BuyValues, figures: Figures): Fact[] {
  return [...feeFacts(values, figures, 'Net Value'), ...fundsFacts(values, figures)]
}
