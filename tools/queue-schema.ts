/**
 * Writes the tables of the queue as the installed pg-boss constructs them: into the schema's document and into the step
 * that brings older books to it. After another version of pg-boss was installed: run it, and write a migration with what
 * `getMigrationPlans` answers for books that have the tables already.
 */
import { writeFile } from 'node:fs/promises'
import { queueSchema, queueSchemaFiles } from '../apps/server/src/jobs/queue-schema.ts'

for (const file of queueSchemaFiles) await writeFile(file, queueSchema())
