import { sells } from '@em/contract/trades/sells'
import { Button, Stack } from '@mantine/core'
import { messageOf } from '../../../lib/api.ts'
import { useRoute } from '../../../lib/query.ts'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { dateOf } from '../form/figures.ts'
import { sharesOf } from './allocations.ts'
import type { SellForm } from './useSellForm.ts'

interface Taken {
  buyTransactionId: number
  tradeDate: string
  settlementDate: string
  price: number
  availableQuantity: number
  quantity: number
}

const columns: readonly DetailColumn<Taken>[] = [
  { header: 'Buy Date', cell: (row) => <DateText value={row.tradeDate} /> },
  { header: 'Settlement Date', cell: (row) => <DateText value={row.settlementDate} />, optional: true },
  { header: 'Buy Price (LKR)', cell: (row) => <Price value={row.price} />, right: true },
  { header: 'Available Shares', cell: (row) => <Quantity value={row.availableQuantity} />, right: true },
  { header: 'Shares to Sell', cell: (row) => <Quantity value={row.quantity} />, right: true },
]

/** First in, first out: the oldest lots that make up the quantity. */
export function SellDetailsFifo({ sell, onClose }: { sell: SellForm; onClose: () => void }) {
  const { values, live } = sell
  const { portfolioId, symbol, quantity } = values
  const date = dateOf(values.tradeDate)
  const wanted = sharesOf(quantity)
  const lots = useRoute(
    sells.detailedFifo,
    { query: { portfolioId, symbol, sellQuantity: quantity, ...(date === '' ? {} : { asOf: date }) } },
    { enabled: wanted > 0 },
  )
  if (wanted === 0) {
    return (
      <EmptyState title="Quantity required" action={<Button onClick={onClose}>Back to the form</Button>}>
        Enter the number of shares to sell. The oldest lots for that quantity are listed here.
      </EmptyState>
    )
  }
  if (lots.isError) {
    return (
      <ErrorState
        title="Failed to load transaction data"
        message={messageOf(lots.error, '')}
        onRetry={() => void lots.refetch()}
      />
    )
  }
  if (lots.data === undefined) return <Skeletons rows={6} />
  const rows = lots.data.allocations
  const total = sumOf(rows.map((row) => row.quantity))
  return (
    <Stack gap="md">
      <Facts
        facts={[
          {
            label: 'Total to Sell',
            value: (
              <strong>
                <Quantity value={total} />
              </strong>
            ),
          },
          { label: 'Cost of the shares sold (LKR)', value: <Amount value={live.sale?.costOut} /> },
          { label: 'Bought Price (LKR)', value: <Price value={live.sale?.boughtPrice} /> },
        ]}
      />
      <DetailTable
        label="Lots, oldest first"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.buyTransactionId}
        foot={[
          'Total to Sell',
          '',
          '',
          <Quantity key="a" value={sumOf(rows.map((row) => row.availableQuantity))} />,
          <Quantity key="q" value={total} />,
        ]}
      />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Stack>
  )
}
