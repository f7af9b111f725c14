/** The names of the goals of a sale, and the lots that each takes. */
import type { SaleWay } from '@em/contract/proposals/sale-proposals'

export const GOAL_WORDS: Readonly<Record<SaleWay, { readonly word: string; readonly takes: string }>> = {
  'lowest-gain': { word: 'Lowest gain', takes: 'Lots with the highest cost per share first' },
  'highest-gain': { word: 'Highest gain', takes: 'Lots with the lowest cost per share first' },
  'lowest-after-cost': {
    word: 'Lowest after-cost result',
    takes: 'Highest cost, charges and cost of funds per share first',
  },
  'highest-after-cost': {
    word: 'Highest after-cost result',
    takes: 'Lowest cost, charges and cost of funds per share first',
  },
  oldest: { word: 'Oldest lots', takes: 'By trade date' },
  newest: { word: 'Newest lots', takes: 'By trade date, the last first' },
  'loss-harvest': {
    word: 'Loss harvest',
    takes: 'Lots below cost only. For the books, not for tax: gains of listed shares are exempt',
  },
  'gain-wanted': { word: 'Gain wanted', takes: 'Lots with the highest gain per share, as far as the gain' },
  'least-financing': { word: 'Least financing kept', takes: 'Longest held at the highest rate first' },
  'keep-lots': { word: 'Keep shares of lots', takes: 'The same part of every lot' },
  WAP: { word: 'Weighted average', takes: 'The average cost of all shares' },
  FIFO: { word: 'First in, first out', takes: 'The oldest lots' },
}
