import { readFileSync } from 'node:fs'
import { health } from '@em/contract/identity'
import type { Reply } from '@em/contract/kit/route'
import { type Server, serve } from '../../platform/http/serve.ts'

const manifest = new URL('../../../package.json', import.meta.url)
/** The product's version, as its package says. */
export const VERSION = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version

/** How long the database may take to say that it works. */
const PATIENCE_MS = 2_000

async function askDatabase(server: Server): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const answer = await Promise.race([server.database.ping().catch(() => null), late])
  clearTimeout(timer)
  return answer
}

/** Answers 200 while the server itself works: `degraded` says that the database does not. */
export function healthRoutes(server: Server): void {
  serve(server, health, async (): Promise<Reply<typeof health>> => {
    const version = await askDatabase(server)
    return {
      status: version === null ? 'degraded' : 'ok',
      version: VERSION,
      edition: server.settings.edition,
      signup: server.settings.signup,
      passwordMin: server.settings.passwordMin,
      today: server.clock.today(),
      database: {
        status: version === null ? 'down' : 'ok',
        version,
        embedded: server.settings.databaseUrl === undefined,
      },
      wall: server.database.wall,
    }
  })
}
