/** `npm run statement-types`: asks a throw-away database with our schema for the types of all statements and writes them. */
import { rm, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { updateDatabase } from '../apps/server/src/platform/database/owner.ts'
import { startThrowAway } from '../apps/server/test/support/throw-away-cluster.ts'
import { pathOf, typesFromDatabase, typesWritten } from './statement-types/files.ts'

const began = Date.now()
const cluster = await startThrowAway()
try {
  await updateDatabase(cluster)
  const client = new pg.Client(cluster.admin)
  await client.connect()
  try {
    const [wanted, there] = [await typesFromDatabase(client), await typesWritten()]
    for (const name of there.keys()) if (!wanted.has(name)) await rm(pathOf(name))
    const changed = [...wanted].filter(([name, text]) => there.get(name) !== text)
    for (const [name, text] of changed) await writeFile(pathOf(name), text)
    for (const [name] of changed) console.log(`written: ${name}`)
    console.log(
      `${wanted.size} files, ${changed.length} changed (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    )
  } finally {
    await client.end()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await cluster.remove()
}
