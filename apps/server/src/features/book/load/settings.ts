/** Loads what is set up before anything happens: each register by its own routes. */
import type { Register } from '@em/contract/kit/register'
import { columnOf } from '@em/contract/kit/register'
import { decimalOf, PRICE_SCALE } from '@em/core/values/decimal'
import { keepPrices } from '../../prices/keep-prices.commands.ts'
import type { Row, Value } from '../format/section.ts'
import { REGISTERS, SETTINGS } from '../sections/registers.ts'
import { faultAt, type RowAddress } from './book-fault.ts'
import { idIn, type LoadMeans, orFault } from './load-means.ts'
import type { Names } from './names.ts'
import { textIn } from './names.ts'
import type { BookFile, NumberedRow } from './read-book.ts'

/** Values that a record needs while acts are done again that it would refuse by now. */
const OPEN: Readonly<Record<string, Readonly<Row>>> = {
  portfolios: { status: 'Active' },
  equities: { isActive: true },
  brokers: { isActive: true },
  chart_of_accounts: { active_status: 'Yes' },
}

/** Says what records say in the end, once everything was done. */
export type Finish = () => Promise<void>

/** Loads all registers and prices. */
export async function loadSettings(means: LoadMeans, names: Names, file: BookFile): Promise<Finish> {
  const later: {
    readonly at: { section: string; row: number }
    readonly word: string
    readonly id: number
    readonly body: Row
  }[] = []
  const dated: NumberedRow[] = []
  for await (const numbered of file.rows(sectionOf(DATED))) dated.push(numbered)
  for (const { name, register } of REGISTERS) {
    means.say(`Loading ${name.replaceAll('_', ' ')}`)
    for await (const { row, number } of file.rows(sectionOf(name))) {
      const at = { section: name, row: number }
      const body = named(register, row)
      const open = { ...body, ...OPEN[name], ...firstSaid(dated, register, row), ...firstCalled(row) }
      const known = await recordLike(means, register, open)
      const sent = { body: open, ...(known !== null && { params: { id: known } }) }
      const id = idIn(await means.write(at, `${register.word}.${known === null ? 'create' : 'update'}`, sent))
      if (name === 'equities') names.keepEquity(textIn(at, row, 'symbol'), id)
      if (Object.entries(OPEN[name] ?? {}).some(([field, value]) => body[field] !== value))
        later.push({ at, word: register.word, id, body })
    }
  }
  await names.read()
  for (const { row, number } of dated) await changeFrom(means, names, row, { section: DATED, row: number })
  await loadOthers(means, names, file)
  await loadPrices(means, file)
  return async () => {
    for (const { at, word, id, body } of later)
      await means.write(at, `${word}.update`, { params: { id }, body })
  }
}

function sectionOf(name: string) {
  const section = SETTINGS.find((one) => one.name === name)
  if (section === undefined) throw new Error(`there is no section ${name}`)
  return section
}

const DATED = 'dated_changes'

/** A record begins with what it said before its first change from an effective date on; those changes are made again. */
function firstSaid(dated: readonly NumberedRow[], { word, code }: Register, row: Row): Row {
  const record = row[code ?? 'symbol']
  const own = dated.filter((one) => one.row['register'] === word && one.row['record'] === record)
  return Object.fromEntries(
    own.toReversed().map((one) => [String(one.row['field']), one.row['before'] ?? null]),
  )
}

async function changeFrom(means: LoadMeans, names: Names, row: Row, at: RowAddress): Promise<void> {
  const { register, record, field, after, effective_from: effectiveFrom } = row
  if (register !== 'equities' && register !== 'portfolios')
    throw faultAt(at, `${String(register)} has no changes from a day on.`)
  const { id } = register === 'equities' ? names.equity(at, record) : names.portfolio(at, record)
  await means.write(at, `${register}.update`, {
    params: { id },
    body: { [String(field)]: after ?? null, effectiveFrom },
  })
}

/** The fields of a register among the columns of its section. */
const named = (register: Register, row: Row): Row =>
  Object.fromEntries(
    register.fields.flatMap(({ name, computed }) =>
      computed || row[name] === undefined ? [] : [[name, row[name] ?? null]],
    ),
  )

/** A security begins as it was called before the first change of identity, which is done again. */
const firstCalled = (row: Row): Row => ({
  ...(row['first_symbol'] != null && { symbol: row['first_symbol'] }),
  ...(row['first_name'] != null && { name: row['first_name'] }),
})

/** A record of a new installation, or of the file itself, with the same unique fields. */
async function recordLike({ tx }: LoadMeans, register: Register, row: Row): Promise<number | null> {
  const groups = register.word === 'strategies' || register.word === 'cds-accounts' ? [] : register.unique
  for (const group of groups) {
    const fields = group.map((name) => register.fields.find((field) => field.name === name))
    if (fields.some((field) => field === undefined || row[field.name] == null)) continue
    const conditions = fields.map(
      (field, index) => `lower(${columnOf(field as never)}::text) = lower($${index + 1})`,
    )
    const values = fields.map((field) => String(row[field?.name ?? '']))
    const [found] = await tx.query<{ id: number }>(
      `SELECT id FROM ${register.table} WHERE ${conditions.join(' AND ')}`,
      values,
    )
    if (found !== undefined) return found.id
  }
  return null
}

