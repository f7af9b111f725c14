import type { DateOrder } from '@em/core/sheets/days'
import { Button } from '@mantine/core'
import { Banner } from '../../../ui/Banner.tsx'
import type { DatesRead } from './useDateOrder.ts'

export const ORDER_NAMES: Record<DateOrder, string> = {
  dmy: 'Day first (31/12/2026)',
  mdy: 'Month first (12/31/2026)',
  ymd: 'Year first (26/12/31)',
  serial: 'Days of a spreadsheet (46387)',
}

interface DateQuestionProps {
  dates: Pick<DatesRead, 'choose' | 'chosen' | 'isAsked' | 'orders'>
  /** Another order was chosen: what was checked was read otherwise. */
  onChosen: () => void
}

/** Asks which part of the dates comes first, where they can be read in two ways. */
export function DateQuestion({ dates: { choose, chosen, isAsked, orders }, onChosen }: DateQuestionProps) {
  if (!isAsked) return null
  return (
    <Banner tone={chosen === null ? 'warning' : 'info'}>
      {orders[0] === 'serial'
        ? 'The dates are numbers. Are they days as a spreadsheet counts them?'
        : `The dates can be read in ${orders.length === 2 ? 'two' : 'three'} ways. Which comes first?`}{' '}
      {orders.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          ml="xs"
          variant={chosen === one ? 'filled' : 'default'}
          onClick={() => {
            choose(one)
            onChosen()
          }}
        >
          {ORDER_NAMES[one]}
        </Button>
      ))}
    </Banner>
  )
}
