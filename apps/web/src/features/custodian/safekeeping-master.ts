import { safekeepingAccounts } from '@em/contract/custodian/safekeeping-accounts'
import { defineMaster } from '../../registers/master.ts'

export const safekeepingMaster = defineMaster(safekeepingAccounts, {
  words: {
    listFailed: 'Failed to load the safekeeping accounts',
    incomplete: 'Please fill in all required fields.',
    saved: 'Safekeeping account saved.',
    saveFailed: 'The safekeeping account could not be saved. Please try again.',
    updated: 'Safekeeping account updated.',
    updateFailed: 'The safekeeping account could not be updated. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this safekeeping account?',
    deleted: 'Safekeeping account deleted.',
    deleteFailed: 'The safekeeping account could not be deleted.',
  },
  titleOf: (account) => String(account['account']),
  inUseSentence: (message) => `${message} An account no longer used can be made inactive instead.`,
})
