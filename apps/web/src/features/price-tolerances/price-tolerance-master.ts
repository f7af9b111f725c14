import { priceTolerances } from '@em/contract/price-tolerances/price-tolerances'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

export const priceToleranceMaster = defineMaster(priceTolerances, {
  words: {
    listFailed: 'Failed to fetch price tolerances',
    incomplete: 'Please fill in all required fields.',
    saved: 'Price tolerance saved successfully!',
    saveFailed: 'Error saving price tolerance. Please try again.',
    updated: 'Price tolerance updated successfully!',
    updateFailed: 'Failed to update price tolerance. Please try again.',
    deleteQuestion:
      'Are you sure you want to delete this price tolerance? Prices of its days are compared by the earlier row, or by that of every board.',
    deleted: 'Price tolerance deleted.',
    deleteFailed: 'Failed to delete price tolerance',
  },
  titleOf: ({ board, effectiveFrom }) =>
    `${board === null ? 'Every board' : String(board)} from ${formatDate(String(effectiveFrom))}`,
})
