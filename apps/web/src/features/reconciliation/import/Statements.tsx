import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { StatementRecord } from '@em/contract/reconciliation/reconciliation-statements'
import { Button, Group, Stack } from '@mantine/core'
import { confirmDelete } from '../../../ui/Dialog.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { count, plural } from '../record/lines.ts'
import { type OneReconciliation, useChange } from '../record/useReconciliation.ts'
import { Decisions } from './Decisions.tsx'

/** The imported statements, lines that wait for a decision, and lines that were left out. */
export function Statements({
  one,
  closed,
  onImport,
}: {
  one: OneReconciliation
  closed: boolean
  onImport: () => void
}) {
  return (
    <Stack gap="lg">
      {one.counts.held > 0 && <Decisions id={one.id} state="held" closed={closed} />}
      <Section title="Imported statements">
        {one.statements.length === 0 ? (
          <EmptyState
            title="No statement imported yet"
            {...(closed ? {} : { action: <Button onClick={onImport}>Import Statement</Button> })}
          >
            A file of the bank: .csv, .xlsx, OFX, MT940, camt.053, or a PDF with text.
          </EmptyState>
        ) : (
          <StatementList one={one} closed={closed} />
        )}
      </Section>
      {one.counts.skipped > 0 && <Decisions id={one.id} state="skipped" closed={closed} />}
    </Stack>
  )
}

function StatementList({ one, closed }: { one: OneReconciliation; closed: boolean }) {
  const { run, busy } = useChange(reconciliation.removeStatement)
  const remove = async (statement: StatementRecord) => {
    const name = statement.fileName ?? 'statement'
    const agreed = await confirmDelete({
      question: `Remove this statement with its ${plural(statement.lines, 'line')}?`,
      name,
    })
    if (!agreed) return
    try {
      await run({ params: { id: one.id, statementId: statement.id } })
      notify.success(`${name} removed.`)
    } catch (error) {
      notify.error('The statement could not be removed', error)
    }
  }
  return (
    <SmallTable label="Imported statements">
      <thead>
        <tr>
          <th>File</th>
          <th data-optional>Account</th>
          <th>Days</th>
          <th data-right data-optional>
            Opening
          </th>
          <th data-right data-optional>
            Closing
          </th>
          <th data-right>Lines</th>
          <th data-optional>Imported</th>
          {!closed && <th>Actions</th>}
        </tr>
      </thead>
      <tbody>
        {one.statements.map((statement) => (
          <tr key={statement.id}>
            <td data-wrap>{statement.fileName ?? 'Typed'}</td>
            <td data-optional>{statement.account ?? '–'}</td>
            <td data-wrap>
              <DateText value={statement.from} /> to <DateText value={statement.to} />
            </td>
            <td data-right data-optional>
              <Amount value={statement.openingBalance} />
            </td>
            <td data-right data-optional>
              <Amount value={statement.closingBalance} />
            </td>
            <td data-right>{count(statement.lines)}</td>
            <td data-optional>
              {statement.importedBy}, <DateText value={statement.importedAt} time />
            </td>
            {!closed && (
              <td>
                <Group gap={6}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={busy}
                    aria-label={`Remove ${statement.fileName ?? 'the statement'}`}
                    onClick={() => void remove(statement)}
                  >
                    Remove
                  </Button>
                </Group>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
