import type { Lot } from '@em/contract/books/holdings'
import { Button, Group } from '@mantine/core'
import { type DetailColumn, DetailTable } from '../../../ui/DetailTable.tsx'
import { FormSection, WholeRow } from '../../../ui/form/FormShell.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { allocationsOf, oldestFirst, type Typed, totalAllocated } from '../../trades/sell/allocations.ts'
import { SharesField } from '../../trades/sell/SharesField.tsx'
import css from './Transfers.module.css'

interface LotsToMoveProps {
  /** The lots of the security, oldest first. */
  lots: readonly Lot[]
  /** Shares to move. */
  wanted: number
  typed: Typed
  onChange: (typed: Typed) => void
  fault: string | undefined
  /** Between entities: the lots are sold. */
  isSale: boolean
}

/** How many shares move from each lot, where the giving portfolio names them. */
export function LotsToMove({ lots, wanted, typed, onChange, fault, isSale }: LotsToMoveProps) {
  return (
    <FormSection
      title="Lots"
      lead={`The portfolio that gives is by cherry picking: name the lots that move.${isSale ? '' : ' They keep their cost and dates.'}`}
      columns={1}
    >
      <WholeRow>
        <Group justify="space-between" mb="xs" gap="xs">
          <span className={fault === undefined ? css.quiet : css.fault} role="status">
            {fault ?? (
              <>
                <Quantity value={wanted} /> shares named.
              </>
            )}
          </span>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => onChange(oldestFirst(wanted, lots))}>
              Oldest first
            </Button>
            <Button size="xs" variant="default" onClick={() => onChange({})}>
              Clear
            </Button>
          </Group>
        </Group>
        <DetailTable
          label="Lots to move from"
          columns={columnsOf(typed, onChange)}
          rows={lots}
          rowKey={(lot) => lot.id}
          foot={[
            'Total',
            '',
            '',
            <Quantity key="left" value={sumOf(lots.map((lot) => lot.remaining_quantity))} />,
            <Quantity key="moved" value={totalAllocated(allocationsOf(typed, lots))} />,
          ]}
        />
      </WholeRow>
    </FormSection>
  )
}

function columnsOf(typed: Typed, put: (next: Typed) => void): DetailColumn<Lot>[] {
  return [
    { header: 'Bought On', cell: (lot) => <DateText value={lot.trade_date} /> },
    { header: 'Contract', cell: (lot) => lot.contract_number ?? lot.deal_number, optional: true },
    { header: 'Price (LKR)', cell: (lot) => <Price value={lot.price} />, right: true, optional: true },
    { header: 'Held', cell: (lot) => <Quantity value={lot.remaining_quantity} />, right: true },
    {
      header: 'Shares to Move',
      right: true,
      cell: (lot) => (
        <div className={css.typed}>
          <SharesField
            bare
            label={`Shares to move of ${lot.contract_number ?? lot.deal_number}`}
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
