import { brokers } from '@em/contract/brokers/brokers'
import { transactions } from '@em/contract/trades/transactions'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { goTo } from '../../links/tabs.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { AdoptedNames } from './AdoptedNames.tsx'
import { brokerMaster } from './broker-master.ts'
import { NewBroker } from './NewBroker.tsx'
import { OpenNames } from './OpenNames.tsx'

const columns = columnsOf(brokerMaster.register, {
  first: ['name', 'code', 'phone', 'email'],
  changes: {
    name: { width: 250 },
    code: { width: 110 },
    phone: { hidden: false, width: 160 },
    email: { hidden: false, width: 220 },
    isActive: {
      width: 104,
      cell: (broker) => (
        <Status tone={broker['isActive'] === true ? 'good' : 'quiet'}>
          {broker['isActive'] === true ? 'Active' : 'Inactive'}
        </Status>
      ),
    },
  },
})

/** Brokers: the names that trade forms propose. */
export default function BrokerScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(brokerMaster)
  const add = useMay()(brokerMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add broker
    </Button>
  )
  return (
    <Page
      title="Brokers"
      lead="The brokers you trade through. Trade forms suggest active brokers; any other name can be typed."
      actions={add}
    >
      <RegisterList
        master={brokerMaster}
        columns={columns}
        initialSort={[{ id: 'name', desc: false }]}
        muted={(broker) => broker['isActive'] !== true}
        onOpen={edit}
        tools={{
          width: 236,
          calls: [transactions.list, brokers.routes.update, brokers.routes.remove],
          cell: (broker) => (
            <RowButtons
              name={brokerMaster.titleOf(broker)}
              buttons={[
                {
                  label: 'Transactions',
                  call: transactions.list,
                  onClick: () =>
                    goTo('Trade Capture', 'Transactions', { broker: brokerMaster.titleOf(broker) }),
                },
                editButton(brokerMaster, () => edit(broker)),
                deleteButton(brokerMaster, () => void remove(broker)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No brokers yet" action={add}>
            Trade forms suggest the brokers entered here.
          </EmptyState>
        }
      />
      <OpenNames />
      <AdoptedNames />
      <NewBroker opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={brokerMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
