import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import eventsCss from '../../../ui/Events.module.css'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import { count, plural } from '../record/lines.ts'
import { useChange } from '../record/useReconciliation.ts'
import { LinePair } from './LinePair.tsx'

const SHOWN = 50

/** Matches of several lines that Auto Match found and a person decides. */
export function Proposals({ id, closed, onDone }: { id: number; closed: boolean; onDone: () => void }) {
  const query = useRoute(reconciliation.proposals, { params: { id } })
  const { run, busy } = useChange(reconciliation.decideProposals)
  const [shown, setShown] = useState(SHOWN)
  const decide = async (body: { accept?: number[]; reject?: number[] }) => {
    try {
      const { accepted, rejected, confirmed } = await run({ params: { id }, body })
      notify.success(
        accepted > 0
          ? `${plural(accepted, 'proposal')} accepted${confirmed === 0 ? '' : `, ${plural(confirmed, 'settlement')} confirmed`}.`
          : `${plural(rejected, 'proposal')} rejected.`,
      )
      onDone()
    } catch (error) {
      notify.error('The decision could not be saved', error)
      void query.refetch()
    }
  }
  return (
    <Loaded query={query} failed="Failed to refresh data">
      {(proposals) =>
        proposals.length === 0 ? (
          <EmptyState title="No proposals">
            Auto Match proposes matches of several lines, such as one deposit for three cheques.
          </EmptyState>
        ) : (
          <Section
            title={plural(proposals.length, 'proposal')}
            actions={
              !closed && (
                <Group gap={6}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={busy}
                    onClick={() => void decide({ reject: proposals.map((one) => one.id) })}
                  >
                    Reject All
                  </Button>
                  <Button
                    size="compact-sm"
                    disabled={busy}
                    onClick={() => void decide({ accept: proposals.map((one) => one.id) })}
                  >
                    Accept All
                  </Button>
                </Group>
              )
            }
          >
            <ul className={eventsCss.events}>
              {proposals.slice(0, shown).map((one) => (
                <li key={one.id}>
                  <Stack gap={6}>
                    <Group justify="space-between" gap="sm">
                      <strong>{one.reason}</strong>
                      {!closed && (
                        <Group gap={6}>
                          <Button
                            size="compact-sm"
                            variant="default"
                            disabled={busy}
                            onClick={() => void decide({ reject: [one.id] })}
                          >
                            Reject
                          </Button>
                          <Button
                            size="compact-sm"
                            disabled={busy}
                            onClick={() => void decide({ accept: [one.id] })}
                          >
                            Accept
                          </Button>
                        </Group>
                      )}
                    </Group>
                    <LinePair ledger={one.glTransactions} external={one.externalTransactions} />
                  </Stack>
                </li>
              ))}
            </ul>
            {proposals.length > shown && (
              <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
                Show more of {count(proposals.length)}
              </Button>
            )}
          </Section>
        )
      }
    </Loaded>
  )
}
