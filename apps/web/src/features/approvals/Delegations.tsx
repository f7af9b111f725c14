import {
  type ApprovalDelegation,
  approvalDelegations,
  DELEGATION_DAYS_MOST,
} from '@em/contract/approvals/approvals'
import { addDays } from '@em/core/values/dates'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { CancelButton, confirm, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { SelectField, TextArea } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'

type Standing = 'Ended' | 'Over' | 'Begins later' | 'In force'
const standingOf = ({ endedAt, fromDay, until }: ApprovalDelegation): Standing => {
  if (endedAt !== null) return 'Ended'
  if (until < today()) return 'Over'
  return fromDay > today() ? 'Begins later' : 'In force'
}
const TONES = { Ended: 'quiet', Over: 'quiet', 'Begins later': 'info', 'In force': 'good' } as const

const columns: readonly Column<ApprovalDelegation>[] = [
  { id: 'from', header: 'Of', value: ({ from }) => from.name, width: 170, phone: true },
  { id: 'to', header: 'To', value: ({ to }) => to.name, width: 170, phone: true },
  {
    id: 'state',
    header: 'State',
    value: standingOf,
    cell: (row) => <Status tone={TONES[standingOf(row)]}>{standingOf(row)}</Status>,
    width: 110,
    phone: true,
  },
  { id: 'day', header: 'From', kind: 'date', value: ({ fromDay }) => fromDay, width: 108, phone: false },
  { id: 'until', header: 'Until', kind: 'date', value: ({ until }) => until, width: 108, phone: false },
  { id: 'reason', header: 'Reason', value: ({ reason }) => reason, width: 260, phone: false },
]

/** Who decides for whom, from a day until another. */
export function Delegations() {
  const query = useRoute(approvalDelegations.list)
  const { user } = useSession()
  const [adding, add] = useState(false)
  const end = useWrite(approvalDelegations.end)
  const endIt = async ({ id, to }: ApprovalDelegation) => {
    const agreed = await confirm({
      title: 'End this delegation?',
      message: `${to.name} decides for you no more. What was decided stays.`,
      confirm: 'End delegation',
      danger: true,
    })
    if (!agreed) return
    await end
      .mutateAsync({ params: { id } })
      .then(() => notify.success(`The delegation to ${to.name} has ended.`))
      .catch((error: unknown) => notify.error('The delegation was not ended. Please try again.', error))
  }
  const isOpen = (row: ApprovalDelegation) => ['Begins later', 'In force'].includes(standingOf(row))
  return (
    <Section title="Delegations" actions={<Button onClick={() => add(true)}>New Delegation</Button>}>
      <DataGrid
        id="approval-delegations"
        title="Delegations"
        noun="delegations"
        rows={query.data}
        columns={columns}
        rowKey={({ id }) => id}
        muted={(row) => !isOpen(row)}
        searchLabel="Search delegations"
        actions={(row) =>
          row.from.id === user.id && isOpen(row)
            ? [{ label: 'End', danger: true, onClick: () => void endIt(row) }]
            : []
        }
        error={loadFailure(query, 'Failed to load the delegations')}
        empty={
          <EmptyState title="No delegations">
            Let another person decide for you while you are away, for at most {DELEGATION_DAYS_MOST} days.
          </EmptyState>
        }
      />
      {adding && <NewDelegation onClose={() => add(false)} />}
    </Section>
  )
}

function NewDelegation({ onClose }: { onClose: () => void }) {
  const create = useWrite(approvalDelegations.create)
  const people = useRoute(approvalDelegations.people)
  const form = useForm({
    initialValues: { to: '', from: today(), until: '', reason: '' },
    validate: {
      to: (value) => (value === '' ? 'Please choose a person.' : null),
      until: (value) => (value === '' ? 'The last day is required.' : null),
      reason: (value) => (value.trim().length < 5 ? 'Please give a reason of 5 or more characters.' : null),
    },
  })
  const { from } = form.values
  const send = async ({ to, ...rest }: typeof form.values) => {
    const made = await create.mutateAsync({ body: { ...rest, to: Number(to) } })
    notify.success(`${made.to.name} decides for you.`)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="New delegation" dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={send}
        saveLabel="Delegate"
        failed="The delegation was not saved. Please try again."
        sticky={false}
        actions={<CancelButton />}
      >
        <Stack gap="md">
          <SelectField
            name="to"
            label="Person"
            required
            searchable
            options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            help="Decides for you in the portfolios that both of you change"
          />
          <FormSection columns={2}>
            <DateField name="from" label="From" required min={today()} />
            <DateField
              name="until"
              label="Until"
              required
              min={from}
              {...(from !== '' && { max: addDays(from, DELEGATION_DAYS_MOST - 1) })}
            />
          </FormSection>
          <TextArea name="reason" label="Reason" required maxLength={500} />
        </Stack>
      </FormShell>
    </Modal>
  )
}
