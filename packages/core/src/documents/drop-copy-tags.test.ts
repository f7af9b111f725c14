import { expect, test } from 'vitest'
import type { FixField } from '../fix-sessions/message.ts'
import { parseDropCopy, type TagsOfSenders } from './drop-copy.ts'
import { dropCopyFile, executionReport } from './drop-copy-sample.ts'
import { exampleFill } from './sample.ts'

const message = (...more: FixField[]) =>
  executionReport({ ...exampleFill(), clientAccount: 'ABC-12345-LI/00' }, 27, [
    [528, 'A'],
    [1041, 'C-1'],
    ...more,
  ])
const MORE: FixField[] = [
  [582, '3'],
  [9001, 'ABC/26/77'],
  [9002, 'ABC-55555-FC/00'],
]
const read = (tags: TagsOfSenders) => {
  const [line] = parseDropCopy(dropCopyFile([message(...MORE)]), tags).lines
  return [line?.clientAccount, line?.contractNumber, line?.rest['foreignFlag']]
}

test('the usual tags where a sender has none of its own', () => {
  const other = { account: 9002, contractNumber: 9001, foreign: '582' } as const
  const usual = ['ABC-12345-LI/00', 'C-1', 'A']
  expect(read({})).toEqual(usual)
  expect(read({ 'OTHER>EQUITYMGR': other })).toEqual(usual)
})

test.each([
  ['582', '3'],
  ['account', '1'],
  ['528', 'A'],
] as const)('the tags of the session between the two CompIDs, the foreign flag from %s', (foreign, flag) => {
  const tags = { account: 9002, contractNumber: 9001, foreign }
  expect(read({ 'CSEBRK>EQUITYMGR': tags })).toEqual(['ABC-55555-FC/00', 'ABC/26/77', flag])
})

test('a local account is not foreign', () => {
  const tags = { account: 1, contractNumber: 1041, foreign: 'account' } as const
  expect(read({ 'CSEBRK>EQUITYMGR': tags })[2]).toBe('0')
})
