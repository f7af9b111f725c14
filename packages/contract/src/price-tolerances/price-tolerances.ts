import { defineRegister } from '../kit/register.ts'

/** Price tolerances: how far off prices may be, from a day on, on every board or on one. */
export const priceTolerances = defineRegister({
  word: 'price-tolerances',
  singular: 'Price tolerance',
  plural: 'Price tolerances',
  path: '/price-tolerances',
  // Trades of every portfolio are compared with them.
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['board', 'effectiveFrom']],
  taken: 'A price tolerance of this board already begins on this date.',
  search: ['board', 'source'],
  fields: [
    {
      name: 'effectiveFrom',
      label: 'Effective From',
      kind: 'date',
      required: true,
      help: 'The first trade date that it applies to, until a later row begins.',
    },
    {
      name: 'board',
      label: 'Board',
      kind: 'text',
      max: 50,
      help: 'As Equity Master names it. Blank: every board without a row of its own.',
    },
    {
      name: 'alertFrom',
      label: 'Warning From',
      kind: 'percent',
      required: true,
      scale: 4,
      upper: '100',
      help: "A trade is shown with a warning when its price is more than this percentage outside the exchange's range of its day.",
    },
    {
      name: 'askedFrom',
      label: 'Confirmation From',
      kind: 'percent',
      required: true,
      scale: 4,
      upper: '100',
      help: 'Beyond this percentage the price of a trade has to be confirmed, and so has a typed price that is further from the last one.',
    },
    { name: 'source', label: 'Reason', kind: 'text', help: 'Why it is so, as a rule of the house.' },
  ],
})
