/** Adopting broker names and taking them back: rows that reads follow. Trades and ledger lines do not change. */
import type { AdoptedBrokerName } from '@em/contract/brokers/broker-names'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { AuditRow, Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { adoptedName } from './names.queries.ts'

const HOLD = statement('brokers.hold-names', `SELECT ${takeLock('names of brokers')}`)
const BROKER = statement('brokers.by-id', 'SELECT id, name FROM brokers WHERE id = :id')
/** The brokers that are registered under this name. */
const OWN = statement(
  'brokers.own-name',
  'SELECT id, name FROM brokers WHERE broker_key(name) = broker_key(:name) ORDER BY id',
)
const KEEP = statement(
  'brokers.keep-name',
  `INSERT INTO broker_names (key, version, name, broker_id, recorded_by)
   SELECT broker_key(:name), coalesce(max(n.version), 0) + 1, :name, :brokerId?::bigint, :recordedBy::bigint
     FROM broker_names n WHERE n.key = broker_key(:name)`,
)
const USED = statement(
  'brokers.name-used',
  `SELECT EXISTS (SELECT FROM trade_versions v WHERE v.broker_name IS NOT NULL AND broker_key(v.broker_name) = broker_key(:name)) AS used!,
          EXISTS (SELECT FROM trade_versions v WHERE v.broker_name IS NOT NULL AND broker_key(v.broker_name) = broker_key(:name)
                     AND v.broker_id = :brokerId) AS recorded!`,
)

interface Named {
  readonly brokerId: number
  readonly name: string
  readonly recordedBy: number
}

/** Locks broker names until the transaction ends, against adopting, registering and renaming at the same time. */
const holdNames = (tx: Transaction) => tx.query(HOLD)

/**
 * A broker adopts a name as trades write it.
 * @throws Refusal `record.missing` (404); `broker.name-own`, `broker.name-adopted` (409): a name is one broker's only.
 */
export async function adoptName(tx: Transaction, asked: Named): Promise<Outcome<AdoptedBrokerName>> {
  await holdNames(tx)
  return adopt(tx, asked, 'name')
}

async function adopt(
  tx: Transaction,
  { brokerId, name, recordedBy }: Named,
  field: string,
): Promise<Outcome<AdoptedBrokerName>> {
  await brokerById(tx, brokerId)
  refuseOwn(await tx.query(OWN, { name }), { name, brokerId: null, field })
  const of = await adoptedName(tx, name)
  if (of !== null) throw refuseField('broker.name-adopted', field, { name, broker: of.broker.name })
  await tx.query(KEEP, { name, brokerId, recordedBy })
  const answer = await storedName(tx, name)
  return { answer, audit: auditOf('adopt', null, answer) }
}

/** Every name once, however it is written. @throws Refusal as `adoptName`. */
export async function adoptNames(
  tx: Transaction,
  names: readonly string[],
  of: Omit<Named, 'name'>,
): Promise<AuditRow[]> {
  if (names.length === 0) return []
  await holdNames(tx)
  const audits: AuditRow[] = []
  for (const name of names) {
    const [own] = await tx.query(OWN, { name })
    // The broker's register name needs no row; a name sent twice is adopted once.
    if (own?.id === of.brokerId || (await adoptedName(tx, name))?.broker.id === of.brokerId) continue
    audits.push((await adopt(tx, { ...of, name }, 'adopts')).audit)
  }
  return audits
}

/**
 * Takes an adopted name back: it belongs to no broker then.
 * @throws Refusal `record.missing` (404); `broker.name-not-adopted`, `broker.name-recorded` (409) for the name that the broker himself had when
 * trades were recorded with him.
 */
export async function takeNameBack(tx: Transaction, asked: Named): Promise<Outcome<AdoptedBrokerName>> {
  const { brokerId, name, recordedBy } = asked
  await holdNames(tx)
  const broker = await brokerById(tx, brokerId)
  const answer = await adoptedName(tx, name)
  if (answer === null || answer.broker.id !== brokerId)
    throw refuseField('broker.name-not-adopted', 'name', { name, broker: broker.name })
  const [use] = await tx.query(USED, { name, brokerId })
  if (use?.recorded === true)
    throw refuseField('broker.name-recorded', 'name', { name: answer.name, broker: broker.name })
  await tx.query(KEEP, { name: answer.name, brokerId: null, recordedBy })
  return { answer, audit: auditOf('take-back', answer, null) }
}

/**
 * Refuses a name that another broker is registered under or has adopted.
 * @throws Refusal `broker.name-own`, `broker.name-adopted` (409)
 */
export async function refuseOthersName(
  tx: Transaction,
  name: string,
  brokerId: number | null,
): Promise<void> {
  await holdNames(tx)
  const owners = await tx.query(OWN, { name })
  // One that is the same but for case is refused by the register itself, as a duplicate.
  const isDuplicate = owners.some((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!isDuplicate) refuseOwn(owners, { name, brokerId, field: 'name' })
  const of = await adoptedName(tx, name)
  if (of !== null && of.broker.id !== brokerId)
    throw refuseField('broker.name-adopted', 'name', { name, broker: of.broker.name })
}

/** After a change of a broker's name: adopts the former name where trades were recorded under it. */
export async function keepFormerName(
  tx: Transaction,
  { brokerId, name, recordedBy }: Named,
): Promise<AuditRow[]> {
  const [use] = await tx.query(USED, { name, brokerId })
  const [own] = await tx.query(OWN, { name })
  if (use?.used !== true || own !== undefined || (await adoptedName(tx, name)) !== null) return []
  await tx.query(KEEP, { name, brokerId, recordedBy })
  return [auditOf('adopt', null, await storedName(tx, name))]
}

/** Refuses a name that another broker is registered under. */
function refuseOwn(
  owners: readonly RowOf<typeof OWN>[],
  { name, brokerId, field }: { name: string; brokerId: number | null; field: string },
): void {
  const other = owners.find(({ id }) => id !== brokerId)
  if (other !== undefined) throw refuseField('broker.name-own', field, { name, broker: other.name })
}

async function brokerById(tx: Transaction, id: number) {
  const [found] = await tx.query(BROKER, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Broker ${id}` })
  return found
}

async function storedName(tx: Transaction, name: string): Promise<AdoptedBrokerName> {
  const found = await adoptedName(tx, name)
  if (found === null) throw new Error(`the name ${name} was not kept`)
  return found
}

function auditOf(
  what: 'adopt' | 'take-back',
  before: AdoptedBrokerName | null,
  after: AdoptedBrokerName | null,
): AuditRow {
  const audited = (one: AdoptedBrokerName | null) =>
    one === null ? undefined : { name: one.name, broker: one.broker.name }
  const one = after ?? before
  return {
    action: `broker-names.${what}`,
    entity: 'broker-name',
    entityId: one?.broker.id ?? 0,
    before: audited(before),
    after: audited(after),
  }
}
