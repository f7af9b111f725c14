import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

export const feeReliefMaster = defineMaster(feeReliefs, {
  words: {
    listFailed: 'Failed to fetch intraday reliefs',
    incomplete: 'Please fill in all required fields.',
    saved: 'Intraday relief saved successfully!',
    saveFailed: 'Error saving intraday relief. Please try again.',
    updated: 'Intraday relief updated successfully!',
    updateFailed: 'Failed to update intraday relief. Please try again.',
    deleteQuestion:
      'Are you sure you want to delete this intraday relief? The fees of its days are proved without it; recorded trades stay as charged.',
    deleted: 'Intraday relief deleted.',
    deleteFailed: 'Failed to delete intraday relief',
  },
  titleOf: ({ effectiveFrom }) => `Intraday relief from ${formatDate(String(effectiveFrom))}`,
})
