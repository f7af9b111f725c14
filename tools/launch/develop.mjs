/** Server and web side by side, both reloading on change. */
import { join } from 'node:path'
import { modules, root } from './root.mjs'
import { run } from './run.mjs'

export async function develop(node, server, args) {
  const port = process.env.PORT ?? '4000'
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  console.log('Reloading on change. Open the address that vite prints below; it passes /api to the server.')
  const running = [
    run(node, ['--watch', '--watch-preserve-output', server, ...args], { env: { NODE_ENV: 'development' } }),
    run(node, [vite, '--clearScreen', 'false'], { cwd: join(root, 'apps', 'web'), env: { API_PORT: port } }),
  ]
  // Each process handles the signals. If one ends, the other is of no use.
  const first = await Promise.race(running)
  process.emit('SIGTERM', 'SIGTERM')
  await Promise.all(running)
  return first
}
