import type { PositionRow } from './position-columns.tsx'

/** Market value by sector, the largest first, with its share in per cent (one decimal). */
export function sectorsOf(rows: readonly PositionRow[]): { sector: string; value: number; weight: number }[] {
  const cents = new Map<string, number>()
  for (const { sector, grossSales } of rows) {
    const name = sector ?? 'Other'
    cents.set(name, (cents.get(name) ?? 0) + Math.round(grossSales * 100))
  }
  const all = [...cents.values()].reduce((total, value) => total + value, 0)
  return [...cents]
    .map(([sector, value]) => ({
      sector,
      value: value / 100,
      weight: all === 0 ? 0 : Math.round((value / all) * 1_000) / 10,
    }))
    .toSorted((a, b) => b.value - a.value)
}
