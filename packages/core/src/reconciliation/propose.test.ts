import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../values/dates.ts'
import { sumOf } from './line.ts'
import { type ProposableLine, proposalKey, propose } from './propose.ts'

const line = (id: string, date: string, net: bigint, more: Partial<ProposableLine> = {}): ProposableLine => ({
  id,
  date,
  debit: net > 0n ? net : 0n,
  credit: net < 0n ? -net : 0n,
  description: '',
  reference: '',
  ...more,
})

describe('the second pass', () => {
  test('proposes the lines of a reference for one statement line', () => {
    const ledger = [
      line('1-1', '2026-06-10', -40_00n, { reference: 'CN-1001' }),
      line('2-1', '2026-06-10', -60_00n, { reference: 'CN-1001' }),
      line('3-1', '2026-06-10', -60_00n),
    ]
    const external = [line('7', '2026-06-11', -100_00n, { description: 'Transfer CN-1001' })]
    expect(propose(ledger, external)).toEqual([
      {
        ledger: ['1-1', '2-1'],
        external: ['7'],
        reason: '2 ledger lines add up to the statement line of 100.00: all mention CN-1001.',
      },
    ])
  })

  test('and some of them where not all add up', () => {
    const some = [30_00n, 45_00n, 25_00n, 99_99n].map((net, n) =>
      line(`${n}-1`, '2026-06-10', net, { description: 'Batch B2026' }),
    )
    const [proposal] = propose(some, [line('7', '2026-06-10', 100_00n, { reference: 'B2026' })])
    expect(proposal?.ledger.toSorted()).toEqual(['0-1', '1-1', '2-1'])
  })

  test('several statement lines for one ledger line, by the day', () => {
    const external = [line('7', '2026-06-10', 10_00n), line('8', '2026-06-10', 15_00n)]
    expect(propose([line('1-1', '2026-06-10', 25_00n)], external)).toEqual([
      {
        ledger: ['1-1'],
        external: ['7', '8'],
        reason: '2 statement lines add up to the ledger line of 25.00: all of 10 Jun 2026.',
      },
    ])
  })

  test('no bank line for what was taken back, also after its pair was turned down', () => {
    const ledger = [
      line('1-1', '2026-06-10', -25_00n, { entry: '1' }),
      line('2-1', '2026-06-10', 25_00n, { entry: '2', reversalOf: '1' }),
      line('3-1', '2026-06-10', -40_00n, { entry: '3', isTakenBack: true }),
    ]
    const external = [line('7', '2026-06-20', -25_00n), line('8', '2026-06-20', -40_00n)]
    const rejected = new Set([proposalKey({ ledger: ['1-1', '2-1'], external: [] })])
    expect(propose(ledger, external, rejected)).toEqual([])
  })

  test('an entry with its reversal', () => {
    const ledger = [
      line('1-1', '2026-06-10', 25_00n, { entry: '1' }),
      line('2-1', '2026-06-10', -25_00n, { entry: '2', reversalOf: '1' }),
    ]
    expect(propose(ledger, [])).toEqual([
      { ledger: ['1-1', '2-1'], external: [], reason: 'Entry 2 reverses entry 1.' },
    ])
  })

  test('a cheque that cleared late, where no other line has its amount', () => {
    const late = line('7', '2026-06-25', -25_00n)
    expect(propose([line('1-1', '2026-06-10', -25_00n)], [late])).toHaveLength(1)
    expect(propose([line('1-1', '2026-06-10', -25_00n), line('2-1', '2026-06-11', -25_00n)], [late])).toEqual(
      [],
    )
  })

  describe('one payment for what a broker is paid and pays on a day', () => {
    const settles = (id: string, net: bigint, party = '7 1', date = '2026-06-17') =>
      line(id, date, net, { party })
    const day = [settles('1-1', 853_217_58n), settles('2-1', -163_690_40n)]
    test('is proposed for the whole day, also three days later', () => {
      for (const date of ['2026-06-14', '2026-06-17', '2026-06-20']) {
        expect(propose(day, [line('9', date, 689_527_18n)])).toEqual([
          {
            ledger: ['1-1', '2-1'],
            external: ['9'],
            reason:
              '2 settlements of one broker on 17 Jun 2026 add up to the statement line of 689,527.18: 853,217.58 to receive less 163,690.40 to pay.',
          },
        ])
      }
      expect(propose(day, [line('9', '2026-06-21', 689_527_18n)])).toEqual([])
    })
    test('and where more is paid than received', () => {
      const other = day.map((one) => ({ ...one, debit: one.credit, credit: one.debit }))
      expect(propose(other, [line('9', '2026-06-17', -689_527_18n)])[0]?.reason).toContain(
        '853,217.58 to pay less 163,690.40 to receive',
      )
      expect(propose(other, [line('9', '2026-06-17', 689_527_18n)])).toEqual([])
    })
    test('not across brokers, settlement accounts or days', () => {
      const [sale] = day as [ProposableLine]
      for (const other of [
        settles('2-1', -163_690_40n, '8 1'),
        settles('2-1', -163_690_40n, '7 2'),
        settles('2-1', -163_690_40n, '7 1', '2026-06-18'),
      ]) {
        expect(propose([sale, other], [line('9', '2026-06-17', 689_527_18n)])).toEqual([])
      }
    })
    test('also for some of the day: a few of its lines, or all but a few', () => {
      const more = Array.from({ length: 12 }, (_, n) =>
        settles(`${n + 3}-1`, n % 2 ? 1_000_03n + BigInt(n) ** 3n : -(77_01n + BigInt(n) ** 4n)),
      )
      const lines = [...day, ...more]
      expect(propose(lines, [line('9', '2026-06-18', 689_527_18n)])[0]?.ledger.toSorted()).toEqual([
        '1-1',
        '2-1',
      ])
      const allBut = sumOf(lines) - (lines[5] as ProposableLine).debit + (lines[5] as ProposableLine).credit
      const [proposal] = propose(lines, [line('9', '2026-06-18', allBut)])
      expect(proposal?.ledger).toHaveLength(13)
      expect(proposal?.ledger).not.toContain(lines[5]?.id)
    })
    test('one that was turned down is not proposed again', () => {
      const external = [line('9', '2026-06-17', 689_527_18n)]
      const [proposal] = propose(day, external)
      if (proposal === undefined) throw new Error('nothing proposed')
      expect(propose(day, external, new Set([proposalKey(proposal)]))).toEqual([])
    })
  })

  test('nothing across sides, and nothing more than three days apart', () => {
    expect(
      propose(
        [line('1-1', '2026-06-10', 30n), line('2-1', '2026-06-10', -5n)],
        [line('7', '2026-06-10', 25n)],
      ),
    ).toEqual([])
    expect(
      propose(
        [line('1-1', '2026-06-10', 10n), line('2-1', '2026-06-17', 15n)],
        [line('7', '2026-06-10', 25n)],
      ),
    ).toEqual([])
  })

  test('nothing that was turned down', () => {
    const ledger = [line('1-1', '2026-06-10', 10n), line('2-1', '2026-06-10', 15n)]
    const external = [line('7', '2026-06-10', 25n)]
    const [proposal] = propose(ledger, external)
    if (proposal === undefined) throw new Error('nothing proposed')
    expect(propose(ledger, external, new Set([proposalKey(proposal)]))).toEqual([])
  })

  const some = (prefix: string) =>
    fc
      .array(
        fc.record({
          day: fc.integer({ min: 0, max: 8 }),
          net: fc.integer({ min: -12, max: 12 }).filter((net) => net !== 0),
          reference: fc.constantFrom('', 'REF1', 'REF2'),
          party: fc.constantFrom(null, '7 1', '8 1'),
        }),
        { maxLength: 25 },
      )
      .map((all) =>
        all.map(({ day, net, reference, party }, index) =>
          line(`${prefix}${index}`, addDays('2026-06-01', day), BigInt(net), { reference, party }),
        ),
      )
  test('every proposal adds up, takes no line twice and names known lines', () => {
    fc.assert(
      fc.property(some('l'), some('e'), (ledger, external) => {
        const proposals = propose(ledger, external)
        const [seenOurs, seenTheirs] = [new Set<string>(), new Set<string>()]
        for (const proposal of proposals) {
          const ours = ledger.filter((one) => proposal.ledger.includes(one.id))
          const theirs = external.filter((one) => proposal.external.includes(one.id))
          expect(ours).toHaveLength(proposal.ledger.length)
          expect(theirs).toHaveLength(proposal.external.length)
          expect(sumOf(ours)).toBe(sumOf(theirs))
          for (const { id } of ours) {
            expect(seenOurs.has(id)).toBe(false)
            seenOurs.add(id)
          }
          for (const { id } of theirs) {
            expect(seenTheirs.has(id)).toBe(false)
            seenTheirs.add(id)
          }
          if (ours.length + theirs.length > 2) {
            const days = [...ours, ...theirs].map((one) => one.date).toSorted()
            expect(daysBetween(days[0] ?? '', days.at(-1) ?? '')).toBeLessThanOrEqual(6)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('thousands of unrelated lines are looked through soon', () => {
    const many = (prefix: string, factor: bigint) =>
      Array.from({ length: 3_000 }, (_, n) =>
        line(`${prefix}${n}`, addDays('2026-06-01', n % 28), ((BigInt(n) * factor) % 1_000_003n) + 1n, {
          reference: `R${n % 50}00`,
        }),
      )
    // Seconds where each line is compared with those that can match it, minutes where with all: the test then runs out.
    expect(propose(many('l', 7919n), many('e', 104_729n))).toBeDefined()
  }, 60_000)

  test('so are tens of thousands of one day, which must not delay other requests', () => {
    const many = (prefix: string, factor: bigint) =>
      Array.from({ length: 30_000 }, (_, n) =>
        line(`${prefix}${n}`, '2026-06-01', (((BigInt(n) * factor) % 1_000_003n) + 1n) * (n % 2 ? 1n : -1n), {
          reference: `R${n % 300}00`,
          party: `${n % 400} 1`,
        }),
      )
    expect(propose(many('l', 7919n), many('e', 104_729n))).toBeDefined()
  }, 90_000)
})
