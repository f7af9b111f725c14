/**
 * A corporate action over many portfolios, killed in the middle: while it is announced (in the request),
 * posted to the books and reversed (in a job). After the next start it is there for all holders or for none;
 * what is asked again has one effect.
 */
import { rm } from 'node:fs/promises'
import { throwAwayFolder } from '../../apps/server/test/support/throw-away-cluster.ts'
import { seeded } from '../demo/random.ts'
import {
  ADDRESS,
  type Blow,
  blows,
  failureOf,
  type Program,
  pause,
  startServer,
  strike,
  verifyBooks,
} from './processes.ts'

const HOLDERS = 24
const TODAY = '2026-06-15'
const SYMBOL = 'JKH.N0000'
const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: 'correct horse' }
const sharesOf = (holder: number) => 101 + 7 * holder

const STEPS = ['announce', 'process', 'reverse'] as const
type Step = (typeof STEPS)[number]

export interface KilledAction {
  readonly blow: Blow
  /** The step that was running, and how many milliseconds after its beginning the blow fell. */
  readonly moment: string
  /** The state that the next start found. */
  readonly left: string
  readonly failure: string | undefined
}

interface Action {
  readonly id: number
  readonly state: string
  readonly portfolios: number
  readonly entitled_shares: number
  readonly remarks: string | null
}

interface Position {
  readonly symbol: string
  readonly quantity: number
}

/** The server, started again after each blow, and what is asked of it. */
class Books {
  readonly dataDir: string
  #server: Program | null = null
  #url = ''
  #token = ''

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  async start(): Promise<void> {
    this.#server = startServer(this.dataDir, { TODAY })
    this.#url = await this.#server.says(ADDRESS)
  }

  send(method: string, path: string, body?: object): Promise<Response> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (this.#token !== '') headers['authorization'] = `Bearer ${this.#token}`
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(`${this.#url}/api${path}`, { method, headers, ...sent })
  }

  /** Makes a call that must succeed and waits for its job. @throws with the answer. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.send(method, path, body)
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    if (method !== 'GET') await this.quiet()
    return JSON.parse(text) as T
  }

  /** How a call ends, where it becomes a job too. */
  async statusOf(path: string, body: object): Promise<number> {
    const answer = await this.send('POST', path, body)
    if (answer.status !== 202) return answer.status
    const { jobId } = (await answer.json()) as { jobId: number }
    await this.quiet()
    const job = (await (await this.send('GET', `/jobs/${jobId}`)).json()) as {
      error: { status: number } | null
    }
    return job.error?.status ?? 200
  }

  /** Waits until no job is running. */
  async quiet(): Promise<void> {
    for (;;) {
      const answer = await this.send('GET', '/jobs?limit=20')
      const jobs = answer.ok ? ((await answer.json()) as { endedAt: string | null }[]) : null
      if (jobs?.every(({ endedAt }) => endedAt !== null)) return
      await pause(20)
    }
  }

  async signUp(): Promise<void> {
    const answer = await this.send('POST', '/auth/signup', person)
    this.#token = ((await answer.json()) as { token: string }).token
  }

  /** Strikes, and waits until the books are open again and every job is done with. */
  async strike(blow: Blow): Promise<void> {
    const server = this.#server as Program
    await strike(blow, server, this.dataDir)
    if (blow !== 'postgres') {
      await server.ended
      await this.start()
    }
    while ((await this.send('GET', '/health').catch(() => null))?.status !== 200) await pause(20)
    await this.quiet()
  }

