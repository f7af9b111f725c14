import { BREACH_STATES, type Breach, limits } from '@em/contract/limits/limits'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useLast } from '../../ui/useLast.ts'
import css from './Limits.module.css'
import { BREACH_WORDS, inUnit, STEP_WORDS, UNIT_WORDS } from './limit-texts.ts'
import { Measured } from './Measured.tsx'

type Asking = 'note' | 'override' | null

/** One breach: why it opened, what happened to it since, notes and an override. */
export function BreachModal({ id, onClose }: { id: number | null; onClose: () => void }) {
  const shown = useLast(id)
  const query = useRoute(
    limits.breaches,
    { query: { state: BREACH_STATES.join(',') as never } },
    { enabled: id !== null, staleTime: 0 },
  )
  const breach = query.data?.find((one) => one.id === shown)
  const [asking, ask] = useState<Asking>(null)
  const failed = loadFailure(query, 'Failed to load the breach')
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={breach === undefined ? 'Breach' : `Breach of ${breach.limit.name}`}
      size="xl"
    >
      {failed !== null && <ErrorState {...failed} />}
      {failed === null && breach === undefined && <Skeletons rows={6} height={24} />}
      {breach !== undefined && (
        <Stack gap="md">
          <Body breach={breach} />
          {breach.state !== 'cured' && (
            <DialogActions>
              <IfMay call={limits.note}>
                <Button variant="default" onClick={() => ask('note')}>
                  Add Note
                </Button>
              </IfMay>
              <IfMay call={limits.override}>
                <Button onClick={() => ask('override')}>Override</Button>
              </IfMay>
            </DialogActions>
          )}
          {asking === 'note' && <NoteForm breach={breach} onClose={() => ask(null)} />}
          {asking === 'override' && <OverrideForm breach={breach} onClose={() => ask(null)} />}
        </Stack>
      )}
    </Modal>
  )
}

function Body({ breach }: { breach: Breach }) {
  const { word, tone } = BREACH_WORDS[breach.state]
  const { override, unit } = breach
  return (
    <>
      <Facts
        facts={[
          { label: 'State', value: <Status tone={tone}>{word}</Status> },
          { label: 'Of', value: breach.subject.label },
          { label: 'Portfolio', value: breach.scope.label },
          { label: 'Opened', value: <DateText value={breach.opened} /> },
          { label: 'Kind', value: breach.kind === 'active' ? 'Active' : 'Passive' },
          { label: 'Cause', value: breach.causeText },
          { label: 'Value', value: inUnit(breach.value, unit) },
          { label: 'Worst', value: inUnit(breach.worst, unit) },
          { label: 'Bound', value: inUnit(breach.bound, unit) },
          { label: 'Age', value: `${breach.age} market days` },
          { label: 'Grace', value: breach.grace === null ? '' : `${breach.grace} market days` },
          {
            label: 'Override',
            value:
              override === null ? (
                ''
              ) : (
                <>
                  Up to {inUnit(override.level, unit)} until <DateText value={override.until} />, by{' '}
                  {override.by}
                </>
              ),
          },
        ]}
      />
      <section className={css.part} aria-label="History">
        <h3 className={css.head}>History</h3>
        <SmallTable label="History" tall>
          <thead>
            <tr>
              <th>What</th>
              <th>Day</th>
              <th data-right data-optional>
                Before
              </th>
              <th data-right>Value</th>
              <th data-optional>By</th>
              <th data-optional>Recorded</th>
              <th>Note</th>
            </tr>
          </thead>
          <tbody>
            {breach.steps.map((step, index) => (
              <tr key={index}>
                <td>{STEP_WORDS[step.what]}</td>
                <td>
                  <DateText value={step.on} />
                </td>
                <td data-right data-optional>
                  {step.before !== null && <Measured value={step.before} unit={unit} />}
                </td>
                <td data-right>
                  <Measured value={step.value} unit={unit} />
                </td>
                <td data-optional>{step.by ?? 'The books'}</td>
                <td data-optional>
                  <DateText value={step.at} time />
                </td>
                <td data-wrap>
                  {step.until !== null && (
                    <>
                      Up to {inUnit(step.level, unit)} until <DateText value={step.until} />:{' '}
                    </>
                  )}
                  {step.note ?? ''}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </section>
    </>
  )
}

interface FormProps {
  breach: Breach
  onClose: () => void
}

function NoteForm({ breach, onClose }: FormProps) {
  const note = useWrite(limits.note)
  const form = useForm({
    initialValues: { note: '' },
    validate: ({ note }) => (note.trim() === '' ? { note: 'Note is required.' } : {}),
  })
  return (
    <Modal opened onClose={onClose} title="Add note" dirty={form.isDirty()} onTop>
      <FormShell
        form={form}
        sticky={false}
        quiet
        saveLabel="Save note"
        savingLabel="Saving"
        failed="The note was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (body) => {
          await note.mutateAsync({ params: { id: breach.id }, query: {}, body })
          notify.success('Note added.')
          onClose()
        }}
      >
        <TextArea
          name="note"
          label="Note"
          required
          maxLength={1_000}
          help="What is planned to cure it, who was told"
        />
      </FormShell>
    </Modal>
  )
}

function OverrideForm({ breach, onClose }: FormProps) {
  const override = useWrite(limits.override)
  const form = useForm({
    initialValues: { level: '', until: '', reason: '' },
    validate: ({ level, until, reason }) => ({
      ...(level.trim() === '' && { level: 'Level is required.' }),
      ...(until === '' && { until: 'Until is required.' }),
      ...(reason.trim().length < 5 && { reason: 'The reason must have at least 5 characters.' }),
    }),
  })
  return (
    <Modal opened onClose={onClose} title={`Override ${breach.limit.name}`} dirty={form.isDirty()} onTop>
      <FormShell
        form={form}
        sticky={false}
        quiet
        saveLabel="Override breach"
        savingLabel="Saving"
        failed="The override was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (body) => {
          await override.mutateAsync({ params: { id: breach.id }, query: {}, body })
          notify.success('The breach is overridden.')
          onClose()
        }}
      >
        <FormSection columns={2}>
          <NumberField
            name="level"
            label="Level"
            required
            unit={UNIT_WORDS[breach.unit]}
            help={`Now ${inUnit(breach.value, breach.unit)}; the bound is ${inUnit(breach.bound, breach.unit)}`}
          />
          <DateField name="until" label="Until" required min={today()} />
          <WholeRow>
            <TextArea name="reason" label="Reason" required maxLength={500} />
          </WholeRow>
        </FormSection>
      </FormShell>
    </Modal>
  )
}
