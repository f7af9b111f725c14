import { COSTING_METHOD_LABELS } from '@em/contract/registers/costing-methods'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { hrefOf } from '../../app/places.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { BrokerField } from './BrokerField.tsx'
import { CompanyField } from './CompanyField.tsx'
import { PortfolioField } from './PortfolioField.tsx'
import { companyChosen, portfolioChosen } from './sell-values.ts'
import css from './trades.module.css'
import type { SellForm } from './useSellForm.ts'

/** Basic Information: the portfolio first, then a company that it holds. */
export function SellBasics({ sell }: { sell: SellForm }) {
  const { values, change, filling } = sell
  return (
    <FormSection title="Basic Information">
      <PortfolioField
        label="Portfolio Name"
        portfolioId={values.portfolioId}
        onChoose={(portfolio) => change((now) => portfolioChosen(now, portfolio))}
      />
      <ValuationMethod sell={sell} />
      <HeldCompanyField sell={sell} />
      <TextField
        name="symbol"
        label="Ticker Symbol"
        required
        readOnly
        placeholder="Follows from the company"
      />
      <TextField name="contractNumber" label="Contract Number" required maxLength={60} />
      <BrokerField name="brokerName" label="Broker Name" required />
      <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
      <div className={css.rest}>
        <TextArea name="description" label="Description" maxLength={1000} rows={1} />
      </div>
    </FormSection>
  )
}

function ValuationMethod({ sell }: { sell: SellForm }) {
  const { method, hasNoMethod } = sell.holding
  const help = hasNoMethod ? (
    <>
      No costing method assigned to this portfolio.{' '}
      <Anchor inherit href={hrefOf('Master Data Management', 'Valuation Method')}>
        Valuation Method
      </Anchor>
    </>
  ) : undefined
  return (
    <TextField
      name="valuationMethod"
      label="Valuation Method"
      required
      readOnly
      value={method === null ? '' : COSTING_METHOD_LABELS[method]}
      placeholder="Follows from the portfolio"
      {...(help === undefined ? {} : { help })}
    />
  )
}

function HeldCompanyField({ sell }: { sell: SellForm }) {
  const { values, change, form } = sell
  const { companies } = sell.holding
  const hasPortfolio = values.portfolioId !== ''
  const items = useMemo(
    () =>
      (companies.data ?? []).map((held) => ({
        key: held.symbol,
        symbol: held.symbol,
        name: held.company_name,
        detail: `${formatNumber(held.quantity, { decimals: 0 })} shares held`,
      })),
    [companies.data],
  )
  return (
    <CompanyField
      name="companyName"
      label="Company Name"
      required
      placeholder={hasPortfolio ? 'Select Company' : 'Select a portfolio first'}
      items={items}
      loading={hasPortfolio && companies.isPending}
      recentKey="held-equities"
      {...(companies.isError ? { nothingFound: 'Failed to fetch companies' } : {})}
      onAsk={() => {
        if (!hasPortfolio) form.setFieldError('portfolio', 'Portfolio name is required')
        return hasPortfolio
      }}
      onPick={(company) => change((now) => companyChosen(now, company))}
    />
  )
}
