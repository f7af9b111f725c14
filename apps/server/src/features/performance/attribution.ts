/** Attribution by sector from what sectors of a portfolio and of an index did day by day. No SQL, no clock. */
import type { PerformanceAttribution } from '@em/contract/performance/performance'
import {
  type DayEffects,
  type Effects,
  effectsOfDay,
  linkEffects,
  type SectorDay,
} from '@em/core/performance/attribution'
import { dayReturn } from '@em/core/performance/day-returns'
import { dayInWords } from '@em/core/values/date-texts'

/** A sector of the portfolio by market day: value at its end, and flows. Values in cents; the first day is the start. */
export interface SectorValues {
  readonly value: readonly number[]
  readonly paidIn: readonly number[]
  readonly takenOut: readonly number[]
}

export interface AttributionFacts {
  readonly benchmark: string | null
  /** Market days; the first one is the start. */
  readonly dates: readonly string[]
  readonly sectors: ReadonlyMap<string, SectorValues>
  /** Oldest first. */
  readonly weights: readonly { readonly from: string; readonly weights: ReadonlyMap<string, number> }[]
  /** Values of the sector indices by sector and day. */
  readonly indices: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const percent = (fraction: number) => Math.round(fraction * 1e6) / 1e4

/** Sectors named in a sentence. */
const NAMED_MOST = 3

/** The linked effects, or the sentence that says why there are none. */
export function attributionOf(facts: AttributionFacts): PerformanceAttribution {
  const { benchmark, dates } = facts
  const nothing = (missing: string): PerformanceAttribution => ({
    benchmark,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    days: 0,
    portfolioReturn: null,
    benchmarkReturn: null,
    attribution: null,
    sectors: [],
    missing,
  })
  if (benchmark === null) return nothing('The Index Master has no active index.')
  if (facts.weights.length === 0)
    return nothing(`Attribution needs the sector weights of ${benchmark}; none are recorded (Index Values).`)
  if (dates.length < 2) return nothing('There are no values in this range yet.')
  const days: DayEffects[] = []
  const holes = new Map<string, number>()
  for (let at = 1; at < dates.length; at += 1) {
    const weights = facts.weights.findLast(({ from }) => from <= (dates[at - 1] ?? ''))?.weights
    if (weights === undefined)
      return nothing(
        `The sector weights of ${benchmark} begin on ${dayInWords(facts.weights[0]?.from ?? '')}, after the range does.`,
      )
    const day = dayOf(facts, weights, at)
    if (day === null) continue
    for (const hole of day.holes) holes.set(hole, (holes.get(hole) ?? 0) + 1)
    days.push(effectsOfDay(day.sectors))
  }
  if (holes.size > 0) return nothing(holesInWords(holes, dates.length - 1))
  if (days.length === 0) return nothing('Nothing was held in this range.')
  const linked = linkEffects(days)
  const shown = ({ allocation, selection, interaction }: Effects) => ({
    assetAllocation: percent(allocation),
    stockSelection: percent(selection),
    interaction: percent(interaction),
    total: percent(allocation + selection + interaction),
  })
  return {
    ...nothing(''),
    days: days.length,
    portfolioReturn: percent(linked.portfolio),
    benchmarkReturn: percent(linked.benchmark),
    attribution: shown(linked),
    sectors: linked.sectors
      .map((one) => ({ sector: one.sector, ...shown(one) }))
      .toSorted((a, b) => Math.abs(b.total) - Math.abs(a.total)),
    missing: null,
  }
}

/** The sectors of a day; null where the portfolio has nothing invested. */
function dayOf(
  { dates, sectors, indices }: AttributionFacts,
  weights: ReadonlyMap<string, number>,
  at: number,
): { sectors: SectorDay[]; holes: string[] } | null {
  const atWork = new Map<string, number>()
  let whole = 0
  for (const [sector, { value, paidIn }] of sectors) {
    const amount = (value[at - 1] ?? 0) + (paidIn[at] ?? 0)
    atWork.set(sector, amount)
    whole += amount
  }
  if (whole <= 0) return null
  const holes: string[] = []
  const names = new Set([...weights.keys(), ...sectors.keys()])
  const found = [...names].map((sector): SectorDay => {
    const own = sectors.get(sector)
    const benchmarkWeight = weights.get(sector) ?? 0
    const values = indices.get(sector)
    const [before, now] = [values?.get(dates[at - 1] ?? ''), values?.get(dates[at] ?? '')]
    const benchmarkReturn = before === undefined || now === undefined ? null : now / before - 1
    if (benchmarkWeight > 0 && benchmarkReturn === null) holes.push(sector)
    return {
      sector,
      weight: (atWork.get(sector) ?? 0) / whole,
      return:
        own === undefined
          ? null
          : dayReturn(own.value[at - 1] ?? 0, {
              value: own.value[at] ?? 0,
              paidIn: own.paidIn[at] ?? 0,
              takenOut: own.takenOut[at] ?? 0,
            }),
      benchmarkWeight,
      benchmarkReturn,
    }
  })
  return { sectors: found, holes }
}

function holesInWords(holes: ReadonlyMap<string, number>, days: number): string {
  const named = [...holes]
    .slice(0, NAMED_MOST)
    .map(([sector, count]) => `${sector} on ${count} of ${days} days`)
  const more = holes.size > named.length ? ` and ${holes.size - named.length} more` : ''
  return `Attribution needs daily values of a sector index for each sector of the benchmark. Missing: ${named.join(', ')}${more}.`
}
