import type { Lot } from '@em/contract/holdings/holdings'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { allocationsOf, oldestFirst, type Typed, totalAllocated } from './allocations.ts'
import css from './Sell.module.css'
import { SharesField } from './SharesField.tsx'

/** The purpose for which shares are taken, in the words of the table. */
const USES = {
  sell: {
    label: 'Buys to allocate from',
    bought: 'Buy Date',
    price: 'Buy Price (LKR)',
    held: 'Available Shares',
    typed: 'Shares to Sell',
    total: 'Total Allocated',
  },
  move: {
    label: 'Lots to move from',
    bought: 'Bought On',
    price: 'Price (LKR)',
    held: 'Held',
    typed: 'Shares to Move',
    total: 'Total',
  },
} as const
type Use = keyof typeof USES

interface LotTableProps {
  /** The lots of one security, oldest first. */
  lots: readonly Lot[]
  /** Shares to take. */
  wanted: number
  typed: Typed
  onChange: (typed: Typed) => void
  use?: Use
  /** Of the shares to sell. */
  symbol?: string
  /** Above the table, where the shares are not sold. */
  lead?: ReactNode
}

/** How many shares are taken from each lot. */
export function LotTable({ lots, wanted, typed, onChange, use = 'sell', symbol = '', lead }: LotTableProps) {
  const isSale = use === 'sell'
  return (
    <Stack gap="md">
      <div className={css.bar}>
        {lead ?? <ToSell wanted={wanted} symbol={symbol} />}
        <span className={css.bar}>
          <Button size="xs" variant="default" onClick={() => onChange(oldestFirst(wanted, lots))}>
            Oldest first
          </Button>
          <Button size="xs" variant="default" onClick={() => onChange({})}>
            Clear
          </Button>
        </span>
      </div>
      <DetailTable
        label={USES[use].label}
        columns={columnsOf(use, typed, onChange)}
        rows={lots}
        rowKey={(lot) => lot.id}
        foot={[
          USES[use].total,
          ...(isSale ? [''] : []),
          '',
          '',
          <Quantity key="r" value={sumOf(lots.map((lot) => lot.remaining_quantity))} />,
          <Quantity key="q" value={totalAllocated(allocationsOf(typed, lots))} />,
        ]}
      />
    </Stack>
  )
}

/** "Sell 100 shares of JKH.N0000" */
function ToSell({ wanted, symbol }: { wanted: number; symbol: string }) {
  return (
    <span>
      Sell{' '}
      <strong>
        <Quantity value={wanted} />
      </strong>{' '}
      shares of {symbol}
    </span>
  )
}

function columnsOf(use: Use, typed: Typed, put: (next: Typed) => void): DetailColumn<Lot>[] {
  const words = USES[use]
  const isSale = use === 'sell'
  return [
    {
      header: words.bought,
      cell: (lot) => (
        <>
          <DateText value={lot.trade_date} />
          {isSale && (
            <span className={css.phoneLine}>
              LKR <Price value={lot.price} />
            </span>
          )}
        </>
      ),
    },
    ...(isSale
      ? [
          {
            header: 'Settlement Date',
            cell: (lot: Lot) => <DateText value={lot.settlement_date} />,
            optional: true,
          },
        ]
      : []),
    { header: 'Contract', cell: (lot) => lot.contract_number ?? lot.deal_number, optional: true },
    { header: words.price, cell: (lot) => <Price value={lot.price} />, right: true, optional: true },
    { header: words.held, cell: (lot) => <Quantity value={lot.remaining_quantity} />, right: true },
    {
      header: words.typed,
      right: true,
      cell: (lot) => (
        <div className={css.typed}>
          <SharesField
            bare
            label={`Shares to ${use} of ${lot.contract_number ?? lot.deal_number}`}
            min={0}
            max={lot.remaining_quantity}
            value={typed[lot.id] ?? ''}
            onChange={(text) => put({ ...typed, [lot.id]: text })}
          />
        </div>
      ),
    },
  ]
}
