import { type OrderRow, orders } from '@em/contract/orders/orders'
import { Button, Group } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type ReactNode, useState } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Section } from '../../ui/Page.tsx'
import { Status } from '../../ui/Status.tsx'
import { OrderForm } from './OrderForm.tsx'
import { OrderModal } from './OrderModal.tsx'
import css from './Orders.module.css'
import { ORDER_WORDS, ORDERS_OF, sideWord, stateWord } from './order-texts.ts'

const columns: Column<OrderRow>[] = [
  { id: 'number', header: 'Order', value: (row) => row.number, width: 118, phone: true },
  {
    id: 'state',
    header: 'State',
    value: stateWord,
    cell: (row) => <Status tone={ORDER_WORDS[row.state].tone}>{stateWord(row)}</Status>,
    width: 108,
    phone: true,
  },
  { id: 'side', header: 'Side', value: (row) => sideWord(row.side), width: 64, phone: false },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 122, phone: true },
  {
    id: 'portfolios',
    header: 'Portfolio',
    value: (row) => row.portfolios.join(', '),
    width: 150,
    phone: false,
  },
  {
    id: 'quantity',
    header: 'Shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 100,
    phone: true,
  },
  {
    id: 'amount',
    header: 'Amount',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.amount,
    width: 130,
    phone: false,
  },
  {
    id: 'limit',
    header: 'Limit Price',
    kind: 'price',
    value: (row) => row.limitPrice,
    width: 100,
    phone: false,
  },
  { id: 'filled', header: 'Filled', kind: 'quantity', value: (row) => row.filled, width: 100, phone: true },
  {
    id: 'average',
    header: 'Average Price',
    kind: 'price',
    value: (row) => row.averagePrice,
    width: 112,
    phone: false,
  },
  {
    id: 'until',
    header: 'Valid Until',
    kind: 'date',
    value: (row) => row.validUntil,
    width: 108,
    phone: false,
  },
  { id: 'broker', header: 'Broker', value: (row) => row.broker, width: 150, phone: false },
  { id: 'by', header: 'Proposed By', value: (row) => row.proposedBy, width: 130, phone: false, hidden: true },
  { id: 'reason', header: 'Reason', value: (row) => row.reason, width: 180, phone: false, hidden: true },
]

interface OrderListProps {
  /** The tab of Deal Slip. */
  tab: 'all' | keyof typeof ORDERS_OF
  search: string
  /** Further ways to an order, before "New Order". */
  actions?: ReactNode
}

/** Orders of a tab of Deal Slip, newest first; a row opens the order. */
export function OrderList({ tab, search, actions }: OrderListProps) {
  const states = tab === 'all' ? undefined : ORDERS_OF[tab].join(',')
  const { list, rows, total, more } = useScrolled<OrderRow>(orders.list, {
    query: { search, ...(states !== undefined && { state: states }) },
  })
  const [writing, write] = useState(false)
  const [opened, open] = useState<number | null>(null)
  const add = (
    <IfMay call={orders.create}>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => write(true)}>
        New Order
      </Button>
    </IfMay>
  )
  return (
    <Section
      title="Orders"
      actions={
        <Group gap="xs">
          {actions}
          {add}
        </Group>
      }
    >
      {rows?.length === 0 ? (
        <p className={css.none}>
          {search === '' ? 'None here. ' : 'None match the search. '}
          An order says what is to be bought or sold; the trades that are dealt fill it.
        </p>
      ) : (
        <DataGrid
          id="orders"
          title="Orders"
          noun="orders"
          rows={rows}
          // A partly loaded list cannot be sorted here: the rest of its rows is not known.
          columns={more.has ? columns.map((column) => ({ ...column, sortable: false })) : columns}
          rowKey={(row) => row.id}
          onOpen={(row) => open(row.id)}
          more={{ ...more, total }}
          muted={(row) => row.state === 'cancelled' || row.state === 'lapsed'}
          error={loadFailure(list, 'Failed to load the orders')}
        />
      )}
      {writing && (
        <OrderForm
          onClose={() => write(false)}
          onSaved={({ id }) => {
            write(false)
            open(id)
          }}
        />
      )}
      <OrderModal id={opened} onClose={() => open(null)} />
    </Section>
  )
}
