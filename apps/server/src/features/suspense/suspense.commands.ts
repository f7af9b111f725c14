/** Clearing items of Suspense: linking lines that belong together, and undoing it. Links are added, never changed. */
import { type ItemLink, linkItems } from '@em/core/journal/clearing'
import { decimalOf, formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { findClearing, type ItemKey, itemsOfKeys, type KeyedItem } from './suspense.queries.ts'

// The lock that the database takes for each clearing and reversal: what is read after it is valid until the transaction ends. After what a
// posting shares, since one may follow.
const LOCK_ITEMS = statement(
  'suspense.lock-items',
  `SELECT share_postings(), ${takeLock('items of Suspense')}`,
)
const CLEARING = statement(
  'suspense.note-clearing',
  'INSERT INTO suspense_clearings (entry_id, recorded_by) VALUES (:entryId?, :user) RETURNING id',
)
const LINKS = statement(
  'suspense.link',
  `INSERT INTO suspense_links (clearing_id, no, debit_entry_id, debit_line_no, credit_entry_id, credit_line_no, amount)
   SELECT :clearingId, l.no, l.de, l.dl, l.ce, l.cl, l.amount
     FROM unnest(:debitEntryIds::bigint[], :debitLineNos::smallint[], :creditEntryIds::bigint[], :creditLineNos::smallint[], :amounts::numeric[]) WITH ORDINALITY AS l (de, dl, ce, cl, amount, no)`,
)

interface Link {
  readonly debit: ItemKey
  readonly credit: ItemKey
  /** In cents. */
  readonly amount: bigint
}

async function link(tx: Transaction, entryId: number | null, links: readonly Link[], user: number) {
  const [clearing] = await tx.query(CLEARING, { entryId, user })
  const id = clearing?.id as number
  await tx.query(LINKS, {
    clearingId: id,
    debitEntryIds: links.map(({ debit }) => debit.entry_id),
    debitLineNos: links.map(({ debit }) => debit.line_no),
    creditEntryIds: links.map(({ credit }) => credit.entry_id),
    creditLineNos: links.map(({ credit }) => credit.line_no),
    amounts: links.map(({ amount }) => formatDecimal(amount, MONEY_SCALE)),
  })
  return id
}

const MOVES = statement(
  'suspense.move',
  `INSERT INTO suspense_moves (entry_id, line_no, from_entry_id, from_line_no)
   SELECT :entryId, * FROM unnest(:toLines::smallint[], :entryIds::bigint[], :lineNos::smallint[])`,
)

/** An open item that an entry moves to another account: cents, debit less credit, and the lines on either account. */
export interface ItemMove {
  readonly item: ItemKey
  readonly amount: bigint
  /** On the account that it leaves. */
  readonly fromLine: number
  /** On the account that it goes to. */
  readonly toLine: number
}

/** Takes the lock of clearings, undoings and reversals of items: what is read after it is valid until the transaction ends. */
export async function lockItems(tx: Transaction): Promise<void> {
  await tx.query(LOCK_ITEMS)
}

const LOCK_ITEMS_ALONE = statement(
  'suspense.lock-items-alone',
  `SELECT ${takeLock('what lines name', { isShared: true })}, ${takeLock('periods')},
          ${takeLock('what valuations rest on', { isShared: true })}, ${takeLock('items of Suspense')}`,
)
/** The same before Suspense is mapped to another account, which waits for every posting under way (schema/suspense.sql). */
export async function lockItemsAlone(tx: Transaction): Promise<void> {
  await tx.query(LOCK_ITEMS_ALONE)
}

/** Clears the items that an entry moves by its lines on their account; its lines on the other one go on as them, with their age. */
export async function clearMoved(
  tx: Transaction,
  entryId: number,
  moves: readonly ItemMove[],
  user: number,
): Promise<void> {
  if (moves.length === 0) return
  await tx.query(MOVES, {
    entryId,
    toLines: moves.map(({ toLine }) => toLine),
    entryIds: moves.map(({ item }) => item.entry_id),
    lineNos: moves.map(({ item }) => item.line_no),
  })
  const links = moves.map(({ item, amount, fromLine }): Link => {
    const own = { entry_id: entryId, line_no: fromLine }
    return amount > 0n ? { debit: item, credit: own, amount } : { debit: own, credit: item, amount: -amount }
  })
  await link(tx, entryId, links, user)
}

/** The fields that clearing needs of a line of a person's entry. */
export interface LineThatClears {
  /** `suspense`: the other side of a one-line entry. */
  readonly role: 'manual' | 'suspense'
  readonly accountId: number
  readonly portfolioId: number | null
  /** In cents, as the credit. */
  readonly debit: bigint
  readonly credit: bigint
  /** The item of Suspense that the line clears when it is posted. */
  readonly clears: ItemKey | null
}

const lineKeyOf = ({ entry_id: entry, line_no: line }: ItemKey) => ({ entry, line })
const sameKey = (a: ItemKey, b: ItemKey) => a.entry_id === b.entry_id && a.line_no === b.line_no
const apart = (a: KeyedItem, b: KeyedItem) => a.accountId !== b.accountId || a.portfolioId !== b.portfolioId

/**
 * Clears items of each other, in the order sent, and answers them with what stays open.
 * @throws Refusal naming the item: `suspense.not-an-item`, `suspense.not-open`, `suspense.apart` across portfolios or
 *   accounts, `suspense.too-much`; `suspense.one-side`.
 */
export async function clearItems(
  tx: Transaction,
  asked: readonly (ItemKey & { readonly amount: bigint | null })[],
  user: number,
  today: string,
) {
  await tx.query(LOCK_ITEMS)
  const items = await itemsOfKeys(tx, asked, today)
  for (const [index, key] of asked.entries()) {
    const field = `items.${index}`
    const isTwice = asked.findIndex((one) => sameKey(one, key)) < index
    if (isTwice) throw refuseField('suspense.not-open', field, lineKeyOf(key))
    const found = items.find(({ item }) => sameKey(item, key))
    if (found === undefined) throw refuseField('suspense.not-an-item', field, lineKeyOf(key))
    if (found.capacity === 0n) throw refuseField('suspense.not-open', field, lineKeyOf(key))
    const [first] = items
    if (first !== undefined && apart(first, found)) {
      throw refuseField('suspense.apart', field, { entry: first.item.entry_id, other: key.entry_id })
    }
  }
  const links: ItemLink[] = orRefuse(
    linkItems(items.map(({ capacity }, index) => ({ open: capacity, part: asked[index]?.amount ?? null }))),
  )
  const keyAt = (index: number) => asked[index] as ItemKey
  const id = await link(
    tx,
    null,
    links.map(({ debit, credit, amount }) => ({ debit: keyAt(debit), credit: keyAt(credit), amount })),
    user,
  )
  const after = await itemsOfKeys(tx, asked, today)
  const amount = links.reduce((sum, one) => sum + one.amount, 0n)
  return { id, amount: toJsonNumber(amount, MONEY_SCALE), items: after.map(({ item }) => item) }
}

/**
 * Clears what the lines of an entry name, when it is posted.
 * @throws Refusal `suspense.not-an-item`, `suspense.line`, `suspense.too-much`, naming the line.
 */
export async function clearByEntry(
  tx: Transaction,
  entryId: number,
  lines: readonly Pick<LineThatClears, 'role' | 'clears'>[],
  user: number,
): Promise<void> {
  const clearing = lines.flatMap(({ clears, role }, index) =>
    clears === null ? [] : [{ clears, own: { entry_id: entryId, line_no: index + 1 }, role, index }],
  )
  if (clearing.length === 0) return
  await tx.query(LOCK_ITEMS)
  const items = await itemsOfKeys(
    tx,
    clearing.flatMap(({ clears, own }) => [clears, own]),
    '0001-01-01',
  )
  const left = new Map(items.map(({ item, capacity }) => [`${item.entry_id} ${item.line_no}`, capacity]))
  const found = (key: ItemKey) => items.find(({ item }) => sameKey(item, key))
  const links = clearing.map(({ clears, own, role, index }): Link => {
    const field = role === 'suspense' ? 'clears' : `lines.${index}.clears`
    const [theirs, ours] = [found(clears), found(own)]
    if (theirs === undefined) throw refuseField('suspense.not-an-item', field, lineKeyOf(clears))
    if (ours === undefined || apart(theirs, ours) || ours.item.debit > 0 === theirs.item.debit > 0) {
      throw refuseField('suspense.line', field, { line: index + 1, entry: clears.entry_id })
    }
    const key = `${clears.entry_id} ${clears.line_no}`
    const open = left.get(key) ?? 0n
    if (open === 0n) throw refuseField('suspense.not-open', field, lineKeyOf(clears))
    const [size, taken] = [open < 0n ? -open : open, ours.capacity < 0n ? -ours.capacity : ours.capacity]
    if (taken > size) {
      throw refuseField('suspense.too-much', field, {
        open: formatDecimal(size, MONEY_SCALE, { grouping: true }),
      })
    }
    left.set(key, open + ours.capacity)
    return open > 0n
      ? { debit: clears, credit: own, amount: taken }
      : { debit: own, credit: clears, amount: taken }
  })
  await link(tx, entryId, links, user)
}

const LINKS_OF = statement(
  'suspense.links-of',
  `SELECT l.debit_entry_id AS debit_entry_id!, l.debit_line_no AS debit_line_no!, l.credit_entry_id AS credit_entry_id!,
          l.credit_line_no AS credit_line_no!, l.amount AS amount!, l.debit_entry_id = :entryId AS is_debit!
     FROM suspense_live_links() l
    WHERE l.until IS NULL AND (l.debit_entry_id = :entryId OR l.credit_entry_id = :entryId)
    ORDER BY l.clearing_id, l.no`,
)
interface LinkOf {
  /** A line of the entry, the item that it is linked to, and cents. */
  readonly own: ItemKey
  readonly other: ItemKey
  readonly amount: bigint
  readonly isDebit: boolean
}

/** The links of an entry's lines, read before it is reversed; none of its items is cleared or opened meanwhile. */
export async function linksOf(tx: Transaction, entryId: number): Promise<LinkOf[]> {
  await tx.query(LOCK_ITEMS)
  const rows = await tx.query(LINKS_OF, { entryId })
  return rows.map((row) => {
    const debit = { entry_id: row.debit_entry_id, line_no: row.debit_line_no }
    const credit = { entry_id: row.credit_entry_id, line_no: row.credit_line_no }
    const [own, other] = row.is_debit ? [debit, credit] : [credit, debit]
    return { own, other, amount: decimalOf(row.amount, MONEY_SCALE), isDebit: row.is_debit }
  })
}

/**
 * Puts the links of an entry that was replaced on the replacement: on the same line, if that one is on the same account,
 * portfolio and side and holds as much. Of other lines the items are open again.
 */
export async function carryLinks(
  tx: Transaction,
  links: readonly LinkOf[],
  replacementId: number,
  user: number,
): Promise<void> {
  if (links.length === 0) return
  const keys = links.flatMap(({ own, other }) => [own, { ...own, entry_id: replacementId }, other])
  const items = await itemsOfKeys(tx, keys, '0001-01-01')
  const found = (key: ItemKey) => items.find(({ item }) => sameKey(item, key))
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const carried = [...Map.groupBy(links, ({ own }) => own.line_no).values()].flatMap((ofLine) => {
    const [{ own, isDebit }] = ofLine as [LinkOf]
    const [before, now] = [found(own), found({ ...own, entry_id: replacementId })]
    const sum = ofLine.reduce((all, { amount }) => all + amount, 0n)
    const fits =
      before !== undefined &&
      now !== undefined &&
      !apart(before, now) &&
      now.capacity > 0n === isDebit &&
      size(now.capacity) >= sum &&
      ofLine.every(({ other, amount }) => size(found(other)?.capacity ?? 0n) >= amount)
    if (!fits) return []
    return ofLine.map(({ other, amount }): Link => {
      const line = { entry_id: replacementId, line_no: own.line_no }
      return isDebit ? { debit: line, credit: other, amount } : { debit: other, credit: line, amount }
    })
  })
  if (carried.length > 0) await link(tx, replacementId, carried, user)
}

/**
 * Puts the links of an entry that was taken back into the lines of its draft: a line names the item that it cleared, if it is on the
 * same account, portfolio and side still and the item has as much open. A line that names an item already keeps it. Of a line that
 * cleared several items the draft names none, since a line clears one.
 */
export async function keepLinks<Line extends LineThatClears>(
  tx: Transaction,
  links: readonly LinkOf[],
  lines: readonly Line[],
): Promise<Line[]> {
  const items = await itemsOfKeys(
    tx,
    links.map(({ other }) => other),
    '0001-01-01',
  )
  const ofLine = Map.groupBy(links, ({ own }) => own.line_no)
  return lines.map((line, index) => {
    const [first, second] = ofLine.get(index + 1) ?? []
    if (line.clears !== null || first === undefined || second !== undefined) return line
    const theirs = items.find(({ item }) => sameKey(item, first.other))
    const amount = line.debit - line.credit
    const fits =
      theirs !== undefined &&
      theirs.accountId === line.accountId &&
      theirs.portfolioId === line.portfolioId &&
      (amount > 0n
        ? theirs.capacity < 0n && amount <= -theirs.capacity
        : theirs.capacity > 0n && -amount <= theirs.capacity)
    return fits ? { ...line, clears: first.other } : line
  })
}

const UNDO = statement(
  'suspense.undo',
  'INSERT INTO suspense_undoings (clearing_id, reason, recorded_by) VALUES (:clearingId, :reason?, :user)',
)

/** Undoes a clearing: its items are open again. @throws Refusal `record.missing` (404), `suspense.undone` (409). */
export async function undoClearing(tx: Transaction, id: number, reason: string | null, user: number) {
  await tx.query(LOCK_ITEMS)
  const before = await findClearing(tx, id)
  if (before.undone_at !== null) throw new Refusal('suspense.undone')
  await tx.query(UNDO, { clearingId: id, reason, user })
  return { before, after: await findClearing(tx, id) }
}
