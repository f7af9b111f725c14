import { beforeEach, describe, expect, it } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { eventActionsOf } from './ActionModal.tsx'
import { event, rightsIssue } from './testing.ts'

beforeEach(() => followServerDay('2026-11-20'))
const words = (...action: Parameters<typeof eventActionsOf>) =>
  eventActionsOf(...action).map(({ word }) => word)

describe('What an event can be asked', () => {
  it('follows its state', () => {
    expect(words(event({ state: 'draft' }))).toEqual(['cancel', 'edit'])
    expect(words(event())).toEqual(['cancel', 'edit', 'process'])
    expect(words(event({ state: 'cancelled' }))).toEqual([])
  })

  it('confirms money that is outstanding or only assumed, writes off what is outstanding alone', () => {
    const booked = event({ state: 'processed' })
    expect(words(booked)).toEqual(['cancel', 'reverse', 'edit', 'receive'])
    expect(words({ ...booked, outstanding: 250 })).toContain('write-off')
    expect(words(event({ kind: 'split', state: 'processed', net: 0 }))).not.toContain('receive')
  })

  it('elects, also after the last day what was elected in time, and allots rights in the books', () => {
    expect(words(rightsIssue())).toEqual(['cancel', 'reverse', 'edit', 'elect', 'allot'])
    const over = rightsIssue({ dates: { ...rightsIssue().dates, last: '2026-11-19' } })
    expect(words({ ...over, state: 'processed' })).toContain('elect')
  })

  it('takes out what is kept of an event that was reversed', () => {
    const reversed = rightsIssue({ state: 'announced', recorded_choices: 2 })
    expect(words(reversed)).toEqual(['cancel', 'take-out', 'edit', 'elect', 'process'])
    expect(words({ ...reversed, recorded_choices: 0 })).not.toContain('take-out')
  })
})
