/**
 * Random commands over HTTP against the rules told naively (support/naive-books.ts): statuses, figures, positions, lots
 * and gains must agree, and the books must verify after each sequence. A failure prints seed, path and the shortest
 * sequence found. MODEL_RUNS sets the number of sequences (200 when left out), MODEL_SEED repeats one.
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../src/verify/verify.ts'
import { type Api, startApi } from './support/api.ts'
import { type Books, PORTFOLIO, startBooks } from './support/books.ts'
import {
  type Fact,
  feesOf,
  fundsCost,
  grossOf,
  type Lot,
  type Method,
  netOf,
  type Told,
  tell,
  total,
} from './support/naive-books.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? 200)
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) }

// Market days of June 2026 up to the test's today; the 29th is Poson Poya.
const DAYS = ['01', '02', '03', '04', '05', '08', '09', '10', '15', '16', '22', '30'].map(
  (day) => `2026-06-${day}`,
)
const SYMBOLS = [
  ['JKH.N0000', 'John Keells Holdings PLC'],
  ['SAMP.N0000', 'Sampath Bank PLC'],
] as const

interface Command {
  readonly kind: 'buy' | 'sell' | 'change' | 'remove' | 'bad'
  /** Looked at and not done first, then done. */
  readonly dry: boolean
  /** Sent twice under one key. */
  readonly twice: boolean
  /** Which trade, day, lot: taken modulo what there is. */
  readonly at: number
  readonly second: boolean
  readonly day: number
  readonly settle: number
  readonly quantity: bigint
  readonly price: bigint
  readonly rate: bigint
  readonly part: number
  readonly lots: number
  readonly fees: bigint | null
  readonly wrong:
    | 'quantity'
    | 'holiday'
    | 'future'
    | 'settlement'
    | 'lot'
    | 'stale'
    | 'side'
    | 'gone'
    | 'price'
}

const anyCommand: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'sell', 'sell', 'sell', 'change', 'change', 'remove', 'bad'),
  dry: fc.boolean(),
  twice: fc.nat({ max: 9 }).map((n) => n === 0),
  at: fc.nat({ max: 60 }),
  second: fc.nat({ max: 4 }).map((n) => n === 0),
  day: fc.nat({ max: 11 }),
  settle: fc.nat({ max: 3 }),
  quantity: fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 100_000n, max: 9_000_000n })),
  // Up to 150.0000: with large quantities the gross is above the band limit of 100 million.
  price: fc.bigInt({ min: 9_000n, max: 1_500_000n }),
  rate: fc.constantFrom(0n, 86_500n, 100_000n),
  part: fc.constantFrom(1, 10, 33, 50, 99, 100, 101),
  lots: fc.integer({ min: 1, max: 4 }),
  fees: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 9_999n }) },
  ),
  wrong: fc.constantFrom(
    'quantity',
    'holiday',
    'future',
    'settlement',
    'lot',
    'stale',
    'side',
    'gone',
    'price',
  ),
})

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const rupees = (cents: bigint) => Number(cents) / 100
type Body = Record<string, unknown>
type Refused = { status: number; code: string }
interface Call {
  readonly where: string
  readonly body?: Body
}

/** One portfolio, what was done to it, and what should have come of it. */
class Story {
  readonly method: Method
  readonly portfolioId: string
  facts: Fact[] = []
  readonly gone: Fact[] = []
  #sent = 0

  constructor(method: Method, portfolioId: string) {
    this.method = method
    this.portfolioId = portfolioId
  }

  of(symbol: string, facts = this.facts): Fact[] {
    return facts.filter((fact) => fact.symbol === symbol)
  }

  told(symbol: string): Told {
    const told = tell(this.method, this.of(symbol))
    if ('refused' in told)
      throw new Error(`the model holds an impossible book: ${told.refused} on ${told.date}`)
    return told
  }

  /** A trade as the command draws it; `as` is the one that it replaces. */
  draw(command: Command, side: 'buy' | 'sell', as?: Fact): Fact {
    const [symbol] = SYMBOLS[command.second ? 1 : 0]
    const place = as?.symbol ?? symbol
    const tradeDate = DAYS[side === 'sell' ? Math.min(11, 3 + command.day) : command.day] as string
    const settlementDate = `2026-07-0${1 + command.settle}`
    const settled = command.settle === 0 ? tradeDate : settlementDate
    const open = this.told(place).lots.filter((lot) => lot.quantity > 0n)
    const quantity = side === 'buy' ? command.quantity : this.#part(command, place, open)
    const gross = grossOf(quantity, command.price)
    const fees =
      command.fees === null
        ? feesOf(gross)
        : Array.from({ length: 6 }, (_, n) => (command.fees ?? 0n) + BigInt(n))
    return {
      id: as?.id ?? Number.MAX_SAFE_INTEGER,
      version: (as?.version ?? 0) + 1,
      side,
      symbol: place,
      tradeDate,
      settlementDate: settled,
      quantity,
      gross,
      fees,
      rate: command.rate,
      picks: side === 'sell' && this.method === 'CHERRY' ? spread(open, quantity, command) : [],
    }
  }

