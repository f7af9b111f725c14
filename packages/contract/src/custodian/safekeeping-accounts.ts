import { defineRegister } from '../kit/register.ts'

/** Safekeeping Accounts: the accounts in which custodians keep the shares of portfolios. */
export const safekeepingAccounts = defineRegister({
  word: 'safekeeping-accounts',
  singular: 'Safekeeping account',
  plural: 'Safekeeping accounts',
  path: '/safekeeping-accounts',
  rights: { read: 'settlements.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['account']],
  search: ['account', 'custodian', 'bic'],
  fields: [
    {
      name: 'account',
      label: 'Account',
      kind: 'text',
      required: true,
      max: 35,
      upperCase: true,
      pattern: [
        /^[A-Z0-9./?:()+-]+$/,
        'The account has letters, digits and . / ? : ( ) + - only, as in ABC12345LC00.',
      ],
      help: 'As the custodian writes it in its messages',
    },
    { name: 'custodian', label: 'Custodian', kind: 'text', required: true },
    {
      name: 'bic',
      label: 'BIC',
      kind: 'text',
      max: 11,
      upperCase: true,
      pattern: [
        /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
        'The BIC has 8 or 11 letters and digits, as in BANKLKLX.',
      ],
    },
    {
      name: 'portfolios',
      column: 'portfolio_ids',
      label: 'Portfolios',
      kind: 'text',
      required: true,
      list: true,
      max: 4000,
      help: 'Codes of its portfolios, separated by commas',
    },
    {
      name: 'basis',
      label: 'Basis',
      kind: 'select',
      options: [
        { value: 'settled', label: 'Settled' },
        { value: 'traded', label: 'Trade date' },
      ],
      initial: 'settled',
      fallback: 'settled',
      help: 'For statements that name no basis: settled shares, or all shares dealt',
    },
    { name: 'isActive', label: 'Active', kind: 'boolean', initial: true },
    { name: 'notes', label: 'Notes', kind: 'longtext', detail: true },
  ],
})
