import { type AdoptedBrokerName, brokerNames } from '@em/contract/brokers/broker-names'
import { useRoute, useWrite } from '../../lib/query.ts'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'

const columns: readonly Column<AdoptedBrokerName>[] = [
  { id: 'name', header: 'Name in Trades', value: ({ name }) => name, width: 260, phone: true },
  { id: 'broker', header: 'Broker', value: ({ broker }) => broker.name, width: 260, phone: true },
  { id: 'adoptedBy', header: 'Adopted By', value: ({ adoptedBy }) => adoptedBy ?? 'Former name', width: 180 },
  {
    id: 'adoptedAt',
    header: 'Adopted On',
    kind: 'date',
    value: ({ adoptedAt }) => adoptedAt.slice(0, 10),
    width: 120,
  },
]

/** Names that brokers adopted, and the way back. */
export function AdoptedNames() {
  const query = useRoute(brokerNames.adopted)
  const { mutateAsync } = useWrite(brokerNames.takeBack)
  const names = query.data ?? []
  if (names.length === 0) return null
  const takeBack = async ({ name, broker }: AdoptedBrokerName) => {
    const sure = await confirm({
      title: `Take ${name} back?`,
      message: `Trades under ${name} are read as ${broker.name}’s no more: they stand under a name that is not in Brokers. Nothing that was recorded changes.`,
      confirm: 'Take Back',
    })
    if (!sure) return
    try {
      await mutateAsync({ params: { id: broker.id }, body: { name } })
      notify.success(`The name ${name} was taken back.`)
    } catch (error) {
      notify.error('The name was not taken back. Please try again.', error)
    }
  }
  return (
    <Section title="Adopted names">
      <DataGrid
        id="broker-names-adopted"
        title="Adopted names"
        noun="names"
        rows={names}
        columns={columns}
        rowKey={({ name }) => name}
        pageSize={10}
        tools={{
          width: 120,
          calls: [brokerNames.takeBack],
          cell: (row) => (
            <RowButtons
              name={row.name}
              buttons={[
                { label: 'Take Back', call: brokerNames.takeBack, onClick: () => void takeBack(row) },
              ]}
            />
          ),
        }}
        empty={<EmptyState title="No such name" />}
      />
    </Section>
  )
}
