import { DateText } from '../../ui/Numbers.tsx'
import { dayOf } from './mapping.ts'

/** The first day of a mapping; in words where it always held. */
export function EffectiveFrom({ value }: { value: string }) {
  const day = dayOf(value)
  return day === null ? 'Start of the books' : <DateText value={day} />
}
