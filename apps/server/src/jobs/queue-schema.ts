/** The tables of the queue, as the pinned version of pg-boss constructs them, in the form of our schema's document. */
import { fileURLToPath } from 'node:url'
import { getConstructionPlans } from 'pg-boss'
import { QUEUE, QUEUE_OPTIONS, QUEUE_POLICY, QUEUE_SCHEMA } from './queue-names.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Where it is written: a new database is made of the first, older books run the second. */
export const queueSchemaFiles: readonly string[] = [
  fileOf('schema/queue.sql'),
  fileOf('migrations/103.do.queue.sql'),
]

const HEAD = `-- The queue of jobs, as pg-boss constructs it: written by \`node tools/queue-schema.ts\`, not by hand. A schema of its own, which
-- holds nothing that must be kept: what is left of one, from books that are gone, goes first.
DO $$ BEGIN
  IF to_regnamespace('${QUEUE_SCHEMA}') IS NOT NULL THEN DROP SCHEMA ${QUEUE_SCHEMA} CASCADE; END IF;
  CREATE SCHEMA ${QUEUE_SCHEMA};
END $$;
`

const MADE = `SELECT ${QUEUE_SCHEMA}.create_queue('${QUEUE}', '${JSON.stringify({ policy: QUEUE_POLICY, ...QUEUE_OPTIONS })}');
`

/** The plan without its own transaction and lock: all of a start's work is one transaction under our lock. */
export function queueSchema(): string {
  const plan = getConstructionPlans(QUEUE_SCHEMA, { createSchema: false })
  const lines = plan
    .split('\n')
    .filter((line) => !/^\s*(BEGIN;|COMMIT;|SET LOCAL |SELECT pg_advisory_xact_lock)/.test(line))
  const own = plan.split('\n').length - lines.length
  if (own !== 5)
    throw new Error(`the plan of pg-boss has ${own} lines about its transaction, 5 were expected`)
  // Nothing else is changed, not even blanks: functions are kept as they are written.
  const tables = lines.join('\n').replace(/^[\s;]*/, '')
  return `${HEAD}${tables}\n${MADE}`
}
