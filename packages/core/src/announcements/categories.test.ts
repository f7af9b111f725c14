import { expect, test } from 'vitest'
import {
  ANNOUNCEMENT_CATEGORIES,
  announcementClassOf,
  boardOfCategory,
  categoryFromText,
  MARKET_CATEGORIES,
  NEWS_CATEGORIES,
  NOTICE_CATEGORIES,
  priorityOfCategory,
} from './categories.ts'

test.each([
  ['CASH DIVIDEND', 'Dividend', 'High'],
  ['SCRIP DIVIDEND (DATES)', 'Dividend', 'High'],
  ['CASH DIVIDEND (DATES TO BE NOTIFIED)', 'Dividend', 'High'],
  ['RIGHTS ISSUE (DATES)', 'Corporate Actions', 'High'],
  ['SUB-DIVISION OF SHARES', 'Corporate Actions', 'High'],
  ['CAPITALIZATION OF RESERVES', 'Corporate Actions', 'High'],
  ['INITIAL PUBLIC OFFER(OVERSUBSCRIBED)', 'New Listings', 'Medium'],
  ['REPURCHASE OF SHARES', 'Corporate Actions', 'High'],
  ['SHARE SWAP', 'Corporate Actions', 'High'],
  ['ANNUAL GENERAL MEETING - APPROVED', 'AGM/EGM', 'Medium'],
  ['APPOINTMENT OF DIRECTORS', 'Board Changes', 'Medium'],
  ['RESIGNATION OF DIRECTORS', 'Board Changes', 'Medium'],
  ['DEALINGS BY DIRECTORS', 'Corporate Governance', 'Low'],
  ['RELATED PARTY TRANSACTION', 'Material Transactions', 'Medium'],
  ['QUARTERLY FINANCIAL REPORT', 'Financial Results', 'Medium'],
  ['ANNUAL FINANCIAL REPORT', 'Financial Results', 'Medium'],
  ['TRADING HALTED', 'Trading Updates', 'High'],
  ['TRADING HALT LIFTED', 'Trading Updates', 'High'],
  ['NON-COMPLIANCE WITH RULE 7.14', 'Regulatory Updates', 'High'],
  ['CIRCULAR TO SHAREHOLDERS', 'Corporate Governance', 'Medium'],
  ['RATING REVIEW', 'Corporate Governance', 'Low'],
  ['OTHER', 'Corporate Governance', 'Low'],
  ['', 'Corporate Governance', 'Low'],
])('%s is %s, %s', (kind, category, priority) => {
  expect(announcementClassOf(kind)).toEqual({ category, priority })
  expect(announcementClassOf(kind.toLowerCase())).toEqual({ category, priority })
})

test('a category is known however it is written', () => {
  expect(categoryFromText('agm / egm')).toBe('AGM/EGM')
  expect(categoryFromText('TRADING UPDATES')).toBe('Trading Updates')
  expect(categoryFromText('CASH DIVIDEND')).toBeUndefined()
  expect(categoryFromText('')).toBeUndefined()
})

test('a category is first looked for on the board that has it', () => {
  expect(ANNOUNCEMENT_CATEGORIES.map(boardOfCategory)).toEqual([
    ...MARKET_CATEGORIES.map(() => 'market'),
    ...NOTICE_CATEGORIES.map(() => 'notices'),
    ...NEWS_CATEGORIES.map(() => 'news'),
  ])
})

test('a category has a priority of its own', () => {
  expect([priorityOfCategory('Dividend'), priorityOfCategory('AGM/EGM'), priorityOfCategory('News')]).toEqual(
    ['High', 'Medium', 'Low'],
  )
})
