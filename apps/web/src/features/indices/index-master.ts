import { marketIndices } from '@em/contract/indices/market-indices'
import { defineMaster } from '../../registers/master.ts'

export const indexMaster = defineMaster(marketIndices, {
  words: {
    listFailed: 'Failed to fetch indices',
    incomplete: 'Please fill in all required fields.',
    saved: 'Index saved successfully!',
    saveFailed: 'Error saving index. Please try again.',
    updated: 'Index updated successfully!',
    updateFailed: 'Failed to update index. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this index?',
    deleted: 'Index deleted.',
    deleteFailed: 'Failed to delete index',
  },
  titleOf: (index) => `${index['code']} ${index['name']}`,
})