  /** So many percent of what is held; more than that at times, for it must be refused. */
  #part(command: Command, symbol: string, open: readonly Lot[]): bigint {
    const held = total(open.map((lot) => lot.quantity))
    if (command.part === 101 || this.of(symbol).length === 0) return held + 1n
    return (held * BigInt(command.part)) / 100n || 1n
  }

  body(fact: Fact, command: Command): Body {
    this.#sent += 1
    const [symbol, companyName] = SYMBOLS.find(([known]) => known === fact.symbol) ?? SYMBOLS[0]
    const [brokerage, cseFees, cdsFees, clearingFees, sec, stl] = fact.fees.map(rupees)
    return {
      companyName,
      symbol,
      portfolioId: this.portfolioId,
      brokerName: 'Some broker',
      settlementAccount: books.bank,
      contractNumber: `M${this.#sent}`,
      tradeDate: fact.tradeDate,
      settlementDate: fact.settlementDate,
      quantity: Number(fact.quantity),
      [fact.side === 'buy' ? 'price' : 'soldPrice']: Number(command.price) / 10_000,
      costOfFunds: fact.rate === 0n ? null : Number(fact.rate) / 10_000,
      ...(command.fees !== null && {
        feeSource: 'manual',
        brokerage,
        cseFees,
        cdsFees,
        clearingFees,
        sec,
        stl,
      }),
      ...(fact.picks.length > 0 && {
        allocations: fact.picks.map(([id, quantity]) => ({
          buyTransactionId: id,
          allocatedQuantity: Number(quantity),
        })),
      }),
    }
  }
}

/** Allocations over so many open lots, beginning at a lot of the test's choice; the last takes what is missing. */
function spread(open: readonly Lot[], quantity: bigint, { at, lots }: Command): [number, bigint][] {
  if (open.length === 0) return []
  const turned = open.map((_, place) => open[(place + at) % open.length] as Lot)
  const picks: [number, bigint][] = []
  let left = quantity
  for (const [place, lot] of turned.entries()) {
    const share = place < lots - 1 ? quantity / BigInt(lots) : left
    const taken = [share, lot.quantity, left].reduce((least, one) => (one < least ? one : least))
    if (taken > 0n) picks.push([lot.id, taken])
    left -= taken
  }
  return picks
}

const send = async ({ where, body }: Call, headers: Record<string, string> = {}) =>
  api.call<Body>(where, { headers, ...(body !== undefined && { body }) })

/** What the trade's answer must say. */
function expectedAnswer(story: Story, fact: Fact, price: bigint): Body {
  const common = {
    version: fact.version,
    quantity: Number(fact.quantity),
    trade_date: fact.tradeDate,
    gross_value: rupees(fact.gross),
    net_value: rupees(netOf(fact)),
  }
  if (fact.side === 'buy') {
    const cost = fundsCost(netOf(fact), fact.rate, 1)
    return { ...common, price: Number(price) / 10_000, money_generation_cost: rupees(cost) }
  }
  return { ...common, sold_price: Number(price) / 10_000, ...expectedSale(story, fact) }
}

function expectedSale(story: Story, fact: Fact): Body {
  const sale = story.told(fact.symbol).sales.get(fact.id)
  if (!sale) throw new Error('the model lost a sale')
  return {
    holding_cost: rupees(sale.costOut),
    capital_gain: rupees(sale.gain),
    hdays: sale.days,
    money_generation_cost: rupees(sale.fundsCost),
    profit_loss: rupees(sale.profit),
  }
}

/** Does what the server must do; answers the refusal, where it must refuse. */
function decide(story: Story, next: Fact[], symbol: string): Refused | Told {
  const told = tell(story.method, story.of(symbol, next))
  return 'refused' in told ? { status: 422, code: told.refused } : told
}

const isRefused = (outcome: Refused | Told): outcome is Refused => 'code' in outcome

