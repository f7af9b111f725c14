import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { PASSWORD } from '../support/api.ts'
import { copyDataFolder } from '../support/data-folders.ts'
import { post, startServer } from '../support/server-process.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

const folders: string[] = []
async function dataFolder(): Promise<string> {
  const folder = await throwAwayFolder()
  folders.push(folder)
  return folder
}
let used: Promise<string> | undefined
/** A data folder that a server has started on once and left in order, without users: for all that is not about a first start. */
async function usedFolder(): Promise<string> {
  used ??= startOnce()
  const folder = await dataFolder()
  await copyDataFolder(await used, folder)
  return folder
}
async function startOnce(): Promise<string> {
  const DATA_DIR = await dataFolder()
  const server = startServer({ DATA_DIR })
  await server.ready()
  server.child.kill('SIGTERM')
  if ((await server.ended) !== 0) throw new Error(server.said())
  return DATA_DIR
}
const isRunning = async (folder: string) => (await runningPostmaster(join(folder, 'postgres'))) !== undefined
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

describe('on its own PostgreSQL', () => {
  test('a first start serves, Ctrl-C ends all of it, a later start knows its users', async () => {
    const DATA_DIR = await dataFolder()
    const first = startServer({ DATA_DIR, WORKERS: '1' })
    const { url } = await first.ready()
    expect(first.said().trimEnd().split('\n').at(-1)).toBe(
      `Equity Manager: ${url}   (data in ${DATA_DIR}; Ctrl-C stops it)`,
    )
    const health = await (await fetch(`${url}/api/health`)).json()
    expect(health).toMatchObject({ database: { embedded: true }, wall: 'two logins' })
    expect(first.said()).toContain('Protection of the books (two logins): ')
    expect((await post(url, '/auth/signup', person)).status).toBe(201)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(await isRunning(DATA_DIR)).toBe(false)

    const later = startServer({ DATA_DIR })
    const again = await later.ready()
    expect((await post(again.url, '/auth/login', person)).status).toBe(200)

    const second = startServer({ DATA_DIR })
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(
      /^Another Equity Manager server \(process \d+\) already runs on these data\..*\n$/,
    )
    expect((await post(again.url, '/auth/login', person)).status).toBe(200)
    later.child.kill('SIGTERM')
    expect(await later.ended).toBe(0)
    expect(await isRunning(DATA_DIR)).toBe(false)
  })

  test('goes on when its console is closed, and ends in order', async () => {
    const DATA_DIR = await usedFolder()
    const complains = `data:text/javascript,process.on('SIGUSR2',()=>console.error('a complaint'))`
    const { child, ready, ended } = startServer({ DATA_DIR, NODE_OPTIONS: `--import "${complains}"` })
    const { url } = await ready()
    child.stdout?.destroy()
    child.stderr?.destroy()
    // Node itself passes over the first one.
    for (let complaints = 0; complaints < 3; complaints += 1) {
      child.kill('SIGUSR2')
      await pause(50)
      expect((await fetch(`${url}/api/health`)).status).toBe(200)
    }
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await isRunning(DATA_DIR)).toBe(false)
  })

  test('Ctrl-C under load: what was answered is there, and nothing is left running', async () => {
    const DATA_DIR = await usedFolder()
    const server = startServer({ DATA_DIR })
    const { url } = await server.ready()
    const { token } = (await (await post(url, '/auth/signup', person)).json()) as { token: string }
    let saved = 0
    let stopping = false
    const client = async (who: number) => {
      for (let at = 0; !stopping || at === 0; at += 1) {
        const answer = await post(url, '/brokers', { name: `Broker ${who} ${at}` }, token).catch(
          () => undefined,
        )
        if (answer === undefined || answer.status === 503) return
        expect(answer.status).toBe(201)
        saved += 1
      }
    }
    const clients = Array.from({ length: 8 }, (_, who) => client(who))
    while (saved <= 10) await pause(10)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    stopping = true
    await Promise.all(clients)
    expect(await isRunning(DATA_DIR)).toBe(false)
    expect(saved).toBeGreaterThan(10)
    const later = startServer({ DATA_DIR })
    const again = await later.ready()
    const brokers = await fetch(`${again.url}/api/brokers`, { headers: { authorization: `Bearer ${token}` } })
    expect(((await brokers.json()) as unknown[]).length).toBeGreaterThanOrEqual(saved)
    later.child.kill('SIGINT')
    await later.ended
  })

  test('Ctrl-C lets running requests end', async () => {
    const server = startServer({ DATA_DIR: await usedFolder() })
    const { url } = await server.ready()
    // On connections that the server has taken already: whatever was written before a later answer came,
    // the server had read by then. Passwords are checked a few at a time, so most of these still wait.
    const agent = new Agent({ keepAlive: true, maxSockets: 17 })
    const ask = async (path: string, body?: object) => {
      const asked = request(`${url}/api${path}`, {
        agent: agent,
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
      }).end(body && JSON.stringify(body))
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      last = asked.socket
      order.push('answered')
      return answer.statusCode
    }
    const order: string[] = []
    let last: Socket | null = null
    await Promise.all(Array.from({ length: 17 }, () => ask('/health')))
    const answers = Array.from({ length: 16 }, (_, at) =>
      ask('/auth/login', { email: `${at}@b.lk`, password: PASSWORD }),
    )
    expect(await ask('/health')).toBe(200)
    // Only kept open from now on; the logins are still running.
    const idle = last as Socket | null
    idle?.once('close', () => order.push('idle one closed'))
    server.child.kill('SIGINT')
    expect(await Promise.all(answers)).toEqual(Array<number>(16).fill(401))
    expect(await server.ended).toBe(0)
    // Connections that are only kept open are not waited for: it was closed while requests were running.
    expect(order).toContain('idle one closed')
    expect(order.indexOf('idle one closed')).toBeLessThan(order.lastIndexOf('answered'))
  })

  test('kill -9, and the next start takes over what was left', async () => {
    const DATA_DIR = await usedFolder()
    const killed = startServer({ DATA_DIR, WORKERS: '1' })
    const { url } = await killed.ready()
    await post(url, '/auth/signup', person)
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    expect(await isRunning(DATA_DIR)).toBe(true)
    const next = startServer({ DATA_DIR })
    const again = await next.ready()
    expect((await post(again.url, '/auth/login', person)).status).toBe(200)
    next.child.kill('SIGINT')
    expect(await next.ended).toBe(0)
    expect(await isRunning(DATA_DIR)).toBe(false)
  })

  test('Ctrl-C during the first start ends it in order', async () => {
    const DATA_DIR = await dataFolder()
    const server = startServer({ DATA_DIR })
    const half = join(DATA_DIR, `postgres.new-${server.child.pid}`)
    while (!existsSync(join(half, 'base'))) await pause(5)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(await isRunning(DATA_DIR)).toBe(false)
  })

  test('beyond this machine over plain HTTP it does not start, and says how it would', async () => {
    const DATA_DIR = join(await dataFolder(), 'never-made')
    const refused = startServer({ DATA_DIR, HOST: '0.0.0.0' })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(
      /^HOST=0\.0\.0\.0 would accept .* TRUST_PROXY=1, or set ALLOW_HTTP=1 .*\n$/,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('where others reach it, the first sign-up needs the code that the console prints', async () => {
    const DATA_DIR = await usedFolder()
    const open = { DATA_DIR, HOST: '0.0.0.0', ALLOW_HTTP: '1', FIRST_RUN_CODE: '1' }
    const server = startServer(open)
    const { url } = await server.ready()
    const [, code = ''] = /First-run code: (\S+) /.exec(server.said()) ?? []
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
    const strong = { ...person, password: `${PASSWORD} of many words` }
    expect((await post(url, '/auth/signup', strong)).status).toBe(422)
    expect((await post(url, '/auth/signup', { ...strong, first_run_code: code.toLowerCase() })).status).toBe(
      201,
    )
    server.child.kill('SIGINT')
    await server.ended
    const later = startServer(open)
    await later.ready()
    expect(later.said()).not.toContain('First-run code')
    later.child.kill('SIGINT')
    await later.ended
  })

  test('an occupied port is named, and PostgreSQL does not stay behind', async () => {
    const DATA_DIR = await usedFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const server = startServer({ DATA_DIR, PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(
      `Port ${port} is in use. Stop the other program, or choose another with PORT.`,
    )
    expect(await isRunning(DATA_DIR)).toBe(false)
    other.close()
  })
})

test('wrong settings are named, each in a line', async () => {
  const server = startServer({ PORT: 'many', EQUITY_MANAGER_EDITION: 'gold', DATABASE_URL: 'mysql://x' })
  expect(await server.ended).toBe(1)
  expect(server.said()).toMatch(
    /^Wrong settings in the environment:\n {2}PORT: .*\n {2}DATABASE_URL: .*\n {2}EQUITY_MANAGER_EDITION: /,
  )
})
