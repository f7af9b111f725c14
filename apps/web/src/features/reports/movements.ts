import {
  type InvestmentMovement,
  type InvestmentMovements,
  MOVEMENTS,
  type Movement,
  type MovementSum,
} from '@em/contract/reports/investment-movements'
import type { ReportTie, Treatment } from '@em/contract/reports/report-ties'
import type { ReportTable } from '@em/paper/report'

export const KINDS = Object.keys(MOVEMENTS) as Movement[]

/** A treatment with its securities and their sums. */
export interface MovementPart {
  readonly treatment: Treatment
  readonly rows: readonly InvestmentMovement[]
  readonly sum: MovementSum
}

/** The parts of a schedule, FVTPL first. */
export const partsOf = (data: Pick<InvestmentMovements, 'rows' | 'treatments'>): MovementPart[] =>
  data.treatments.map((sum) => ({
    treatment: sum.treatment,
    rows: data.rows.filter((row) => row.treatment === sum.treatment),
    sum,
  }))

export const cents = (amount: number) => Math.round(amount * 100) / 100

/** Cost with the fees that are carried with it. */
export function carried({
  cost,
  capitalised,
}: Pick<MovementSum, 'cost' | 'capitalised'>): MovementSum['cost'] {
  const sum = (part: keyof MovementSum['cost']) => cents(cost[part] + capitalised[part])
  return {
    opening: sum('opening'),
    openings: sum('openings'),
    additions: sum('additions'),
    disposals: sum('disposals'),
    actions: sum('actions'),
    transfers: sum('transfers'),
    closing: sum('closing'),
  }
}

/** Shares that left, and did not come by another way. */
export const sharesLeft = ({ quantity }: Pick<InvestmentMovement, 'quantity'>): number =>
  Math.max(0, -quantity.disposals - quantity.transfers)

/** Places of the columns that formulas name: in a table of cost, and in one of the fair value adjustment. */
export const COST_OPENING = 4
export const COST_CLOSING = COST_OPENING + KINDS.length + 1
export const FV = { shares: 2, left: 3, opening: 4, release: 5, change: 6, closing: 7 } as const

/** A table of the workbook: which account it is of, and of which treatment. */
export interface MadeTable {
  readonly of: ReportTie['of'][number]
  readonly part: MovementPart
  readonly table: ReportTable
}
