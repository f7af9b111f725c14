import {
  type AccountingTarget,
  accountingTargets,
  EXPORT_DETAIL_WORDS,
  EXPORT_FORMAT_WORDS,
} from '@em/contract/accounting-exports/accounting-exports'
import { histories } from '@em/contract/histories/histories'
import { periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { QUICKBOOKS_CODE_MAX } from '@em/core/accounting-exports/file'
import {
  EXPORT_DETAILS,
  EXPORT_FORMATS,
  type ExportDetail,
  type ExportFormat,
  type ExportLayout,
  faultsOfLayout,
  hasTaxRate,
  OWN_LAYOUT,
} from '@em/core/accounting-exports/layout'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isDate, today } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { WithHistory } from '../../registers/RecordHistory.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { MultiSelectField, RadioField, SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { LayoutFields } from './LayoutFields.tsx'

interface Values {
  name: string
  code: string
  format: string
  detail: string
  scope: string
  entity: string
  portfolios: string[]
  startDate: string
  openFrom: string
  taxRate: string
  layout: ExportLayout
}

const valuesOf = (target: AccountingTarget | null): Values => ({
  name: target?.name ?? '',
  code: target?.code ?? '',
  format: target?.format ?? 'xero',
  detail: target?.detail ?? 'line',
  scope: target !== null && target.entity === null ? 'portfolios' : 'entity',
  entity: target?.entity ?? '',
  portfolios: target !== null && target.entity === null ? target.portfolios : [],
  startDate: target?.startDate ?? `${today().slice(0, 7)}-01`,
  openFrom: target?.openFrom ?? '',
  taxRate: target?.taxRate ?? '',
  layout: target?.layout ?? OWN_LAYOUT,
})

const validate = {
  name: (value: string) => (value.trim() === '' ? 'The name is required.' : null),
  startDate: (value: string) => (isDate(value) ? null : 'Please enter the first day.'),
  openFrom: (value: string, { startDate }: Values) =>
    value !== '' && value < startDate ? 'The first open day cannot be before the first day.' : null,
  entity: (value: string, { scope }: Values) =>
    scope === 'entity' && value === '' ? 'Please choose an entity.' : null,
  portfolios: (value: string[], { scope }: Values) =>
    scope === 'portfolios' && value.length === 0 ? 'Please choose at least one portfolio.' : null,
  layout: (value: ExportLayout, { format }: Values) =>
    format === 'csv' ? (faultsOfLayout(value)[0] ?? null) : null,
}

const ownLayout = ({ format, layout }: Values) => (format === 'csv' ? layout : null)
const takesTaxRate = (values: Values) => hasTaxRate(values.format as ExportFormat, ownLayout(values))

const bodyOf = (values: Values) => ({
  name: values.name,
  detail: values.detail as ExportDetail,
  startDate: values.startDate,
  openFrom: values.openFrom,
  taxRate: takesTaxRate(values) ? values.taxRate : null,
  layout: ownLayout(values) as never,
})

const SCOPES = [
  { value: 'entity', label: 'An entity' },
  { value: 'portfolios', label: 'Some portfolios' },
]

/** Adds an outside ledger, or changes one. */
export function TargetModal({ target, onClose }: { target: AccountingTarget | null; onClose: () => void }) {
  const create = useWrite(accountingTargets.create)
  const change = useWrite(accountingTargets.change)
  const form = useForm<Values>({ initialValues: valuesOf(target), validate })
  const save = async (values: Values) => {
    const body = bodyOf(values)
    if (target === null) {
      const { code, scope, entity, portfolios: chosen, format } = values
      const books = scope === 'entity' ? { entity, portfolios: null } : { entity: null, portfolios: chosen }
      await create.mutateAsync({
        body: { ...body, ...books, code, format: format as ExportFormat },
      })
    } else {
      await change.mutateAsync({ params: { id: target.id }, body: { ...body, version: target.version } })
    }
    notify.success(`${values.name} was saved.`)
    onClose()
  }
  const fields = (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel="Save Outside Ledger"
      savingLabel="Saving..."
      failed="The outside ledger was not saved. Please try again."
      sticky={false}
      actions={<CancelButton />}
    >
      <Stack gap="md">
        <FormSection columns={2}>
          <TextField name="name" label="Name" required maxLength={100} autoFocus={target === null} />
          <TextField
            name="code"
            label="Code"
            maxLength={form.values.format === 'quickbooks' ? QUICKBOOKS_CODE_MAX : 20}
            disabled={target !== null}
            help="In the numbers of its batches. Blank: made of the name"
          />
          <SelectField
            name="format"
            label="Format"
            required
            clearable={false}
            disabled={target !== null}
            options={EXPORT_FORMATS.map((value) => ({ value, label: EXPORT_FORMAT_WORDS[value] }))}
          />
          <SelectField
            name="detail"
            label="Detail"
            required
            clearable={false}
            options={EXPORT_DETAILS.map((value) => ({ value, label: EXPORT_DETAIL_WORDS[value] }))}
          />
          <DateField
            name="startDate"
            label="First Day"
            required
            plain
            disabled={(target?.batches ?? 0) > 0}
            help="Earlier entries that are recorded now are its opening balances"
          />
          <DateField
            name="openFrom"
            label="First Open Day"
            plain
            help="Outside books are closed before it: older entries are exported on it. Blank: the first day"
          />
          {takesTaxRate(form.values) && (
            <TextField name="taxRate" label="Tax Rate" maxLength={100} placeholder="Tax Exempt" />
          )}
        </FormSection>
        {target === null && <Books scope={form.values.scope} />}
        {form.values.format === 'csv' && (
          <LayoutFields
            layout={form.values.layout}
            error={form.errors['layout']}
            onChange={(layout) => form.setFieldValue('layout', layout)}
          />
        )}
      </Stack>
    </FormShell>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={target === null ? 'Add outside ledger' : target.name}
      size="lg"
      dirty={form.isDirty()}
    >
      {target === null ? (
        fields
      ) : (
        <WithHistory
          of={{
            route: histories.accountingTargets.route,
            params: { id: target.id },
            fields: histories.accountingTargets.fields,
          }}
        >
          {fields}
        </WithHistory>
      )}
    </Modal>
  )
}

/** The books whose entries go there: they never change. */
function Books({ scope }: { scope: string }) {
  const entities = useRoute(periods.list).data ?? []
  const held = useRoute(portfolios.routes.list, { query: {} }).data ?? []
  return (
    <FormSection columns={2}>
      <RadioField name="scope" label="Entries of" required options={SCOPES} />
      <WholeRow>
        {scope === 'entity' ? (
          <SelectField
            name="entity"
            label="Entity"
            required
            options={entities.map(({ name }) => ({ value: name, label: name }))}
          />
        ) : (
          <MultiSelectField
            name="portfolios"
            label="Portfolios"
            required
            options={held.map(({ portfolioId, portfolioName }) => ({
              value: String(portfolioId),
              label: `${String(portfolioId)} · ${String(portfolioName)}`,
            }))}
          />
        )}
      </WholeRow>
    </FormSection>
  )
}
