import { SECTORS } from '../equities/equities.ts'
import { defineRegister, options } from '../kit/register.ts'

/** Index Master: the indices that portfolios are compared with and that Market Summary shows. */
export const marketIndices = defineRegister({
  word: 'market-indices',
  singular: 'Index',
  plural: 'Indices',
  path: '/market-indices',
  rights: {
    read: 'prices.read',
    change: 'prices.record',
    of: 'all portfolios',
  },
  unique: [['code'], ['name']],
  code: 'code',
  search: ['code', 'name', 'sector'],
  fields: [
    { name: 'code', label: 'Code', kind: 'text', required: true, max: 20, upperCase: true },
    { name: 'name', label: 'Index Name', kind: 'text', required: true },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'select',
      required: true,
      initial: 'Market',
      fallback: 'Market',
      options: options('Market', 'Regional', 'Sector', 'Indicator'),
      help: 'Market: of the Colombo Stock Exchange. Regional: of another market. Sector: of one sector. Indicator: no index, but a figure of the economy, such as the price of gold',
    },
    {
      name: 'sector',
      label: 'Sector',
      kind: 'select',
      options: options(...SECTORS),
      help: 'Of a sector index: its values give the return of this sector of a benchmark',
    },
    {
      name: 'place',
      label: 'Order',
      kind: 'integer',
      initial: '100',
      help: 'Lists show smaller numbers first',
    },
    { name: 'isActive', label: 'Active', kind: 'boolean', initial: true },
  ],
})
