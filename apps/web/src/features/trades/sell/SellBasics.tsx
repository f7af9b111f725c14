import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { SaleProposalModal } from '../../proposals/SaleProposalModal.tsx'
import { PortfolioField } from '../form/PortfolioField.tsx'
import { ContractFields, DealNumberField, DescriptionField } from '../form/ReferenceFields.tsx'
import { NoMethod } from './AssignMethod.tsx'
import { HeldCompanyField } from './HeldCompanyField.tsx'
import { portfolioChosen } from './sell-values.ts'
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
      <ContractFields />
      <DealNumberField filling={filling} />
      <DescriptionField wide />
      <ProposeSale sell={sell} />
    </FormSection>
  )
}

/** Compares the lots of the sale by goal before it is typed. */
function ProposeSale({ sell }: { sell: SellForm }) {
  const { portfolioId, symbol } = sell.values
  const [opened, open] = useState(false)
  return (
    <div>
      <Button variant="default" disabled={portfolioId === ''} onClick={() => open(true)}>
        Propose a Sale
      </Button>
      <SaleProposalModal
        of={opened ? { portfolioId, symbol } : null}
        onClose={() => open(false)}
        onUse={(proposed) => {
          sell.change((values) => ({ ...values, ...proposed }))
          open(false)
        }}
      />
    </div>
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
