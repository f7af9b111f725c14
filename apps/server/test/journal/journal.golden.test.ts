/**
 * Golden scenarios of the journal (packages/core/golden/journal): a user's actions through the API, and the ledger,
 * Suspense and the trial balance after them. GOLDEN_UPDATE=1 writes them anew; the difference is the review.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type JournalWritten, journal } from '@em/contract/journal/journal'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { formatDecimal, MONEY_SCALE, parseTyped } from '@em/core/values/decimal'
import { beforeAll, expect, test } from 'vitest'
import {
  type Row,
  readScenario,
  type Table,
  writeScenario,
} from '../../../../packages/core/src/testing/scenario-text.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

const folder = new URL('../../../../packages/core/golden/journal/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))

const money = (rupees: number) => {
  const parsed = parseTyped(rupees.toFixed(2), MONEY_SCALE)
  return parsed.ok ? formatDecimal(parsed.units, MONEY_SCALE, { grouping: true }) : ''
}
const side = (rupees: number) => (rupees === 0 ? '' : money(rupees))
const given = (text: string | undefined) => (text === undefined || text === '-' ? undefined : text)

const then = (name: string, rows: readonly Row[]): Table => ({
  section: 'then',
  name,
  columns: Object.keys(rows[0] ?? {}),
  rows,
})

/** Rows that follow each other under one entry and act are its lines. */
function actsOf(rows: readonly Row[]): Row[][] {
  const acts: Row[][] = []
  for (const row of rows) {
    const last = acts.at(-1)
    const [head] = last ?? []
    const same =
      head?.['entry'] === row['entry'] && head?.['act'] === row['act'] && !given(row['description'])
    if (last && same) last.push(row)
    else acts.push([row])
  }
  return acts
}

/** `numbers` knows the one-line entry whose item on Suspense, its second line, a line clears. */
const bodyOf = (rows: readonly Row[], numbers: ReadonlyMap<string, number>, more: object = {}) => {
  const [head] = rows as [Row, ...Row[]]
  const lineOf = (row: Row) => ({
    account_code: row['account'],
    debit: given(row['debit'])?.replaceAll(',', ''),
    credit: given(row['credit'])?.replaceAll(',', ''),
    portfolioId: given(row['portfolio']),
    clears: given(row['clears']) && { entry_id: numbers.get(row['clears'] ?? ''), line_no: 2 },
  })
  const words = { date: head['date'], description: head['description'], ...more }
  return head['act'] === 'one line' ? { ...words, ...lineOf(head) } : { ...words, lines: rows.map(lineOf) }
}

async function perform(api: Api, rows: readonly Row[]): Promise<Table[]> {
  /** The number behind each name of the story, and the name of each number. */
  const numbers = new Map<string, number>()
  const names = new Map<number, string>()
  const standing: Row[] = []
  for (const act of actsOf(rows)) {
    const [head] = act as [Row, ...Row[]]
    const name = head['entry'] ?? ''
    const before = numbers.get(name)
    const params = { id: before ?? 0 }
    const { data, reversal }: JournalWritten = await (async () => {
      switch (head['act']) {
        case 'draft':
          return ask(api, journal.create, { body: bodyOf(act, numbers, { status: 'Draft' }) })
        case 'post':
          return ask(api, journal.change, { params, body: bodyOf(act, numbers, { status: 'Posted' }) })
        case 'change':
          return ask(api, journal.change, { params, body: bodyOf(act, numbers) })
        case 'reverse': {
          const body = { date: head['date'], reason: head['description'] }
          return ask(api, journal.reverse, { params, body })
        }
        default:
          return ask(api, journal.create, { body: bodyOf(act, numbers) })
      }
    })()
    const label = before === undefined || head['act'] === 'post' ? name : `${name} anew`
    if (reversal) names.set(reversal.id, `${names.get(before ?? 0)} taken back`)
    names.set(data.id, data.reversal_of === null ? label : `${names.get(before ?? 0)} taken back`)
    if (data.reversal_of === null) numbers.set(name, data.id)
    const { data: suspense } = await ask(api, journal.suspense, {})
    const after = `${name} ${head['act']}`
    const open = suspense.portfolios.map((one, index) => ({
      after: index === 0 ? after : '',
      portfolio: one.portfolioId ?? '-',
      suspense: `${money(Math.abs(one.balance))} ${one.balance > 0 ? 'DR' : 'CR'}`,
      'difference of the draft': index === 0 && data.difference !== 0 ? money(data.difference) : '',
    }))
    const draft = data.difference === 0 ? '' : money(data.difference)
    standing.push(
      ...(open.length > 0
        ? open
        : [{ after, portfolio: '-', suspense: 'clear', 'difference of the draft': draft }]),
    )
  }
  const entries: Row[] = []
  for (const [id, name] of [...names].toSorted(([a], [b]) => a - b)) {
    const { data } = await ask(api, journal.get, { params: { id } })
    if (data.version !== null || data.id !== id) continue
    for (const [index, line] of data.lines.entries()) {
      entries.push({
        entry: index === 0 ? name : '',
        date: index === 0 ? data.date : '',
        account: line.account_code,
        name: line.account_name,
        debit: side(line.debit),
        credit: side(line.credit),
        portfolio: line.portfolioId ?? '-',
        status: index === 0 ? data.status : '',
        description: index === 0 ? data.description : '',
      })
    }
    entries.push({})
  }
  const { data: balances } = await ask(api, trialBalance.get, { query: {} })
  const accounts = Object.values(balances.accountsByType).flat()
  return [
    then('entries', entries.slice(0, -1)),
    then('Suspense', standing),
    then('trial balance', [
      ...accounts.map(({ account_code, account_name, net_balance }) => ({
        account: account_code,
        name: account_name,
        debit: net_balance > 0 ? money(net_balance) : '',
        credit: net_balance < 0 ? money(-net_balance) : '',
      })),
      {
        account: '',
        name: 'Total',
        debit: money(balances.totals.total_debits),
        credit: money(balances.totals.total_credits),
      },
    ]),
  ]
}

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  await startBooks(api)
  rewind = await rewindable(api)
})

test('there are golden scenarios', () => expect(files.length).toBeGreaterThanOrEqual(4))

test.each(files)('%s', async (file) => {
  const path = new URL(file, folder)
  const text = readFileSync(path, 'utf8')
  const scenario = readScenario(text)
  await rewind()
  const acts = scenario.tables.find(({ name }) => name === 'acts')?.rows ?? []
  const result = writeScenario({ ...scenario, tables: [...scenario.tables, ...(await perform(api, acts))] })
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(path, result)
  else expect(result).toBe(text)
  expect(await verifyBooks(api.database)).toEqual([])
})
