import { FormSection } from '../../../ui/form/FormShell.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { PaymentFields } from '../form/PaymentFields.tsx'
import type { BuyForm } from './useBuyForm.ts'

const YES_NO = ['No', 'Yes'].map((value) => ({ value, label: value }))

/** Payment & Settlement Details. */
export function PaymentSection({ buy }: { buy: BuyForm }) {
  return (
    <FormSection title="Payment & Settlement Details">
      <PaymentFields trade={buy} label="Settlement Account" />
      <SelectField
        name="generatePayment"
        label="Generate Payment"
        options={YES_NO}
        clearable={false}
        onChange={(answer) =>
          buy.change((now) => ({ ...now, generatePayment: answer === 'Yes' ? 'Yes' : 'No' }))
        }
      />
    </FormSection>
  )
}
