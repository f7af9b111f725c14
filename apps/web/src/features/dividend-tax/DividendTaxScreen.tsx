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
import { dividendTaxMaster } from './dividend-tax-master.ts'

const columns = columnsOf(dividendTaxMaster.register, {
  changes: {
    effectiveFrom: { width: 140 },
    rate: { width: 120 },
    entity: { width: 240, cell: ({ entity }) => (entity === null ? 'Every entity' : String(entity)) },
    source: { width: 320 },
  },
})

/** Dividend tax rates: what is withheld from dividends, by payment date, of every entity or of one. */
export default function DividendTaxScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(dividendTaxMaster)
  const add = useMay()(dividendTaxMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add dividend tax rate
    </Button>
  )
  return (
    <Page
      title="Dividend Tax Rates"
      lead="What is withheld from dividends, by payment date; an entity's own rate goes before that of every entity. Until its payment date a dividend is counted with the rate on its ex date; what was processed keeps its rate after that."
      actions={add}
    >
      <RegisterList
        master={dividendTaxMaster}
        columns={columns}
        initialSort={[{ id: 'effectiveFrom', desc: true }]}
        onOpen={edit}
        tools={{
          width: 136,
          cell: (rate) => (
            <RowButtons
              name={dividendTaxMaster.titleOf(rate)}
              buttons={[
                editButton(dividendTaxMaster, () => edit(rate)),
                deleteButton(dividendTaxMaster, () => void remove(rate)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No dividend tax rates yet" action={add}>
            Without a rate no tax is counted on dividends whose form says none.
          </EmptyState>
        }
      />
      <NewModal master={dividendTaxMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={dividendTaxMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