/** Sends a write the way the command says and compares; `next` are the facts if it is accepted. */
async function write(
  story: Story,
  command: Command,
  call: Call,
  next: Fact[],
  fact: Fact,
  refusal?: Refused,
) {
  const outcome = refusal ?? decide(story, next, fact.symbol)
  const isNew = fact.id === Number.MAX_SAFE_INTEGER
  if (command.dry) {
    const seen = await send({ ...call, where: `${call.where}?dryRun=1` })
    if (isRefused(outcome)) expect([seen.status, seen.body['code']]).toEqual([outcome.status, outcome.code])
    else {
      const { quantity, cost, charges } = outcome
      expect(seen.status).toBe(200)
      expect((seen.body['position'] as { after: Body }).after).toEqual({
        quantity: Number(quantity),
        cost: rupees(cost),
        charges: rupees(charges),
      })
    }
  }
  const headers = command.twice
    ? { 'idempotency-key': `${story.portfolioId}-${command.at}-${story.facts.length}` }
    : {}
  const answer = await send(call, headers)
  if (isRefused(outcome)) {
    expect([answer.status, answer.body['code']]).toEqual([outcome.status, outcome.code])
    return
  }
  expect([answer.status, answer.body]).toEqual([isNew ? 201 : 200, expect.anything()])
  const id = isNew ? (answer.body['id'] as number) : fact.id
  if (command.twice && call.where.startsWith('POST')) {
    expect(await send(call, headers)).toMatchObject({ status: 201, body: { id } })
    const other = await send({ ...call, body: { ...call.body, contractNumber: 'other' } }, headers)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency.other-body'])
  }
  story.facts = next.map((one) => (one === fact ? { ...fact, id } : one))
  if (call.body !== undefined) {
    const stored = story.facts.find((one) => one.id === id) as Fact
    expect(answer.body).toMatchObject(expectedAnswer(story, stored, command.price))
  }
}

async function record(story: Story, command: Command, side: 'buy' | 'sell'): Promise<void> {
  const fact = story.draw(command, side)
  const call = { where: `POST /transaction-entries/${side}`, body: story.body(fact, command) }
  await write(story, command, call, [...story.facts, fact], fact)
}

async function change(story: Story, command: Command, was: Fact): Promise<void> {
  const fact = story.draw(command, was.side, was)
  const body = { ...story.body(fact, command), version: was.version, reason: 'typed wrong' }
  const call = { where: `PUT /transaction-entries/${was.side}/${was.id}`, body }
  await write(
    story,
    command,
    call,
    story.facts.map((one) => (one === was ? fact : one)),
    fact,
  )
}

async function remove(story: Story, command: Command, was: Fact): Promise<void> {
  const used = story.facts.some((one) => one.picks.some(([id]) => id === was.id))
  const refusal = was.side === 'buy' && used ? { status: 409, code: 'trade.allocated' } : undefined
  const call = { where: `DELETE /transaction-entries/${was.side}/${was.id}` }
  const before = story.facts
  await write(
    story,
    command,
    call,
    before.filter((one) => one !== was),
    was,
    refusal,
  )
  if (story.facts !== before) story.gone.push(was)
}

/** Something that is wrong whatever else holds. */
async function doWrong(story: Story, command: Command, was: Fact | undefined): Promise<void> {
  const fact = story.draw({ ...command, kind: 'buy', fees: null }, 'buy')
  const body = story.body(fact, { ...command, fees: null })
  const post = (more: Body, side = 'buy') =>
    send({ where: `POST /transaction-entries/${side}`, body: { ...body, ...more } })
  const lots = (buyTransactionId: number) => ({
    allocations: [{ buyTransactionId, allocatedQuantity: body['quantity'] }],
  })
  const wrongs: Record<Command['wrong'], () => Promise<[{ status: number; body: Body }, number, string]>> = {
    quantity: async () => [await post({ quantity: command.at % 2 ? 0 : 1.5 }), 400, 'request.invalid'],
    price: async () => [await post({ price: command.at % 2 ? -1 : 1.00001 }), 400, 'request.invalid'],
    holiday: async () => [await post({ tradeDate: '2026-06-29' }), 422, 'trade.not-a-market-day'],
    future: async () => [
      await post({ tradeDate: '2026-07-01', settlementDate: '2026-07-03' }),
      422,
      'trade.date-in-future',
    ],
    settlement: async () => [
      await post({ settlementDate: '2026-05-29' }),
      422,
      'trade.settlement-before-trade',
    ],
    lot: async () => [
      await post(
        { soldPrice: 10, ...lots(story.gone.find((one) => one.side === 'buy')?.id ?? 999_999_999) },
        'sell',
      ),
      422,
      'allocations.lot-unavailable',
    ],
    stale: async () => [
      was
        ? await send({
            where: `DELETE /transaction-entries/${was.side}/${was.id}?version=${was.version + 1}`,
          })
        : await post({ quantity: 0 }),
      was ? 409 : 400,
      was ? 'record.stale' : 'request.invalid',
    ],
    side: async () => [
      await send({
        where: `DELETE /transaction-entries/${was?.side === 'buy' ? 'sell' : 'buy'}/${was?.id ?? 999_999_999}`,
      }),
      404,
      'record.missing',
    ],
    gone: async () => [
      await send({
        where: `DELETE /transaction-entries/${story.gone[0]?.side ?? 'buy'}/${story.gone[0]?.id ?? 999_999_999}`,
      }),
      404,
      'record.missing',
    ],
  }
  const [answer, status, code] = await wrongs[command.wrong]()
  expect([command.wrong, answer.status, answer.body['code']]).toEqual([command.wrong, status, code])
}

