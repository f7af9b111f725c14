import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ExternalTransaction } from '@em/contract/reconciliation/reconciliation-records'
import { Button, Group } from '@mantine/core'
import { loadFailure } from '../../../lib/load-failure.ts'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { plural } from '../record/lines.ts'
import { moreOf, useChange, useStatementLines } from '../record/useReconciliation.ts'

type Row = ExternalTransaction
const whyOf = (line: Row) => line.hold?.message ?? 'Skipped by hand'
const all: readonly Column<Row>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (line) => line.date, width: 112, phone: true },
  {
    id: 'description',
    header: 'Description',
    value: (line) => line.description ?? line.reference,
    width: 210,
    phone: true,
  },
  {
    id: 'debit',
    header: 'Debit',
    kind: 'money',
    value: (line) => (line.debit === 0 ? null : line.debit),
    width: 120,
  },
  {
    id: 'credit',
    header: 'Credit',
    kind: 'money',
    value: (line) => (line.credit === 0 ? null : line.credit),
    width: 120,
  },
  {
    id: 'why',
    header: 'Why',
    value: whyOf,
    cell: (line) => <span title={whyOf(line)}>{whyOf(line)}</span>,
    width: 380,
  },
]
const columns = all.map((column) => ({ ...column, sortable: false }))

const TITLES = {
  held: 'Lines to decide',
  skipped: 'Skipped lines',
} as const

interface DecisionsProps {
  id: number
  state: 'held' | 'skipped'
  closed: boolean
}

/** Statement lines that repeat others or lie outside the period: kept, or left out. */
export function Decisions({ id, state, closed }: DecisionsProps) {
  const found = useStatementLines(id, state, '')
  const { run, busy } = useChange(reconciliation.decideLines)
  const decide = async (lineIds: number[] | 'held', decision: 'keep' | 'skip') => {
    try {
      const { decided } = await run({ params: { id }, body: { lineIds, decision } })
      notify.success(`${plural(decided, 'line')} ${decision === 'keep' ? 'kept' : 'skipped'}.`)
    } catch (error) {
      notify.error('The decision could not be saved', error)
      void found.list.refetch()
    }
  }
  return (
    <Section
      title={TITLES[state]}
      actions={
        state === 'held' &&
        !closed && (
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={() => void decide('held', 'skip')}
            >
              Skip All
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={() => void decide('held', 'keep')}
            >
              Keep All
            </Button>
          </Group>
        )
      }
    >
      <DataGrid
        id={`reconciliation-${state}`}
        title={TITLES[state]}
        noun="lines"
        rows={found.rows}
        columns={columns}
        rowKey={(line) => line.id}
        search={false}
        exportable={false}
        offset={420}
        more={moreOf(found)}
        {...(closed
          ? {}
          : {
              tools: {
                width: state === 'held' ? 140 : 80,
                cell: (line: Row) => (
                  <Group gap={6} wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={busy}
                      onClick={() => void decide([line.id], 'keep')}
                    >
                      Keep
                    </Button>
                    {state === 'held' && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        disabled={busy}
                        onClick={() => void decide([line.id], 'skip')}
                      >
                        Skip
                      </Button>
                    )}
                  </Group>
                ),
              },
            })}
        error={loadFailure(found.list, 'Failed to refresh data')}
      />
    </Section>
  )
}
