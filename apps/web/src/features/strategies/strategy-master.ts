import { strategies } from '@em/contract/strategies/strategies'
import { defineMaster } from '../../registers/master.ts'

export const strategyMaster = defineMaster(strategies, {
  words: {
    listFailed: 'Failed to fetch portfolio-strategy assignments.',
    incomplete: 'Please fill in all required fields:',
    saved: 'Strategy assigned to portfolio successfully!',
    saveFailed: 'Failed to assign strategy. Please try again.',
    updated: 'Strategy assignment updated successfully!',
    updateFailed: 'Failed to update the strategy assignment. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this strategy assignment?',
    deleted: 'Strategy assignment deleted.',
    deleteFailed: 'Failed to delete the strategy assignment. Please try again.',
  },
  titleOf: (assignment) =>
    `${assignment['strategy_id']} (${assignment['strategy_type']}) of ${assignment['portfolioName']}`,
})
