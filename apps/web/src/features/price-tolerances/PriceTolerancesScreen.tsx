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
import { priceToleranceMaster } from './price-tolerance-master.ts'

const columns = columnsOf(priceToleranceMaster.register, {
  changes: {
    effectiveFrom: { width: 140 },
    board: { width: 220, cell: ({ board }) => (board === null ? 'Every board' : String(board)) },
    alertFrom: { width: 150 },
    askedFrom: { width: 170 },
    source: { width: 300 },
  },
})

/** Price tolerances: how far off prices may be before a warning and before confirmation is asked, by board and day. */
export default function PriceTolerancesScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(priceToleranceMaster)
  const add = useMay()(priceToleranceMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add price tolerance
    </Button>
  )
  return (
    <Page
      title="Price Tolerances"
      lead="How far off prices may be, by board; the row of a board goes before that of every board. Beyond the first percentage the price of a trade is shown with a warning; beyond the second it has to be confirmed, and so has a typed price that is further from the last one."
      actions={add}
    >
      <RegisterList
        master={priceToleranceMaster}
        columns={columns}
        initialSort={[{ id: 'effectiveFrom', desc: true }]}
        onOpen={edit}
        tools={{
          width: 136,
          cell: (tolerance) => (
            <RowButtons
              name={priceToleranceMaster.titleOf(tolerance)}
              buttons={[
                editButton(priceToleranceMaster, () => edit(tolerance)),
                deleteButton(priceToleranceMaster, () => void remove(tolerance)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No price tolerances yet" action={add}>
            Without a row a warning is shown from 3 % and confirmation is asked from 10 %.
          </EmptyState>
        }
      />
      <NewModal master={priceToleranceMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={priceToleranceMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
