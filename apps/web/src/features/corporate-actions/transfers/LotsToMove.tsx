import type { Lot } from '@em/contract/holdings/holdings'
import { FormSection, WholeRow } from '../../../ui/form/FormShell.tsx'
import { Quantity } from '../../../ui/Numbers.tsx'
import type { Typed } from '../../trades/sell/allocations.ts'
import { LotTable } from '../../trades/sell/LotTable.tsx'
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
        <LotTable
          lots={lots}
          wanted={wanted}
          typed={typed}
          onChange={onChange}
          use="move"
          lead={
            <span className={fault === undefined ? css.quiet : css.fault} role="status">
              {fault ?? (
                <>
                  <Quantity value={wanted} /> shares named.
                </>
              )}
            </span>
          }
        />
      </WholeRow>
    </FormSection>
  )
}
