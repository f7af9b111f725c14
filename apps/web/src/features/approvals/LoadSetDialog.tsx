import { approvalRules, type RuleSet } from '@em/contract/approvals/approvals'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { RadioField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'

const SETS: readonly { value: RuleSet; label: string; help: string }[] = [
  {
    value: 'money',
    label: 'Two pairs of eyes on money',
    help: 'Payments, bank details, users and roles, locks and reopened periods, manual entries and write-offs, prices changed by hand',
  },
  {
    value: 'full-desk',
    label: 'Full desk',
    help: 'The same, and trades, corporate actions, valuation runs and registers',
  },
]

/** Loads a set of approval rules; rules that are there already stay as they are. */
export function LoadSetDialog({ onClose }: { onClose: () => void }) {
  const load = useWrite(approvalRules.load)
  const form = useForm({ initialValues: { set: 'money', atLeast: '', changeOver: '' } })
  const send = async ({ set, atLeast, changeOver }: typeof form.values) => {
    const made = await load.mutateAsync({
      body: {
        set,
        atLeast: atLeast === '' ? null : atLeast,
        changeOver: changeOver === '' ? null : changeOver,
      },
    } as never)
    notify.success(
      made.length === 0
        ? 'All rules of this set are there already.'
        : `${made.length} approval ${made.length === 1 ? 'rule was' : 'rules were'} loaded.`,
    )
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Load a set of rules" dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={send}
        saveLabel="Load Set"
        failed="The rules were not loaded. Please try again."
        sticky={false}
        actions={<CancelButton />}
      >
        <Stack gap="md">
          <RadioField name="set" label="Set" required options={SETS} />
          <FormSection columns={2}>
            <NumberField
              name="atLeast"
              label="From Amount"
              unit="LKR"
              help="Of manual entries and write-offs. Blank: always"
            />
            <NumberField
              name="changeOver"
              label="Price Change"
              unit="%"
              help="Of prices changed by hand. Blank: always"
            />
          </FormSection>
        </Stack>
      </FormShell>
    </Modal>
  )
}
