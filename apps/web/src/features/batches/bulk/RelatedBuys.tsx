import type { ReactNode } from 'react'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { allocationsOf, sharesOf, typedOf } from '../../trades/sell/allocations.ts'
import { LotTable } from '../../trades/sell/LotTable.tsx'
import type { SellValues } from '../../trades/sell/sell-values.ts'
import type { Holding } from '../../trades/sell/useHolding.ts'
import type { LiveSale } from '../../trades/sell/useSaleFigures.ts'
import css from './Bulk.module.css'

interface RelatedBuysProps {
  values: SellValues
  holding: Holding
  live: LiveSale
  change: (how: (values: SellValues) => SellValues) => void
  error: ReactNode
}

const HOW = {
  WAP: 'The cost is the average of the whole holding. For the holding days the oldest shares go first.',
  FIFO: 'The oldest shares go first.',
}

/** The buys that still hold shares, and how many the sale takes of each; with cherry picking that is typed here. */
export function RelatedBuys({ values, holding, live, change, error }: RelatedBuysProps) {
  const { lots, method } = holding
  if (values.symbol === '') return <p className={css.quiet}>Choose a company to see its buys.</p>
  return (
    <Loaded query={lots} failed="Failed to load the buys">
      {(found) =>
        found.length === 0 ? (
          <p className={css.quiet}>The portfolio holds no shares of {values.symbol} on the trade date.</p>
        ) : method === 'CHERRY' ? (
          <>
            <LotTable
              lots={found}
              symbol={values.symbol}
              wanted={sharesOf(values.quantity)}
              typed={typedOf(values.allocations)}
              onChange={(typed) => change((now) => ({ ...now, allocations: allocationsOf(typed, found) }))}
            />
            {error != null && (
              <p role="alert" className={css.fault}>
                {error}
              </p>
            )}
          </>
        ) : (
          <>
            {method !== null && <p className={css.quiet}>{HOW[method]}</p>}
            <TakenTable lots={found} taken={live.sale?.lots ?? []} />
          </>
        )
      }
    </Loaded>
  )
}

type Lots = NonNullable<Holding['lots']['data']>

/** Buys with shares left, oldest first, and what the sale takes of each. */
function TakenTable({ lots, taken }: { lots: Lots; taken: NonNullable<LiveSale['sale']>['lots'] }) {
  const of = new Map(taken.map((lot) => [lot.buyTransactionId, lot.quantity]))
  const columns: DetailColumn<Lots[number]>[] = [
    { header: 'Buy Date', cell: (lot) => <DateText value={lot.trade_date} /> },
    { header: 'Settlement Date', cell: (lot) => <DateText value={lot.settlement_date} />, optional: true },
    { header: 'Deal Number', cell: (lot) => lot.deal_number, optional: true },
    { header: 'Contract', cell: (lot) => lot.contract_number ?? '–', optional: true },
    { header: 'Buy Price (LKR)', cell: (lot) => <Price value={lot.price} />, right: true },
    { header: 'Available Shares', cell: (lot) => <Quantity value={lot.remaining_quantity} />, right: true },
    { header: 'Shares to Sell', cell: (lot) => <Quantity value={of.get(lot.id) ?? null} />, right: true },
  ]
  return (
    <DetailTable
      label="Related buys"
      columns={columns}
      rows={lots}
      rowKey={(lot) => lot.id}
      foot={[
        'Total',
        '',
        '',
        '',
        '',
        <Quantity key="a" value={sumOf(lots.map((lot) => lot.remaining_quantity))} />,
        <Quantity key="q" value={taken.length === 0 ? null : sumOf(taken.map((lot) => lot.quantity))} />,
      ]}
    />
  )
}
