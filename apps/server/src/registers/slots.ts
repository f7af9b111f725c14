/** The specials of one register: everything else follows from its descriptor in the contract. */
import type { Field, RecordOf, Values } from '@em/contract/kit/register'
import type { SignedIn } from '../platform/authorize.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { AuditRow } from '../platform/door.ts'
import type { RecordedBy } from '../platform/recorded-by.ts'

/** A stored record in the names of its fields, as the API answers it. */
export type StoredRecord = RecordOf<readonly Field[]>

/** One kind of thing that may use a record. */
export interface Use {
  readonly one: string
  readonly many: string
  /** SQL that counts them for the record whose id is `$1`. */
  readonly count: string
}

export interface Slots {
  /** Tables joined to the register's own, which is called `r`. */
  readonly join?: string
  /** SQL of the fields that are not columns of the register's own table. */
  readonly expressions?: Readonly<Record<string, string>>
  /**
   * The last word before values are stored: answers them as they go into the columns of the same names.
   * `before` is the current record, locked; null for a new one. @throws Refusal
   */
  readonly beforeWrite?: (
    tx: Transaction,
    values: Values,
    before: StoredRecord | null,
    by: RecordedBy,
  ) => Promise<Values>
  /** Refuses a change or a removal to who may not change all that the record concerns. @throws Refusal */
  readonly mayChange?: (tx: Transaction, record: StoredRecord, by: SignedIn) => Promise<void>
  /** The consequences of a write or a removal, in its transaction. @throws Refusal */
  readonly afterWrite?: (tx: Transaction, by: RecordedBy) => Promise<void>
  /**
   * What follows for a saved record, in its transaction; answers the audit rows of it. `values` are those that were sent, `before` is null
   * for a new record. @throws Refusal
   */
  readonly afterSave?: (
    tx: Transaction,
    saved: {
      readonly record: StoredRecord
      readonly before: StoredRecord | null
      readonly values: Values
      readonly recordedBy: number
    },
  ) => Promise<readonly AuditRow[]>
  /** Refuses a removal for another reason than being used. @throws Refusal */
  readonly beforeRemove?: (record: StoredRecord) => void
  /** The possible users of a record, in the order in which a refusal names them. */
  readonly uses?: readonly Use[]
  /** The name of the record in a sentence; by default the value of its first unique field. */
  readonly title?: (record: StoredRecord) => string
}

/** The uses of a record, as "12 buys, 1 costing method"; blank when there are none. */
export async function usesOf(db: Queryable, uses: readonly Use[], id: number): Promise<string> {
  if (uses.length === 0) return ''
  const columns = uses.map(({ count }, index) => `(${count}) AS use_${index}`)
  const [counts] = await db.query<Record<string, number>>(`SELECT ${columns.join(', ')}`, [id])
  return uses
    .map((use, index) => ({ use, count: counts?.[`use_${index}`] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ use, count }) => `${count} ${count === 1 ? use.one : use.many}`)
    .join(', ')
}
