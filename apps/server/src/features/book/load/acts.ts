/** Does every other act again, each by the route that people use. */

import { fieldsTaken } from '@em/contract/corporate-actions/forms'
import { ACTION_KINDS } from '@em/contract/corporate-actions/kinds'
import { type OpenItemsDetail, openItems } from '@em/contract/openings/open-items'
import { SETTLEMENT_ITEMS_MAX } from '@em/contract/settlements/settlements'
import { dayInColombo } from '../../../platform/clock.ts'
import { throughTheDoor } from '../../../platform/door.ts'
import { lapseTheRest } from '../../corporate-actions/lapse.commands.ts'
import { saveOpenItems } from '../../openings/open-items.commands.ts'
import type { Row, Value } from '../format/section.ts'
import { faultAt, type RowAddress } from './book-fault.ts'
import { dataIdIn, idIn, type LoadMeans, orFault } from './load-means.ts'
import { type Names, textIn } from './names.ts'

/** An act of a section that is done at once. */
export type DoAct = (row: Row, at: RowAddress) => Promise<void>

const LOCK_REASON = 'Locked in the books that were loaded'
const ENTITY_VERSION = 'SELECT version FROM entities WHERE id = $1'
const SAME_MAPPING = `SELECT 1 FROM gl_mappings m JOIN chart_of_accounts c ON c.id = m.account_id
    WHERE m.role = $1 AND m.portfolio_id = $2 AND m.settlement_account_id = $3 AND c.account_code = $4 AND m.effective_from = $5`

const object = (at: RowAddress, value: Value | undefined, what: string): Readonly<Record<string, Value>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, Value>>
  throw faultAt(at, `${what} is missing.`)
}
const list = (
  at: RowAddress,
  value: Value | undefined,
  what: string,
): readonly Readonly<Record<string, Value>>[] => {
  if (!Array.isArray(value)) throw faultAt(at, `${what} must be a list.`)
  return value.map((one: unknown) => object(at, one as Value, what))
}

/** The acts of each section, by its name. */
export function actsOf(means: LoadMeans, names: Names): Readonly<Record<string, DoAct>> {
  const lines = (row: Row, at: RowAddress) =>
    list(at, row['lines'], 'lines').map((line) => ({
      account_code: line['account'],
      debit: line['debit'] ?? null,
      credit: line['credit'] ?? null,
      portfolioId: line['portfolio'] ?? null,
      settlementAccount: names.accountId(at, line['settlement_account']),
      description: line['description'] ?? null,
    }))
  const entryOf = (row: Row, at: RowAddress, status: 'Posted' | 'Draft') => ({
    date: row['date'],
    description: row['description'],
    reference: row['reference'] ?? null,
    status,
    lines: lines(row, at),
  })
  return {
    gl_mappings: (row, at) => mapAgain(means, names, row, at),
    cds_placements: async (row, at) => {
      const account = row['account'] == null ? null : names.cdsAccount(at, row['account'])
      const ids = [await names.lot(at, row['lot'])]
      await means.write(at, 'cds.place', { body: { ids, account, quantity: row['quantity'] ?? null } })
    },
    corporate_actions: (row, at) => actAgain(means, names, row, at),
    opening_balances: async (row, at) => {
      const sent = list(at, row['lines'], 'lines').map((line) => ({
        account: line['account'],
        debit: line['debit'] ?? null,
        credit: line['credit'] ?? null,
        settlementAccount: names.accountId(at, line['settlement_account']),
        description: line['description'] ?? null,
      }))
      const { date: openingDate, reference, description } = row
      const body = {
        openingDate,
        reference,
        description,
        lines: sent,
        differenceToCapital: true,
        replaces: null,
      }
      await means.write(at, 'openings.save-balances', { params: { portfolio: row['portfolio'] }, body })
    },
    open_items: (row, at) => takeOnAgain(means, names, row, at),
    journal_entries: async (row, at) => {
      const answer = await means.write(at, 'journal.create', { body: entryOf(row, at, 'Posted') })
      names.entries.set(Number(row['number']), dataIdIn(answer))
    },
    journal_reversals: async (row, at) => {
      const id = names.entries.get(Number(row['number']))
      if (id === undefined) throw faultAt(at, `There is no entry ${String(row['number'])} before this row.`)
      await means.write(at, 'journal.reverse', {
        params: { id },
        body: { date: row['date'], reason: row['reason'] ?? null },
      })
    },
    journal_drafts: async (row, at) => {
      await means.write(at, 'journal.create', { body: entryOf(row, at, 'Draft') })
    },
    period_locks: async (row, at) => {
      const id = names.entity(at, row['entity'])
      const [entity] = await means.tx.query<{ version: number }>(ENTITY_VERSION, [id])
      const { locked_through = null, reason } = row
      const body = { locked_through, reason: reason ?? LOCK_REASON, version: entity?.version }
      await means.write(at, 'periods.lock', { params: { id }, body })
    },
    year_closings: async (row, at) => {
      if (row['undoes'] == null) {
        const params = { id: names.entity(at, row['entity']) }
        names.closings.set(
          Number(row['number']),
          dataIdIn(await means.write(at, 'periods.close', { params, body: { year_end: row['year_end'] } })),
        )
        return
      }
      const id = names.closings.get(Number(row['undoes']))
      if (id === undefined) throw faultAt(at, `There is no closing ${String(row['undoes'])} before this row.`)
      await means.write(at, 'periods.undo', { params: { id }, body: {} })
    },
    valuations: async (row, at) => {
      await means.write(at, 'valuations.run', { body: { date: row['date'], portfolioId: row['portfolio'] } })
    },
  }
}

