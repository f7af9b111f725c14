import { type JournalRow, journal } from '@em/contract/journal/journal'
import { Anchor, Button } from '@mantine/core'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EntryStatusBadge } from './entry/EntryStatusBadge.tsx'
import { TODAYS } from './entry/useEntryStart.ts'
import { type EntryActionId, offeredActions } from './entry-actions.ts'

/** The newest ones; the others are in the list. */
const SHOWN = 10
/** The actions that undo an entry: a posted one is reversed, a draft cancelled. */
const UNDO: readonly EntryActionId[] = ['reverse', 'cancel']

interface TodaysEntriesProps {
  onOpen: (id: number) => void
  onUndo: (action: EntryActionId, row: JournalRow) => void
}

/** The entries that the user recorded today, newest first, each with its undo; nothing before the first one. */
export function TodaysEntries({ onOpen, onUndo }: TodaysEntriesProps) {
  const today = useRoute(journal.list, { query: TODAYS })
  const may = useMay()
  // They come by their dates, and are shown as they were recorded.
  const rows = (today.data?.data ?? []).filter(
    (row) => row.status !== 'Cancelled' && row.reversal_of === null,
  )
  if (rows.length === 0) return null
  return (
    <Section title="Recorded by you today">
      <SmallTable label="Recorded by you today">
        <thead>
          <tr>
            <th data-right>Entry</th>
            <th>Description</th>
            <th data-optional>Account</th>
            <th data-optional>Portfolio</th>
            <DebitCreditHead />
            <th data-optional>Status</th>
            <th aria-label="Undo" />
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => b.id - a.id)
            .slice(0, SHOWN)
            .map((row) => {
              const undo = offeredActions(row, may).find(({ id: action }) => UNDO.includes(action))
              return (
                <tr key={row.id}>
                  <td data-right>
                    <Anchor inherit component="button" type="button" onClick={() => onOpen(row.id)}>
                      {row.id}
                    </Anchor>
                  </td>
                  <td data-wrap>{row.description}</td>
                  <td data-optional>
                    {row.account_code} {row.account_name}
                  </td>
                  <td data-optional>{row.portfolios.join(', ')}</td>
                  <DebitCredit debit={row.debit} credit={row.credit} />
                  <td data-optional>
                    <EntryStatusBadge status={row.status} />
                  </td>
                  <td data-right>
                    {undo !== undefined && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={`Undo entry ${row.id}`}
                        onClick={() => onUndo(undo.id, row)}
                      >
                        Undo
                      </Button>
                    )}
                  </td>
                </tr>
              )
            })}
        </tbody>
      </SmallTable>
    </Section>
  )
}
