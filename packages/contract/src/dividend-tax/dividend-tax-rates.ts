import { defineRegister } from '../kit/register.ts'

/** Dividend tax rates: what is withheld from dividends paid from a day on, of all entities or of one. */
export const dividendTaxRates = defineRegister({
  word: 'dividend-tax-rates',
  singular: 'Dividend tax rate',
  plural: 'Dividend tax rates',
  path: '/dividend-tax-rates',
  rights: {
    read: 'registers.read',
    change: 'registers.change',
    // A change recomputes announced dividends in any portfolio.
    of: 'all portfolios',
  },
  unique: [['entity', 'effectiveFrom']],
  taken: 'A dividend tax rate of this entity already begins on this date.',
  search: ['entity', 'source'],
  fields: [
    {
      name: 'effectiveFrom',
      label: 'Effective From',
      kind: 'date',
      required: true,
      help: 'The first payment date it applies to, until a later rate begins. Before a dividend is paid, the rate on its ex date counts provisionally.',
    },
    {
      name: 'rate',
      label: 'Tax Rate',
      kind: 'percent',
      required: true,
      scale: 4,
      upper: '100',
      help: 'Percent of the gross dividend; 0 where nothing is withheld.',
    },
    {
      name: 'entity',
      label: 'Entity',
      kind: 'text',
      known: 'entity',
      help: 'As its portfolios name it. Blank: every entity without a rate of its own.',
    },
    { name: 'source', label: 'Source', kind: 'text', help: 'Where the rate was published.' },
  ],
})
