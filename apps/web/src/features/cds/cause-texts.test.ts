import { type ComparedLine } from '@em/contract/cds/cds-comparison'
import { BREAK_CAUSES } from '@em/core/cds/compare'
import { describe, expect, it, test } from 'vitest'
import { CAUSE_WORDS, causeSentence, stateOf } from './cause-texts.ts'

const line: ComparedLine = {
  account_id: 1,
  account: 'ABC-1001-LC/00',
  equity_id: 3,
  symbol: 'JKH.N0000',
  company_name: 'John Keells Holdings PLC',
  held: 1_300,
  unsettled_buys: 300,
  unsettled_sales: 0,
  settled: 1_000,
  pledged: 100,
  balance: 1_300,
  stated_pledged: 40,
  difference: 300,
  cause: 'unsettled-buy',
  other_account: null,
  awaited: null,
  trades: [
    {
      id: 9,
      deal_number: 'BUY-9',
      side: 'buy',
      quantity: 300,
      trade_date: '2026-06-15',
      settlement_date: '2026-06-17',
      isUnsettled: true,
      isCause: true,
    },
  ],
  note: null,
}

describe('the likely cause of a break', () => {
  it('names the trades, the other account, what is awaited and how many shares', () => {
    expect(causeSentence(line)).toBe('The statement counts trades that settle later: BUY-9.')
    expect(causeSentence({ ...line, cause: 'awaited', awaited: 'bonus', difference: -250 })).toBe(
      '250 shares of a bonus are not yet credited.',
    )
    expect(
      causeSentence({ ...line, cause: 'other-account', other_account: 'SBL-2-LC/00', difference: -1 }),
    ).toBe('1 share stands in SBL-2-LC/00 of the same portfolio. Place its trade in the right account.')
    expect(causeSentence({ ...line, cause: 'pledge' })).toBe(
      '40 shares are pledged on the statement, 100 here.',
    )
    expect(causeSentence({ ...line, cause: 'missing-sale', difference: -1_500 })).toContain(
      '1,500 shares less',
    )
  })

  test.each(BREAK_CAUSES)('%s has words and a sentence', (cause) => {
    expect(CAUSE_WORDS[cause]).toMatch(/^[A-Z]/)
    expect(causeSentence({ ...line, cause })).toMatch(/^[^{}]+\.$/)
  })
})

it('a line agrees, is a break, or is a break with an explanation', () => {
  const note = { text: 'Sold', by: 'N. Perera', at: '2026-06-16T04:00:00Z' }
  expect(stateOf({ cause: null, note: null }).word).toBe('Agrees')
  expect(stateOf({ cause: 'missing-buy', note: null }).word).toBe('Break')
  expect(stateOf({ cause: 'missing-buy', note }).word).toBe('Explained')
})
