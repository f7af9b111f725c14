import { RegisterFields } from '../../registers/FieldInput.tsx'
import { useNewEntry } from '../../registers/useEntry.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { chartMaster } from './chart-master.ts'
import { TypeField } from './TypeField.tsx'

/** A new account of the chart; its type follows from the code while it is typed. */
export function AddAccountModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const entry = useNewEntry(chartMaster)
  const close = () => {
    // An offer that was not answered stays.
    if (entry.form.isDirty()) entry.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title="Add Account" size="lg" dirty={entry.form.isDirty()}>
      <FormShell
        form={entry.form}
        onSubmit={async (values) => {
          await entry.save(values)
          onClose()
        }}
        saveLabel="Save Account"
        savingLabel="Saving..."
        summaryTitle={entry.title}
        failed={chartMaster.words.saveFailed}
        sticky={false}
        actions={<CancelButton />}
      >
        {entry.offer}
        <RegisterFields
          register={chartMaster.register}
          columns={2}
          after={{ account_code: <TypeField code={String(entry.form.values['account_code'])} /> }}
        />
      </FormShell>
    </Modal>
  )
}
