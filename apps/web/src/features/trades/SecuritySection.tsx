import { activePortfolios } from '@em/contract/registers/portfolios'
import { Anchor } from '@mantine/core'
import { hrefOf } from '../../app/places.ts'
import { formatDate } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField, TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { BrokerField } from './BrokerField.tsx'
import css from './Buy.module.css'
import { settlementAutomatic } from './buy-values.ts'
import { CompanyField } from './CompanyField.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Security & Trade Information. */
export function SecuritySection({ buy }: { buy: BuyForm }) {
  const { change, filling, proposals } = buy
  return (
    <FormSection title="Security & Trade Information">
      <CompanyField
        name="companyName"
        label="Company Name"
        required
        onPick={(company) => change((values) => ({ ...values, ...company }))}
      />
      <TextField name="symbol" label="Symbol" required readOnly placeholder="Follows from the company" />
      <PortfolioField buy={buy} />
      <NumberField name="quantity" label="Quantity" whole unit="shares" required />
      <MoneyField name="price" label="Price" required />
      <TextField name="contractNumber" label="Contract Number" required maxLength={60} />
      <BrokerField name="brokerName" label="Broker Name" required />
      <DateField
        name="tradeDate"
        label="Trade Date"
        required
        {...(proposals.tradeDateProblem === undefined ? {} : { error: proposals.tradeDateProblem })}
      />
      <SettlementDate buy={buy} />
      <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
      <div className={css.rest}>
        <TextArea name="description" label="Description" maxLength={1000} rows={1} />
      </div>
    </FormSection>
  )
}

function PortfolioField({ buy }: { buy: BuyForm }) {
  const portfolios = useRoute(activePortfolios)
  const { data } = portfolios
  const options = (data ?? []).map(({ portfolioId, portfolioName }) => ({
    value: String(portfolioId),
    label: `${portfolioName} (${portfolioId})`,
  }))
  const none = data?.length === 0
  const help = none ? (
    <>
      There is no active portfolio yet. Make one in{' '}
      <Anchor inherit href={hrefOf('Master Data Management', 'Portfolio Master')}>
        Portfolio Master
      </Anchor>
      .
    </>
  ) : portfolios.isError ? (
    <>
      The portfolios could not be loaded.{' '}
      <Anchor inherit component="button" type="button" onClick={() => void portfolios.refetch()}>
        Retry
      </Anchor>
    </>
  ) : undefined
  return (
    <SelectField
      name="portfolio"
      label="Portfolio"
      required
      options={options}
      value={buy.values.portfolioId}
      placeholder={none ? 'No active portfolio' : 'Select Portfolio'}
      {...(help === undefined ? {} : { help })}
      onChange={(portfolioId) => {
        const chosen = data?.find((one) => one.portfolioId === portfolioId)
        buy.change((values) => ({ ...values, portfolioId, portfolio: chosen?.portfolioName ?? '' }))
      }}
    />
  )
}

function SettlementDate({ buy }: { buy: BuyForm }) {
  const { change, values } = buy
  const proposed = buy.proposals.settlementDate
  const own = values.settlementTyped && proposed !== undefined && proposed !== values.settlementDate
  return (
    <div>
      <DateField
        name="settlementDate"
        label="Settlement Date"
        required
        onChange={() => change((now) => ({ ...now, settlementTyped: true }))}
        {...(values.tradeDate === '' ? {} : { min: values.tradeDate })}
      />
      {own && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => change((now) => settlementAutomatic(now, proposed))}
        >
          Use {formatDate(proposed)}, as it follows from the trade date
        </Anchor>
      )}
    </div>
  )
}
