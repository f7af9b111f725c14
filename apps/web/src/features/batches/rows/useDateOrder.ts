import type { DateOrder } from '@em/core/sheets/days'
import { isOrderAsked } from '@em/core/sheets/days'
import { useMemo, useState } from 'react'
import { dateOrdersIn } from './rows.ts'

/** In which order the dates of a table are read: the likeliest, or the one that was chosen where several fit. */
export function useDateOrder(rows: Parameters<typeof dateOrdersIn>[0], first: DateOrder | null = null) {
  const [chosen, choose] = useState<DateOrder | null>(first)
  const orders = useMemo(() => dateOrdersIn(rows), [rows])
  const isAsked = isOrderAsked(orders)
  return {
    /** Those that read the dates. */
    orders,
    /** The order that the user chose; null until then. */
    chosen,
    choose,
    isAsked,
    /** It has to be chosen before the rows are sent. */
    isOpen: isAsked && chosen === null,
    /** The order that the rows are sent in. */
    order: chosen ?? orders[0] ?? ('ymd' as const),
  }
}
export type DatesRead = ReturnType<typeof useDateOrder>