  async end(): Promise<void> {
    if (this.#server !== null) await strike('everything', this.#server, this.dataDir)
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

async function fill(books: Books): Promise<void> {
  await books.start()
  await books.signUp()
  await books.ask('POST', '/equities', { name: 'John Keells Holdings PLC', symbol: SYMBOL })
  const account = await books.ask<{ id: number }>('POST', '/accounts', {
    payment_method: 'Bank Transfer',
    account_name: 'Trading account',
    account_number: '1000123456',
    bank_name: 'Commercial Bank',
    branch_name: 'Colombo 3',
  })
  for (let at = 0; at < HOLDERS; at += 1)
    await books.ask('POST', '/portfolios', {
      portfolioId: `P${at}`,
      portfolioName: `P${at}`,
      portfolioType: 'Equity Portfolio',
      entity: 'Head Office',
      fundManager: 'N. Perera',
      baseCurrency: 'LKR',
    })
  await books.ask('POST', '/trade-batches', {
    source: 'import',
    fileName: 'buys.csv',
    defaults: { settlementAccount: account.id, brokerName: 'Asha Securities' },
    rows: Array.from({ length: HOLDERS }, (_, at) => ({
      side: 'buy',
      portfolioId: `P${at}`,
      symbol: SYMBOL,
      tradeDate: '2026-05-04',
      quantity: String(sharesOf(at)),
      price: '20.50',
      contractNumber: `C-${at}`,
    })),
  })
}

/** The state of all portfolios: all as before the bonus, all with it, or neither. */
async function heldWith(books: Books): Promise<'none' | 'all' | 'half'> {
  const found = new Set<string>()
  const all = await Promise.all(
    Array.from({ length: HOLDERS }, (_, at) =>
      books.ask<Position[]>('GET', `/transaction-entries/portfolio/P${at}/positions`),
    ),
  )
  for (const [at, rows] of all.entries()) {
    const held = rows.find(({ symbol }) => symbol === SYMBOL)?.quantity
    const [before, after] = [sharesOf(at), sharesOf(at) + Math.floor(sharesOf(at) / 4)]
    found.add(held === before ? 'none' : held === after ? 'all' : `P${at} ${held}`)
  }
  const [only, ...others] = found
  return others.length === 0 && (only === 'none' || only === 'all') ? only : 'half'
}

/** The action of a round, where it is there. @throws where it is there twice, or for some holders only. */
async function findAction(books: Books, remarks: string): Promise<Action | null> {
  const found = (await books.ask<Action[]>('GET', '/corporate-actions?limit=200')).filter(
    (one) => one.remarks === remarks && one.state !== 'cancelled',
  )
  const [action = null, ...others] = found
  if (others.length > 0) throw new Error(`${remarks} was announced ${found.length} times`)
  if (action !== null && action.portfolios !== HOLDERS)
    throw new Error(`${remarks} has entitlements of ${action.portfolios} of ${HOLDERS} portfolios`)
  return action
}

/** Whether an action is in the books, by its state and by what is held: both say the same, of all portfolios. */
async function isInBooks(books: Books, remarks: string): Promise<boolean> {
  const action = await findAction(books, remarks)
  const held = await heldWith(books)
  if (held === 'half') throw new Error(`${remarks} is in some portfolios only`)
  const isBooked = action?.state === 'processed' || action?.state === 'entitled'
  if (isBooked !== (held === 'all')) throw new Error(`${remarks} is ${action?.state}, and ${held} hold it`)
  return isBooked
}

/**
 * Asks for the step, strikes while it runs, and checks what the next start finds; then it is done in any
 * case.
 */
async function strikeIn(
  books: Books,
  step: Step,
  remarks: string,
  day: string,
  strikeNow: () => Promise<void>,
): Promise<string> {
  const form = { kind: 'bonus', securityCode: SYMBOL, ratioFrom: 1, ratioTo: 4, exDate: day, remarks }
  const id = (await findAction(books, remarks))?.id
  const [path, body] =
    step === 'announce'
      ? ['/corporate-actions', form]
      : [`/corporate-actions/${id}/${step}`, step === 'process' ? {} : { reason: 'called off' }]
  const asked = books.send('POST', path, body).then(
    (answer) => answer.arrayBuffer(),
    () => null,
  )
  await strikeNow()
  await asked
  await books.quiet()
  const isThere = (await findAction(books, remarks)) !== null
  const isBooked = await isInBooks(books, remarks)
  const isDone = step === 'announce' ? isThere : step === 'process' ? isBooked : !isBooked
  if (!isDone) await books.ask('POST', path, body)
  else if (step !== 'announce') {
    // Asked again it is refused: it has one effect.
    const status = await books.statusOf(path, body)
    if (status !== 409) throw new Error(`${step} asked again answered ${status}`)
  }
  if ((await isInBooks(books, remarks)) !== (step === 'process')) throw new Error(`${step} was not done`)
  return isDone ? 'all of it' : 'nothing of it'
}

/** Kills each step of so many actions; the first action is left in peace, to see how long its steps take. */
export async function killActions(
  rounds: number,
  seed: number,
  onRound: (round: KilledAction) => void = () => undefined,
): Promise<KilledAction[]> {
  const random = seeded(seed)
  const books = new Books(await throwAwayFolder())
  const done: KilledAction[] = []
  try {
    await fill(books)
    const took = new Map<Step, number>()
    for (let round = 0; round <= rounds; round += 1) {
      const remarks = `round ${round}`
      const day = `2026-06-${String(1 + (round % 14)).padStart(2, '0')}`
      for (const [at, step] of STEPS.entries()) {
        const began = performance.now()
        if (round === 0) {
          await strikeIn(books, step, remarks, day, async () => {
            await pause(1)
          })
          took.set(step, performance.now() - began)
          continue
        }
        const blow = blows[(round + at) % blows.length] as Blow
        const after = random.integer(1, Math.ceil((took.get(step) ?? 100) * 0.9))
        let left = ''
        const failure = await failureOf(
          (async () => {
            left = await strikeIn(books, step, remarks, day, async () => {
              await pause(after)
              await books.strike(blow)
            })
            await verifyBooks(books.dataDir)
          })(),
        )
        const one = { blow, moment: `${step}, ${after} ms after`, left, failure }
        done.push(one)
        onRound(one)
      }
      const { id } = (await findAction(books, remarks)) ?? { id: 0 }
      await books.ask('POST', `/corporate-actions/${id}/cancel`, { reason: 'called off' })
    }
  } finally {
    await books.end()
  }
  return done
}
