import { dividendTaxRates } from '@em/contract/dividend-tax/dividend-tax-rates'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

export const dividendTaxMaster = defineMaster(dividendTaxRates, {
  words: {
    listFailed: 'Failed to fetch dividend tax rates',
    incomplete: 'Please fill in all required fields.',
    saved: 'Dividend tax rate saved successfully!',
    saveFailed: 'Error saving dividend tax rate. Please try again.',
    updated: 'Dividend tax rate updated successfully!',
    updateFailed: 'Failed to update dividend tax rate. Please try again.',
    deleteQuestion:
      'Are you sure you want to delete this dividend tax rate? Processed dividends keep the rate that they were counted with. Announced ones are counted again with the earlier rate, or that of every entity.',
    deleted: 'Dividend tax rate deleted.',
    deleteFailed: 'Failed to delete dividend tax rate',
  },
  titleOf: ({ entity, effectiveFrom }) =>
    `${entity === null ? 'Every entity' : String(entity)} from ${formatDate(String(effectiveFrom))}`,
})
