/**
 * Small writes that share a transaction. Those that arrive while others are running begin together, and what all of them do
 * alike (locks, rows, the commit) is done once for all. None of them waits for a lock or fails because of another: who cannot
 * go on at once leaves before it wrote anything, and where the database refuses what was written for one, all are rolled back.
 * The caller then does it again in a transaction of its own, which no other write here has to wait for.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CommitUnknown, isConnectionLost, NeedsOwnTransaction } from './faults.ts'
import { runInside } from './inside.ts'
import { type Scope, sharedScope } from './scope.ts'
import type { Statement } from './statement.ts'
import type { Asked, Given, OnFailure, Step, Transaction } from './transaction.ts'

/** So many shared transactions at a time: while one waits for the database, another is decided. */
export const SHARED_WRITERS = 2
/** The person of a shared transaction: an id that no user has. */
const NOBODY = 0
/** So many writes share one at most. */
const MEMBERS = 16

interface Member {
  readonly name: string
  /** The writer. */
  readonly by: number
  /** The portfolios of the writer; undefined: all. */
  readonly scope: Scope | undefined
  /** Does the work as the request that asked for it. */
  work(tx: Transaction): Promise<unknown>
  answer(value: unknown): void
  fail(error: unknown): void
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

type RunTransaction = <T>(
  work: (tx: Transaction) => Promise<T>,
  name: string,
  by: readonly number[],
  scope: Scope | undefined,
) => Promise<T>

/** Gathers writes into shared transactions. */
export class SharedTransactions {
  readonly #transaction: RunTransaction
  #waiting: readonly Member[] = []
  readonly #plain = AsyncLocalStorage.snapshot()
  #running = 0

  constructor(transaction: RunTransaction) {
    this.#transaction = transaction
  }

  /**
   * Does a write, with others where there are some.
   * @throws what the work throws, as in a transaction of its own, and NeedsOwnTransaction.
   */
  run<T>(
    work: (tx: Transaction) => Promise<T>,
    name: string,
    { by, scope }: Pick<Member, 'by' | 'scope'>,
  ): Promise<T> {
    const asAsked = AsyncLocalStorage.snapshot()
    return new Promise<T>((answer, fail) => {
      const member = {
        name,
        by,
        scope,
        work: (tx: Transaction) => asAsked(() => runInside(name, () => work(tx))),
        answer: answer as (value: unknown) => void,
        fail,
      }
      this.#waiting = [...this.#waiting, member]
      this.#plain(() => this.#begin())
    })
  }

  #begin(): void {
    while (this.#running < SHARED_WRITERS && this.#waiting.length > 0) {
      const members = this.#next()
      this.#running += 1
      void this.#carryOut(members).finally(() => {
        this.#running -= 1
        this.#begin()
      })
    }
  }

  /** The first that waits, and those after it whose portfolios are the same: the transaction sees what each of them may see. */
  #next(): Member[] {
    const of = sharedScope(this.#waiting[0]?.scope)
    const members = this.#waiting.filter(({ scope }) => sharedScope(scope) === of).slice(0, MEMBERS)
    const taken = new Set(members)
    this.#waiting = this.#waiting.filter((member) => !taken.has(member))
    return members
  }

  async #carryOut(members: readonly Member[]): Promise<void> {
    const [first] = members
    if (first !== undefined && members.length === 1) return this.#alone(first)
    let outcomes: readonly Outcome[]
    try {
      const people = members.map(({ by }) => by)
      // The transaction serves several people, so it reads nothing that only one of them may see.
      const scope = first?.scope && { ...first.scope, person: NOBODY }
      outcomes = await this.#transaction((tx) => new Company(tx, members).work(), 'shared', people, scope)
    } catch (error) {
      const isLost = error instanceof CommitUnknown || isConnectionLost(error)
      for (const member of members) member.fail(isLost ? error : new NeedsOwnTransaction())
      return
    }
    for (const [index, member] of members.entries()) {
      const outcome = outcomes[index] as Outcome
      if ('value' in outcome) member.answer(outcome.value)
      else member.fail(outcome.error)
    }
  }

  /** The next ones queue behind it: it waits for no lock either. */
  async #alone(member: Member): Promise<void> {
    try {
      const work = (tx: Transaction) => {
        tx.neverWaits = true
        return member.work(tx)
      }
      member.answer(await this.#transaction(work, member.name, [member.by], member.scope))
    } catch (error) {
      member.fail(error)
    }
  }
}

interface Waiting {
  readonly piece: unknown
  go(result: unknown): void
  fail(error: unknown): void
}

/** The writes of one shared transaction, each at its own pace until a step that all of them do together. */
class Company {
  readonly #tx: Transaction
  readonly #members: readonly Member[]
  #steps = new Map<Step<unknown, unknown>, Waiting[]>()
  #atWork: number
  /** The first failure of one that had written. */
  #failed: { readonly error: unknown } | undefined

  constructor(tx: Transaction, members: readonly Member[]) {
    this.#tx = { ...tx, isShared: true, neverWaits: true }
    this.#members = members
    this.#atWork = members.length
  }

  /** The outcome of each. @throws where one failed after it had written: nothing of the others may stay either. */
  async work(): Promise<Outcome[]> {
    // All of them, whatever became of the first: what one sent after the transaction's end would be committed separately.
    const outcomes = await Promise.all(this.#members.map((member, index) => this.#workOf(member, index)))
    if (this.#failed !== undefined) throw this.#failed.error
    return outcomes
  }

  async #workOf(member: Member, index: number): Promise<Outcome> {
    let wrote = false
    const tx = this.#tx
    const own: Transaction = {
      ...tx,
      place: index + 1,
      send: (sql: Asked, values?: Given, failed?: OnFailure) => {
        wrote = true
        tx.send(sql as Statement, values as readonly unknown[], failed)
      },
      copy: (...copied) => {
        wrote = true
        return tx.copy(...copied)
      },
      sendCopy: (...copied) => {
        wrote = true
        tx.sendCopy(...copied)
      },
      together: (step, piece) => {
        wrote ||= step.writes
        return this.#together(step, piece)
      },
    }
    try {
      return { value: await member.work(own) }
    } catch (error) {
      if (wrote) this.#failed ??= { error }
      return { error }
    } finally {
      this.#rest()
    }
  }

  #together<Piece, Result>(step: Step<Piece, Result>, piece: Piece): Promise<Result> {
    return new Promise<Result>((go, fail) => {
      const known = step as unknown as Step<unknown, unknown>
      const waiting = this.#steps.get(known) ?? []
      this.#steps.set(known, waiting)
      waiting.push({ piece, go: go as (result: unknown) => void, fail })
      this.#rest()
    })
  }

  /** One less is running; when all wait, what they wait for is done. */
  #rest(): void {
    this.#atWork -= 1
    if (this.#atWork > 0) return
    const steps = this.#steps
    this.#steps = new Map()
    for (const waiting of steps.values()) this.#atWork += waiting.length
    for (const [step, waiting] of steps) void this.#do(step, waiting)
  }

  async #do(step: Step<unknown, unknown>, waiting: readonly Waiting[]): Promise<void> {
    try {
      const results = await step.run(
        this.#tx,
        waiting.map(({ piece }) => piece),
      )
      for (const [index, one] of waiting.entries()) one.go(results[index])
    } catch (error) {
      for (const one of waiting) one.fail(error)
    }
  }
}
