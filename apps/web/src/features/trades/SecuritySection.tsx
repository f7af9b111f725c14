import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../ui/form/NumberField.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { BrokerField } from './BrokerField.tsx'
import { ListedCompanyField } from './ListedCompanyField.tsx'
import { PortfolioField } from './PortfolioField.tsx'
import { TradeDates } from './TradeDates.tsx'
import css from './trades.module.css'
import type { BuyForm } from './useBuyForm.ts'

/** Security & Trade Information. */
export function SecuritySection({ buy }: { buy: BuyForm }) {
  const { change, filling, values } = buy
  return (
    <FormSection title="Security & Trade Information">
      <ListedCompanyField buy={buy} />
      <TextField name="symbol" label="Symbol" required readOnly placeholder="Set by the company" />
      <PortfolioField
        label="Portfolio"
        portfolioId={values.portfolioId}
        onChoose={(portfolio) => change((now) => ({ ...now, ...portfolio }))}
      />
      <NumberField name="quantity" label="Quantity" whole unit="shares" required />
      <MoneyField name="price" label="Price" required />
      <TextField name="contractNumber" label="Contract Number" required maxLength={60} />
      <BrokerField name="brokerName" label="Broker Name" required />
      <TradeDates trade={buy} />
      <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
      <div className={css.rest}>
        <TextArea name="description" label="Description" maxLength={1000} rows={1} />
      </div>
    </FormSection>
  )
}
