import { portfolios } from '@em/contract/portfolios/portfolios'
import { defineMaster } from '../../registers/master.ts'

export const portfolioMaster = defineMaster(portfolios, {
  words: {
    listFailed: 'Failed to fetch portfolios',
    incomplete: 'Please fill in all required fields:',
    saved: 'Portfolio saved successfully!',
    saveFailed: 'Please try again.',
    updated: 'Portfolio updated successfully!',
    updateFailed: 'Failed to update portfolio. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this portfolio?',
    deleted: 'Portfolio deleted.',
    deleteFailed: 'Failed to delete portfolio. Please try again.',
  },
  titleOf: (portfolio) => `${portfolio['portfolioId']} ${portfolio['portfolioName']}`,
  saveSentence: (message) => `Error saving portfolio: ${message}`,
  inUseSentence: (message) =>
    `Cannot delete portfolio: ${message} Please remove related costing methods, strategies and transactions first.`,
})
