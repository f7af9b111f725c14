import { defineRegister } from '../kit/register.ts'

/** Brokers: the names that trades were done through. */
export const brokers = defineRegister({
  word: 'brokers',
  singular: 'Broker',
  plural: 'Brokers',
  path: '/brokers',
  unique: [['name']],
  search: ['name', 'code'],
  fields: [
    { name: 'name', label: 'Broker Name', kind: 'text', required: true },
    { name: 'code', label: 'Code', kind: 'text', max: 20 },
    { name: 'email', label: 'E-mail', kind: 'email', detail: true },
    { name: 'phone', label: 'Telephone', kind: 'text', max: 50, detail: true },
    { name: 'isActive', label: 'Active', kind: 'boolean', initial: true },
  ],
})
