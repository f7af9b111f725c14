import {
  COSTING_INCOMPLETE,
  type CostingMethod,
  costingMethods,
} from '@em/contract/costing-methods/costing-methods'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { refusalOf, saying, sentenceOf } from '../../registers/master.ts'
import { naming } from '../../registers/useMaster.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { notify } from '../../ui/notify.tsx'
import { MethodField } from './MethodField.tsx'
import { SAVE_FAILED } from './premium.ts'

interface AssignMethodModalProps {
  opened: boolean
  onClose: () => void
  portfolioId: string
  /** The portfolio's name. */
  portfolio: string
}

/** Assigns a portfolio its costing method where a sale needs one. */
export function AssignMethodModal(props: AssignMethodModalProps) {
  const { opened, onClose, portfolio } = props
  return (
    <Modal opened={opened} onClose={onClose} title={`Costing method of ${portfolio}`}>
      <AssignMethod {...props} />
    </Modal>
  )
}

function AssignMethod({ onClose, portfolioId, portfolio }: AssignMethodModalProps) {
  const form = useForm<{ costing_method: CostingMethod | '' }>({ initialValues: { costing_method: '' } })
  const { mutateAsync } = useWrite(costingMethods.assign)
  const save = async ({ costing_method }: typeof form.values) => {
    if (costing_method === '') throw refusalOf(COSTING_INCOMPLETE)
    try {
      await mutateAsync({ body: { portfolioId, costing_method } })
    } catch (error) {
      throw saying(error, sentenceOf(error, SAVE_FAILED))
    }
    notify.success(naming('Costing method saved successfully!', portfolio))
    onClose()
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel="Save Costing Method"
      savingLabel="Saving..."
      failed={SAVE_FAILED}
      sticky={false}
      actions={<CancelButton />}
    >
      <Stack gap="md">
        <Text size="sm">
          A sale takes its cost out by the method of its portfolio. The method is assigned once and then
          locked.
        </Text>
        <MethodField
          value={form.values.costing_method}
          onChange={(method) => form.setFieldValue('costing_method', method)}
        />
      </Stack>
    </FormShell>
  )
}
