/** A trial balance of the outside ledger against what was exported up to a batch, account by account. */
import type { OutsideTie } from '@em/contract/accounting-exports/accounting-exports'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Database, statement } from '../../platform/database/database.ts'
import type { FileReaders } from '../../platform/file-readers/pool.ts'
import { findBatch } from './batches.queries.ts'
import { openingOf } from './entries.queries.ts'
import type { OutsideLine } from './files/trial-balance-reader.ts'
import { accountMap } from './mapping.ts'
import { findTarget } from './targets.queries.ts'

const SCRIPT = new URL('./files/trial-balance-reader.ts', import.meta.url)
const OURS = statement(
  'accounting.outside-balances',
  `SELECT s.outside AS account, sum(s.debit - s.credit) AS net! FROM accounting_sums s JOIN accounting_batches b ON b.id = s.batch_id
    WHERE s.target_id = :target AND b.state <> 'replaced' AND b.id <= :batch GROUP BY 1`,
)

interface OutsideFile extends FileAnswers {
  readonly fileName: string
  readonly data: string
  readonly sheet: string | null
}

/** @throws Refusal `record.missing` (404), what reading the file refuses. */
export async function tieOutside(
  { database, readers }: { readonly database: Database; readonly readers: FileReaders },
  who: number,
  id: number,
  { fileName, data, sheet, dateOrder, decimalMark }: OutsideFile,
): Promise<OutsideTie> {
  const batch = await findBatch(database, id)
  const asked = { sheet, dateOrder, decimalMark }
  const parts = await readers.read({ script: SCRIPT, asked, data, who })
  const theirs = JSON.parse(Buffer.concat(parts).toString()) as OutsideLine[]
  const ours = await database.query(OURS, { target: batch.target.id, batch: id })
  const lines = compared(
    [
      ...(await mappedOpening(database, batch.target.id)),
      ...ours.map(({ account, net }) => ({ account, cents: decimalOf(net, MONEY_SCALE) })),
    ],
    theirs,
  )
  const apart = lines.reduce((all, { cents }) => all + (cents < 0n ? -cents : cents), 0n)
  return {
    fileName,
    to: batch.to,
    lines: lines.map(({ account, ours: own, outside, difference }) => ({
      account,
      ours: own,
      outside,
      difference,
    })),
    difference: rupees(apart),
  }
}

/** The opening balances under the outside accounts that the mapping has now for the first day. */
async function mappedOpening(database: Database, id: number) {
  const { startDate } = await findTarget(database, id)
  const map = await accountMap(database, id)
  return (await openingOf(database.reading('report'), id)).map(({ accountCode, portfolioId, net }) => ({
    account: map.of(accountCode, portfolioId, startDate)?.outside ?? `${accountCode} (not mapped)`,
    cents: net,
  }))
}

const same = (name: string) => name.trim().toLowerCase()

function compared(
  ours: readonly { readonly account: string; readonly cents: bigint }[],
  theirs: readonly OutsideLine[],
) {
  const own = new Map<string, { account: string; cents: bigint }>()
  for (const { account, cents } of ours) {
    const key = same(account)
    const before = own.get(key)
    own.set(key, { account: before?.account ?? account, cents: (before?.cents ?? 0n) + cents })
  }
  const sums = new Map<string, { account: string; cents: bigint }>()
  for (const { names, amount } of theirs) {
    const key = names.map(same).find((name) => own.has(name)) ?? same(names[0] ?? '')
    const so = sums.get(key) ?? { account: own.get(key)?.account ?? names.join(' '), cents: 0n }
    sums.set(key, { ...so, cents: so.cents + BigInt(amount) })
  }
  return [...new Set([...own.keys(), ...sums.keys()])].toSorted().flatMap((key) => {
    const [ourSide, theirSide] = [own.get(key), sums.get(key)]
    // An account that is zero on both sides is left out.
    if ((ourSide?.cents ?? 0n) === 0n && (theirSide?.cents ?? 0n) === 0n) return []
    const cents = (ourSide?.cents ?? 0n) - (theirSide?.cents ?? 0n)
    return [
      {
        account: ourSide?.account ?? theirSide?.account ?? key,
        ours: ourSide === undefined ? null : rupees(ourSide.cents),
        outside: theirSide === undefined ? null : rupees(theirSide.cents),
        difference: rupees(cents),
        cents,
      },
    ]
  })
}