/** The open items of a portfolio, with the numbers that its trades have in the file. */
async function takeOnAgain(means: LoadMeans, names: Names, row: Row, at: RowAddress): Promise<void> {
  const { tx, database, clock, actor } = means
  const rows = list(at, row['items'], 'items')
  const items = rows.map(({ settlement_account, number: _number, deal_number: _dealt, symbol, ...item }) => ({
    ...item,
    symbol: names.equity(at, symbol).symbol,
    settlementAccount: names.accountId(at, settlement_account),
  }))
  const version = Number(row['version'])
  const input = openItems.save.body.safeParse({
    openingDate: row['date'],
    items,
    replaces: version === 1 ? null : version - 1,
    withPayments: true,
  })
  if (!input.success) throw faultAt(at, input.error.issues.map(({ message }) => message).join(' '))
  const saved = await orFault(at, () =>
    throughTheDoor(database, { route: 'book.load', actor, status: 200 }, () => {
      return saveOpenItems(tx, clock, {
        portfolio: textIn(at, row, 'portfolio'),
        ...means.by,
        input: input.data,
        dryRun: false,
        dealNumbers: rows.map(({ deal_number }) => (typeof deal_number === 'string' ? deal_number : null)),
      })
    }),
  )
  const { items: taken } = saved.answer as OpenItemsDetail
  for (const [index, { number }] of rows.entries()) {
    const action = taken[index]?.standing.action
    if (number != null && action != null) names.actions.set(Number(number), action)
  }
}

async function mapAgain(means: LoadMeans, names: Names, row: Row, at: RowAddress): Promise<void> {
  const portfolio = row['portfolio'] == null ? null : names.portfolio(at, row['portfolio'])
  const settlementAccount = names.accountId(at, row['settlement_account'])
  const { role, account, effective_from, moved } = row
  const known = await means.tx.query(SAME_MAPPING, [
    role,
    portfolio?.id ?? 0,
    settlementAccount ?? 0,
    account ?? null,
    effective_from,
  ])
  if (known.length > 0) return
  const index = {
    role,
    portfolioId: portfolio?.code ?? null,
    settlementAccount,
    move_balance: moved === true,
    effective_from,
  }
  if (account == null) await means.write(at, 'gl-mappings.remove', { body: index })
  else await means.write(at, 'gl-mappings.set', { body: { ...index, account_code: account } })
}

/** One act of a corporate action. */
async function actAgain(means: LoadMeans, names: Names, row: Row, at: RowAddress): Promise<void> {
  const number = Number(row['number'])
  const settlementAccount = names.accountId(at, row['settlement_account'])
  const { act, portfolio, date, reason, reference, amount } = row
  const write = (route: string, body: object) =>
    means.write(at, route, { params: { id: names.action(at, number) }, body })
  switch (act) {
    case 'record': {
      const body = { ...(await formOf(names, row, at)), draft: row['draft'] === true, reason: reason ?? null }
      names.actions.set(number, idIn(await means.write(at, 'corporate-actions.create', { body })))
      return
    }
    case 'change': {
      const form = await formOf(names, row, at)
      const fields = ACTION_KINDS.filter((kind) => kind === form['kind']).flatMap((kind) =>
        Object.keys(fieldsTaken(kind)),
      )
      await write('corporate-actions.change', {
        // A field that the row leaves out was empty.
        ...Object.fromEntries(fields.map((field) => [field, null])),
        ...form,
        draft: row['draft'] === true,
        version: null,
        reason: reason ?? null,
      })
      break
    }
    case 'process':
      // Books from before lots were asked for name none.
      await write('corporate-actions.process', { elections: null, unnamedLots: 'oldest' })
      break
    case 'reverse':
      await write('corporate-actions.reverse', { reason: reason ?? null })
      break
    case 'take out':
      await write('corporate-actions.take-out', { portfolios: [portfolio], reason: reason ?? null })
      return
    case 'cancel':
      await write('corporate-actions.cancel', { reason: reason ?? null })
      break
    case 'elect': {
      const { subscribe, sell, lapse, additional } = row
      const allocations = []
      for (const { lot, quantity } of row['lots'] == null ? [] : list(at, row['lots'], 'lots'))
        allocations.push({ buyTransactionId: await names.lot(at, lot), allocatedQuantity: quantity })
      const election = {
        portfolioId: portfolio,
        subscribe,
        sell,
        lapse,
        additional,
        date,
        settlementAccount,
        ...(allocations.length > 0 && { allocations }),
        unnamedLots: 'oldest',
      }
      await write('corporate-actions.elect', { elections: [election] })
      return
    }
    case 'allot': {
      const body = {
        portfolioId: portfolio,
        allotted: row['quantity'],
        date,
        refundDate: row['refund_date'] ?? null,
        settlementAccount,
      }
      await write('corporate-actions.allot', { ...body, securityCode: row['symbol'] ?? null })
      return
    }
    case 'receive':
      await write('corporate-actions.receive', {
        portfolioId: portfolio,
        date,
        amount,
        settlementAccount,
        reference: reference ?? null,
      })
      return
    case 'write off':
      await write('corporate-actions.write-off', {
        portfolioId: portfolio,
        date,
        amount,
        reason,
        // Books from before impairment had an account.
        against: row['against'] ?? 'income',
      })
      return
    case 'certificate':
      await write('action-reports.save-certificate', {
        portfolioId: portfolio,
        number: reference ?? null,
        receivedOn: date ?? null,
      })
      return
    case 'lapse':
      await lapseTheRest(means.database, means.clock.today())
      return
    default:
      throw faultAt(at, `There is no act ${String(act)}.`)
  }
  await names.readEquities()
}

