import { reconciliation, reconciliationChange } from '@em/contract/reconciliation/reconciliation'
import { REFERENCE_TYPES } from '@em/contract/reconciliation/reconciliation-records'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/Dialog.tsx'
import { checkedBy, FormSection, FormShell } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { REFERENCE_NAMES } from '../record/lines.ts'
import { type OneReconciliation, useChange } from '../record/useReconciliation.ts'

/** Reference, statement balances and notes of a pending reconciliation. */
export function DetailsDialog({ one, onClose }: { one: OneReconciliation; onClose: () => void }) {
  // The version that is shown: a save by a version read later, behind the dialog, would overwrite it silently.
  const [version] = useState(one.version)
  const form = useForm({
    initialValues: {
      referenceType: one.referenceType,
      referenceNumber: one.referenceNumber ?? '',
      externalOpening: one.externalOpening?.toFixed(2) ?? '',
      externalClosing: one.externalBalance?.toFixed(2) ?? '',
      notes: one.notes ?? '',
    },
    validate: (values) => checkedBy(reconciliationChange)({ ...values, version }),
  })
  const { run } = useChange(reconciliation.update)
  const save = async () => {
    await run({ params: { id: one.id }, body: { ...form.values, version } })
    notify.success('Details saved.')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Reconciliation details" size="lg" dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel="Save Details"
        failed="The details could not be saved. Please try again."
        sticky={false}
        quiet
      >
        <FormSection columns={2}>
          <SelectField
            name="referenceType"
            label="Reference Type"
            required
            options={REFERENCE_TYPES.map((value) => ({ value, label: REFERENCE_NAMES[value] }))}
          />
          <TextField name="referenceNumber" label="Reference Number" maxLength={100} />
          <NumberField name="externalOpening" label="Opening Balance" unit="LKR" />
          <NumberField
            name="externalClosing"
            label="Closing Balance"
            unit="LKR"
            help="Negative if the account is overdrawn"
          />
        </FormSection>
        <TextArea name="notes" label="Notes" rows={3} maxLength={2000} />
      </FormShell>
    </Modal>
  )
}
