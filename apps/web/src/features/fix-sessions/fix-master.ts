import { fixSessions } from '@em/contract/fix-sessions/session-register'
import { defineMaster } from '../../registers/master.ts'

export const fixMaster = defineMaster(fixSessions, {
  words: {
    listFailed: 'Failed to fetch FIX sessions',
    incomplete: 'Please fill in all required fields.',
    saved: 'FIX session saved successfully!',
    saveFailed: 'Error saving FIX session. Please try again.',
    updated: 'FIX session updated successfully!',
    updateFailed: 'Failed to update FIX session. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this FIX session?',
    deleted: 'FIX session deleted.',
    deleteFailed: 'Failed to delete FIX session',
  },
  titleOf: ({ name }) => String(name),
})
