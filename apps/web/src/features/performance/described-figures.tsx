import type { PerformanceMetrics } from '@em/contract/performance/performance'
import type { ReactNode } from 'react'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Figure } from './Figure.tsx'
import { rateInWords } from './filters.ts'
import { type Judged, ofBeta, ofDrawdown, ofSharpe, ofVolatility } from './thresholds.ts'

/** The figures of performance, each once: what the cards of the screen and the lines of the report say of it. */

interface Described {
  readonly value: (data: PerformanceMetrics) => number | null
  readonly unit: '%' | 'LKR' | ''
  /** On the screen, where it has a card. */
  readonly label?: string | ((data: PerformanceMetrics) => string)
  readonly signed?: true
  readonly judge?: (value: number) => Judged
  /** In the report, where it has a line. */
  readonly line?: string
  /** How it is computed. */
  readonly how: string | ((data: PerformanceMetrics) => string)
  /** Where the card says it otherwise than the line. */
  readonly note?: string | ((data: PerformanceMetrics) => ReactNode)
}

const indexOf = (data: PerformanceMetrics) => data.benchmarkComparison.benchmark ?? 'the benchmark'

/** In the order of the report. */
export const FIGURES = {
  totalValue: {
    line: 'Total value',
    value: (data) => data.portfolioSummary.totalValue,
    unit: 'LKR',
    how: 'At the end of the range',
  },
  totalReturn: {
    line: 'Return of the range',
    value: (data) => data.portfolioSummary.totalReturn,
    unit: 'LKR',
    how: 'End value and what was taken out, less start value and what was paid in',
  },
  timeWeighted: {
    line: 'Time-weighted return',
    label: 'Portfolio Return',
    value: (data) => data.portfolioSummary.totalReturnPercent,
    unit: '%',
    signed: true,
    how: 'Day returns linked',
    note: 'Time-weighted over the range',
  },
  timeWeightedYearly: {
    line: 'Time-weighted return a year',
    value: (data) => data.portfolioSummary.annualizedPercent,
    unit: '%',
    how: 'From 365 days on',
  },
  moneyWeighted: {
    line: 'Money-weighted return',
    label: 'Money-Weighted Return',
    value: (data) => data.portfolioSummary.moneyWeightedPercent,
    unit: '%',
    signed: true,
    how: (data) =>
      data.portfolioSummary.moneyWeightedIsYearly
        ? 'Internal rate of return, a year'
        : 'Internal rate of return over the range',
  },
  daily: {
    label: 'Daily Return',
    value: (data) => data.portfolioSummary.dailyReturn,
    unit: '%',
    signed: true,
    how: 'On the last market day',
  },
  monthly: {
    label: 'Monthly Return',
    value: (data) => data.portfolioSummary.monthlyReturn,
    unit: '%',
    signed: true,
    how: 'Over the last month',
  },
  yearly: {
    label: 'Yearly Return',
    value: (data) => data.portfolioSummary.yearlyReturn,
    unit: '%',
    signed: true,
    how: 'Over the last 12 months',
  },
  volatility: {
    line: 'Volatility a year',
    label: 'Volatility (a year)',
    value: (data) => data.riskMetrics.volatility,
    unit: '%',
    judge: ofVolatility,
    how: ({ days, settings }) =>
      `Sample deviation of ${days.returns} day returns × √${settings.marketDaysPerYear}`,
    note: ({ days, settings }) => `Deviation of ${days.returns} day returns × √${settings.marketDaysPerYear}`,
  },
  sharpe: {
    line: 'Sharpe ratio',
    label: 'Sharpe Ratio',
    value: (data) => data.riskMetrics.sharpeRatio,
    unit: '',
    judge: ofSharpe,
    how: 'Mean excess return by its deviation × √N',
    note: ({ settings }) => {
      const words = rateInWords(settings)
      const rate = words === null ? 'no risk-free rate is recorded' : `risk-free rate ${words}`
      return `Excess return by its deviation, ${rate}`
    },
  },
  drawdown: {
    line: 'Max drawdown',
    label: 'Max Drawdown',
    value: (data) => data.riskMetrics.maxDrawdown,
    unit: '%',
    judge: ofDrawdown,
    how: 'Deepest fall from a height',
  },
  var95: {
    line: 'VaR 95%, one day',
    label: 'VaR 95% (one day)',
    value: (data) => data.riskMetrics.var95,
    unit: '%',
    how: 'Historical: what one day in twenty loses at least',
    note: ({ riskMetrics: { var95Amount } }) =>
      var95Amount === null ? (
        'What one day in twenty loses at least'
      ) : (
        <>
          One day in twenty loses at least LKR <Amount value={var95Amount} grouping="en-IN" />
        </>
      ),
  },
  var95Amount: {
    line: 'VaR 95%, one day',
    value: (data) => data.riskMetrics.var95Amount,
    unit: 'LKR',
    how: 'Of the value at the end',
  },
  beta: {
    line: 'Beta',
    label: 'Beta',
    value: (data) => data.riskMetrics.beta,
    unit: '',
    judge: ofBeta,
    how: (data) => `Against ${indexOf(data)}, ${data.days.paired} days`,
  },
  correlation: {
    line: 'Correlation',
    label: 'Correlation',
    value: (data) => data.benchmarkComparison.correlation,
    unit: '',
    how: 'Of the days that both have',
    note: ({ days }) => `Of ${days.paired} days that both have`,
  },
  trackingError: {
    line: 'Tracking error a year',
    label: 'Tracking Error (a year)',
    value: (data) => data.riskMetrics.trackingError,
    unit: '%',
    how: 'Deviation of the daily difference × √N',
    note: 'Deviation of the daily difference',
  },
  informationRatio: {
    line: 'Information ratio',
    label: 'Information Ratio',
    value: (data) => data.benchmarkComparison.informationRatio,
    unit: '',
    how: 'Mean difference × N by the tracking error',
    note: 'Mean excess return of a year by the tracking error',
  },
  benchmarkReturn: {
    line: 'Benchmark return',
    label: (data) => `Benchmark Return (${data.benchmarkComparison.benchmark ?? 'Benchmark'})`,
    value: (data) => data.benchmarkComparison.benchmarkReturn,
    unit: '%',
    signed: true,
    how: (data) => (data.benchmarkComparison.usesTotalReturn ? 'Total-return index' : 'Price index'),
    note: ({ benchmarkComparison: { usesTotalReturn, from, to } }) => (
      <>
        {usesTotalReturn ? 'Total-return index' : 'Price index, without dividends'}
        {from !== null && to !== null && (
          <>
            , <DateText value={from} /> to <DateText value={to} />
          </>
        )}
      </>
    ),
  },
  excessReturn: {
    line: 'Excess return',
    label: 'Excess Return',
    value: (data) => data.benchmarkComparison.excessReturn,
    unit: '%',
    signed: true,
    how: 'Time-weighted return less benchmark return',
    note: 'Portfolio less benchmark',
  },
} as const satisfies Readonly<Record<string, Described>>

