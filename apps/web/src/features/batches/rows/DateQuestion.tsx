import type { DateOrder } from '@em/contract/books/batches'
import { Button } from '@mantine/core'
import { Banner } from '../../../ui/Banner.tsx'

export const ORDER_NAMES: Record<DateOrder, string> = {
  dmy: 'Day first (31/12/2026)',
  mdy: 'Month first (12/31/2026)',
  ymd: 'Year first (26/12/31)',
  serial: 'Days of a spreadsheet (46387)',
}

interface DateQuestionProps {
  /** Those that read the dates. */
  orders: readonly DateOrder[]
  /** The order that was chosen; null while nobody did. */
  order: DateOrder | null
  onOrder: (order: DateOrder) => void
}

/** Asks which part of the dates comes first, where they can be read in two ways. */
export function DateQuestion({ orders, order, onOrder }: DateQuestionProps) {
  return (
    <Banner tone={order === null ? 'warning' : 'info'}>
      {orders[0] === 'serial'
        ? 'The dates are numbers. Are they days as a spreadsheet counts them?'
        : `The dates can be read in ${orders.length === 2 ? 'two' : 'three'} ways. Which comes first?`}{' '}
      {orders.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          ml="xs"
          variant={order === one ? 'filled' : 'default'}
          onClick={() => onOrder(one)}
        >
          {ORDER_NAMES[one]}
        </Button>
      ))}
    </Banner>
  )
}
