import { z } from 'zod'
import { defineRegister, options } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** Chart Of Accounts. The type follows from the code's first digit. */
export const chartOfAccounts = defineRegister({
  word: 'chart-of-accounts',
  singular: 'Account',
  plural: 'Chart of accounts',
  path: '/chart-of-accounts',
  rights: {
    read: 'registers.read',
    change: 'accounts.change',
    of: 'all portfolios',
  },
  unique: [['account_code']],
  search: ['account_code', 'account_name', 'description'],
  fields: [
    { name: 'account_code', label: 'Account Code', kind: 'text', required: true, max: 30, fixed: true },
    { name: 'account_name', label: 'Account Name', kind: 'text', required: true },
    { name: 'description', label: 'Description', kind: 'text', max: 500 },
    { name: 'account_type', label: 'Type', kind: 'text', required: true, computed: true },
    {
      name: 'active_status',
      label: 'Active Status',
      kind: 'select',
      required: true,
      initial: 'Yes',
      fallback: 'Yes',
      options: options('Yes', 'No'),
    },
    { name: 'is_system', label: 'System', kind: 'boolean', computed: true, detail: true },
  ],
})

export const journalAccountList = route({
  name: 'journal.accounts',
  needs: 'ledger.read',
  load: 'light',
  method: 'GET',
  path: '/journal-entries/accounts/list',
  tag: 'Journal entries',
  summary: 'The accounts that a journal entry may name',
  reply: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        account_code: z.string(),
        account_name: z.string(),
        description: z.string().nullable(),
        /** It holds cash: a line should name its settlement account. */
        is_cash: z.boolean(),
      }),
    ),
  }),
})
