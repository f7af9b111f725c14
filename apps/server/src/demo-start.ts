/** `npm run demo`: fills an empty database with the demo book, once, and leaves any other database alone. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { builtOf } from './platform/built.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Transaction } from './platform/database/database.ts'
import type { DemoServer } from './platform/http/serve.ts'
import type { Settings } from './platform/settings.ts'

export interface DemoParts {
  /** Ready to be called, not listening yet. */
  readonly app: FastifyInstance
  readonly database: Database
  readonly clock: Clock
  readonly settings: Settings
  /** One line for the person at the console. */
  readonly log: (line: string) => void
  /** Called in the transaction that loads: from then on the demo counts as loaded. */
  readonly remember?: (tx: Transaction) => Promise<unknown>
}

/** The exports of `tools/demo/load.ts`. */
interface DemoModule {
  /** The day on which the demo book ends. */
  readonly demoToday?: string
  /** How to sign in, said at every start. */
  readonly demoSignIn?: string
  /** Whom *Look around* signs in, and the files to try. */
  readonly demoServer?: DemoServer
  loadDemo(parts: DemoParts): Promise<void>
}

export interface Demo {
  readonly today: string | undefined
  readonly server: DemoServer | undefined
  load(parts: Omit<DemoParts, 'remember'>): Promise<void>
}

const SEED = 'demo book'

/** @throws when this installation came without the demo book. */
export async function findDemo(): Promise<Demo> {
  const file = new URL('../../../tools/demo/load.ts', import.meta.url)
  if (!existsSync(fileURLToPath(file))) throw new Error('The demo book is not part of this installation.')
  const module = (await import(builtOf(file).href)) as DemoModule
  return {
    today: module.demoToday,
    server: module.demoServer,
    load: async (parts) => {
      if (!(await isLoaded(parts.database))) {
        await module.loadDemo({
          ...parts,
          remember: (tx) => tx.query('INSERT INTO seeds (name) VALUES ($1)', [SEED]),
        })
      }
      if (module.demoSignIn) parts.log(module.demoSignIn)
    },
  }
}

/** @throws when the database holds something that is not the whole demo book. */
async function isLoaded(database: Database): Promise<boolean> {
  const [found] = await database.query<{ loaded: boolean; used: boolean }>(
    `SELECT EXISTS (SELECT FROM seeds WHERE name = $1) AS loaded,
            EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM equities) OR EXISTS (SELECT FROM portfolios) AS used`,
    [SEED],
  )
  if (found?.loaded) return true
  if (!found?.used) return false
  throw new Error(
    'This database already holds other data or an incomplete demo book, so the demo was not loaded. ' +
      'Choose an empty folder with DATA_DIR, or start without the demo.',
  )
}
