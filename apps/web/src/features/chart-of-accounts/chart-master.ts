import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { defineMaster } from '../../registers/master.ts'

export const chartMaster = defineMaster(chartOfAccounts, {
  words: {
    listFailed: 'Failed to load chart of accounts',
    incomplete: 'Please fill in all required fields:',
    saved: 'Account saved successfully!',
    saveFailed: 'Error saving account. Please try again.',
    updated: 'Account updated successfully!',
    updateFailed: 'Failed to update the account. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this account?',
    deleted: 'Account deleted.',
    deleteFailed: 'Failed to delete account',
  },
  titleOf: (account) => `${account['account_code']} ${account['account_name']}`,
})
