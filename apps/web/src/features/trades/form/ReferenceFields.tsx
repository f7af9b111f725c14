import { CalcField } from '../../../ui/form/CalcField.tsx'
import { TextArea, TextField } from '../../../ui/form/TextFields.tsx'
import { BrokerField } from './BrokerField.tsx'
import css from './TradeForm.module.css'
import type { Filling } from './useFilling.ts'

/** The contract note's number and the broker who wrote it. A bulk sale may leave both blank. */
export function ContractFields({ required = true }: { required?: boolean }) {
  return (
    <>
      <TextField name="contractNumber" label="Contract Number" required={required} maxLength={60} />
      <BrokerField name="brokerName" label="Broker Name" required={required} />
    </>
  )
}

/** The number that the trade will have; a dash until the server has proposed one. */
export function DealNumberField({ filling }: { filling: Filling }) {
  return <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
}

/** A remark on the trade. `wide` takes what is left of the row. */
export function DescriptionField({ wide = false }: { wide?: boolean }) {
  const field = <TextArea name="description" label="Description" maxLength={1000} rows={1} />
  return wide ? <div className={css.rest}>{field}</div> : field
}