/** The lines of the report. */
export const figureLines = (data: PerformanceMetrics) =>
  Object.values<Described>(FIGURES).flatMap(({ line, value, unit, how }) =>
    line === undefined ? [] : [{ figure: line, value: value(data), unit, how: said(how, data) }],
  )
export type FigureLine = ReturnType<typeof figureLines>[number]

interface FigureCardProps {
  of: keyof typeof FIGURES
  data: PerformanceMetrics | undefined
  /** Said instead of what the figure says of itself. */
  note?: string
}

/** The card of a figure. */
export function FigureCard({ of, data, note }: FigureCardProps) {
  const figure: Described = FIGURES[of]
  const { label = '', unit, signed, judge } = figure
  return (
    <Figure
      label={said(label, data)}
      value={data === undefined ? undefined : figure.value(data)}
      kind={unit === '%' ? 'percent' : 'ratio'}
      signed={signed === true}
      loading={data === undefined}
      note={note ?? said<ReactNode>(figure.note ?? figure.how, data)}
      {...(judge !== undefined && { judge })}
    />
  )
}

/** A text, or what follows from the figures; a blank line while they are loaded. */
function said<T extends ReactNode>(
  text: string | ((data: PerformanceMetrics) => T),
  data: PerformanceMetrics | undefined,
): T | string {
  if (typeof text === 'string') return text
  return data === undefined ? '\u00a0' : text(data)
}
