import { HoverCard } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatDateLong, formatMoment } from '../lib/dates.ts'
import { DASH, formatNumber, type NumberStyle, numeralOf, signOf } from '../lib/numerals.ts'

type Value = number | string | bigint | null | undefined

interface AmountProps {
  /** The amount in rupees (or what `unit` says), not in cents. Null, blank or NaN shows a dash. */
  value: Value
  /** Digits after the point: 2 for money (the default), 4 for prices and averages. */
  decimals?: number
  /** A gain or loss: plus sign and gain colour above zero. Below zero the loss colour applies in any case. */
  signed?: boolean
  grouping?: NumberStyle['grouping']
  /** Written in front (`LKR`); in tables the header says it instead. */
  unit?: string
  /** The parts of the amount: shown on hover and focus. */
  parts?: readonly Part[]
}
export interface Part {
  label: string
  value: ReactNode
}

/** A money amount: `<Amount value={-1234.5} />` shows −1,234.50 in the loss colour. */
export function Amount({ value, decimals = 2, signed = false, grouping, unit, parts }: AmountProps) {
  const style: NumberStyle = { decimals, signed, ...(grouping === undefined ? {} : { grouping }) }
  return <Figure value={value} style={style} before={unit} parts={parts} />
}

/** A price or an average: four decimals. */
export function Price({ value }: { value: Value }) {
  return <Figure value={value} style={{ decimals: 4 }} />
}

/** Whole shares: `<Quantity value={1200} />` shows 1,200. */
export function Quantity({ value, signed = false }: { value: Value; signed?: boolean }) {
  return <Figure value={value} style={{ decimals: 0, signed }} />
}

/** A percentage, given in per cent: `<Percent value={12.3456} />` shows 12.35%. */
export function Percent({
  value,
  decimals = 2,
  signed = false,
}: {
  value: Value
  decimals?: number
  signed?: boolean
}) {
  return <Figure value={value} style={{ decimals, signed }} after="%" />
}

interface FigureProps {
  value: Value
  style: NumberStyle
  before?: string | undefined
  after?: string | undefined
  parts?: readonly Part[] | undefined
}

function Figure({ value, style, before, after, parts }: FigureProps) {
  const numeral = numeralOf(value)
  if (numeral === null) {
    return (
      <span className="em-number em-absent">
        <span aria-hidden="true">{DASH}</span>
        <span className="em-visually-hidden">none</span>
      </span>
    )
  }
  const sign = signOf(value, style.decimals)
  const colour = sign < 0 ? ' em-loss' : sign > 0 && style.signed === true ? ' em-gain' : ''
  const cut = (numeral.split('.')[1]?.length ?? 0) > style.decimals
  const text = `${before === undefined ? '' : `${before}\u00a0`}${formatNumber(value, style)}${after ?? ''}`
  const figure = (
    <span
      className={`em-number${colour}`}
      {...(cut ? { title: numeral } : {})}
      {...(parts === undefined ? {} : { tabIndex: 0 })}
    >
      {text}
    </span>
  )
  return parts === undefined ? figure : <WithParts parts={parts}>{figure}</WithParts>
}

function WithParts({ parts, children }: { parts: readonly Part[]; children: ReactNode }) {
  return (
    <HoverCard openDelay={250} position="bottom-end" shadow="md" withinPortal withRoles={false}>
      <HoverCard.Target>{children}</HoverCard.Target>
      <HoverCard.Dropdown>
        <PartsList parts={parts} />
      </HoverCard.Dropdown>
    </HoverCard>
  )
}

/** A small two-column account of an amount. */
export function PartsList({ parts }: { parts: readonly Part[] }) {
  return (
    <dl className="em-parts">
      {parts.map((part) => (
        <div key={part.label}>
          <dt>{part.label}</dt>
          <dd>{part.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A plain date (`YYYY-MM-DD`) as 05 Jan 2026, or a moment with `time` as 05 Jan 2026 10:31 (Colombo). */
export function DateText({ value, time = false }: { value: string | null | undefined; time?: boolean }) {
  if (value === null || value === undefined || value === '')
    return <Figure value={null} style={{ decimals: 0 }} />
  return (
    <time dateTime={value} title={time ? value : formatDateLong(value)} className="em-number">
      {time ? formatMoment(value) : formatDate(value)}
    </time>
  )
}
