/** The one engine of all registers: a descriptor becomes list, get, create, update and remove. */
import {
  type Field,
  hasDated,
  type pageQuery,
  type Register,
  type RegisterQuery,
  type Values,
} from '@em/contract/kit/register'
import { versionFieldsOf } from '@em/contract/kit/register-audit-fields'
import type { Route } from '@em/contract/kit/route'
import type { z } from 'zod'
import type { SignedIn } from '../platform/authorize.ts'
import { statement, type Transaction } from '../platform/database/database.ts'
import type { Outcome } from '../platform/door.ts'
import { type Server, serve, serveWrite } from '../platform/http/serve.ts'
import type { RecordedBy } from '../platform/recorded-by.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { listPage, setPageHeaders } from './list.ts'
import { inUse, inUseOr, takenOr } from './refusals.ts'
import { type Slots, type StoredRecord, usesOf } from './slots.ts'
import { type RegisterTable, storedValues, tableOf } from './table.ts'
import { type ActsOf, serveVersions } from './versions.ts'

/** Serves the five routes of a register; `slots` holds what is special about it. */
export function registerRoutes<const F extends readonly Field[]>(
  server: Server,
  described: Register<F>,
  slots: Slots = {},
): void {
  const register = described as unknown as Register
  const table = tableOf(register, slots) as unknown as RegisterTable
  const { routes } = register
  const { database } = server

  serve(server, routes.list, async ({ query, reply }) => {
    const page = await listPage(database, table, query)
    setPageHeaders(reply, page)
    return [...page.records]
  })
  serve(server, routes.get, ({ params }) => table.get(database, params.id))
  serveWrite(server, routes.create, (tx, { body, by }) => addRecord(tx, table, body, by))
  serveWrite(server, routes.update, (tx, { params, body, user, by }) =>
    followed(
      tx,
      slots,
      by,
      update(tx, table, { named: params.id, user, by, today: server.clock.today() }, body),
    ),
  )
  serveWrite(server, routes.remove, (tx, { params, query, user, by }) =>
    followed(tx, slots, by, remove(tx, table, params.id, query.version, user)),
  )
  const fields = versionFieldsOf(register.fields)
  serveVersions(server, routes.versions, async ({ params: { id } }) => {
    const present = await orNone(table.get(database, id))
    const what = `${register.singular} ${id}`
    return { what, acts: actsOf(register.word, present?.id ?? id), fields, present }
  })
}

/** The acts of the register's own routes. */
const actsOf = (word: string, record: number | string): ActsOf => ({
  entity: word,
  actions: ['create', 'update', 'remove'].map((verb) => `${word}.${verb}`),
  record,
})

async function orNone<R>(record: Promise<R>): Promise<R | null> {
  return record.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'record.missing') return null
    throw error
  })
}

/** A write with what follows it. */
async function followed<A>(
  tx: Transaction,
  { afterWrite }: Slots,
  by: RecordedBy,
  write: Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  const outcome = await write
  await afterWrite?.(tx, by)
  return outcome
}

/** Serves the list of those records that may still be chosen: the register's list with its filter and order fixed. */
export function serveActive<R>(
  server: Server,
  active: Route<z.ZodUndefined, typeof pageQuery, z.ZodUndefined, z.ZodArray<z.ZodType<R>>>,
  table: RegisterTable<R>,
  fixed: Pick<RegisterQuery, 'sort' | 'filters'>,
): void {
  serve(server, active, async ({ query, reply }) => {
    const page = await listPage(server.database, table as unknown as RegisterTable, { ...query, ...fixed })
    setPageHeaders(reply, page)
    return [...page.records] as R[]
  })
}

/** Saves a new record and what follows it, as its route does. @throws Refusal for values that are taken or that the register refuses. */
export function addRecord<R = StoredRecord>(
  tx: Transaction,
  of: RegisterTable<R>,
  values: Values,
  by: RecordedBy,
): Promise<Outcome<StoredRecord>> {
  const table = of as unknown as RegisterTable
  return followed(tx, table.slots, by, create(tx, table, values, by))
}

