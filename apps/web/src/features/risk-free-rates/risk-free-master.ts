import { riskFreeRates } from '@em/contract/risk-free-rates/risk-free-rates'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

export const riskFreeMaster = defineMaster(riskFreeRates, {
  words: {
    listFailed: 'Failed to fetch risk-free rates',
    incomplete: 'Please fill in all required fields.',
    saved: 'Risk-free rate saved successfully!',
    saveFailed: 'Error saving risk-free rate. Please try again.',
    updated: 'Risk-free rate updated successfully!',
    updateFailed: 'Failed to update risk-free rate. Please try again.',
    deleteQuestion:
      'Are you sure you want to delete this risk-free rate? Its days are compared with the earlier rate.',
    deleted: 'Risk-free rate deleted.',
    deleteFailed: 'Failed to delete risk-free rate',
  },
  titleOf: ({ effectiveFrom }) => `Risk-free rate from ${formatDate(String(effectiveFrom))}`,
})
