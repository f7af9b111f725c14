import type { Lot } from '@em/contract/books/holdings'
import { Button, Stack } from '@mantine/core'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { allocationsOf, oldestFirst, type Typed, totalAllocated } from './allocations.ts'
import css from './Sell.module.css'
import { SharesField } from './SharesField.tsx'

interface LotTableProps {
  /** The lots of one security, oldest first. */
  lots: readonly Lot[]
  symbol: string
  /** Shares to sell. */
  wanted: number
  typed: Typed
  onChange: (typed: Typed) => void
}

/** How many shares a sale takes from each buy. */
export function LotTable({ lots, symbol, wanted, typed, onChange }: LotTableProps) {
  return (
    <Stack gap="md">
      <div className={css.bar}>
        <span>
          Sell{' '}
          <strong>
            <Quantity value={wanted} />
          </strong>{' '}
          shares of {symbol}
        </span>
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
        label="Buys to allocate from"
        columns={columnsOf(typed, onChange)}
        rows={lots}
        rowKey={(lot) => lot.id}
        foot={[
          'Total Allocated',
          '',
          '',
          '',
          <Quantity key="r" value={sumOf(lots.map((lot) => lot.remaining_quantity))} />,
          <Quantity key="q" value={totalAllocated(allocationsOf(typed, lots))} />,
        ]}
      />
    </Stack>
  )
}

function columnsOf(typed: Typed, put: (next: Typed) => void): DetailColumn<Lot>[] {
  return [
    {
      header: 'Buy Date',
      cell: (lot) => (
        <>
          <DateText value={lot.trade_date} />
          <span className={css.phoneLine}>
            LKR <Price value={lot.price} />
          </span>
        </>
      ),
    },
    { header: 'Settlement Date', cell: (lot) => <DateText value={lot.settlement_date} />, optional: true },
    { header: 'Contract', cell: (lot) => lot.contract_number ?? lot.deal_number, optional: true },
    { header: 'Buy Price (LKR)', cell: (lot) => <Price value={lot.price} />, right: true, optional: true },
    { header: 'Available Shares', cell: (lot) => <Quantity value={lot.remaining_quantity} />, right: true },
    {
      header: 'Shares to Sell',
      right: true,
      cell: (lot) => (
        <div className={css.typed}>
          <SharesField
            bare
            label={`Shares to sell of ${lot.contract_number ?? lot.deal_number}`}
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
