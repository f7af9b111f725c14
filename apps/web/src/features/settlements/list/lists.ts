import type { NettedRow } from '@em/contract/settlements/settlements'
import {
  anyColumns,
  anyOnPhone,
  openColumns,
  openOnPhone,
  settledColumns,
  settledOnPhone,
} from './columns.tsx'
import type { Status } from './filters.ts'

export const FAILED = 'Failed to load the settlements'

/** By status: the key of the remembered columns, the columns, those of a phone, and the columns of the totals. */
const LISTS = {
  open: { id: 'settlements', wide: openColumns, phone: openOnPhone, day: 'due', amount: 'outstanding' },
  settled: {
    id: 'settlements-done',
    wide: settledColumns,
    phone: settledOnPhone,
    day: 'paidOn',
    amount: 'paid',
  },
  all: { id: 'settlements-all', wide: anyColumns, phone: anyOnPhone, day: 'due', amount: 'net' },
} as const
/** The list that a status shows. */
export const listOf = (status: Status) => LISTS[status === 'settled' || status === 'all' ? status : 'open']

/** The filters that leave the trades of a netted row. */
export const filtersOfGroup = (group: NettedRow) => ({
  broker: group.broker_name ?? '-',
  account: group.settlement_account === null ? '-' : String(group.settlement_account),
  from: group.date,
  to: group.date,
})
