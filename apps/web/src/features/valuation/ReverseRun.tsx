import { type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useLongWork } from '../../lib/useLongWork.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Running } from '../../ui/Running.tsx'
import { WillWait } from '../../ui/WillWait.tsx'

/** Takes back what is in force of a run, and says why. */
export function ReverseRun({ run, onClose }: { run: ValuationRunDetail; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? 'Reason is required.' : null) },
  })
  const notifyReversed = () => {
    notify.done(`Run ${run.id} is reversed.`)
    onClose()
  }
  const work = useLongWork(valuations.reverse, `valuations.reverse.${run.id}`, {
    onFound: notifyReversed,
    onFoundFailed: (error) => notify.error('The run could not be reversed. Please try again.', error),
  })
  // Whether it would wait for approval does not depend on the reason.
  const preview = useQuery({
    queryKey: ['valuations', 'reverse', run.id],
    queryFn: ({ signal }) =>
      call(valuations.reverse, {
        params: { id: run.id },
        query: { dryRun: '1' },
        body: { reason: 'Preview' },
        signal,
      }),
    retry: false,
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const inForce = run.states.posted + run.states.stale
  return (
    <Modal opened onClose={onClose} title={`Reverse run ${run.id}`} size="md" dirty={form.isDirty()}>
      <FormShell
        form={form}
        sticky={false}
        saveLabel="Reverse run"
        savingLabel="Reversing"
        failed="The run could not be reversed. Please try again."
        actions={<CancelButton />}
        onSubmit={async (body) => {
          await work.run({ params: { id: run.id }, body })
          notifyReversed()
        }}
      >
        <p>
          The entries of {counted(inForce, 'portfolio')} on {formatDate(run.date)} and{' '}
          {formatDate(run.reversal_date)} stay in the ledger; entries with exchanged sides cancel them.
          Investments are at cost on {formatDate(run.date)} until the day is run again.
        </p>
        <WillWait preview={preview.data} />
        {work.busy && <Running job={work.job} words={(said) => `${said ?? 'Reversing the entries'}.`} />}
        <FormSection columns={1}>
          <WholeRow>
            <TextField name="reason" label="Reason" required maxLength={500} />
          </WholeRow>
        </FormSection>
      </FormShell>
    </Modal>
  )
}
