import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { feeTariffMaster } from './fee-tariff-master.ts'

const columns = columnsOf(feeTariffMaster.register, {
  changes: {
    securityClass: { width: 170 },
    effectiveFrom: { width: 140 },
    bandLimit: { width: 180 },
    brokerage: { width: 120 },
    cse: { width: 110 },
    cds: { width: 110 },
    clearing: { width: 130 },
    sec: { width: 110 },
    stl: { header: 'STL', width: 100 },
    source: { width: 220 },
  },
})

/** Fee tariffs: the six rates and the step-up, by security class and effective date. */
export default function FeeTariffScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(feeTariffMaster)
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add fee tariff
    </Button>
  )
  return (
    <Page
      title="Fee Tariffs"
      lead="What broker and exchange charge, by security class and trade date. A change applies to trades recorded or corrected from now on; recorded trades keep their fees."
      actions={add}
    >
      <RegisterList
        master={feeTariffMaster}
        columns={columns}
        initialSort={[
          { id: 'securityClass', desc: false },
          { id: 'effectiveFrom', desc: true },
        ]}
        onOpen={edit}
        tools={{
          width: 150,
          cell: (tariff) => (
            <RowButtons
              name={feeTariffMaster.titleOf(tariff)}
              buttons={[
                { label: 'Edit', onClick: () => edit(tariff) },
                { label: 'Delete', tone: 'danger', onClick: () => void remove(tariff) },
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No fee tariffs yet" action={add}>
            Fees of new trades are calculated by the tariff of their security class and trade date.
          </EmptyState>
        }
      />
      <NewModal master={feeTariffMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={feeTariffMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
