import type { Figures } from '@em/contract/books/trades'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { PositionChange, PostingsTable } from './BooksPreview.tsx'
import css from './Buy.module.css'
import type { BuyValues } from './buy-values.ts'
import { type Fact, Facts } from './Facts.tsx'
import { FEE_FIELDS } from './figures.ts'
import type { Review } from './useAuthorization.ts'
import type { BuyForm } from './useBuyForm.ts'
import { useLast } from './useLast.ts'

/** Transaction Authorization: everything once more, read-only, and what it will do to the books. */
export function AuthorizationModal({ buy }: { buy: BuyForm }) {
  const { review, authorizing, authorize, cancel } = buy.authorization
  const shown = useLast(review)
  return (
    <Modal
      opened={review !== null}
      onClose={() => {
        if (!authorizing) cancel()
      }}
      title="Transaction Authorization"
      size="xl"
    >
      {shown !== null && (
        <Stack gap="lg">
          <Body review={shown} values={buy.values} dealNumber={buy.filling.dealNumber} />
          <div className={css.actions}>
            <Button variant="default" disabled={authorizing} onClick={cancel}>
              Cancel
            </Button>
            <Button data-autofocus aria-disabled={authorizing} onClick={() => void authorize()}>
              {authorizing ? 'Authorizing...' : 'Authorize'}
            </Button>
          </div>
        </Stack>
      )}
    </Modal>
  )
}

interface BodyProps {
  review: Review
  values: BuyValues
  dealNumber: string
}

function Body({ review, values, dealNumber }: BodyProps) {
  const { preview, changed } = review
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (changed) notice.current?.scrollIntoView({ block: 'center' })
  }, [changed, preview])
  return (
    <>
      {changed && (
        <div ref={notice}>
          <Banner tone="warning">
            The figures have changed since they were shown. Please check them and authorize again.
          </Banner>
        </div>
      )}
      {preview.warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      <p className={css.lead}>
        Buy <Quantity value={values.quantity} /> {values.symbol} at <Price value={values.price} /> for{' '}
        {values.portfolio}:{' '}
        <strong>
          <Amount value={preview.figures.netValue} unit="LKR" />
        </strong>{' '}
        to be paid on <DateText value={values.settlementDate} />.
      </p>
      <Section title="Security & Trade Information">
        <Facts facts={tradeFacts(values, dealNumber)} />
      </Section>
      <Section title="Cost Breakdown & Calculations">
        <Facts facts={costFacts(values, preview.figures)} />
      </Section>
      <Section title="Payment & Settlement Details">
        <Facts facts={paymentFacts(values)} />
      </Section>
      <Section title="Position">
        <PositionChange position={preview.position} />
      </Section>
      <Section title="Ledger lines">
        <PostingsTable postings={preview.postings} />
      </Section>
    </>
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
    { label: 'Deal Number', value: dealNumber || 'Given when saved' },
    { label: 'Broker Name', value: values.brokerName },
    { label: 'Trade Date', value: <DateText value={values.tradeDate} /> },
    { label: 'Settlement Date', value: <DateText value={values.settlementDate} /> },
    { label: 'Description', value: values.description },
  ]
}

function costFacts(values: BuyValues, figures: Figures): Fact[] {
  const { stepUp } = figures
  const amount = (value: number | null | undefined) => <Amount value={value} />
  return [
    { label: 'Gross Value (LKR)', value: amount(figures.grossValue) },
    ...FEE_FIELDS.map(({ field, label }) => ({ label: `${label} (LKR)`, value: amount(figures[field]) })),
    {
      label: 'Total Fees (LKR)',
      value: (
        <>
          {amount(figures.totalFees)}
          {values.asCharged && <span className={css.quiet}> as charged</span>}
        </>
      ),
    },
    { label: 'Net Value (LKR)', value: <span className={css.strong}>{amount(figures.netValue)}</span> },
    ...(stepUp === null
      ? []
      : [
          { label: 'First 100M (LKR)', value: amount(stepUp.first100M) },
          { label: 'First 100M Fees (LKR)', value: amount(stepUp.first100MFees) },
          { label: 'Excess (LKR)', value: amount(stepUp.excess) },
          { label: 'Excess Fees (LKR)', value: amount(stepUp.excessFees) },
          { label: 'Total Step-up Fees (LKR)', value: amount(stepUp.totalStepUpFees) },
          { label: 'Step-up Total (LKR)', value: amount(stepUp.total) },
        ]),
    { label: 'Cost of Funds', value: <Percent value={values.costOfFunds} /> },
    {
      label: 'Money Generation Cost (LKR)',
      value: amount(values.costOfFunds === '' ? null : figures.moneyGenerationCost),
    },
  ]
}

function paymentFacts(values: BuyValues): Fact[] {
  return [
    { label: 'Payment Method', value: values.paymentMethod },
    { label: 'Account Name', value: values.accountName },
    { label: 'Account Number', value: values.accountNumber },
    { label: 'Bank Name', value: values.bankName },
    { label: 'Branch Name', value: values.branchName },
    { label: 'Cash Flow on Settlement', value: values.cashFlowOnSettlement },
    { label: 'Generate Payment', value: values.generatePayment },
  ]
}
