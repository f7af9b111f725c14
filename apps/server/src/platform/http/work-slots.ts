/**
 * Slots of work: of each kind of work a person has at most so many slots, and so has everyone together. Who asks for
 * more waits in a line of their own; the next slot goes to the next person in rotation, so that a hundred requests of one
 * person come before no first request of another. A read that takes long takes several slots: what it took lately is known by its route
 * and person. Each server counts its own requests only.
 */
import { availableParallelism } from 'node:os'
import { WRITERS } from '../database/database.ts'
import { Refusal } from '../refusal.ts'

/** The kinds of work that are counted apart. */
export type Work = 'light' | 'heavy' | 'long-list' | 'export' | 'file' | Save
/** A save takes a connection for saving, a small one shares it with others. */
export type Save = 'save' | 'small-save'

/** How much of one kind of work is done at a time, in slots. */
export interface Measure {
  readonly perPerson: number
  readonly together: number
  /** A request takes a slot for each so many milliseconds that it is expected to take; one slot where this is left out. */
  readonly slotMs?: number
  /** How long a request waits before it is refused, in milliseconds. */
  readonly waitMs: number
  /** How many requests of one person may wait; one more is refused at once. */
  readonly waitingMax: number
}
export type Measures = Readonly<Record<Work, Measure>>

const SECOND = 1_000
const read = { waitMs: 10 * SECOND, waitingMax: 200 }
/** Slots of heavy reads for each processor: what takes long is done once a processor at a time. */
const HEAVY = 6
/**
 * What is measured out. Saves are not limited for a person: they wait for a slot, and one person's never take the last
 * connection for saving. What takes long is a job and waits in the queue.
 */
export const MEASURES: Measures = {
  light: { ...read, perPerson: 16, together: 64 },
  heavy: {
    waitMs: 30 * SECOND,
    waitingMax: 200,
    perPerson: HEAVY,
    together: HEAVY * Math.max(2, availableParallelism()),
    slotMs: 100,
  },
  'long-list': { ...read, perPerson: 1, together: 3 },
  export: { ...read, perPerson: 1, together: 3 },
  file: { ...read, perPerson: 1, together: 6 },
  save: { perPerson: WRITERS, together: WRITERS + 1, waitMs: 30 * SECOND, waitingMax: 10_000 },
  'small-save': { perPerson: 24, together: 32, waitMs: 30 * SECOND, waitingMax: 10_000 },
}

/** Gives the slot back; only the first call counts. */
export type GiveBack = () => void

export interface WorkSlots {
  /**
   * Waits for slots and returns the function that releases them. Stops waiting when `signal` aborts (the client left).
   * @param what - What is done, such as a route: how many slots it takes follows from what it took this person lately.
   * @throws Refusal `request.too-many` (429; `server.busy`, 503, for a save) after the longest wait, with too many
   *   waiting, or when the client left.
   */
  take(work: Work, person: string, signal: AbortSignal, what?: string): Promise<GiveBack>
  /** Notes how many milliseconds something took a person, for the next time. */
  took(what: string, person: string, ms: number): void
  /** How many slots of a kind are taken, and how many requests wait for one. */
  count(work: Work): { readonly taken: number; readonly waiting: number }
}

interface Waiter {
  readonly slots: number
  readonly go: () => void
}
interface Person {
  taken: number
  readonly waiting: Waiter[]
}

/** Seconds after which a refused request is worth another try. */
const RETRY_SECONDS = 5

const OWN: Readonly<Record<Exclude<Work, Save>, string>> = {
  light: 'Too many of your requests are still being answered.',
  heavy: 'Several of your reads are still running.',
  'long-list': 'Another of your long lists is still being read.',
  export: 'Another of your exports is still running.',
  file: 'Another of your files is still being received or read.',
}
const OTHERS = 'The server is busy with requests of other people.'

/** Slots by these measures. */
export function workSlotsOf(measures: Measures): WorkSlots {
  const lines = new Map<Work, Line>()
  const times = new Times()
  const lineOf = (work: Work) => {
    const line = lines.get(work) ?? new Line(work, measures[work])
    lines.set(work, line)
    return line
  }
  const slotsFor = ({ perPerson, together, slotMs }: Measure, what: string, person: string) =>
    slotMs === undefined
      ? 1
      : Math.min(perPerson, together, Math.max(1, Math.ceil(times.expected(what, person) / slotMs)))
  return {
    take: (work, person, signal, what = '') =>
      lineOf(work).take(person, signal, slotsFor(measures[work], what, person)),
    took: (what, person, ms) => times.note(what, person, ms),
    count: (work) => lineOf(work).count(),
  }
}

