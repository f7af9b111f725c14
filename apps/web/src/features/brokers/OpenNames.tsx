import { brokerNames, type OpenBrokerName, type OpenBrokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { transactions } from '@em/contract/trades/transactions'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { goTo } from '../../links/tabs.ts'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { byLabel } from '../../ui/form/options.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Brokers.module.css'
import { NewBroker } from './NewBroker.tsx'

const columns: readonly Column<OpenBrokerName>[] = [
  { id: 'name', header: 'Name in Trades', value: ({ name }) => name, width: 260, phone: true },
  { id: 'trades', header: 'Trades', kind: 'quantity', value: ({ trades }) => trades, width: 96 },
  {
    id: 'bought',
    header: 'Bought (LKR)',
    kind: 'money',
    value: ({ bought }) => bought,
    width: 160,
    phone: true,
  },
  { id: 'sold', header: 'Sold (LKR)', kind: 'money', value: ({ sold }) => sold, width: 160 },
  { id: 'lastMonth', header: 'Last Settles', value: ({ lastMonth }) => lastMonth, width: 120 },
  {
    id: 'near',
    header: 'May Be',
    value: ({ near }) => near.map(({ name }) => name).join(', '),
    width: 240,
    hint: 'Brokers whose name is near',
  },
]

/** Names in trades that are not in Brokers, with their amounts: to register, or to be adopted by a broker. */
export function OpenNames() {
  const query = useRoute(brokerNames.open, {}, { enabled: useMay()(brokerNames.open) })
  const [registered, register] = useState<string | null>(null)
  const [adopted, adopt] = useState<OpenBrokerName | null>(null)
  const found = query.data
  if (found === undefined || (found.names.length === 0 && found.nameless.trades === 0)) return null
  return (
    <Section title="Not in Brokers">
      <p className={css.quiet}>{inWords(found)}</p>
      {found.names.length > 0 && (
        <DataGrid
          id="broker-names-open"
          title="Names that are not in Brokers"
          noun="names"
          rows={found.names}
          columns={columns}
          rowKey={({ name }) => name}
          initialSort={[{ id: 'bought', desc: true }]}
          pageSize={10}
          tools={{
            width: 290,
            calls: [transactions.list, brokers.routes.create, brokerNames.adopt],
            cell: (row) => (
              <RowButtons
                name={row.name}
                buttons={[
                  {
                    label: 'Transactions',
                    call: transactions.list,
                    onClick: () => goTo('Trade Capture', 'Transactions', { broker: row.name }),
                  },
                  { label: 'Register', call: brokers.routes.create, onClick: () => register(row.name) },
                  { label: 'Adopt', call: brokerNames.adopt, onClick: () => adopt(row) },
                ]}
              />
            ),
          }}
          empty={<EmptyState title="No such name" />}
        />
      )}
      {registered !== null && (
        <NewBroker key={registered} opened name={registered} onClose={() => register(null)} />
      )}
      {adopted !== null && <AdoptModal key={adopted.name} of={adopted} onClose={() => adopt(null)} />}
    </Section>
  )
}

function inWords({ names, trades, nameless }: OpenBrokerNames): string {
  const named =
    names.length === 0
      ? ''
      : `${counted(trades, 'trade')} under ${counted(names.length, 'name')} that no broker here has. Register the name, or let a broker adopt it: reports then show these trades as his. `
  return nameless.trades === 0 ? named : `${named}${counted(nameless.trades, 'trade')} name no broker at all.`
}

/** One name, and the broker who adopts it. */
function AdoptModal({ of, onClose }: { of: OpenBrokerName; onClose: () => void }) {
  const list = useRoute(brokers.routes.list, { query: {} })
  const save = useWrite(brokerNames.adopt)
  const [broker, setBroker] = useState(of.near.length === 1 ? String(of.near[0]?.id) : '')
  const [problem, setProblem] = useState<string | null>(null)
  const near = new Set(of.near.map(({ id }) => id))
  const choice = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
  const others = byLabel((list.data ?? []).filter(({ id }) => !near.has(id)).map(choice))
  const adopt = async () => {
    setProblem(null)
    try {
      const { broker: by } = await save.mutateAsync({
        params: { id: Number(broker) },
        body: { name: of.name },
      })
      notify.success(`${by.name} adopted the name ${of.name}.`)
      onClose()
    } catch (error) {
      setProblem(problemOf(error, 'The name was not adopted. Please try again.'))
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Adopt ${of.name}`} dirty={false}>
      <Stack gap="md">
        <p className={css.quiet}>
          {counted(of.trades, 'trade')}, <Amount value={of.bought} /> bought, <Amount value={of.sold} /> sold.
          They are read as the broker’s in every report, and so are later ones under this name. Nothing that
          was recorded changes.
        </p>
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        <SelectField
          label="Broker"
          required
          searchable
          value={broker}
          onChange={setBroker}
          options={
            of.near.length === 0
              ? others
              : [
                  { group: 'The name is near', items: of.near.map(choice) },
                  { group: 'Other brokers', items: others },
                ]
          }
          {...(list.isError ? { error: 'Failed to fetch brokers' } : {})}
        />
        <DialogActions>
          <CancelButton />
          <Button disabled={broker === ''} loading={save.isPending} onClick={() => void adopt()}>
            Adopt Name
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
