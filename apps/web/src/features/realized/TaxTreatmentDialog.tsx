import { GAINS_TAX, type GainsTax, periods } from '@em/contract/periods/periods'
import type { TaxSchedule } from '@em/contract/realized/realized-tax'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { RadioField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'

interface TaxTreatmentDialogProps {
  entity: TaxSchedule['entities'][number]
  onClose: () => void
}

interface Values {
  tax: GainsTax | ''
}

/** Says how an entity's gains on shares are taxed. */
export function TaxTreatmentDialog({ entity, onClose }: TaxTreatmentDialogProps) {
  const form = useForm<Values>({ initialValues: { tax: entity.share_gains_tax ?? '' } })
  const save = useWrite(periods.update)
  const submit = async ({ tax }: Values) => {
    const body = { share_gains_tax: tax, version: entity.version }
    await save.mutateAsync({ params: { id: entity.id }, body })
    notify.success(`Tax on gains of ${entity.name} saved.`)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Gains on shares of ${entity.name}`} dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={submit}
        saveLabel="Save"
        failed="The setting could not be saved"
        sticky={false}
      >
        <RadioField
          name="tax"
          label="Gains on shares"
          options={[
            { value: '', label: 'Not set' },
            ...Object.entries(GAINS_TAX).map(([value, label]) => ({ value, label })),
          ]}
          help="Stands on the tax schedule. It changes no figure: ask your tax adviser which it is."
        />
      </FormShell>
    </Modal>
  )
}