async function compareAll(story: Story): Promise<void> {
  const list = async (path: string) => (await api.call<Body[]>(`GET ${path}`)).body
  const positions = await list(`/transaction-entries/portfolio/${story.portfolioId}/positions`)
  const sales = await list(`/transaction-entries/sell-all?portfolioId=${story.portfolioId}`)
  const held = SYMBOLS.flatMap(([symbol]) => {
    const { quantity, cost, charges } = story.told(symbol)
    return quantity === 0n
      ? []
      : [{ symbol, quantity: Number(quantity), costValue: rupees(cost), charges: rupees(charges) }]
  })
  const shown = positions.map(({ symbol, quantity, costValue, charges }) => ({
    symbol,
    quantity,
    costValue,
    charges,
  }))
  expect(shown.toSorted((a, b) => (String(a.symbol) < String(b.symbol) ? -1 : 1))).toEqual(held)
  const sold = story.facts.filter((fact) => fact.side === 'sell')
  expect(sales).toHaveLength(sold.length)
  for (const fact of sold) {
    expect(sales.find((sale) => sale['id'] === fact.id)).toMatchObject(expectedSale(story, fact))
  }
  for (const [symbol] of SYMBOLS) {
    const lots = await list(`/transaction-entries/buy-lots?portfolioId=${story.portfolioId}&symbol=${symbol}`)
    const open = story.told(symbol).lots.filter((lot) => lot.quantity > 0n)
    expect(
      lots.map((lot) => [
        lot['id'],
        lot['remaining_quantity'],
        lot['remaining_cost'],
        lot['remaining_charges'],
      ]),
    ).toEqual(open.map((lot) => [lot.id, Number(lot.quantity), rupees(lot.cost), rupees(lot.charges)]))
  }
}

let portfolios = 0
const done = { commands: 0, accepted: 0 }

async function play(method: Method, treatment: string, commands: readonly Command[]): Promise<void> {
  portfolios += 1
  const portfolioId = `M${portfolios}`
  const made = await api.call<{ id: number }>('POST /portfolios', {
    body: { ...PORTFOLIO, portfolioId, portfolioName: `Model ${portfolios}`, accountingTreatment: treatment },
  })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: method } })
  const story = new Story(method, portfolioId)
  for (const command of commands) {
    const before = story.facts
    const was = before[command.at % Math.max(1, before.length)]
    if (command.kind === 'bad') await doWrong(story, command, was)
    else if (command.kind === 'change' && was) await change(story, command, was)
    else if (command.kind === 'remove' && was) await remove(story, command, was)
    else await record(story, command, command.kind === 'sell' ? 'sell' : 'buy')
    done.commands += 1
    if (story.facts !== before) done.accepted += 1
  }
  await compareAll(story)
  expect(await verifyBooks(api.database, { portfolioId: made.body.id })).toEqual([])
}

test(`${numRuns} random sequences leave what the naive rules say`, {
  timeout: Math.max(180_000, numRuns * 3_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Method>('WAP', 'FIFO', 'CHERRY'),
      fc.constantFrom('FVTPL', 'FVOCI'),
      fc.array(anyCommand, { minLength: 6, maxLength: 18, size: 'max' }),
      play,
    ),
    { numRuns, ...seed },
  )
  // A walk that is mostly refused proves little.
  expect(done.accepted / done.commands).toBeGreaterThan(0.4)
})
