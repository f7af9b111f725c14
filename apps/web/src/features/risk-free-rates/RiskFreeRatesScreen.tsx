import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { riskFreeMaster } from './risk-free-master.ts'

const columns = columnsOf(riskFreeMaster.register, {
  changes: {
    effectiveFrom: { width: 140 },
    rate: { width: 120 },
    source: { width: 320 },
  },
})

/** Risk-free rates: what money earned a year without risk, from a day on. */
export default function RiskFreeRatesScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(riskFreeMaster)
  const add = useMay()(riskFreeMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add risk-free rate
    </Button>
  )
  return (
    <Page
      title="Risk-Free Rates"
      lead="What money earned a year without risk, as a 364-day Treasury bill pays; each rate from a day on. The Sharpe ratio of Performance Metrics compares each day with the rate of that day."
      actions={add}
    >
      <RegisterList
        master={riskFreeMaster}
        columns={columns}
        initialSort={[{ id: 'effectiveFrom', desc: true }]}
        onOpen={edit}
        tools={{
          width: 136,
          cell: (rate) => (
            <RowButtons
              name={riskFreeMaster.titleOf(rate)}
              buttons={[
                editButton(riskFreeMaster, () => edit(rate)),
                deleteButton(riskFreeMaster, () => void remove(rate)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No risk-free rates yet" action={add}>
            Without a rate no Sharpe ratio is shown.
          </EmptyState>
        }
      />
      <NewModal master={riskFreeMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={riskFreeMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
