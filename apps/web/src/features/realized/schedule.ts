import type {
  RealizedSchedule,
  ScheduleRow,
  ScheduleTotals,
  TieOut,
} from '@em/contract/realized/realized-schedule'

/** The rows that one tie-out is of. */
export interface SchedulePart {
  readonly treatment: TieOut['treatment']
  readonly title: string
  readonly rows: readonly ScheduleRow[]
  /** By the ids of columns. */
  readonly sums: readonly (readonly [id: string, amount: number])[]
  readonly totals: ScheduleTotals
  readonly tied: TieOut
}

/** The title of a treatment over its part of a report. */
export const TREATMENT_TITLES = {
  FVTPL: 'Through profit or loss (FVTPL)',
  FVOCI: 'Through other comprehensive income (FVOCI)',
}

/** FVTPL first, FVOCI apart; a part without rows and movement is left out, unless nothing would be left. */
export function partsOf(data: RealizedSchedule): SchedulePart[] {
  const parts = data.tieOuts.flatMap((tied): SchedulePart[] => {
    const totals = data.totals.find((one) => one.treatment === tied.treatment)
    if (totals === undefined) return []
    return [
      {
        treatment: tied.treatment,
        title: TREATMENT_TITLES[tied.treatment],
        rows: data.rows.filter((row) => row.treatment === tied.treatment),
        sums: [
          ['proceeds', totals.proceeds],
          ['fees', totals.fees],
          ['cost', totals.cost],
          ['charges', totals.buyCharges],
          ['gain', totals.gain],
          ['after', totals.afterFees],
          ['financing', totals.financing],
          ['posted', totals.posted],
        ],
        totals,
        tied,
      },
    ]
  })
  const moved = parts.filter(
    ({ totals, tied }) => totals.rows > 0 || tied.movement !== 0 || tied.difference !== 0,
  )
  return moved.length > 0 ? moved : parts.slice(0, 1)
}

/** "4100", "4100 and 4150" */
export const accountsText = ({ accounts }: Pick<TieOut, 'accounts'>): string =>
  accounts.length < 2 ? accounts.join('') : `${accounts.slice(0, -1).join(', ')} and ${accounts.at(-1)}`

/** The movement that a tie-out is held against, in words. */
export const movementText = (tied: Pick<TieOut, 'accounts' | 'treatment'>): string =>
  `Movement of ${accountsText(tied)}${tied.treatment === 'FVOCI' ? ' in FVOCI portfolios' : ''}, without closings`

/** The label of the first line of a tie-out: with FVOCI the amount taken to retained earnings. */
export const scheduleText = ({ treatment }: Pick<TieOut, 'treatment'>): string =>
  treatment === 'FVOCI' ? 'Schedule, to retained earnings' : 'Schedule, gain'
