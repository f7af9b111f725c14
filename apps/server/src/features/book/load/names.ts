/** The records that the names in a file mean here: portfolios, securities, accounts, brokers and lots by their identities. */

import type { Transaction } from '../../../platform/database/database.ts'
import { loadTariffs } from '../../fee-tariffs/tariffs.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import type { Row, Value } from '../format/section.ts'
import { ACCOUNT_NAMES } from '../sections/registers.ts'
import { faultAt, type RowAddress } from './book-fault.ts'

type Context = NewTrade['context']

const PORTFOLIOS = `SELECT id, portfolio_id AS code, portfolio_name AS name, status, accounting_treatment AS "accountingTreatment" FROM portfolios`
const EQUITIES = `SELECT id, symbol, name AS "companyName", is_active AS "isActive" FROM equities`
const ACCOUNTS = `SELECT n.name AS named, s.id, s.account_name AS "accountName", s.account_number AS "accountNumber", s.bank_name AS "bankName",
    s.branch_name AS "branchName", s.payment_method AS "paymentMethod" FROM settlement_accounts s JOIN (${ACCOUNT_NAMES}) n ON n.id = s.id`
const BROKERS = 'SELECT id, lower(name) AS name FROM brokers'
const ENTITIES = 'SELECT id, name FROM entities'
const CDS = 'SELECT id, account FROM cds_accounts'
const TRADE = 'SELECT id FROM trades WHERE deal_number = $1'
const LOT_OF_ACTION = `SELECT e.id FROM action_events e JOIN portfolios p ON p.id = e.plan_portfolio_id
    WHERE e.action_id = $1 AND p.portfolio_id = $2 AND e.part = $3`
const ACTION_LOT = /^action:(\d+):(.+?):([^:]+(?::.*)?)$/

export class Names {
  /** Corporate actions, closings and entries by their numbers in the file. */
  readonly actions = new Map<number, number>()
  readonly closings = new Map<number, number>()
  readonly entries = new Map<number, number>()
  /** Securities by their symbols in the file; an action may call them otherwise meanwhile. */
  readonly #equityIds = new Map<string, number>()
  #equities = new Map<number, Context['equity']>()
  #portfolios = new Map<string, Context['portfolio']>()
  #accounts = new Map<string, Context['settlementAccount']>()
  #brokers = new Map<string, number>()
  #entities = new Map<string, number>()
  #cds = new Map<string, number>()
  tariffOf: Awaited<ReturnType<typeof loadTariffs>> = () => null
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  /** Reads what the registers hold now. */
  async read(): Promise<void> {
    const all = async <R extends object>(sql: string): Promise<R[]> => [...(await this.#tx.query<R>(sql, []))]
    this.#portfolios = new Map((await all<Context['portfolio']>(PORTFOLIOS)).map((one) => [one.code, one]))
    this.#accounts = new Map(
      (await all<Context['settlementAccount'] & { named: string }>(ACCOUNTS)).map(({ named, ...one }) => [
        named,
        one,
      ]),
    )
    this.#brokers = new Map(
      (await all<{ id: number; name: string }>(BROKERS)).map(({ id, name }) => [name, id]),
    )
    this.#entities = new Map(
      (await all<{ id: number; name: string }>(ENTITIES)).map(({ id, name }) => [name, id]),
    )
    this.#cds = new Map(
      (await all<{ id: number; account: string }>(CDS)).map(({ id, account }) => [account, id]),
    )
    this.tariffOf = await loadTariffs(this.#tx)
    await this.readEquities()
  }

  /** Securities as they are called now. */
  async readEquities(): Promise<void> {
    const rows = await this.#tx.query<Context['equity']>(EQUITIES, [])
    // A trade of a security that is inactive by now was one of its time.
    this.#equities = new Map(rows.map((one) => [one.id, { ...one, isActive: true }]))
    if (this.#equityIds.size === 0) for (const { id, symbol } of rows) this.#equityIds.set(symbol, id)
  }

  /** The security that the file calls so. */
  keepEquity(symbol: string, id: number): void {
    this.#equityIds.set(symbol, id)
  }

  portfolio = (at: RowAddress, code: Value | undefined) => found(at, this.#portfolios, code, 'portfolio')
  account = (at: RowAddress, name: Value | undefined) => found(at, this.#accounts, name, 'settlement account')
  entity = (at: RowAddress, name: Value | undefined) => found(at, this.#entities, name, 'entity')
  cdsAccount = (at: RowAddress, name: Value | undefined) => found(at, this.#cds, name, 'CDS account')
  action = (at: RowAddress, number: Value | undefined) => found(at, this.actions, number, 'corporate action')

  /** Null for none; a broker that the register does not have is only a name. */
  broker = (name: Value | undefined): number | null =>
    typeof name === 'string' ? (this.#brokers.get(name.toLowerCase()) ?? null) : null

  /** An account that may be left out. */
  accountId = (at: RowAddress, name: Value | undefined): number | null =>
    name == null ? null : this.account(at, name).id

  equity(at: RowAddress, symbol: Value | undefined): Context['equity'] {
    const equity = this.#equities.get(found(at, this.#equityIds, symbol, 'security'))
    if (equity === undefined) throw faultAt(at, `The security ${String(symbol)} is gone.`)
    return equity
  }

  /** The id of what opened a lot: a trade by its deal number, or a part of a corporate action. */
  async lot(at: RowAddress, name: Value | undefined): Promise<number> {
    const [, number, portfolio, part] = ACTION_LOT.exec(String(name)) ?? []
    const rows =
      number === undefined
        ? await this.#tx.query<{ id: number }>(TRADE, [name])
        : await this.#tx.query<{ id: number }>(LOT_OF_ACTION, [
            this.action(at, Number(number)),
            portfolio,
            part,
          ])
    const [row] = rows
    if (row === undefined) throw faultAt(at, `There is no trade or lot ${String(name)} before this row.`)
    return row.id
  }
}

function found<K, T>(at: RowAddress, known: ReadonlyMap<K, T>, name: unknown, what: string): T {
  const one = known.get(name as K)
  if (one === undefined)
    throw faultAt(at, name == null ? `The ${what} is missing.` : `There is no ${what} ${String(name)}.`)
  return one
}

/** A text that must be there. */
export function textIn(at: RowAddress, row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string' || value === '') throw faultAt(at, `${name} is missing.`)
  return value
}
