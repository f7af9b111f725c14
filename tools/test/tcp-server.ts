/** A throw-away PostgreSQL that listens on TCP with a password, as an outside server does. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import pg from 'pg'
import { startThrowAway } from '../../apps/server/test/support/throw-away-cluster.ts'

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Runs the work with the address of such a server and removes the server afterwards.
 * @param options `binaries`: a `native` folder of another version.
 */
export async function withTcpServer<T>(
  options: { binaries?: string },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const cluster = await startThrowAway({
    ...options,
    settings: { listen_addresses: '127.0.0.1', port: String(port) },
  })
  try {
    const password = randomBytes(12).toString('hex')
    const { user, database } = cluster.owner
    const admin = new pg.Client(cluster.admin)
    await admin.connect()
    await admin.query(`ALTER ROLE ${pg.escapeIdentifier(user)} PASSWORD ${pg.escapeLiteral(password)}`)
    await admin.end()
    return await work(`postgres://${user}:${password}@127.0.0.1:${port}/${database}`)
  } finally {
    await cluster.remove()
  }
}