/** The fields of a form, with ids in place of names. */
async function formOf(names: Names, row: Row, at: RowAddress): Promise<Record<string, unknown>> {
  const { settlementAccount, allocations, ...form } = object(at, row['form'], 'form')
  const lots = []
  for (const { lot, ...one } of allocations == null ? [] : list(at, allocations, 'allocations'))
    lots.push({ ...one, buyTransactionId: await names.lot(at, lot) })
  return {
    ...form,
    ...(settlementAccount != null && { settlementAccount: names.account(at, settlementAccount).id }),
    ...(lots.length > 0 && { allocations: lots }),
  }
}

const VERBS = {
  settled: 'confirm',
  part: 'confirm',
  failed: 'fail',
  rescheduled: 'reschedule',
  reopened: 'reopen',
} as const
type Kind = keyof typeof VERBS
const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(VERBS, kind)

/** Settlements that wait for the trades before them; more would only hold more memory. */
const SETTLEMENTS_AT_ONCE = 5_000
const TRADE_IDS = 'SELECT id, deal_number FROM trades WHERE deal_number = ANY ($1::text[])'

interface WaitingSettlement {
  readonly row: Row
  readonly at: RowAddress
  readonly verb: (typeof VERBS)[Kind]
  /** When it was said. */
  readonly moment: Date
}

/** Acts on settlements wait while trades are recorded: the two touch each other only where a trade is corrected. */
export class SettlementLoader {
  readonly #hand: LoadMeans
  #waiting: WaitingSettlement[] = []

  constructor(means: LoadMeans) {
    this.#hand = means
  }

  get isFull(): boolean {
    return this.#waiting.length >= SETTLEMENTS_AT_ONCE
  }

  add(row: Row, at: RowAddress): void {
    const { kind } = row
    if (!isKind(kind)) throw faultAt(at, 'kind is not one that settlements have.')
    this.#waiting.push({ row, at, verb: VERBS[kind], moment: this.#hand.clock.now() })
  }

  /** Writes what waits; its trades are recorded. Those of one kind and day that follow one another go together. */
  async flush(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    const numbers = waiting.map(({ row }) => row['deal_number'])
    const trades = await this.#hand.tx.query<{ id: number; deal_number: string }>(TRADE_IDS, [numbers])
    const ids = new Map(trades.map(({ id, deal_number }) => [deal_number, id]))
    let together = new Map<number, WaitingSettlement>()
    for (const one of waiting) {
      const id = ids.get(String(one.row['deal_number']))
      if (id === undefined)
        throw faultAt(one.at, `There is no trade ${String(one.row['deal_number'])} before this row.`)
      const [first] = together.values()
      if (
        first !== undefined &&
        (first.verb !== one.verb ||
          dayInColombo(first.moment) !== dayInColombo(one.moment) ||
          together.has(id) ||
          together.size >= SETTLEMENT_ITEMS_MAX)
      ) {
        await this.#write(together)
        together = new Map()
      }
      together.set(id, one)
    }
    await this.#write(together)
  }

  async #write(together: ReadonlyMap<number, WaitingSettlement>): Promise<void> {
    const [first] = together.values()
    if (first === undefined) return
    // A date that was still to come then is checked on the day on which it was said.
    this.#hand.clock.set(first.moment)
    const items = [...together].map(([tradeId, { row }]) => itemOf(row['kind'] as Kind, tradeId, row))
    await this.#hand.write(first.at, `settlements.${first.verb}`, { body: { items } })
  }
}

function itemOf(kind: Kind, tradeId: number, row: Row): object {
  const { date, amount, due_date: due, reference = null, note = null } = row
  if (kind === 'reopened') return { tradeId, note }
  if (kind === 'rescheduled') return { tradeId, date: due, note }
  if (kind === 'failed') return { tradeId, date, note }
  return { tradeId, date, amount, nextDate: due ?? null, reference, note }
}
