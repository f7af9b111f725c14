/** The sample broker takes its commands through the launcher. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('quit ends it', async () => {
  const args = ['tools/launch.mjs', 'samples', 'fix', String(await freePort())]
  const broker = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'ignore', 'inherit'] })
  broker.stdin.write('quit\n')
  const [code] = await once(broker, 'exit')
  expect(code).toBe(0)
}, 60_000)
