/** What a batch holds, before it is written: its vouchers as text, the voucher of each entry, its sums and its tie to the books. */
import { BATCH_LINES_MAX } from '@em/contract/books/accounting-exports'
import type { AccountMap } from '@em/core/accounting-exports/account-map'
import { rowsOf } from '@em/core/accounting-exports/file'
import { layoutOf, NO_TAX } from '@em/core/accounting-exports/layout'
import { type Unmapped, type Voucher, VoucherMaker } from '@em/core/accounting-exports/vouchers'
import { dayInWords } from '@em/core/values/date-words'
import { addDays } from '@em/core/values/dates'
import { csvLines } from '@em/paper/files/csv'
import type { Queryable } from '../../platform/database/database.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { keptAt } from '../statements/statements.balances.ts'
import { entriesOf, exportedBefore, openingOf, type ReadEntry, unexported } from './entries.queries.ts'
import type { Target } from './targets.queries.ts'

/** A sum of an account of ours under an outside one; null: an opening balance without mapping. */
export interface AccountSum {
  readonly accountId: number
  readonly outside: string | null
  readonly debit: bigint
  readonly credit: bigint
}
export interface TieLine {
  readonly accountId: number
  readonly before: bigint
  readonly debit: bigint
  readonly credit: bigint
  readonly balance: bigint
}
/** A voucher as it is in the file. */
export interface WrittenVoucher {
  readonly text: string
  readonly lines: number
}
export interface BatchContent {
  readonly vouchers: readonly WrittenVoucher[]
  readonly entries: readonly { readonly id: number; readonly voucher: number }[]
  readonly lines: number
  readonly amount: bigint
  readonly sums: readonly AccountSum[]
  readonly unmapped: readonly Unmapped[]
  /** Of the first batch: the entries of before the first day, and what they come to. */
  readonly opening: { readonly entries: readonly number[]; readonly sums: readonly AccountSum[] }
  readonly tie: readonly TieLine[]
}

export interface BatchAsked {
  readonly number: string
  readonly to: string
  readonly map: AccountMap
  readonly progress: Progress
}

/** Lines of cells as the file has them, with an end to each. */
export const csvText = (target: Pick<Target, 'format' | 'layout'>, rows: string[][]): string => {
  const { separator } = layoutOf(target.format, target.layout)
  const delimiter = separator === 'tab' ? '\t' : separator
  return `${csvLines(rows, delimiter)}\r\n`
}

/**
 * Reads what is in no batch yet, at one moment: `db` is a snapshot.
 * @throws Refusal `accounting.nothing`, `accounting.too-many` (422).
 */
export async function readBatch(db: Queryable, target: Target, asked: BatchAsked): Promise<BatchContent> {
  const { to, map, progress } = asked
  const isFirst = target.batches === 0
  const ids = await unexported(db, target, isFirst ? { from: target.startDate, to } : { to })
  if (ids.length === 0) throw new Refusal('accounting.nothing', { date: dayInWords(to) })
  const writer = new ContentWriter(target, asked)
  let done = 0
  for await (const page of entriesOf(db, ids, target)) {
    progress(done, ids.length, 'Reading the entries')
    for (const entry of page) writer.add(entry)
    done += page.length
  }
  const opening = isFirst ? await readOpening(db, target, map) : { entries: [], sums: [] }
  const before = isFirst ? netsOf(opening.sums) : await exportedBefore(db, target.id)
  const [kept = []] = await keptAt(db, [to], { portfolioIds: target.portfolioIds })
  const balances = new Map<number, bigint>()
  for (const { accountId, debit, credit } of kept)
    balances.set(accountId, (balances.get(accountId) ?? 0n) + debit - credit)
  return { ...writer.end(), opening, tie: tieOf(writer.sums, before, balances) }
}

async function readOpening(db: Queryable, target: Target, map: AccountMap) {
  const day = dayBefore(target.startDate)
  const sums = (await openingOf(db, target)).map(({ accountCode, portfolioId, ...sum }) => ({
    ...sum,
    outside: map.of(accountCode, portfolioId, target.startDate)?.outside ?? null,
  }))
  return { entries: await unexported(db, target, { to: day }), sums }
}

const netsOf = (sums: readonly AccountSum[]): Map<number, bigint> => {
  const nets = new Map<number, bigint>()
  for (const { accountId, debit, credit } of sums)
    nets.set(accountId, (nets.get(accountId) ?? 0n) + debit - credit)
  return nets
}

function tieOf(
  sums: readonly AccountSum[],
  before: ReadonlyMap<number, bigint>,
  balances: ReadonlyMap<number, bigint>,
): TieLine[] {
  const own = Map.groupBy(sums, ({ accountId }) => accountId)
  const total = (accountId: number, side: 'debit' | 'credit') =>
    (own.get(accountId) ?? []).reduce((all, sum) => all + sum[side], 0n)
  return [...new Set([...before.keys(), ...own.keys(), ...balances.keys()])].map((accountId) => ({
    accountId,
    before: before.get(accountId) ?? 0n,
    debit: total(accountId, 'debit'),
    credit: total(accountId, 'credit'),
    balance: balances.get(accountId) ?? 0n,
  }))
}

/** Takes entries in their order and writes the vouchers that they complete. */
class ContentWriter {
  readonly #target: Target
  readonly #asked: BatchAsked
  readonly #maker: VoucherMaker
  readonly #vouchers: WrittenVoucher[] = []
  readonly #entries: { id: number; voucher: number }[] = []
  readonly #sums = new Map<string, AccountSum>()
  #lines = 0

  constructor(target: Target, asked: BatchAsked) {
    const { detail, startDate } = target
    this.#target = target
    this.#asked = asked
    this.#maker = new VoucherMaker({ detail, startDate, map: asked.map, to: asked.to })
  }

  add(entry: ReadEntry): void {
    this.#addUp(entry)
    this.#write(this.#maker.add(entry))
  }

  get sums(): AccountSum[] {
    return [...this.#sums.values()]
  }

  end() {
    this.#write(this.#maker.end())
    const sums = this.sums
    return {
      vouchers: this.#vouchers,
      entries: this.#entries,
      lines: this.#lines,
      amount: sums.reduce((all, { debit }) => all + debit, 0n),
      sums,
      unmapped: this.#maker.unmapped,
    }
  }

  #addUp(entry: ReadEntry): void {
    for (const [place, line] of entry.lines.entries()) {
      const accountId = entry.accountIds[place] ?? 0
      const outside = this.#asked.map.of(line.accountCode, line.portfolioId, entry.date)?.outside ?? null
      const key = `${accountId} ${outside}`
      const so = this.#sums.get(key) ?? { accountId, outside, debit: 0n, credit: 0n }
      this.#sums.set(key, { ...so, debit: so.debit + line.debit, credit: so.credit + line.credit })
    }
  }

  #write(voucher: Voucher | undefined): void {
    if (voucher === undefined) return
    const { format, layout, taxRate } = this.#target
    const rows = rowsOf(voucher, {
      layout: layoutOf(format, layout),
      batch: this.#asked.number,
      taxRate: taxRate ?? NO_TAX,
    })
    this.#lines += rows.length
    if (this.#lines > BATCH_LINES_MAX)
      throw new Refusal('accounting.too-many', { limit: BATCH_LINES_MAX.toLocaleString('en-LK') })
    this.#vouchers.push({
      text: rows.length === 0 ? '' : csvText(this.#target, rows),
      lines: rows.length,
    })
    for (const id of voucher.entries) this.#entries.push({ id, voucher: voucher.number })
  }
}

const dayBefore = (day: string): string => addDays(day, -1)
