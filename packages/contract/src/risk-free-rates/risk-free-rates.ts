import { defineRegister } from '../kit/register.ts'

/**
 * Risk-free rates: what money earned a year without risk, from a day on. The Sharpe ratio is computed with
 * them.
 */
export const riskFreeRates = defineRegister({
  word: 'risk-free-rates',
  singular: 'Risk-free rate',
  plural: 'Risk-free rates',
  path: '/risk-free-rates',
  // Every portfolio is compared with them.
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['effectiveFrom']],
  taken: 'A risk-free rate already begins on this date.',
  search: ['source'],
  fields: [
    {
      name: 'effectiveFrom',
      label: 'Effective From',
      kind: 'date',
      required: true,
      help: 'The first day that it applies to, until a later rate begins.',
    },
    {
      name: 'rate',
      label: 'Risk-Free Rate',
      kind: 'percent',
      required: true,
      scale: 4,
      upper: '100',
      help: 'Percent a year, as of a 364-day Treasury bill.',
    },
    { name: 'source', label: 'Source', kind: 'text', help: 'Where the rate was published.' },
  ],
})
