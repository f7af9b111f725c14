import { journal } from '@em/contract/journal/journal'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ExternalTransaction } from '@em/contract/reconciliation/reconciliation-records'
import { transactions } from '@em/contract/trades/transactions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { changeHashQuery } from '../../../lib/hash.ts'
import { useMay } from '../../../lib/may.ts'
import { goTo } from '../../../links/tabs.ts'
import { notify } from '../../../ui/notify.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import {
  type OneReconciliation,
  useChange,
  useLedgerLines,
  useStatementLines,
} from '../record/useReconciliation.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { LinePanel, useSearch } from './LinePanel.tsx'
import css from './Match.module.css'
import { MatchBar } from './MatchBar.tsx'
import { useChoice } from './selection.tsx'

interface UnmatchedProps {
  one: OneReconciliation
  closed: boolean
  onImport: () => void
}

/** The open lines of both sides, side by side, and the actions on them. */
export function Unmatched({ one, closed, onImport }: UnmatchedProps) {
  const ledgerSearch = useSearch()
  const externalSearch = useSearch()
  const ledger = useLedgerLines(one.id, ledgerSearch.search)
  const external = useStatementLines(one.id, 'unmatched', externalSearch.search)
  const [missing, setMissing] = useState<ExternalTransaction | null>(null)
  const choice = useChoice()
  const { run } = useChange(reconciliation.decideLines)
  const skip = async (line: ExternalTransaction) => {
    try {
      await run({ params: { id: one.id }, body: { lineIds: [line.id], decision: 'skip' } })
      if (choice.external.has(line)) choice.external.toggle(line)
      notify.success('Line skipped. It is listed under Statements.')
    } catch (error) {
      notify.error('The line could not be skipped', error)
    }
  }
  const may = useMay()
  const hasStatement = one.statements.length > 0
  return (
    <>
      <div className={css.panels}>
        <LinePanel
          side="ledger"
          title="Unmatched ledger"
          noun="ledger lines"
          lines={ledger}
          {...ledgerSearch}
          closed={closed}
          actions={(row) => [
            { label: 'Show journal entry', onClick: () => changeHashQuery({ entry: String(row.entry_id) }) },
            ...(row.trade_id === null
              ? []
              : [
                  {
                    label: 'Show trade',
                    call: transactions.list,
                    onClick: () => goTo('Trade Capture', 'Transactions', { trade: String(row.trade_id) }),
                  },
                ]),
          ]}
          empty={
            <EmptyState title={one.counts.matched > 0 ? 'Every ledger line is matched' : 'No ledger lines'}>
              {one.counts.matched > 0
                ? 'The books have no open lines in this period.'
                : 'The account has no lines in these days.'}
            </EmptyState>
          }
        />
        <LinePanel
          side="external"
          title="Unmatched statement"
          noun="statement lines"
          lines={external}
          {...externalSearch}
          closed={closed}
          {...(closed
            ? {}
            : {
                actions: (row: ExternalTransaction) => [
                  ...(may(reconciliation.createEntry, journal.postDrafts)
                    ? [{ label: 'Create missing entry', onClick: () => setMissing(row) }]
                    : []),
                  { label: 'Skip', onClick: () => void skip(row) },
                ],
              })}
          empty={
            hasStatement || one.status === 'reconciled' ? (
              <EmptyState title="Every statement line is matched" />
            ) : (
              <EmptyState
                title="No statement yet"
                action={!closed && <Button onClick={onImport}>Import Statement</Button>}
              >
                Its lines are then listed beside those of the ledger.
              </EmptyState>
            )
          }
        />
      </div>
      {!closed && <MatchBar one={one} />}
      {missing !== null && (
        <EntryDialog
          one={one}
          line={missing}
          onClose={() => setMissing(null)}
          onDone={() => {
            if (choice.external.has(missing)) choice.external.toggle(missing)
          }}
        />
      )}
    </>
  )
}
