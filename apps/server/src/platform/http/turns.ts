/**
 * Turns: of each kind of work a person has at most so many requests at work, and so has everyone together. Who asks for
 * more waits in a line of their own; the next place goes to the next person in turn, so that a hundred requests of one
 * person stand before nobody else's first. Each server counts its own requests only.
 */
import { WRITERS } from '../database/database.ts'
import { Refusal } from '../refusal.ts'

/** The kinds of work that are counted apart. */
export type Work = 'light' | 'heavy' | 'long-list' | 'export' | 'file' | Save
/** A save takes a connection for saving, a small one shares it with others. */
export type Save = 'save' | 'small-save'

/** How much of one kind of work is done at a time. */
export interface Measure {
  readonly perPerson: number
  readonly together: number
  /** How long a request waits before it is refused, in milliseconds. */
  readonly waitMs: number
  /** How many requests of one person may wait; one more is refused at once. */
  readonly waitingMax: number
}
export type Measures = Readonly<Record<Work, Measure>>

const SECOND = 1_000
const read = { waitMs: 10 * SECOND, waitingMax: 200 }
/**
 * What is measured out. Saves are not limited for a person: they wait their turn, and one person's never take the last
 * connection for saving. What takes long is a job and has its turn in the queue.
 */
export const MEASURES: Measures = {
  light: { ...read, perPerson: 16, together: 64 },
  heavy: { ...read, perPerson: 6, together: 12 },
  'long-list': { ...read, perPerson: 1, together: 3 },
  export: { ...read, perPerson: 1, together: 3 },
  file: { ...read, perPerson: 1, together: 6 },
  save: { perPerson: WRITERS, together: WRITERS + 1, waitMs: 30 * SECOND, waitingMax: 10_000 },
  'small-save': { perPerson: 24, together: 32, waitMs: 30 * SECOND, waitingMax: 10_000 },
}

/** Gives the place back; only the first call counts. */
export type GiveBack = () => void

export interface Turns {
  /**
   * Waits for a place and returns the function that releases it. Stops waiting when `signal` aborts (the client left).
   * @throws Refusal `request.too-many` (429; `server.busy`, 503, for a save) after the longest wait, with too many
   *   waiting, or when the client left.
   */
  take(work: Work, person: string, signal: AbortSignal): Promise<GiveBack>
  /** How many places of a kind are taken, and how many requests wait for one. */
  count(work: Work): { readonly taken: number; readonly waiting: number }
}

interface Waiter {
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

/** Turns by these measures. */
export function turnsOf(measures: Measures): Turns {
  const lines = new Map<Work, Line>()
  const lineOf = (work: Work) => {
    const line = lines.get(work) ?? new Line(work, measures[work])
    lines.set(work, line)
    return line
  }
  return {
    take: (work, person, signal) => lineOf(work).take(person, signal),
    count: (work) => lineOf(work).count(),
  }
}

class Line {
  readonly #work: Work
  readonly #measure: Measure
  /** Who has a place or waits for one, the next in turn first. */
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

  async take(name: string, signal: AbortSignal): Promise<GiveBack> {
    const person = this.#people.get(name) ?? { taken: 0, waiting: [] }
    this.#people.set(name, person)
    if (signal.aborted || person.waiting.length >= this.#measure.waitingMax) {
      this.#forget(name, person)
      throw this.#refusal(person)
    }
    await new Promise<void>((go, refuse) => {
      const leave = () => {
        const place = person.waiting.indexOf(waiter)
        if (place < 0) return
        person.waiting.splice(place, 1)
        end()
        refuse(this.#refusal(person))
        this.#forget(name, person)
      }
      const timer = setTimeout(leave, this.#measure.waitMs)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const waiter = {
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
      person.taken -= 1
      this.#taken -= 1
      this.#forget(name, person)
      this.#admit()
    }
  }

  /** Lets in who is next, person after person, while there are places. */
  #admit(): void {
    while (this.#taken < this.#measure.together) {
      const next = this.#next()
      if (next === undefined) return
      const [name, person] = next
      // Who had a turn comes after all others.
      this.#people.delete(name)
      this.#people.set(name, person)
      person.taken += 1
      this.#taken += 1
      person.waiting.shift()?.go()
    }
  }

  #next(): [string, Person] | undefined {
    for (const [name, person] of this.#people) {
      if (person.waiting.length > 0 && person.taken < this.#measure.perPerson) return [name, person]
    }
    return undefined
  }

  #forget(name: string, person: Person): void {
    if (person.taken === 0 && person.waiting.length === 0) this.#people.delete(name)
  }

  #refusal(person: Person): Refusal {
    if (this.#work === 'save' || this.#work === 'small-save') return new Refusal('server.busy')
    const { perPerson, waitingMax } = this.#measure
    const own = person.taken >= perPerson || person.waiting.length >= waitingMax
    return new Refusal('request.too-many', { what: own ? OWN[this.#work] : OTHERS, seconds: RETRY_SECONDS })
  }
}
