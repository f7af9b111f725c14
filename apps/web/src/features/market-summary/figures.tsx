/** Figures as the market screens write them: Indian grouping, and K, L and Cr from a thousand on. */
import { formatNumber, formatShort, numeralOf } from '../../lib/numerals.ts'
import { Amount } from '../../ui/Numbers.tsx'

type Value = number | null | undefined

const INDIAN = 'en-IN'

/** A whole number: 1,23,456. */
export const Count = ({ value }: { value: Value }) => <Amount value={value} decimals={0} grouping={INDIAN} />

/** A price or the value of an index: 1,234.50. */
export const Rate = ({ value, signed = false }: { value: Value; signed?: boolean }) => (
  <Amount value={value} grouping={INDIAN} signed={signed} />
)

/** A rate with the digits that it was recorded with, two at least: 84.1234. */
export function Exact({ value }: { value: number }) {
  const digits = String(value).split('.')[1]?.length ?? 0
  return <Amount value={value} decimals={Math.max(2, digits)} grouping={INDIAN} />
}

/** A large figure in short form (12.50 L), exact on hover; `whole` where it counts things. */
export function Short({ value, whole = false }: { value: Value; whole?: boolean }) {
  const numeral = numeralOf(value)
  if (numeral === null || Math.abs(Number(numeral)) < 1000) {
    return <Amount value={value} decimals={whole ? 0 : 2} grouping={INDIAN} />
  }
  return (
    <span className="em-number" title={formatNumber(numeral, { decimals: whole ? 0 : 2, grouping: INDIAN })}>
      {formatShort(numeral)}
    </span>
  )
}

/** A whole number as text: 1,23,456. */
export const countOf = (value: number): string => formatNumber(value, { decimals: 0, grouping: INDIAN })
