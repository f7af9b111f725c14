import { z } from 'zod'
import { defineRegister, options } from '../kit/register.ts'
import { route } from '../kit/route.ts'

export const PAYMENT_METHODS = ['Bank Transfer', 'Online Banking', 'Cheque', 'Cash'] as const

/** Account Master: the bank accounts that trades settle through. */
export const settlementAccounts = defineRegister({
  word: 'settlement-accounts',
  singular: 'Settlement account',
  plural: 'Settlement accounts',
  path: '/accounts',
  rights: { read: 'registers.read', change: 'registers.change', of: 'its users' },
  unique: [['bank_name', 'account_number']],
  search: ['account_name', 'account_number', 'bank_name', 'branch_name', 'payment_method'],
  fields: [
    {
      name: 'payment_method',
      alias: 'paymentMethod',
      label: 'Payment Method',
      kind: 'select',
      required: true,
      options: options(...PAYMENT_METHODS),
    },
    { name: 'account_name', alias: 'accountName', label: 'Account Name', kind: 'text', required: true },
    {
      name: 'account_number',
      alias: 'accountNumber',
      label: 'Account Number',
      kind: 'text',
      required: true,
      max: 50,
    },
    { name: 'bank_name', alias: 'bankName', label: 'Bank Name', kind: 'text', required: true },
    { name: 'branch_name', alias: 'branchName', label: 'Branch Name', kind: 'text', required: true },
    { name: 'swift_code', alias: 'swiftCode', label: 'SWIFT Code', kind: 'text', max: 11 },
    { name: 'iban', label: 'IBAN', kind: 'text', max: 34 },
    {
      name: 'settles',
      label: 'Settles',
      kind: 'select',
      options: [
        { value: 'automatic', label: 'Automatic' },
        { value: 'by hand', label: 'By hand' },
      ],
      initial: 'automatic',
      fallback: 'automatic',
      help: 'Automatic: trades count as settled after the due date. By hand: trades are overdue until confirmed.',
    },
    /**
     * The portfolios that use it, of those that the user sees. A user who may change all of them may change
     * it.
     */
    { name: 'usedBy', label: 'Used by', kind: 'text', required: true, computed: true, detail: true },
    {
      name: 'usedElsewhere',
      label: 'Used without portfolio or by others',
      kind: 'boolean',
      computed: true,
      detail: true,
    },
  ],
})

export const settlementAccountsByMethod = route({
  name: 'settlement-accounts.by-method',
  needs: 'registers.read',
  load: 'light',
  method: 'GET',
  path: '/accounts/by-payment-method/:method',
  tag: 'Settlement accounts',
  summary: 'The settlement accounts of one payment method',
  params: z.object({ method: z.string().min(1).max(50) }),
  reply: z.array(settlementAccounts.record),
})
