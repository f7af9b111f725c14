import { type ApprovalRule, approvalRules } from '@em/contract/approvals/approvals'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { summaryOf } from './approval-texts.ts'
import { LoadSetDialog } from './LoadSetDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'

/** On, off, or on while no user can decide. */
const standOf = ({ isOn, canBeDecided }: ApprovalRule): string =>
  !isOn ? 'Off' : canBeDecided ? 'On' : 'Nobody left'

const actsOf = ({ acts }: ApprovalRule) =>
  acts.length === 1 ? summaryOf(acts[0] ?? '') : `${acts.length} acts: ${acts.map(summaryOf).join('; ')}`

const columns: readonly Column<ApprovalRule>[] = [
  { id: 'name', header: 'Rule', value: ({ name }) => name, width: 280, phone: true, wrap: true },
  {
    id: 'state',
    header: 'State',
    value: standOf,
    cell: (rule) => (
      <Status tone={!rule.isOn ? 'quiet' : rule.canBeDecided ? 'good' : 'bad'}>{standOf(rule)}</Status>
    ),
    width: 110,
    phone: true,
  },
  { id: 'acts', header: 'Acts', value: actsOf, width: 300, phone: false },
  {
    id: 'atLeast',
    header: 'From Amount',
    unit: 'LKR',
    kind: 'money',
    value: ({ atLeast }) => atLeast,
    width: 130,
    phone: false,
  },
  {
    id: 'change',
    header: 'Price Change',
    unit: '%',
    kind: 'percent',
    value: ({ changeOver }) => changeOver,
    width: 120,
    phone: false,
  },
  {
    id: 'approvals',
    header: 'Approvals',
    kind: 'quantity',
    value: ({ approvals }) => approvals,
    width: 96,
    phone: false,
  },
  {
    id: 'portfolios',
    header: 'Portfolios',
    value: ({ portfolios }) => (portfolios === 'all' ? 'All' : portfolios.join(', ')),
    width: 120,
    phone: false,
  },
  {
    id: 'expires',
    header: 'Market Days',
    kind: 'quantity',
    value: ({ expiresAfter }) => expiresAfter,
    width: 106,
    phone: false,
    hint: 'Market days after which an undecided request expires',
  },
  {
    id: 'by',
    header: 'Changed By',
    value: ({ recordedBy }) => recordedBy,
    width: 140,
    phone: false,
    hidden: true,
  },
  {
    id: 'at',
    header: 'Changed',
    kind: 'moment',
    value: ({ recordedAt }) => recordedAt,
    width: 150,
    phone: false,
    hidden: true,
  },
]

/** The approval rules as they are now: written, changed, switched off, or loaded as a set. */
export function Rules() {
  const query = useRoute(approvalRules.list)
  const [edited, edit] = useState<ApprovalRule | 'new' | null>(null)
  const [loading, load] = useState(false)
  const buttons = (
    <Group gap="xs">
      <Button variant="default" onClick={() => load(true)}>
        Load Set
      </Button>
      <Button onClick={() => edit('new')}>New Rule</Button>
    </Group>
  )
  return (
    <Section title="Approval rules" actions={buttons}>
      <DataGrid
        id="approval-rules"
        title="Approval Rules"
        noun="rules"
        rows={query.data}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={edit}
        muted={({ isOn }) => !isOn}
        searchLabel="Search rules"
        error={loadFailure(query, 'Failed to load the approval rules')}
        empty={
          <EmptyState title="No approval rules">
            Only orders, elections, IPO applications and transfers beyond a hard limit wait for approval. Load
            a set, or write a rule of your own.
          </EmptyState>
        }
      />
      {edited !== null && <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
      {loading && <LoadSetDialog onClose={() => load(false)} />}
    </Section>
  )
}
