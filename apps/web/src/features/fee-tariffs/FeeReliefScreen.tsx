import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
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
import { feeReliefMaster } from './fee-relief-master.ts'

const columns = columnsOf(feeReliefMaster.register, {
  changes: {
    effectiveFrom: { width: 140 },
    effectiveTo: {
      width: 160,
      cell: ({ effectiveTo }) =>
        effectiveTo === null ? 'Until further notice' : formatDate(String(effectiveTo)),
    },
    source: { width: 320 },
  },
})

/** Rules of intraday relief, by the days that they hold for. */
export default function FeeReliefScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(feeReliefMaster)
  const add = useMay()(feeReliefMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add intraday relief
    </Button>
  )
  return (
    <Page
      title="Intraday Relief"
      lead="Days on which the smaller side of a security that a client bought and sold on one day bears the share transaction levy alone. The proof of fees in Trade Report goes by them; recorded trades stay as charged."
      actions={add}
    >
      <RegisterList
        master={feeReliefMaster}
        columns={columns}
        initialSort={[{ id: 'effectiveFrom', desc: true }]}
        onOpen={edit}
        tools={{
          width: 136,
          cell: (relief) => (
            <RowButtons
              name={feeReliefMaster.titleOf(relief)}
              buttons={[
                editButton(feeReliefMaster, () => edit(relief)),
                deleteButton(feeReliefMaster, () => void remove(relief)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No intraday relief yet" action={add}>
            Without one every trade bears all fees. Add a relief where the exchange has published one.
          </EmptyState>
        }
      />
      <NewModal master={feeReliefMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={feeReliefMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
