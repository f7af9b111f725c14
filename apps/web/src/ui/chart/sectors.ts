import { sumOf } from '../grid/columns.ts'
import { PALETTE } from './palette.ts'

export interface SectorShare {
  readonly sector: string
  /** In rupees. */
  readonly value: number
  /** In per cent, with one decimal. */
  readonly weight: number
}

/**
 * As many sectors as there are colours, so that no two slices look alike: with more, all but one colour go to the
 * largest, and the rest are summed into "Others (n sectors)", last. Expects and returns the largest first.
 */
export function foldedSectors(sectors: readonly SectorShare[]): readonly SectorShare[] {
  const most = PALETTE.light.length
  if (sectors.length <= most) return sectors
  const rest = sectors.slice(most - 1)
  return [
    ...sectors.slice(0, most - 1),
    {
      sector: `Others (${rest.length} sectors)`,
      value: Number(sumOf(rest.map((one) => one.value))),
      weight: Number(sumOf(rest.map((one) => one.weight))),
    },
  ]
}
