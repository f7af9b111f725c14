/** The model test's batches: many trades in one submission, and its undoing, compared with what the naive rules say. */
import { expect } from 'vitest'
import {
  type Body,
  type Call,
  type Command,
  decide,
  isRefused,
  type Recorded,
  type Refused,
  rupees,
  type Story,
  SYMBOLS,
} from './model-story.ts'
import { type Holding, total } from './naive-books.ts'

export type Send = (
  call: Call,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly body: Body }>

/** The first refusal of any security, or what each comes to. */
function decideAll(story: Story, next: readonly Recorded[]): Refused | Map<string, Holding> {
  const all = new Map<string, Holding>()
  for (const [symbol] of SYMBOLS) {
    const holding = decide(story, next, symbol)
    if (isRefused(holding)) return holding
    all.set(symbol, holding)
  }
  return all
}

const holdingsNow = (story: Story) => new Map(SYMBOLS.map(([symbol]) => [symbol, story.holding(symbol)]))

/** The number of sales, there before and after, whose cost or charges change. */
function moved(before: ReadonlyMap<string, Holding>, after: ReadonlyMap<string, Holding>): number {
  let count = 0
  for (const [symbol, holding] of before) {
    for (const [id, was] of holding.sales) {
      const is = after.get(symbol)?.sales.get(id)
      if (is !== undefined && (is.costOut !== was.costOut || is.chargesOut !== was.chargesOut)) count += 1
    }
  }
  return count
}

/** Records the command's rows as one batch. */
export async function recordBatch(send: Send, story: Story, command: Command): Promise<void> {
  let next = story.facts
  const rows: Body[] = []
  for (const row of command.rows) {
    const fact = story.draw(row, row.side, undefined, next)
    const buyContract = story.buyContract(fact, next)
    rows.push({ ...story.values(fact, row), side: row.side, ...(buyContract !== '' && { buyContract }) })
    next = [...next, fact]
  }
  const drawn = next.slice(story.facts.length)
  const call = {
    where: 'POST /trade-batches',
    body: { source: 'import', defaults: story.defaults(), rows },
  }
  const outcome = decideAll(story, next)
  if (command.dry) {
    const seen = await send({ ...call, where: `${call.where}?dryRun=1` })
    expect([seen.status, seen.body['ok']]).toEqual([200, !('code' in outcome)])
    if (!('code' in outcome)) expect(seen.body).toMatchObject(expectedReport(story, drawn, outcome))
  }
  const headers = command.twice ? { 'idempotency-key': `${story.portfolioId}-${drawn[0]?.contract}` } : {}
  const answer = await send(call, headers)
  if ('code' in outcome) {
    expect([answer.status, answer.body['code']]).toEqual([422, 'batch.rows'])
    return
  }
  expect([answer.status, answer.body]).toMatchObject([
    201,
    {
      status: 'success',
      successfulTransactions: drawn.length,
      totalValue: rupees(total(drawn.map((fact) => fact.gross))),
    },
  ])
  if (command.twice) expect((await send(call, headers)).body).toEqual(answer.body)
  const batch = answer.body['id'] as number
  const stored = await send({ where: `GET /trades?batch=${batch}` })
  const ids = new Map(
    (stored.body as unknown as Body[]).map((row) => [row['contract_number'], row['id'] as number]),
  )
  const idOf = (id: number) => {
    const fact = drawn.find((one) => one.id === id)
    return fact === undefined ? id : (ids.get(fact.contract) as number)
  }
  expect(ids.size).toBe(drawn.length)
  story.batches.push(batch)
  story.facts = [
    ...story.facts,
    ...drawn.map((fact) => ({
      ...fact,
      id: idOf(fact.id),
      batch,
      picks: fact.picks.map(([id, quantity]) => [idOf(id), quantity] as const),
    })),
  ]
}

function expectedReport(story: Story, drawn: readonly Recorded[], after: ReadonlyMap<string, Holding>): Body {
  const of = (side: string) => drawn.filter((fact) => fact.side === side)
  return {
    buys: of('buy').length,
    sells: of('sell').length,
    failed: 0,
    bought: rupees(total(of('buy').map((fact) => fact.gross))),
    sold: rupees(total(of('sell').map((fact) => fact.gross))),
    fees: rupees(total(drawn.map((fact) => total(fact.fees)))),
    gain: rupees(total(of('sell').map((fact) => after.get(fact.symbol)?.sales.get(fact.id)?.gain ?? 0n))),
    affectedSales: moved(holdingsNow(story), after),
  }
}

/** Undoes one of the batches, which may be undone already, hold nothing any more, or be needed by later sales. */
export async function undoBatch(send: Send, story: Story, command: Command): Promise<void> {
  const batch = story.batches[command.at % Math.max(1, story.batches.length)]
  if (batch === undefined) {
    expect((await send({ where: 'DELETE /trade-batches/999999999' })).status).toBe(404)
    return
  }
  const gone = story.facts.filter((fact) => fact.batch === batch)
  const next = story.facts.filter((fact) => fact.batch !== batch)
  const outcome = refusalOf(story, batch, gone, next) ?? decideAll(story, next)
  const where = `DELETE /trade-batches/${batch}`
  if (command.dry) {
    const seen = await send({ where: `${where}?dryRun=1` })
    if ('code' in outcome) expect([seen.status, seen.body['code']]).toEqual(refusedAs(outcome))
    else {
      expect(seen.body).toMatchObject({
        trades: gone.length,
        buys: gone.filter((fact) => fact.side === 'buy').length,
        consequences: { affectedSales: moved(holdingsNow(story), outcome) },
      })
      const shown = seen.body['positions'] as { symbol: string; after: Body }[]
      for (const { symbol, after } of shown) {
        const holding = outcome.get(symbol) as Holding
        expect(after).toEqual({ quantity: Number(holding.quantity), cost: rupees(holding.cost) })
      }
      expect(shown.map(({ symbol }) => symbol).sort()).toEqual([...new Set(gone.map((f) => f.symbol))].sort())
    }
  }
  const answer = await send({ where })
  if ('code' in outcome) {
    expect([answer.status, answer.body['code']]).toEqual(refusedAs(outcome))
    return
  }
  expect([answer.status, answer.body['status']]).toEqual([200, 'undone'])
  story.facts = next
  story.gone.push(...gone)
  story.undone.add(batch)
}

/** A holding that would be negative and a lot that later sales use refuse the batch as a whole. */
const refusedAs = ({ status, code }: Refused) =>
  code.startsWith('lots.') || code.startsWith('allocations.') ? [422, 'batch.needed'] : [status, code]

function refusalOf(
  story: Story,
  batch: number,
  gone: readonly Recorded[],
  next: readonly Recorded[],
): Refused | undefined {
  if (story.undone.has(batch)) return { status: 409, code: 'batch.undone' }
  if (gone.length === 0) return { status: 409, code: 'batch.empty' }
  const ids = new Set(gone.map((fact) => fact.id))
  const isUsed = next.some((fact) => fact.picks.some(([id]) => ids.has(id)))
  return isUsed ? { status: 409, code: 'trade.allocated' } : undefined
}
