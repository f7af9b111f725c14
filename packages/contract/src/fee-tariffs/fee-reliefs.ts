import { defineRegister } from '../kit/register.ts'

/** Intraday relief: days on which the smaller side of a security bought and sold on one day bears the levy alone. */
export const feeReliefs = defineRegister({
  word: 'fee-reliefs',
  singular: 'Intraday relief',
  plural: 'Intraday reliefs',
  path: '/fee-reliefs',
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['effectiveFrom']],
  taken: 'An intraday relief already begins on this date.',
  search: ['source'],
  fields: [
    {
      name: 'effectiveFrom',
      label: 'Effective From',
      kind: 'date',
      required: true,
      help: 'The first trade date it holds for.',
    },
    {
      name: 'effectiveTo',
      label: 'Effective To',
      kind: 'date',
      help: 'The last trade date it holds for. Blank: until further notice.',
    },
    { name: 'source', label: 'Source', kind: 'text', required: true, help: 'Where the rule was published.' },
  ],
})
