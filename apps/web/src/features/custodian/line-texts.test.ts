import type { CustodianLine } from '@em/contract/custodian/custodian'
import { expect, test } from 'vitest'
import { causeSentence, isOpen, stateOf } from './line-texts.ts'

const line = (cause: CustodianLine['cause'], linked: CustodianLine['linked'], accepted = false) =>
  ({
    of: 'confirmation',
    cause,
    linked,
    fault: null,
    note: null,
    proposal: null,
    accepted: accepted ? { trade_id: 1, deal_number: 'BUY-50', amount: 1, by: '', at: '' } : null,
  }) as unknown as CustodianLine

test.each<[string, CustodianLine, string, boolean, RegExp]>([
  [
    'a cancellation of what was accepted',
    line('cancelled', { reference: 'C1', file_id: 4, deal_number: 'BUY-50' }),
    'To reopen',
    true,
    /takes back the confirmation C1\. .*BUY-50.*reopen it/,
  ],
  [
    'of what was not',
    line('cancelled', { reference: 'C1', file_id: 4, deal_number: null }),
    'Taken back',
    false,
    /nothing to do/,
  ],
  [
    'of what did not come',
    line('cancelled', { reference: 'C1', file_id: null, deal_number: null }),
    'Taken back',
    false,
    /not received here.*nothing to do/,
  ],
  ['that does not say of what', line('cancelled', null), 'To reopen', true, /does not say which/],
  [
    'a confirmation taken back',
    line('taken-back', { reference: 'X1', file_id: 5, deal_number: null }),
    'Taken back',
    false,
    /took it back by X1\. There is nothing/,
  ],
  [
    'one that was accepted',
    line('taken-back', { reference: '', file_id: 5, deal_number: 'BUY-50' }, true),
    'To reopen',
    true,
    /took it back\. .*BUY-50/,
  ],
  ['an accepted one', line(null, null, true), 'Accepted', false, /^$/],
])('%s', (_, of, state, open, sentence) => {
  expect([stateOf(of).word, isOpen(of)]).toEqual([state, open])
  expect(causeSentence(of)).toMatch(sentence)
})
