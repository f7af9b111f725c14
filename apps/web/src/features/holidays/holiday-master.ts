import { holidays } from '@em/contract/holidays/holidays'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

export const holidayMaster = defineMaster(holidays, {
  words: {
    listFailed: 'Failed to fetch holidays',
    incomplete: 'Please fill in all required fields.',
    saved: 'Holiday saved successfully!',
    saveFailed: 'Error saving holiday. Please try again.',
    updated: 'Holiday updated successfully!',
    updateFailed: 'Failed to update holiday. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this holiday?',
    deleted: 'Holiday deleted.',
    deleteFailed: 'Failed to delete holiday',
  },
  titleOf: (holiday) => `${formatDate(String(holiday['date']))} ${holiday['name']}`,
})
