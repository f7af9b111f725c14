import { defineRegister, options } from '../kit/register.ts'

/** Holidays: the days on which the exchange is closed. */
export const holidays = defineRegister({
  word: 'holidays',
  singular: 'Holiday',
  plural: 'Holidays',
  path: '/holidays',
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['date']],
  search: ['name', 'type'],
  fields: [
    { name: 'date', label: 'Date', kind: 'date', required: true },
    { name: 'name', label: 'Name', kind: 'text', required: true },
    {
      name: 'type',
      label: 'Type',
      kind: 'select',
      required: true,
      initial: 'Public Holiday',
      fallback: 'Public Holiday',
      options: options('Public Holiday', 'Poya Day', 'Bank Holiday', 'Exchange Closure'),
    },
    { name: 'isRecurring', label: 'Every year', kind: 'boolean', initial: false },
  ],
})
