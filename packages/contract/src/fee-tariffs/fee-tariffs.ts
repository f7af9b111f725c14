import { SECURITY_CLASSES } from '@em/core/securities/symbol'
import { defineRegister } from '../kit/register.ts'

const CLASS_LABELS: Readonly<Record<(typeof SECURITY_CLASSES)[number], string>> = {
  ordinary: 'Ordinary shares',
  'non-voting': 'Non-voting shares',
  preference: 'Preference shares',
  rights: 'Rights',
  warrant: 'Warrants',
  unit: 'Fund units',
  debenture: 'Debentures',
}

const rate = { kind: 'percent', required: true, scale: 4, upper: '100' } as const
const UP_TO = { ...rate, section: 'Rates up to the limit (%)' } as const
const ABOVE = { ...rate, section: 'Step-up: rates above the limit (%)', detail: true } as const

/** Fee tariffs: what broker and exchange charge on a trade, by security class and from a trade date on. */
export const feeTariffs = defineRegister({
  word: 'fee-tariffs',
  singular: 'Fee tariff',
  plural: 'Fee tariffs',
  path: '/fee-tariffs',
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['securityClass', 'effectiveFrom']],
  taken: 'A fee tariff of this class already begins on this date.',
  search: ['securityClass', 'source'],
  fields: [
    {
      name: 'securityClass',
      label: 'Security Class',
      kind: 'select',
      required: true,
      options: SECURITY_CLASSES.map((value) => ({ value, label: CLASS_LABELS[value] })),
      help: 'A class without a tariff uses the one of ordinary shares.',
      section: 'Tariff',
    },
    {
      name: 'effectiveFrom',
      label: 'Effective From',
      kind: 'date',
      required: true,
      help: 'The first trade date it applies to, until a later tariff of the class begins.',
      section: 'Tariff',
    },
    {
      name: 'bandLimit',
      label: 'Step-up Limit',
      kind: 'money',
      required: true,
      initial: '100000000.00',
      help: 'The step-up rates apply to the part of the gross value above this limit.',
      section: 'Tariff',
    },
    { name: 'brokerage', label: 'Brokerage', ...UP_TO },
    { name: 'cse', label: 'CSE Fees', ...UP_TO },
    { name: 'cds', label: 'CDS Fees', ...UP_TO },
    { name: 'clearing', label: 'Clearing Fees', ...UP_TO },
    { name: 'sec', label: 'SEC Cess', ...UP_TO },
    { name: 'stl', label: 'Share Transaction Levy', ...UP_TO },
    { name: 'excessBrokerage', label: 'Brokerage Above', ...ABOVE },
    { name: 'excessCse', label: 'CSE Fees Above', ...ABOVE },
    { name: 'excessCds', label: 'CDS Fees Above', ...ABOVE },
    { name: 'excessClearing', label: 'Clearing Fees Above', ...ABOVE },
    { name: 'excessSec', label: 'SEC Cess Above', ...ABOVE },
    { name: 'excessStl', label: 'Share Transaction Levy Above', ...ABOVE },
    {
      name: 'source',
      label: 'Source',
      kind: 'text',
      help: 'Where the rates were published.',
      section: 'Tariff',
    },
  ],
})
