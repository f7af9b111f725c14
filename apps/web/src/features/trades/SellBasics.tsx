import { COSTING_METHOD_LABELS } from '@em/contract/registers/costing-methods'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { BrokerField } from './BrokerField.tsx'
import { HeldCompanyField } from './HeldCompanyField.tsx'
import { NoMethod } from './NoMethod.tsx'
import { PortfolioField } from './PortfolioField.tsx'
import { portfolioChosen } from './sell-values.ts'
import css from './trades.module.css'
import type { SellForm } from './useSellForm.ts'

/** Basic Information: the portfolio first, then a company that it holds. */
export function SellBasics({ sell, onAssign }: { sell: SellForm; onAssign: () => void }) {
  const { values, change, filling } = sell
  return (
    <FormSection title="Basic Information">
      <PortfolioField
        label="Portfolio Name"
        portfolioId={values.portfolioId}
        onChoose={(portfolio) => change((now) => portfolioChosen(now, portfolio))}
      />
      <ValuationMethod sell={sell} onAssign={onAssign} />
      <HeldCompanyField sale={sell} noPortfolio="Portfolio name is required" />
      <TextField name="symbol" label="Ticker Symbol" required readOnly placeholder="Set by the company" />
      <TextField name="contractNumber" label="Contract Number" required maxLength={60} />
      <BrokerField name="brokerName" label="Broker Name" required />
      <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
      <div className={css.rest}>
        <TextArea name="description" label="Description" maxLength={1000} rows={1} />
      </div>
    </FormSection>
  )
}

function ValuationMethod({ sell, onAssign }: { sell: SellForm; onAssign: () => void }) {
  const { method, hasNoMethod } = sell.holding
  const help = hasNoMethod ? <NoMethod onAssign={onAssign} /> : undefined
  return (
    <TextField
      name="valuationMethod"
      label="Valuation Method"
      required
      readOnly
      value={method === null ? '' : COSTING_METHOD_LABELS[method]}
      placeholder="Set by the portfolio"
      {...(help === undefined ? {} : { help })}
    />
  )
}
