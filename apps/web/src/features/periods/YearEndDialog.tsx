import { histories } from '@em/contract/histories/histories'
import { type Entity, periods } from '@em/contract/periods/periods'
import { monthName } from '@em/core/values/date-texts'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { WithHistory } from '../../registers/RecordHistory.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { MONTHS } from './months.ts'

/** Sets the month that an entity's financial year ends with. */
export function YearEndDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const form = useForm({ initialValues: { month: String(entity.year_end_month) } })
  const update = useWrite(periods.update)
  const save = async ({ month }: { month: string }) => {
    await update.mutateAsync({
      params: { id: entity.id },
      body: { year_end_month: Number(month), version: entity.version },
    })
    notify.success(`The financial year of ${entity.name} ends with ${monthName(Number(month))}.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Financial year of ${entity.name}`}
      size="md"
      dirty={form.isDirty()}
    >
      <WithHistory
        of={{ ...histories.entities, params: { id: entity.id }, record: { entity: 'entity', id: entity.id } }}
      >
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel="Save"
          savingLabel="Saving..."
          failed="Failed to save the financial year"
          sticky={false}
        >
          <Text size="sm">
            The year is closed on the last day of this month. Years already closed do not change.
          </Text>
          <SelectField name="month" label="The year ends with" required clearable={false} options={MONTHS} />
        </FormShell>
      </WithHistory>
    </Modal>
  )
}
