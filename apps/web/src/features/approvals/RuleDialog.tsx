import { type ApprovalRule, approvalRules, EXPIRES_AFTER } from '@em/contract/approvals/approvals'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { MultiSelectField, RadioField, SwitchField, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { ACTS_BY_GROUP } from './approval-texts.ts'

interface Values {
  name: string
  acts: string[]
  atLeast: string
  changeOver: string
  approvals: string
  scope: string
  portfolios: string[]
  expiresAfter: string
  isOn: boolean
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

const valuesOf = (rule: ApprovalRule | null): Values => ({
  name: rule?.name ?? '',
  acts: rule?.acts ?? [],
  atLeast: textOf(rule?.atLeast ?? null),
  changeOver: textOf(rule?.changeOver ?? null),
  approvals: String(rule?.approvals ?? 1),
  scope: rule === null || rule.portfolios === 'all' ? 'all' : 'some',
  portfolios: rule === null || rule.portfolios === 'all' ? [] : rule.portfolios,
  expiresAfter: String(rule?.expiresAfter ?? EXPIRES_AFTER),
  isOn: rule?.isOn ?? true,
})

const faultsOf = {
  name: (value: string) => (value.trim() === '' ? 'The name is required.' : null),
  acts: (value: string[]) => (value.length === 0 ? 'Please choose at least one act.' : null),
  portfolios: (value: string[], { scope }: Values) =>
    scope === 'some' && value.length === 0 ? 'Please choose at least one portfolio.' : null,
  expiresAfter: (value: string) => (/^([1-9]|[1-5]\d|60)$/.test(value) ? null : 'Must be 1 to 60 days.'),
}

const bodyOf = (values: Values) => ({
  name: values.name,
  acts: values.acts,
  atLeast: values.atLeast === '' ? null : values.atLeast,
  changeOver: values.changeOver === '' ? null : values.changeOver,
  approvals: values.approvals === '2' ? (2 as const) : (1 as const),
  portfolios: values.scope === 'all' ? ('all' as const) : values.portfolios,
  expiresAfter: Number(values.expiresAfter),
})

const APPROVALS = [
  { value: '1', label: 'One person besides the one who asks' },
  { value: '2', label: 'Two people besides the one who asks' },
]
const SCOPES = [
  { value: 'all', label: 'All portfolios' },
  { value: 'some', label: 'Some portfolios' },
]

/** Writes an approval rule, or another version of one. */
export function RuleDialog({ rule, onClose }: { rule: ApprovalRule | null; onClose: () => void }) {
  const create = useWrite(approvalRules.create)
  const change = useWrite(approvalRules.change)
  const held = useRoute(portfolios.routes.list, { query: {} }).data ?? []
  const form = useForm<Values>({ initialValues: valuesOf(rule), validate: faultsOf })
  const save = async (values: Values) => {
    const body = bodyOf(values)
    if (rule === null) await create.mutateAsync({ body } as never)
    else {
      const { id, version } = rule
      await change.mutateAsync({ params: { id }, body: { ...body, isOn: values.isOn, version } } as never)
    }
    notify.success(`The rule ${values.name} was saved.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={rule === null ? 'New approval rule' : rule.name}
      size="lg"
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel="Save Rule"
        savingLabel="Saving..."
        failed="The rule was not saved. Please try again."
        sticky={false}
        actions={<CancelButton />}
      >
        <Stack gap="md">
          <TextField name="name" label="Name" required maxLength={100} autoFocus={rule === null} />
          <MultiSelectField
            name="acts"
            label="Acts"
            required
            options={ACTS_BY_GROUP}
            help="What is done: each of these waits for approval"
          />
          <FormSection columns={2}>
            <NumberField
              name="atLeast"
              label="From Amount"
              unit="LKR"
              help="Gross of trades, or debits of entries. Blank: always"
            />
            <NumberField
              name="changeOver"
              label="Price Change"
              unit="%"
              help="Of prices changed by hand. Blank: always"
            />
            <RadioField name="approvals" label="Approvals" required options={APPROVALS} />
            <RadioField name="scope" label="Portfolios" required options={SCOPES} />
            {form.values.scope === 'some' && (
              <WholeRow>
                <MultiSelectField
                  name="portfolios"
                  label="Which portfolios"
                  required
                  options={held.map(({ portfolioId, portfolioName }) => ({
                    value: String(portfolioId),
                    label: `${String(portfolioId)} · ${String(portfolioName)}`,
                  }))}
                />
              </WholeRow>
            )}
            <NumberField
              name="expiresAfter"
              label="Expires After"
              required
              whole
              unit="days"
              help="Market days after which an undecided request ends"
            />
            {rule !== null && (
              <SwitchField
                name="isOn"
                label="The rule is on"
                help="Off, it asks for nothing. Requests that wait stay."
              />
            )}
          </FormSection>
        </Stack>
      </FormShell>
    </Modal>
  )
}
