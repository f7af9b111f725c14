import { positions } from '@em/contract/books/positions'
import { type BuyTransaction, trades } from '@em/contract/books/trades'
import { Button, Stack } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { type DetailColumn, DetailTable } from './DetailTable.tsx'
import { Facts } from './Facts.tsx'
import { dateOf, shareOfGross } from './figures.ts'
import css from './trades.module.css'
import type { SellForm } from './useSellForm.ts'

interface Props {
  sell: SellForm
  onClose: () => void
}

/** Weighted average: what is held on average, what the sale takes, and the buys behind it. */
export function SellDetailsWap({ sell, onClose }: Props) {
  const { values, live } = sell
  const { portfolioId, symbol, quantity } = values
  const date = dateOf(values.tradeDate)
  const wap = useRoute(positions.wap, {
    query: { portfolioId, symbol, ...(date === '' ? {} : { asOf: date }) },
  })
  const buys = useRoute(trades.buys, {
    query: { portfolioId, symbol, sort: 'trade_date', ...(date === '' ? {} : { to: date }) },
  })
  const failed = wap.error ?? buys.error
  if (failed !== null) {
    const retry = () => void Promise.all([wap.refetch(), buys.refetch()])
    return (
      <ErrorState title="Failed to load transaction data" message={messageOf(failed, '')} onRetry={retry} />
    )
  }
  if (wap.data === undefined || buys.data === undefined) return <Skeletons rows={6} />
  return (
    <Stack gap="md">
      <Facts
        facts={[
          {
            label: 'Current WAP (LKR)',
            value: (
              <strong>
                <Price value={wap.data.wap} />
              </strong>
            ),
          },
          { label: 'Shares held', value: <Quantity value={wap.data.totalQty} /> },
          { label: 'Shares to Sell', value: <Quantity value={quantity} /> },
          { label: 'Cost Basis (LKR)', value: <Amount value={live.sale?.costOut} /> },
        ]}
      />
      <p className={css.quiet}>
        The average runs: a buy moves it, a sale takes cost out at it and leaves it as it is. Fees are carried
        beside the cost. Weight is a buy&rsquo;s part of the cost of all buys.
      </p>
      <Buys rows={buys.data} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Stack>
  )
}

function Buys({ rows }: { rows: readonly BuyTransaction[] }) {
  const total = sumOf(rows.map((row) => row.gross_value))
  const columns: DetailColumn<BuyTransaction>[] = [
    { header: 'Trade Date', cell: (row) => <DateText value={row.trade_date} /> },
    { header: 'Settlement Date', cell: (row) => <DateText value={row.settlement_date} />, optional: true },
    { header: 'Quantity', cell: (row) => <Quantity value={row.quantity} />, right: true },
    { header: 'Price (LKR)', cell: (row) => <Price value={row.price} />, right: true },
    { header: 'Total Cost (LKR)', cell: (row) => <Amount value={row.gross_value} />, right: true },
    {
      header: 'Weight %',
      cell: (row) => <Percent value={shareOfGross(row.gross_value, Number(total))} decimals={1} />,
      right: true,
    },
  ]
  return (
    <DetailTable
      label="Buy transactions"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      foot={[
        'Total',
        '',
        <Quantity key="q" value={sumOf(rows.map((row) => row.quantity))} />,
        '',
        <Amount key="c" value={total} />,
        rows.length === 0 ? '' : <Percent key="w" value={100} decimals={1} />,
      ]}
    />
  )
}
