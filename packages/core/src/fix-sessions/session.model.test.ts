/**
 * Two sessions over a wire that cuts, loses, doubles, swaps and spoils messages, with a receiver that is killed before it stored what it
 * took: each execution is stored once, in the order in which it was sent.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FixField, type FixFound, fixText, readFixMessage } from './message.ts'
import { FixSession } from './session.ts'
import type { FixAction, FixEvent, FixParty } from './session-events.ts'

const US: FixParty = { role: 'initiator', begin: 'FIX.4.4', sender: 'EM', target: 'BRK', heartbeat: 10 }
const BROKER: FixParty = { role: 'acceptor', begin: 'FIX.4.4', sender: 'BRK', target: 'EM', heartbeat: 0 }

type Fault = 'cut' | 'kill' | 'lose' | 'double' | 'swap' | 'spoil' | 'late-copy'
type Step =
  | { readonly do: 'deal'; readonly count: number }
  | { readonly do: 'pass' | Fault }
  | { readonly do: 'wait' }

class World {
  at = Date.UTC(2026, 0, 5, 4)
  readonly dealt: string[] = []
  /** Stored by the receiver: what it took, with its numbers, always together. */
  readonly stored: { fills: string[]; nextIn: number; nextOut: number } = { fills: [], nextIn: 1, nextOut: 1 }
  readonly sent = new Map<number, { fields: FixField[]; at: number }>()
  readonly broker = new FixSession(
    BROKER,
    { nextIn: 1, nextOut: 1 },
    (number) => this.sent.get(number) ?? null,
  )
  us = new FixSession(US, this.stored)
  isUp = false
  isFirst = true
  toUs: Uint8Array[] = []
  toBroker: Uint8Array[] = []
  passed: Uint8Array[] = []

  connect() {
    if (this.isUp) return
    this.isUp = true
    this.brokerDoes({ kind: 'connected', at: this.at, resets: false })
    this.weDo({ kind: 'connected', at: this.at, resets: this.isFirst })
    this.isFirst = false
  }

  cut() {
    this.isUp = false
    this.toUs = []
    this.toBroker = []
    this.us.on({ kind: 'disconnected' })
    this.broker.on({ kind: 'disconnected' })
  }

  /** The process ends: what was not stored is forgotten. */
  kill() {
    this.cut()
    this.us = new FixSession(US, this.stored)
  }

  deal(count: number) {
    for (let nth = 0; nth < count; nth += 1) {
      if (this.broker.phase !== 'on') return
      const id = `E-${this.dealt.length + 1}`
      this.dealt.push(id)
      const fields: FixField[] = [
        [35, '8'],
        [17, id],
      ]
      this.sent.set(this.broker.numbers.nextOut, { fields, at: this.at })
      this.brokerDoes({ kind: 'send', at: this.at, fields })
    }
  }

  brokerDoes(event: FixEvent) {
    this.carry(this.broker.on(event), this.toUs)
  }

  weDo(event: FixEvent) {
    const actions = this.us.on(event)
    for (const action of actions)
      if (action.kind === 'take' && action.isApplication)
        this.stored.fills.push(fixText(action.message.fields, 17) ?? '')
    Object.assign(this.stored, this.us.numbers)
    this.carry(actions, this.toBroker)
  }

  carry(actions: readonly FixAction[], wire: Uint8Array[]) {
    for (const action of actions) {
      if (action.kind === 'send') wire.push(action.bytes)
      if (action.kind === 'close') this.cut()
    }
  }

  pass(found: (bytes: Uint8Array) => FixFound = readFixMessage) {
    const bytes = this.toUs.shift()
    if (bytes !== undefined) {
      this.passed.push(bytes)
      this.weDo({ kind: 'received', at: this.at, found: found(bytes) })
    }
    const back = this.toBroker.shift()
    if (back !== undefined) this.brokerDoes({ kind: 'received', at: this.at, found: readFixMessage(back) })
  }

  wait(seconds: number) {
    this.at += seconds * 1_000
    if (!this.isUp) return this.connect()
    this.weDo({ kind: 'time', at: this.at })
    if (this.isUp) this.brokerDoes({ kind: 'time', at: this.at })
  }

  step(step: Step) {
    switch (step.do) {
      case 'deal':
        return this.deal(step.count)
      case 'wait':
        return this.wait(4)
      case 'cut':
        return this.cut()
      case 'kill':
        return this.kill()
      case 'lose':
        return void this.toUs.shift()
      case 'double':
        if (this.toUs[0] !== undefined) this.toUs.unshift(this.toUs[0])
        return
      case 'late-copy': {
        const old = this.passed.at(-3)
        if (old !== undefined && this.isUp) this.toUs.unshift(old)
        return
      }
      case 'swap': {
        const [one, two, ...rest] = this.toUs
        if (one !== undefined && two !== undefined) this.toUs = [two, one, ...rest]
        return
      }
      case 'spoil':
        return this.pass((bytes) => {
          const spoilt = bytes.slice()
          spoilt[spoilt.length - 9] = (spoilt[spoilt.length - 9] ?? 0) ^ 1
          return readFixMessage(spoilt)
        })
      case 'pass':
        return this.pass()
    }
  }

  /** Nothing goes wrong any more. */
  settle() {
    for (let round = 0; round < 60; round += 1) {
      this.wait(2)
      for (let nth = 0; nth < 400 && this.isUp && this.toUs.length + this.toBroker.length > 0; nth += 1)
        this.pass()
    }
  }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('deal' as const), count: fc.integer({ min: 1, max: 6 }) }),
    },
    { weight: 9, arbitrary: fc.constant<Step>({ do: 'pass' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'wait' }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Step>(
        ...(['cut', 'kill', 'lose', 'double', 'swap', 'spoil', 'late-copy'] as const).map((fault) => ({
          do: fault,
        })),
      ),
    },
  ),
  { maxLength: 120 },
)

test('each execution is stored once and in order, whatever happens on the way', () => {
  let dealt = 0
  fc.assert(
    fc.property(steps, (story) => {
      const world = new World()
      world.connect()
      world.pass()
      world.pass()
      for (const step of story) world.step(step)
      world.settle()
      expect(world.stored.fills).toEqual(world.dealt)
      expect(world.us.gap).toBeNull()
      dealt += world.dealt.length
    }),
    { numRuns: 1_500 },
  )
  expect(dealt).toBeGreaterThan(1_000)
})
