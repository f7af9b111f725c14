/** A server's keeper of FIX sessions as a process of its own, to be killed. In: the connection as JSON. */
import type pg from 'pg'
import { keepFixSessions } from '../../src/features/fix-sessions/live/keep-sessions.ts'
import { openDatabase } from '../../src/platform/database/database.ts'

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.ClientConfig
keepFixSessions({
  connection,
  database: await openDatabase(connection, 2),
  hosts: { allows: () => true, sends: () => true },
  secrets: { environment: {}, folder: undefined },
  pace: { firstWaitMs: 10, longestWaitMs: 50, wellMs: 30_000 },
  report: (line) => console.log(line),
})
console.log('ready')
