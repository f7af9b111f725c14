import { z } from 'zod'
import { text } from '../kit/fields.ts'
import { defineRegister } from '../kit/register.ts'

/** Names that brokers have adopted, of all of them together. */
export const BROKER_NAMES_MOST = 10_000
/** Names that a new broker adopts at once. */
export const ADOPTED_AT_ONCE = 200

/** Brokers: the names that trades were done through. */
export const brokers = defineRegister({
  word: 'brokers',
  singular: 'Broker',
  plural: 'Brokers',
  path: '/brokers',
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['name']],
  search: ['name', 'code'],
  also: {
    /** Names in trades that the new broker adopts; a name that differs from his own in case and spaces only need not be sent. */
    adopts: z
      .array(text(200, 'The name'))
      .max(ADOPTED_AT_ONCE, `At most ${ADOPTED_AT_ONCE} names at once.`)
      .optional(),
  },
  fields: [
    { name: 'name', label: 'Broker Name', kind: 'text', required: true },
    { name: 'code', label: 'Code', kind: 'text', max: 20 },
    { name: 'email', label: 'E-mail', kind: 'email', detail: true },
    { name: 'phone', label: 'Telephone', kind: 'text', max: 50, detail: true },
    {
      name: 'bank_name',
      alias: 'bankName',
      label: 'Bank Name',
      kind: 'text',
      section: 'For payments to the broker',
    },
    {
      name: 'branch_name',
      alias: 'branchName',
      label: 'Branch Name',
      kind: 'text',
      detail: true,
      section: 'For payments to the broker',
    },
    {
      name: 'account_number',
      alias: 'accountNumber',
      label: 'Account Number',
      kind: 'text',
      max: 50,
      section: 'For payments to the broker',
    },
    {
      name: 'swift_code',
      alias: 'swiftCode',
      label: 'SWIFT Code',
      kind: 'text',
      max: 11,
      upperCase: true,
      pattern: [/^(?:[A-Z0-9]{8}|[A-Z0-9]{11})$/i, 'SWIFT Code must have 8 or 11 letters and digits.'],
      detail: true,
      section: 'For payments to the broker',
    },
    { name: 'isActive', label: 'Active', kind: 'boolean', initial: true },
  ],
})
