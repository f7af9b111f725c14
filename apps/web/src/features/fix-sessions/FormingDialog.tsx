import { type FormingOfSession, fixForming } from '@em/contract/fix-sessions/fix-forming'
import { MARKET_CLOSE } from '@em/core/fix-sessions/hours'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { SwitchField, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import textCss from '../../ui/Text.module.css'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** The last executions of the day are there, and so may be its trade file. */
const USUAL_TIME = '15:30'

interface FormingDialogProps {
  session: { readonly id: number; readonly name: string }
  /** As it is set up; undefined: not yet. */
  forming: FormingOfSession | undefined
  onClose: () => void
}

/** When the contracts of a session are formed by the clock, and whether the trade file is waited for. */
export function FormingDialog({ session: { id, name }, forming, onClose }: FormingDialogProps) {
  const write = useWrite(fixForming.save)
  const form = useForm({
    initialValues: {
      time: forming?.time ?? USUAL_TIME,
      waitsForTradeFile: forming?.waitsForTradeFile ?? true,
      isOn: forming?.isOn ?? true,
    },
    validate: {
      time: (value: string) =>
        TIME.test(value) && value >= MARKET_CLOSE
          ? null
          : `Please give a time after the close, from ${MARKET_CLOSE} on.`,
    },
  })
  const save = async (values: typeof form.values) => {
    await write.mutateAsync({ params: { id }, body: { ...values, version: forming?.version ?? null } })
    notify.success(
      values.isOn
        ? `Contracts of ${name} are formed each trading day at ${values.time}.`
        : `Contracts of ${name} are formed by hand.`,
    )
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Forming by the clock: ${name}`} dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel="Save"
        failed="The forming by the clock could not be saved. Please try again."
        sticky={false}
        quiet
        actions={<CancelButton />}
      >
        <p className={textCss.lead}>
          Contracts are recorded in your name, with your rights and approval rules at that moment. Client
          accounts without a portfolio wait in Trade Report. A correction that comes later changes no trade:
          the day is listed as partly recorded.
        </p>
        <TextField
          name="time"
          label="Time of day"
          required
          maxLength={5}
          placeholder={USUAL_TIME}
          help="24 hours, in Colombo, on each trading day"
        />
        <SwitchField
          name="waitsForTradeFile"
          label="Wait for the trade file"
          help="Nothing is formed before the trade file of the day is uploaded and agrees"
        />
        <SwitchField name="isOn" label="On" />
      </FormShell>
    </Modal>
  )
}
