import type { ReactNode } from 'react'

export interface Series {
  name: string
  /** One for each category; null leaves a gap. */
  values: readonly (number | null)[]
  /** Fixed colour; otherwise the palette's in order. */
  colour?: string
}

export interface ChartProps {
  title: string
  kind: 'line' | 'area' | 'bar' | 'stacked' | 'pie'
  /** Along the x axis: dates, names; of a pie, its slices (with one series). */
  categories: readonly string[]
  series: readonly Series[]
  /** Of a pie: each slice's share in per cent (one decimal), and its colour. */
  weights?: readonly number[]
  colours?: readonly string[]
  /** Axis titles with units: "Trade date", "Value (LKR)". */
  xName: string
  yName: string
  /** Digits after the point in the tooltip and the table: 2 for money. */
  decimals?: number
  /** The y axis starts at zero: yes for money (default), no for prices. */
  fromZero?: boolean
  /** Bars lie on their side: long names read better. */
  horizontal?: boolean
  height?: number
  /** Short axis labels in K, Mn, Bn; `en-IN` for K, L, Cr. */
  grouping?: 'en-IN'
  /** The table's figures, where the chart itself shows some of them folded together. */
  whole?: Pick<ChartProps, 'categories' | 'series' | 'weights'>
  /** Shown at the right of the chart in place of its legend; under it where that is too narrow. */
  aside?: ReactNode
  actions?: ReactNode
  /** Shown in place of the chart when there is nothing to draw. */
  empty?: ReactNode
}
