/** The figures of the screen as a report: what is saved as PDF and as Excel. */
import {
  type PerformanceAttribution,
  type PerformanceMetrics,
  performance,
} from '@em/contract/performance/performance'
import { type Report, reportTable } from '@em/paper/report'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { effectColumns, sectorColumns } from './Allocation.tsx'
import { type FigureLine, figureLines } from './described-figures.tsx'
import { askedOf, type PerformanceFilters, RANGE_WORDS, rateInWords } from './filters.ts'
import { historyColumns } from './History.tsx'
import { holdingColumns } from './TopHoldings.tsx'

export const BASIS_WORDS = {
  securities: 'Securities: shares at fair value',
  fund: 'Fund: shares and cash',
} as const

/** The report of what the screen shows, with the attribution, which is asked for. */
export async function performanceReport(
  data: PerformanceMetrics,
  filters: PerformanceFilters,
  { by, all }: { readonly by: string; readonly all: string },
): Promise<Report> {
  const { basis: _, ...asked } = askedOf(filters)
  const { data: attribution } = await call(performance.attribution, { query: asked })
  return reportOf(data, attribution, { by, all })
}

/** The report of figures that are loaded. */
export function reportOf(
  data: PerformanceMetrics,
  attribution: PerformanceAttribution,
  { by, all }: { readonly by: string; readonly all: string },
): Report {
  const { benchmarkComparison: comparison, settings } = data
  const whose = data.portfolioName ?? all
  const dates =
    data.from === null || data.to === null
      ? 'No values'
      : `${formatDate(data.from)} to ${formatDate(data.to)}`
  return {
    title: 'Performance Report',
    subtitle: [whose, dates],
    facts: [
      { label: 'Range', value: data.timeRange === null ? 'Own dates' : RANGE_WORDS[data.timeRange] },
      { label: 'Basis', value: BASIS_WORDS[data.basis] },
      {
        label: 'Benchmark',
        value:
          comparison.benchmark === null
            ? 'None'
            : `${comparison.benchmark} (${comparison.usesTotalReturn ? 'total-return index' : 'price index'})`,
      },
      { label: 'Market days a year', value: String(settings.marketDaysPerYear) },
      {
        label: 'Risk-free rate',
        value: rateInWords(settings) ?? 'Not recorded',
      },
    ],
    tables: [
      reportTable<FigureLine>({
        title: 'Figures',
        columns: [
          { header: 'Figure', value: (line) => line.figure },
          { header: 'Value', kind: 'number', decimals: 2, value: (line) => line.value },
          { header: 'Unit', value: (line) => line.unit },
          { header: 'How it is computed', value: (line) => line.how },
        ],
        rows: figureLines(data),
      }),
      reportTable({
        title: 'Returns by month',
        columns: historyColumns(comparison.benchmark),
        rows: data.performanceHistory,
        empty: 'No month has a return yet.',
      }),
      reportTable({
        title: 'Sectors',
        columns: sectorColumns,
        rows: data.sectorAllocation,
        empty: 'Nothing was held.',
      }),
      ...(attribution.attribution === null
        ? []
        : [
            reportTable({
              title: 'Attribution',
              columns: effectColumns,
              rows: [...attribution.sectors, { sector: 'Total', ...attribution.attribution }],
              level: ({ sector }) => (sector === 'Total' ? 'total' : 'row'),
            }),
          ]),
      reportTable({
        title: 'Top Holdings',
        columns: holdingColumns,
        rows: data.topHoldings,
        empty: 'Nothing is held.',
      }),
    ],
    notes: [
      ...data.missing.map(({ figure, why }) => `${figure}: ${why}`),
      ...(attribution.missing === null ? [] : [`Attribution: ${attribution.missing}`]),
      ...(data.recalculatingFrom === null
        ? []
        : [`Values from ${formatDate(data.recalculatingFrom)} on were being recalculated.`]),
    ],
    by,
    fileName: `performance-${data.portfolioId ?? 'all'}-${data.timeRange ?? `${data.from}-to-${data.to}`}`,
  }
}
