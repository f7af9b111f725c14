/** Old books stay readable: those that commit a80682df stored are restored, and opened where they are, with the same figures. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { checkBackup } from '../../src/backup/backup.ts'
import { loadRows } from '../../src/backup/restore.ts'
import { openConnection } from '../../src/backup/snapshot.ts'
import { migrateTo, refuseOlderBooks } from '../../src/platform/database/migrate.ts'
import { updateDatabase } from '../../src/platform/database/owner.ts'
import { verify } from '../../src/verify/verify.ts'
import { startApi } from '../support/api.ts'
import { catalogOf } from '../support/catalog.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'
import { asRecorded } from '../support/older-books.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { restored } from '../support/restored.ts'

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../fixtures/books-of-a80682df/${name}`, import.meta.url))
const quiet = () => undefined
const none = async () => undefined
const person = { email: 'kept@example.lk', password: 'kept-over-book' }

async function catalogIn(fresh: FreshDatabase): Promise<string[]> {
  const client = new pg.Client(fresh.config)
  await client.connect()
  try {
    return await catalogOf(client)
  } finally {
    await client.end()
  }
}

interface Figures {
  readonly trialBalance: readonly (readonly [code: string, debit: number, credit: number])[]
  readonly holdings: Readonly<Record<string, readonly (readonly [symbol: string, ...figures: number[]])[]>>
}

/** The books agree with their facts, have the schema of new ones, open to their person, and show these figures. */
async function expectBook(fresh: FreshDatabase, { trialBalance, holdings }: Figures): Promise<void> {
  expect(await catalogIn(fresh)).toEqual(await catalogIn(await freshDatabase()))
  const database = await openPatiently(fresh.config)
  expect(await verify(database)).toMatchObject({ found: 0 })
  // One of each kind of record that it was made with.
  expect(
    await database.query(
      `SELECT (SELECT count(*)::int FROM settlement_confirmations WHERE kind = 'settled' AND statement_line_id IS NOT NULL) AS paid,
              (SELECT count(*)::int FROM trades t JOIN batches b ON b.id = t.batch_id WHERE t.deal_number LIKE 'BULK-%') AS bulk,
              (SELECT count(*)::int FROM suspense_items WHERE cleared_on IS NULL) AS suspense,
              (SELECT count(*)::int FROM valuation_runs) AS runs,
              (SELECT count(*)::int FROM trade_documents) AS documents,
              (SELECT string_agg(kind, ', ' ORDER BY kind) FROM corporate_actions) AS actions,
              (SELECT string_agg(DISTINCT source, ', ' ORDER BY source) FROM chain_events) AS sources`,
    ),
  ).toEqual([
    {
      paid: 1,
      bulk: 5,
      suspense: 1,
      runs: 3,
      documents: 1,
      actions: 'bonus, dividend',
      sources: 'corporate action, opening, trade',
    },
  ])
  await database.close()
  const api = await startApi({ edition: 'premium', signedUp: false, today: '2026-11-22', on: fresh })
  const { body } = await api.call<{ token: string }>('POST /auth/login', { body: person })
  const get = async <T>(path: string) => (await api.call<T>(`GET ${path}`, { token: body.token })).body
  const { data } = await get<{ data: { accountsByType: Record<string, Record<string, unknown>[]> } }>(
    '/trial-balance?endDate=2026-06-15',
  )
  expect(
    Object.values(data.accountsByType)
      .flat()
      .map((one) => [one['account_code'], one['period_debit'], one['period_credit']]),
  ).toEqual(trialBalance)
  for (const [portfolio, rows] of Object.entries(holdings)) {
    const held = await get<Record<string, unknown>[]>(`/transaction-entries/portfolio/${portfolio}/positions`)
    expect(held.map((one) => [one['symbol'], one['quantity'], one['costValue'], one['charges']])).toEqual(
      rows,
    )
  }
  // And they go on.
  const sold = await api.call('POST /transaction-entries/sell', {
    token: body.token,
    body: {
      companyName: 'Hatton National Bank PLC',
      symbol: 'HNB.N0000',
      portfolioId: 'AVERAGE',
      brokerName: 'Some broker',
      settlementAccount: 1,
      quantity: 11,
      soldPrice: 110,
      tradeDate: '2026-05-15',
      settlementDate: '2026-05-15',
      contractNumber: 'AFTER',
    },
  })
  expect([sold.status, (await verify(api.database)).differences]).toEqual([201, []])
}

test('a book of commit a80682df', async () => {
  const file = fileOf('small.backup')
  const figures = JSON.parse(await readFile(fileOf('small.json'), 'utf8')) as Figures
  const target = await freshDatabase({ migrated: false })
  await restored(target.config, file)
  await expectBook(target, figures)

  // As a data folder: the tables that its own version made, and a start of this one.
  const folder = await freshDatabase({ migrated: false })
  const { header } = await checkBackup(file, none, quiet)
  await migrateTo(folder.config, header.migrations)
  const client = await openConnection(folder.config)
  await asRecorded(client)
  await loadRows(client, { file, say: quiet }, undefined)
  // A tool that only reads says what is missing.
  await expect(refuseOlderBooks(client)).rejects.toThrow('Start the server of this version on them once')
  const said: string[] = []
  const logins = { application: folder.application, owner: folder.config }
  await updateDatabase(logins, { say: (line) => said.push(line) })
  expect(said.at(-1)).toBe('The books are up to date.')
  await refuseOlderBooks(client)
  await client.end()
  await expectBook(folder, figures)
})
