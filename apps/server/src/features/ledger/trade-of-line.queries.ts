/**
 * What the trade behind a ledger line notes: quantity, price, contract number and broker. They are facts of a version of
 * the trade and are not kept with the line; an index finds the versions by contract number and by broker.
 */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { isOfBroker } from '../brokers/named.ts'

/**
 * SQL: the version of its trade whose figures an entry `h` bears. An entry that takes back another one bears those of the
 * entry taken back, as its amounts do.
 */
export const VERSION_SHOWN =
  'coalesce((SELECT o.trade_version FROM journal_entries o WHERE o.id = h.reversal_of), h.trade_version)'

/** Versions of trades, by trade and number; null where there are none. */
export type Noted = RowOf<typeof FOUND>

/** So many names of brokers are looked through; a book has dozens. */
const BROKERS_MAX = 2_000
const BROKER = 'broker_key(broker_name)'
const CONTRACT = 'lower(contract_number COLLATE "C")'

// From name to name by the index, so that a million trades of twenty brokers are twenty steps.
const FOUND = statement(
  'ledger.noted',
  `WITH RECURSIVE b (name) AS (
     (SELECT ${BROKER} FROM trade_versions WHERE broker_name IS NOT NULL ORDER BY 1 LIMIT 1)
     UNION ALL
     SELECT (SELECT ${BROKER} FROM trade_versions
              WHERE broker_name IS NOT NULL AND ${BROKER} > b.name ORDER BY 1 LIMIT 1)
       FROM b WHERE b.name IS NOT NULL),
   named AS MATERIALIZED (
     SELECT array_agg(name) AS names FROM (SELECT name FROM b LIMIT ${BROKERS_MAX}) n
      WHERE name LIKE broker_key(:like) OR name = ANY ((SELECT broker_keys_like(:like))::text[])),
   v AS (
     (SELECT trade_id, version FROM trade_versions
       WHERE contract_number IS NOT NULL AND ${CONTRACT} >= :plain::text COLLATE "C" AND ${CONTRACT} < :plain::text || chr(1114111)
       LIMIT :most + 1)
     UNION
     (SELECT trade_id, version FROM trade_versions
       WHERE broker_name IS NOT NULL AND ${BROKER} = ANY ((SELECT names FROM named)::text[]) LIMIT :most + 1))
   SELECT array_agg(trade_id ORDER BY trade_id, version) AS trades, array_agg(version ORDER BY trade_id, version) AS versions FROM v`,
)
const OF_BROKER = statement(
  'ledger.noted-broker',
  `SELECT array_agg(trade_id) AS trades, array_agg(version) AS versions
     FROM (SELECT trade_id, version FROM trade_versions
            WHERE broker_name IS NOT NULL AND ${isOfBroker('broker_name', ':broker::text')} LIMIT :most + 1) v`,
)

/**
 * Versions whose contract number begins with a text, or whose broker's name (as written, or in Brokers today) contains it, without
 * regard to case.
 * `like` is the text as a pattern, anywhere; more than `most` are not looked for.
 */
export async function notedWith(db: Queryable, text: string, like: string, most: number): Promise<Noted> {
  const [found] = await db.query(FOUND, { like, most, plain: lowerPlain(text) })
  return found ?? NONE
}

/** Versions with any of this broker's names, without regard to case and spaces; `most` at most. */
export async function notedOfBroker(db: Queryable, broker: string, most: number): Promise<Noted> {
  const [found] = await db.query(OF_BROKER, { broker, most })
  return found ?? NONE
}

const NONE: Noted = { trades: null, versions: null }

/** As the index has it: A to Z in lower case, other letters unchanged. */
const lowerPlain = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