/** The milliseconds expected of work that was not measured yet. */
const UNKNOWN_MS = 200
/** Kinds by person whose times are kept; the one that was noted longest ago goes first. */
const TIMES_MAX = 10_000

/** The recent times of everything: half of it the last time, a quarter the time before, and so on. */
class Times {
  readonly #ms = new Map<string, number>()

  /** By the person's own times, since a small book takes less than a large one; by all people's where there are none. */
  expected(what: string, person: string): number {
    return this.#ms.get(`${what} ${person}`) ?? this.#ms.get(what) ?? UNKNOWN_MS
  }

  note(what: string, person: string, ms: number): void {
    for (const key of [what, `${what} ${person}`]) {
      const before = this.#ms.get(key)
      this.#ms.delete(key)
      this.#ms.set(key, before === undefined ? ms : (before + ms) / 2)
    }
    for (const oldest of this.#ms.keys()) {
      if (this.#ms.size <= TIMES_MAX) return
      this.#ms.delete(oldest)
    }
  }
}

class Line {
  readonly #work: Work
  readonly #measure: Measure
  /** The persons who have a slot or wait for one, the next in rotation first. */
  readonly #people = new Map<string, Person>()
  #taken = 0

  constructor(work: Work, measure: Measure) {
    this.#work = work
    this.#measure = measure
  }

  count() {
    const waiting = [...this.#people.values()].reduce((sum, person) => sum + person.waiting.length, 0)
    return { taken: this.#taken, waiting }
  }

  async take(name: string, signal: AbortSignal, slots: number): Promise<GiveBack> {
    const person = this.#people.get(name) ?? { taken: 0, waiting: [] }
    this.#people.set(name, person)
    if (signal.aborted || person.waiting.length >= this.#measure.waitingMax) {
      this.#forget(name, person)
      throw this.#refusal(person, slots)
    }
    await new Promise<void>((go, refuse) => {
      const leave = () => {
        const at = person.waiting.indexOf(waiter)
        if (at < 0) return
        person.waiting.splice(at, 1)
        end()
        refuse(this.#refusal(person, slots))
        this.#forget(name, person)
        // It may have been the one that all others waited behind.
        this.#admit()
      }
      const timer = setTimeout(leave, this.#measure.waitMs)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const waiter = {
        slots,
        go: () => {
          end()
          go()
        },
      }
      signal.addEventListener('abort', leave)
      person.waiting.push(waiter)
      this.#admit()
    })
    let given = false
    return () => {
      if (given) return
      given = true
      person.taken -= slots
      this.#taken -= slots
      // Persons who waited meanwhile come first.
      this.#toTheEnd(name, person)
      this.#forget(name, person)
      this.#admit()
    }
  }

  /** Lets in who is next, person after person, while there are slots. */
  #admit(): void {
    for (;;) {
      const next = this.#next()
      if (next === undefined) return
      const { name, person, waiter } = next
      // The next in line keeps its position until enough slots are free: small requests of others would put it off for ever.
      if (this.#taken + waiter.slots > this.#measure.together) return
      this.#toTheEnd(name, person)
      person.taken += waiter.slots
      this.#taken += waiter.slots
      person.waiting.shift()
      waiter.go()
    }
  }

  /** The first person in rotation whose next request has its slots among that person's own. */
  #next() {
    for (const [name, person] of this.#people) {
      const waiter = person.waiting[0]
      if (waiter !== undefined && person.taken + waiter.slots <= this.#measure.perPerson) {
        return { name, person, waiter }
      }
    }
    return undefined
  }

  /** A person who was served comes after all others. */
  #toTheEnd(name: string, person: Person): void {
    this.#people.delete(name)
    this.#people.set(name, person)
  }

  #forget(name: string, person: Person): void {
    if (person.taken === 0 && person.waiting.length === 0) this.#people.delete(name)
  }

  #refusal(person: Person, slots: number): Refusal {
    if (this.#work === 'save' || this.#work === 'small-save') return new Refusal('server.busy')
    const { perPerson, waitingMax } = this.#measure
    const own = person.taken + slots > perPerson || person.waiting.length >= waitingMax
    return new Refusal('request.too-many', { what: own ? OWN[this.#work] : OTHERS, seconds: RETRY_SECONDS })
  }
}