async function loadOthers(means: LoadMeans, names: Names, file: BookFile): Promise<void> {
  const each = async (
    name: string,
    work: (row: Row, at: { section: string; row: number }) => Promise<unknown>,
  ) => {
    for await (const { row, number } of file.rows(sectionOf(name)))
      await work(row, { section: name, row: number })
  }
  await each('broker_names', (row, at) => {
    const id = names.broker(row['broker'])
    if (id === null) throw faultAt(at, `There is no broker ${String(row['broker'])}.`)
    return means.write(at, 'broker-names.adopt', { params: { id }, body: { name: row['name'] } })
  })
  await each('entities', (row, at) => {
    const id = names.entity(at, row['name'])
    const { year_end_month, share_gains_tax } = row
    return means.write(at, 'periods.update', {
      params: { id },
      body: { year_end_month, share_gains_tax, version: null },
    })
  })
  await each('costing_methods', (row, at) =>
    means.write(at, 'costing-methods.assign', {
      body: { portfolioId: row['portfolio'], costing_method: row['costing_method'] },
    }),
  )
  await each('cost_of_funds', (row, at) => means.write(at, 'cost-of-funds.create', { body: row }))
  await loadServed(means, names, file)
}

/** The portfolios of accounts at the depository: first all, then the days from which each is a main account, in their order. */
async function loadServed(means: LoadMeans, names: Names, file: BookFile): Promise<void> {
  const section = sectionOf('cds_account_portfolios')
  const rows: NumberedRow[] = []
  for await (const numbered of file.rows(section)) rows.push(numbered)
  const served = Map.groupBy(rows, ({ row }) => String(row['account']))
  const mains = new Map<string, Value>()
  const set = (account: string, number: number) => {
    const at = { section: section.name, row: number }
    const codes = new Set((served.get(account) ?? []).map(({ row }) => String(row['portfolio'])))
    const portfolios = [...codes].map((portfolio) => {
      const from = mains.get(`${account} ${portfolio}`)
      return { portfolio, main: from !== undefined, ...(from !== undefined && { mainFrom: from }) }
    })
    return means.write(at, 'cds.set-portfolios', {
      params: { id: names.cdsAccount(at, account) },
      body: { portfolios },
    })
  }
  for (const [account, [first]] of served) await set(account, first?.number ?? 1)
  for (const { row, number } of rows) {
    const { account, portfolio, main_from: from } = row
    if (from == null) continue
    for (const key of mains.keys()) if (key.endsWith(` ${String(portfolio)}`)) mains.delete(key)
    mains.set(`${String(account)} ${String(portfolio)}`, from)
    await set(String(account), number)
  }
}

const PRICED = ['summary', 'typed', 'pasted', 'file', 'feed'] as const
type PriceSource = (typeof PRICED)[number]
const PERCENT_SCALE = 4

/** Prices day by day, with all figures of the exchange. */
async function loadPrices(means: LoadMeans, file: BookFile): Promise<void> {
  means.say('Loading prices')
  let day: NumberedRow[] = []
  const keep = async () => {
    const [first] = day
    if (first === undefined) return
    const at = { section: 'prices', row: first.number }
    const rows = day.map(({ row, number }) => priceOf({ section: 'prices', row: number }, row))
    const tradeDate = textIn(at, first.row, 'trade_date')
    const source = PRICED.find((word) => word === first.row['source']) ?? 'file'
    await orFault(at, () =>
      keepPrices(means.tx, {
        source: source satisfies PriceSource,
        tradeDate,
        rows,
        whole: false,
        fileName: null,
        sha256: null,
        reason: null,
        ...means.by,
        dryRun: false,
      }),
    )
    day = []
  }
  for await (const numbered of file.rows(sectionOf('prices'))) {
    const [first] = day
    if (
      first !== undefined &&
      (first.row['trade_date'] !== numbered.row['trade_date'] ||
        first.row['source'] !== numbered.row['source'])
    )
      await keep()
    day.push(numbered)
  }
  await keep()
}

function priceOf(at: { section: string; row: number }, row: Row) {
  const price = (name: string, scale = PRICE_SCALE) =>
    row[name] == null ? null : decimalOf(String(row[name]), scale)
  const whole = (name: string) => (row[name] == null ? null : BigInt(row[name] as number))
  return {
    symbol: textIn(at, row, 'symbol'),
    companyName: row['company_name'] == null ? null : String(row['company_name']),
    shareVolume: whole('share_volume'),
    tradeVolume: whole('trade_volume'),
    previousClose: price('previous_close'),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    lastTrade: decimalOf(textIn(at, row, 'last_trade'), PRICE_SCALE),
    close: price('close'),
    changeRs: price('change_rs'),
    changePercent: price('change_percent', PERCENT_SCALE),
  }
}
