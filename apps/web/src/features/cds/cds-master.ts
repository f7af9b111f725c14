import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { defineMaster } from '../../registers/master.ts'

export const cdsMaster = defineMaster(cdsAccounts, {
  words: {
    listFailed: 'Failed to fetch CDS accounts',
    incomplete: 'Please fill in all required fields.',
    saved: 'CDS account saved successfully!',
    saveFailed: 'Error saving CDS account. Please try again.',
    updated: 'CDS account updated successfully!',
    updateFailed: 'Failed to update CDS account. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this CDS account?',
    deleted: 'CDS account deleted.',
    deleteFailed: 'Failed to delete CDS account',
  },
  titleOf: (account) => String(account['account']),
  inUseSentence: (message) => `${message} An account no longer used can be made inactive instead.`,
})
