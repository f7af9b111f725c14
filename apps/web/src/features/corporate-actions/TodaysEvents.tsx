import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Status } from '../../ui/Status.tsx'
import { eventActionsOf } from './event/ActionModal.tsx'
import { CancelDialog } from './event/TakeBackDialog.tsx'
import { STATE_WORDS } from './form/kinds.ts'
import { todaysOf } from './form/useEventStart.ts'

/** The newest ones; the others are in the list. */
const SHOWN = 10

/** The events of a kind that the person recorded today, newest first, each with its undo; nothing before the first one. */
export function TodaysEvents({ kind, onOpen }: { kind: ActionKind; onOpen: (id: number) => void }) {
  const today = useRoute(corporateActions.list, { query: todaysOf(kind) })
  const [undoing, setUndoing] = useState<number | null>(null)
  const may = useMay()
  // They come by their days, and are shown as they were recorded.
  const rows = (today.data ?? []).filter(({ state }) => state !== 'cancelled')
  return (
    <>
      {rows.length > 0 && (
        <Section title="Recorded by you today">
          <SmallTable label="Recorded by you today">
            <thead>
              <tr>
                <th>Event</th>
                <th>Security</th>
                <th data-optional>Ex Date</th>
                <th data-optional>Portfolio</th>
                <th data-right data-optional>
                  Shares Held
                </th>
                <th data-right data-optional>
                  Net (LKR)
                </th>
                <th data-optional>State</th>
                <th aria-label="Undo" />
              </tr>
            </thead>
            <tbody>
              {rows
                .toSorted((a, b) => b.id - a.id)
                .slice(0, SHOWN)
                .map((row) => (
                  <tr key={row.id}>
                    <td data-wrap>
                      <Anchor
                        inherit
                        component="button"
                        type="button"
                        ta="left"
                        onClick={() => onOpen(row.id)}
                      >
                        {row.title}
                      </Anchor>
                    </td>
                    <td>
                      {row.securityCode === null ? (
                        row.securityName
                      ) : (
                        <SecurityLink symbol={row.securityCode} />
                      )}
                    </td>
                    <td data-optional>
                      <DateText value={row.dates.ex} />
                    </td>
                    <td data-optional>{row.portfolioName ?? 'All holders'}</td>
                    <td data-right data-optional>
                      <Quantity value={row.shares_held} />
                    </td>
                    <td data-right data-optional>
                      <Amount value={row.net} />
                    </td>
                    <td data-optional>
                      <Status tone={STATE_WORDS[row.state].tone}>{STATE_WORDS[row.state].word}</Status>
                    </td>
                    <td data-right>
                      {eventActionsOf(row).some(({ word, call }) => word === 'cancel' && may(call)) && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Undo ${row.title}`}
                          onClick={() => setUndoing(row.id)}
                        >
                          Undo
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
            </tbody>
          </SmallTable>
        </Section>
      )}
      {undoing !== null && <Undo key={undoing} id={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}

function Undo({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useRoute(corporateActions.get, { params: { id } })
  return data === undefined ? null : <CancelDialog action={data} onClose={onClose} />
}
