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
import { Percent } from '../../ui/Numbers.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { feeTariffMaster } from './fee-tariff-master.ts'

/** Rates have four decimals: 0.0840 and 0.0120 are not the same as 0.08 and 0.01. */
const rate = (field: string, header: string, width = 88) => ({
  [field]: {
    header,
    width,
    cell: (tariff: AnyRecord) => <Percent value={tariff[field] as number} decimals={4} />,
  },
})

const columns = columnsOf(feeTariffMaster.register, {
  changes: {
    securityClass: { width: 150 },
    effectiveFrom: { width: 125 },
    bandLimit: { width: 150 },
    ...rate('brokerage', 'Brokerage', 100),
    ...rate('cse', 'CSE'),
    ...rate('cds', 'CDS'),
    ...rate('clearing', 'Clearing'),
    ...rate('sec', 'SEC'),
    ...rate('stl', 'STL'),
    ...rate('excessBrokerage', 'Brokerage above', 140),
    ...rate('excessCse', 'CSE above', 110),
    ...rate('excessCds', 'CDS above', 110),
    ...rate('excessClearing', 'Clearing above', 130),
    ...rate('excessSec', 'SEC above', 110),
    ...rate('excessStl', 'STL above', 110),
    source: { width: 220 },
  },
})

/** Fee tariffs: the six rates and the step-up, by security class and effective date. */
export default function FeeTariffScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(feeTariffMaster)
  const add = useMay()(feeTariffMaster.register.routes.create) && (
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
          width: 136,
          cell: (tariff) => (
            <RowButtons
              name={feeTariffMaster.titleOf(tariff)}
              buttons={[
                editButton(feeTariffMaster, () => edit(tariff)),
                deleteButton(feeTariffMaster, () => void remove(tariff)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No fee tariffs yet" action={add}>
            Fees of new trades are calculated with the tariff of their security class and trade date.
          </EmptyState>
        }
      />
      <NewModal master={feeTariffMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={feeTariffMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
