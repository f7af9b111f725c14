import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { ActionModal } from '../corporate-actions/event/ActionModal.tsx'
import { STATE_WORDS } from '../corporate-actions/form/kinds.ts'

const SHOWN = 10

/** The newest corporate actions of a security; each opens. Nothing where there is none. */
export function LatestActions({ symbol }: { symbol: string }) {
  const may = useMay()(corporateActions.list)
  const query = useRoute(
    corporateActions.list,
    { query: { securityCode: symbol, limit: SHOWN } },
    { enabled: may },
  )
  const [opened, setOpened] = useState<number | null>(null)
  if (!may || query.data?.length === 0) return null
  return (
    <Section title="Latest corporate actions">
      <Loaded query={query} failed="Failed to load the corporate actions">
        {(actions) => (
          <SmallTable label={`Latest corporate actions of ${symbol}`}>
            <thead>
              <tr>
                <th>Date</th>
                <th>Event</th>
                <th data-optional>State</th>
                <th data-right data-optional>
                  Shares Held
                </th>
                <th data-right>Entitled Shares</th>
                <th data-right>Net (LKR)</th>
              </tr>
            </thead>
            <tbody>
              {actions.map((action) => (
                <tr key={action.id}>
                  <td>
                    <DateText value={action.dates.ex ?? action.dates.announcement} />
                  </td>
                  <td>
                    <Anchor inherit component="button" type="button" onClick={() => setOpened(action.id)}>
                      {action.title}
                    </Anchor>
                  </td>
                  <td data-optional>
                    <Status tone={STATE_WORDS[action.state].tone}>{STATE_WORDS[action.state].word}</Status>
                  </td>
                  <td data-right data-optional>
                    <Quantity value={action.shares_held} />
                  </td>
                  <td data-right>
                    <Quantity value={action.entitled_shares} />
                  </td>
                  <td data-right>
                    <Amount value={action.net} />
                  </td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        )}
      </Loaded>
      <ActionModal id={opened} onClose={() => setOpened(null)} />
    </Section>
  )
}
