/** Names in trades that are not in Brokers, and names that brokers adopted. */
import {
  type AdoptedBrokerName,
  OPEN_NAMES_MOST,
  type OpenBrokerName,
  type OpenBrokerNames,
} from '@em/contract/brokers/broker-names'
import { BROKER_NAMES_MOST } from '@em/contract/brokers/brokers'
import { type BrokerCalled, fitOf } from '@em/core/trades/broker-names'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { refuseField } from '../../platform/refusal.ts'

// Reads the stored sums by name, not the trades. A name is shown in its most frequent spelling; '' is no name.
const OPEN = statement(
  'brokers.open-names',
  `WITH spelled AS (
     SELECT m.broker_name AS name, sum(m.trades) AS trades, max(m.month) AS last_month,
            coalesce(sum(m.payable - m.receivable) FILTER (WHERE m.side = 'buy'), 0) AS bought,
            coalesce(sum(m.receivable - m.payable) FILTER (WHERE m.side = 'sell'), 0) AS sold
       FROM settlement_months m WHERE m.standing = 'booked' GROUP BY 1 HAVING sum(m.trades) > 0),
   keyed AS (
     SELECT broker_key(s.name) AS key, (array_agg(s.name ORDER BY s.trades DESC, s.name))[1] AS name, sum(s.trades) AS trades,
            max(s.last_month) AS last_month, sum(s.bought) AS bought, sum(s.sold) AS sold
       FROM spelled s GROUP BY 1)
   SELECT k.key AS key!, k.name AS name!, k.trades::bigint AS trades!, to_char(k.last_month, 'YYYY-MM') AS last_month!, k.bought AS bought!, k.sold AS sold!,
          sum(k.trades) OVER named AS all_trades, sum(k.bought) OVER named AS all_bought, sum(k.sold) OVER named AS all_sold
     FROM keyed k LEFT JOIN named_brokers() n ON n.key = k.key
    WHERE n.key IS NULL
   WINDOW named AS (PARTITION BY k.key = '')
    ORDER BY k.key = '' DESC, k.bought + k.sold DESC, k.name LIMIT :most`,
)
const ACTIVE = statement(
  'brokers.active-names',
  'SELECT id, name, code FROM brokers WHERE is_active ORDER BY lower(name) LIMIT :most',
)
const IN_FORCE = `FROM (SELECT DISTINCT ON (n.key) n.* FROM broker_names n ORDER BY n.key, n.version DESC) a
     JOIN brokers b ON b.id = a.broker_id LEFT JOIN users u ON u.id = a.recorded_by`
const COLUMNS =
  "a.name, b.id AS broker_id, b.name AS broker, a.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by"
const ADOPTED = statement(
  'brokers.adopted-names',
  `SELECT ${COLUMNS} ${IN_FORCE} ORDER BY lower(b.name), lower(a.name) LIMIT :most`,
)
const ONE = statement('brokers.adopted-name', `SELECT ${COLUMNS} ${IN_FORCE} WHERE a.key = broker_key(:name)`)

const REGISTERED = statement(
  'brokers.registered',
  'SELECT b.name, b.is_active FROM named_brokers() n JOIN brokers b ON b.id = n.broker_id WHERE n.key = broker_key(:name)',
)

/** The brokers that a name is compared with. */
const BROKERS_MOST = 5_000
const NEAR_MOST = 5

/** Names that are not in Brokers, in the trades that the person may see, the largest amounts first. */
export async function openNames(db: Queryable): Promise<OpenBrokerNames> {
  // One more for trades without a name, and one more to see whether there are others.
  const [rows, brokers] = await Promise.all([
    db.query(OPEN, { most: OPEN_NAMES_MOST + 2 }),
    db.query(ACTIVE, { most: BROKERS_MOST }),
  ])
  const nameless = rows.find(({ key }) => key === '')
  const named = rows.filter(({ key }) => key !== '')
  const [first] = named
  return {
    names: named.slice(0, OPEN_NAMES_MOST).map((row) => openName(row, brokers)),
    trades: Number(first?.all_trades ?? 0),
    bought: jsonNumber(first?.all_bought ?? '0'),
    sold: jsonNumber(first?.all_sold ?? '0'),
    nameless: {
      trades: nameless?.trades ?? 0,
      bought: jsonNumber(nameless?.bought ?? '0'),
      sold: jsonNumber(nameless?.sold ?? '0'),
    },
    hasMore: named.length > OPEN_NAMES_MOST,
  }
}

function openName(
  { name, trades, bought, sold, last_month }: RowOf<typeof OPEN>,
  brokers: readonly (BrokerCalled & { readonly id: number })[],
): OpenBrokerName {
  const near = brokers.filter((broker) => fitOf(name, broker) !== null).slice(0, NEAR_MOST)
  return {
    name,
    trades,
    bought: jsonNumber(bought),
    sold: jsonNumber(sold),
    lastMonth: last_month,
    near: near.map((broker) => ({ id: broker.id, name: broker.name })),
  }
}

const adopted = (row: RowOf<typeof ONE>): AdoptedBrokerName => ({
  name: row.name,
  broker: { id: row.broker_id, name: row.broker },
  adoptedAt: row.recorded_at,
  adoptedBy: row.recorded_by,
})

/** Adopted names in force, by broker. */
export async function adoptedNames(db: Queryable): Promise<AdoptedBrokerName[]> {
  return (await db.query(ADOPTED, { most: BROKER_NAMES_MOST })).map(adopted)
}

/** The broker who adopted a name; null: none. */
export async function adoptedName(db: Queryable, name: string): Promise<AdoptedBrokerName | null> {
  const [row] = await db.query(ONE, { name })
  return row === undefined ? null : adopted(row)
}

/**
 * An intention to deal goes to an active broker of the register, by its name or one that it adopted.
 * @throws Refusal `broker.not-registered`, `broker.inactive` (422).
 */
export async function requireBroker(db: Queryable, name: string, field: string): Promise<void> {
  const [broker] = await db.query(REGISTERED, { name })
  if (broker === undefined) throw refuseField('broker.not-registered', field, { name })
  if (!broker.is_active) throw refuseField('broker.inactive', field, { name: broker.name })
}
