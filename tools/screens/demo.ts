/** The demo that pictures are taken of: a running one, or one started for it and stopped again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Demo {
  readonly url: string
  /** YYYY-MM-DD: the day on which the demo book ends. */
  readonly today: string
  stop(): Promise<void>
}

interface Health {
  readonly today: string
}

async function healthOf(url: string): Promise<Health | null> {
  return fetch(`${url}/api/health`).then(
    async (answer) => (answer.ok ? ((await answer.json()) as Health) : null),
    () => null,
  )
}

/** As `npm run demo` does it, on a port of its own. The first start loads the book. */
async function startDemo(settings: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const launcher = fileURLToPath(new URL('../launch.mjs', import.meta.url))
  const child = spawn(process.execPath, [launcher, 'demo'], {
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
      process.stdout.write(part)
      const found = /Equity Manager: (http:\/\/\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error('The demo ended before it served (see above).')))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, today: (await healthOf(url))?.today ?? '', stop }
}

/** The demo at `url`, or one of our own where nothing answers. @throws when `url` was asked for and is silent. */
export async function findDemo(asked: string | undefined): Promise<Demo> {
  const url = (asked ?? 'http://127.0.0.1:4000').replace(/\/+$/, '')
  const health = await healthOf(url)
  if (health !== null) return { url, today: health.today, stop: async () => undefined }
  if (asked !== undefined) throw new Error(`Nothing answers at ${asked}.`)
  return startDemo()
}

/** A demo whose book is loaded for it, so that two runs show the same. */
export async function freshDemo(): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'em-guide-'))
  const demo = await startDemo({ DATA_DIR: folder })
  return {
    ...demo,
    stop: async () => {
      await demo.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
