import { defineRegister, options } from '../kit/register.ts'

/** Strategy Master: which strategy a portfolio follows. */
export const strategies = defineRegister({
  word: 'strategies',
  singular: 'Strategy assignment',
  plural: 'Strategy assignments',
  path: '/portfolio-strategy',
  rights: { read: 'registers.read', change: 'portfolios.change', of: 'its portfolio' },
  unique: [['portfolioId', 'strategy_id']],
  search: ['portfolioId', 'portfolioName', 'strategy_id', 'strategy_type'],
  fields: [
    { name: 'portfolioName', label: 'Portfolio Name', kind: 'text', required: true, computed: true },
    {
      name: 'portfolioId',
      label: 'Portfolio ID',
      kind: 'text',
      required: true,
      max: 50,
      refersTo: 'portfolios',
    },
    { name: 'strategy_id', label: 'Strategy ID', kind: 'text', required: true, max: 50 },
    {
      name: 'strategy_type',
      label: 'Strategy Type',
      kind: 'select',
      required: true,
      options: options('Trading', 'Investment', 'Liquidity'),
    },
    {
      name: 'entity_business_unit',
      label: 'Entity / Business Unit',
      kind: 'select',
      required: true,
      options: options('Finance', 'Marketing'),
    },
  ],
})
