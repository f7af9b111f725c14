import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { defineMaster } from '../../registers/master.ts'

export const accountMaster = defineMaster(settlementAccounts, {
  words: {
    listFailed: 'Failed to fetch accounts. Please try again later.',
    incomplete: 'Please fill in all required fields.',
    saved: 'Account master entry saved successfully!',
    saveFailed: 'Error saving account. Please try again.',
    updated: 'Account updated successfully!',
    updateFailed: 'Error saving account. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this account?',
    deleted: 'Account deleted.',
    deleteFailed: 'Failed to delete account',
  },
  titleOf: (account) => `${account['account_name']} ${account['account_number']}, ${account['bank_name']}`,
})

export const LOAD_FAILED = 'Error loading account for editing. Please try again.'
