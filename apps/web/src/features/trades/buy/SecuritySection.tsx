import { FormSection } from '../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { DealNumberField, DescriptionField } from '../form/ReferenceFields.tsx'
import { TradeDates } from '../form/TradeDates.tsx'
import { BuyBasics } from './BuyBasics.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Security & Trade Information. */
export function SecuritySection({ buy }: { buy: BuyForm }) {
  return (
    <FormSection title="Security & Trade Information">
      <BuyBasics trade={buy}>
        <MoneyField name="price" label="Price" required />
      </BuyBasics>
      <TradeDates trade={buy} />
      <DealNumberField filling={buy.filling} />
      <DescriptionField wide />
    </FormSection>
  )
}
