import { holdings } from '@em/contract/holdings/holdings'
import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { Button, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { useRoute } from '../../../lib/query.ts'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { ErrorState, Skeletons } from '../../../ui/States.tsx'
import { shareOfGross } from '../form/fees.ts'
import { dateOf } from '../form/figures.ts'
import css from './Sell.module.css'
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
  const wap = useRoute(holdings.wap, {
    query: { portfolioId, symbol, ...(date === '' ? {} : { asOf: date }) },
  })
  const of = { portfolioId, symbol, sort: 'trade_date', limit: 10_000, ...(date === '' ? {} : { to: date }) }
  const buys = useRoute(transactions.list, { query: { ...of, side: 'buy' } })
  const openings = useRoute(transactions.list, { query: { ...of, side: 'opening' } })
  const rows = useMemo(
    () => [...(openings.data ?? []), ...(buys.data ?? [])].toSorted(byTradeDate),
    [openings.data, buys.data],
  )
  const failed = wap.error ?? buys.error ?? openings.error
  if (failed !== null) {
    const retry = () => void Promise.all([wap.refetch(), buys.refetch(), openings.refetch()])
    return (
      <ErrorState title="Failed to load transaction data" message={messageOf(failed, '')} onRetry={retry} />
    )
  }
  if (wap.data === undefined || buys.data === undefined || openings.data === undefined)
    return <Skeletons rows={6} />
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
        The average changes with each buy. A sale takes cost out at the average and does not change it. Fees
        are carried beside the cost. Weight is the share of a buy or opening lot in the cost of all of them.
      </p>
      <Buys rows={rows} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Stack>
  )
}

/** An opening lot comes before the buys of its day. */
function byTradeDate(a: TradeRow, b: TradeRow): number {
  return a.trade_date < b.trade_date ? -1 : a.trade_date > b.trade_date ? 1 : 0
}

function Buys({ rows }: { rows: readonly TradeRow[] }) {
  const total = sumOf(rows.map((row) => row.gross_value))
  const columns: DetailColumn<TradeRow>[] = [
    {
      header: 'Trade Date',
      cell: (row) => (
        <>
          <DateText value={row.trade_date} />
          {row.side === 'opening' && <span className={css.quiet}> Opening lot</span>}
        </>
      ),
    },
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