async function create(
  tx: Transaction,
  table: RegisterTable,
  values: Values,
  by: RecordedBy,
): Promise<Outcome<StoredRecord>> {
  const { register, slots } = table
  const toStore = (await slots.beforeWrite?.(tx, values, null, by)) ?? values
  const stored = storedValues(register, toStore)
  const insert = `INSERT INTO ${register.table} (${stored.map(({ column }) => column).join(', ')})
    VALUES (${stored.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`
  const [made] = await tx
    .query<{ id: number }>(
      insert,
      stored.map(({ value }) => value),
    )
    .catch((error: unknown) => {
      throw takenOr(error, table, values)
    })
  const after = await table.get(tx, made?.id ?? 0)
  const onTheWay = await slots.afterSave?.(tx, {
    record: after,
    before: null,
    values,
    recordedBy: by.recordedBy,
  })
  return {
    answer: after,
    ...(onTheWay && { onTheWay }),
    audit: { action: `${register.word}.create`, entity: register.word, entityId: after.id, after },
  }
}

interface Change {
  readonly named: number | string
  readonly user: SignedIn
  readonly by: RecordedBy
  readonly today: string
}

async function update(
  tx: Transaction,
  table: RegisterTable,
  { named, user, by, today }: Change,
  { version, ...sent }: Values & { version?: number },
): Promise<Outcome<StoredRecord>> {
  const { register, slots } = table
  const { effectiveFrom, values } = effectiveOf(register, sent, today)
  const before = await table.get(tx, named, true)
  await slots.mayChange?.(tx, before, user)
  refuseStale(table, before, version)
  refuseFixed(register, values, before)
  const toStore = (await slots.beforeWrite?.(tx, values, before, by)) ?? values
  const stored = storedValues(register, toStore)
  const sets = stored.map(({ column }, index) => `${column} = $${index + 2}`)
  await tx
    .query(
      `UPDATE ${register.table} SET ${[...sets, 'version = version + 1', 'updated_at = now()'].join(', ')}
        WHERE id = $1`,
      [before.id, ...stored.map(({ value }) => value)],
    )
    .catch((error: unknown) => {
      throw takenOr(error, table, { ...before, ...values })
    })
  const after = await table.get(tx, before.id)
  const onTheWay = await slots.afterSave?.(tx, { record: after, before, values, recordedBy: by.recordedBy })
  return {
    answer: after,
    ...(onTheWay && { onTheWay }),
    audit: {
      action: `${register.word}.update`,
      entity: register.word,
      entityId: after.id,
      before,
      after: isDatedChange(register, before, after) ? { ...after, effective_from: effectiveFrom } : after,
    },
  }
}

async function remove(
  tx: Transaction,
  table: RegisterTable,
  named: number | string,
  version: number | undefined,
  by: SignedIn,
): Promise<Outcome<{ success: true; id: number }>> {
  const { register, slots } = table
  const before = await table.get(tx, named, true)
  await slots.mayChange?.(tx, before, by)
  refuseStale(table, before, version)
  slots.beforeRemove?.(before)
  const uses = await usesOf(tx, slots.uses ?? [], before.id)
  if (uses !== '') throw inUse(table, before, uses)
  await tx
    .query(statement(`registers.${register.word}.remove`, `DELETE FROM ${register.table} WHERE id = $1`), [
      before.id,
    ])
    .catch((error: unknown) => {
      throw inUseOr(error, table, before)
    })
  return {
    answer: { success: true, id: before.id },
    audit: { action: `${register.word}.remove`, entity: register.word, entityId: before.id, before },
  }
}

/** The day from which changes of dated fields hold. @throws Refusal for a day that is still to come: the record says now what it says then. */
function effectiveOf({ fields }: Register, sent: Values, today: string) {
  if (!hasDated(fields)) return { effectiveFrom: today, values: sent }
  const { effectiveFrom, ...values } = sent
  if (typeof effectiveFrom === 'string' && effectiveFrom > today) {
    throw new Refusal('request.invalid', {}, [
      { field: 'effectiveFrom', message: 'Effective from must not be after today.' },
    ])
  }
  return { effectiveFrom: typeof effectiveFrom === 'string' ? effectiveFrom : today, values }
}

const isDatedChange = ({ fields }: Register, before: StoredRecord, after: StoredRecord): boolean =>
  fields.some(({ dated, name }) => dated === true && before[name] !== after[name])

/** A version that was sent must be the current one. */
function refuseStale(table: RegisterTable, before: StoredRecord, version: number | undefined): void {
  if (version !== undefined && version !== before.version) {
    throw new Refusal('record.stale', { what: table.title(before) })
  }
}

/** A fixed field may be sent again, as long as it says the same. */
function refuseFixed(register: Register, values: Values, before: StoredRecord): void {
  for (const { fixed, name, label } of register.fields) {
    if (!fixed || values[name] === undefined || values[name] === before[name]) continue
    throw refuseField('record.fixed', name, { field: label })
  }
}
