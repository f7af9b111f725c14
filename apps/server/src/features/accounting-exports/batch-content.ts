/** The contents of a batch, before it is written: its vouchers as text, the voucher of each entry, its sums and its tie to the books. */
import { BATCH_LINES_MAX } from '@em/contract/accounting-exports/accounting-exports'
import type { AccountMap } from '@em/core/accounting-exports/account-map'
import { journalsOf, rowsOf } from '@em/core/accounting-exports/file'
import { layoutOf, NO_TAX } from '@em/core/accounting-exports/layout'
import { outsideDate, type Unmapped, type Voucher, VoucherMaker } from '@em/core/accounting-exports/vouchers'
import { dayInWords } from '@em/core/values/date-texts'
import { csvLines } from '@em/paper/files/csv'
import type { Queryable } from '../../platform/database/database.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { storedSumsAt } from '../statements/statements.balances.ts'
import { entriesOf, exportedBefore, type ReadEntry, unexported } from './entries.queries.ts'
import { openDay, type Target } from './targets.queries.ts'

/** A sum of an account of ours under an outside one; null: it has no mapping. */
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
interface ContentEntry {
  readonly id: number
  readonly voucher: number
  /** The portfolios whose lines of it are in the batch; zero: lines without a portfolio. */
  readonly portfolios: readonly number[]
}
export interface BatchContent {
  readonly vouchers: readonly WrittenVoucher[]
  readonly entries: readonly ContentEntry[]
  readonly lines: number
  readonly amount: bigint
  readonly sums: readonly AccountSum[]
  readonly unmapped: readonly Unmapped[]
  readonly tie: readonly TieLine[]
}

export interface BatchAsked {
  readonly number: string
  readonly sequence: number
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
  const { to, progress } = asked
  const ids = await unexported(db, target, to)
  if (ids.length === 0) throw new Refusal('accounting.nothing', { date: dayInWords(to) })
  const writer = new ContentWriter(target, asked)
  let done = 0
  for await (const page of entriesOf(db, ids, target)) {
    progress(done, ids.length, 'Reading the entries')
    for (const entry of page) writer.add(entry)
    done += page.length
  }
  const before = await exportedBefore(db, target.id)
  const [sums = []] = await storedSumsAt(db, [to], { portfolioIds: target.portfolioIds })
  const balances = new Map<number, bigint>()
  for (const { accountId, debit, credit } of sums)
    balances.set(accountId, (balances.get(accountId) ?? 0n) + debit - credit)
  return { ...writer.end(), tie: tieOf(writer.sums, before, balances) }
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
  readonly #entries: ContentEntry[] = []
  readonly #portfolios = new Map<number, readonly number[]>()
  readonly #sums = new Map<string, AccountSum>()
  #lines = 0

  constructor(target: Target, asked: BatchAsked) {
    this.#target = target
    this.#asked = asked
    this.#maker = new VoucherMaker({
      detail: target.detail,
      openFrom: openDay(target),
      map: asked.map,
      to: asked.to,
    })
  }

  add(entry: ReadEntry): void {
    this.#addUp(entry)
    this.#portfolios.set(entry.id, [...new Set(entry.lines.map(({ portfolioId }) => portfolioId ?? 0))])
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
    const date = outsideDate(entry.date, openDay(this.#target))
    for (const [index, line] of entry.lines.entries()) {
      const accountId = entry.accountIds[index] ?? 0
      const outside = this.#asked.map.of(line.accountCode, line.portfolioId, date)?.outside ?? null
      const key = `${accountId} ${outside}`
      const so = this.#sums.get(key) ?? { accountId, outside, debit: 0n, credit: 0n }
      this.#sums.set(key, { ...so, debit: so.debit + line.debit, credit: so.credit + line.credit })
    }
  }

  #write(voucher: Voucher | undefined): void {
    if (voucher === undefined) return
    const { format, layout, taxRate, code } = this.#target
    const { number, sequence } = this.#asked
    const rows = rowsOf(voucher, {
      layout: layoutOf(format, layout),
      batch: number,
      journals: journalsOf(format, { code, sequence }),
      taxRate: taxRate ?? NO_TAX,
    })
    this.#lines += rows.length
    if (this.#lines > BATCH_LINES_MAX)
      throw new Refusal('accounting.too-many', { limit: BATCH_LINES_MAX.toLocaleString('en-LK') })
    this.#vouchers.push({
      text: rows.length === 0 ? '' : csvText(this.#target, rows),
      lines: rows.length,
    })
    for (const id of voucher.entries)
      this.#entries.push({ id, voucher: voucher.number, portfolios: this.#portfolios.get(id) ?? [] })
  }
}
