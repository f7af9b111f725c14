import { accountingExports, accountingTargets } from '@em/contract/accounting-exports/accounting-exports'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { BatchList } from './BatchList.tsx'
import { BatchModal } from './BatchModal.tsx'
import { MakeBatchModal } from './MakeBatchModal.tsx'
import { TargetList } from './TargetList.tsx'
import { TargetModal } from './TargetModal.tsx'

/** Accounting System Interface: outside ledgers, and the batches of entries that go there. */
export default function AccountingScreen() {
  const address = useHashQuery()
  const targets = useRoute(accountingTargets.list)
  const [adding, add] = useState(false)
  const [making, make] = useState(false)
  const opened = idIn(address, 'batch')
  const open = (id: number | null) => changeHashQuery({ batch: id === null ? '' : String(id) })
  const addButton = (
    <IfMay call={accountingTargets.create}>
      <Button variant="default" onClick={() => add(true)}>
        Add Outside Ledger
      </Button>
    </IfMay>
  )
  return (
    <Page
      title="Accounting System Interface"
      lead="Ledger entries go to an outside accounting system in batches. Each outside ledger takes an entry once."
      actions={
        (targets.data?.length ?? 0) > 0 && (
          <Group gap="xs">
            {addButton}
            <IfMay call={accountingExports.create}>
              <Button onClick={() => make(true)}>Make Batch</Button>
            </IfMay>
          </Group>
        )
      }
    >
      <Loaded query={targets} failed="Failed to load the outside ledgers">
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No outside ledgers" action={addButton}>
              Add the accounting system that the entries go to: its format, and the entity or portfolios. Then
              map the accounts and make the first batch.
            </EmptyState>
          ) : (
            <>
              <TargetList targets={list} />
              <BatchList targets={list} onOpen={({ id }) => open(id)} />
            </>
          )
        }
      </Loaded>
      {adding && <TargetModal target={null} onClose={() => add(false)} />}
      {making && targets.data !== undefined && (
        <MakeBatchModal
          targets={targets.data}
          onClose={() => make(false)}
          onMade={(id) => {
            make(false)
            open(id)
          }}
        />
      )}
      {opened !== null && <BatchModal key={opened} id={opened} onClose={() => open(null)} />}
    </Page>
  )
}
