/** Screens in a browser: a list of 100,000 trades from its first row to its last, and the first screen on a slow line. Needs a built web (`npm run build`). */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../tools/test/chromium.ts'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_SCREEN_TRADES'] ?? 100_000)
const TODAY = '2026-11-19'
/** A 4G line: milliseconds to an answer, bytes a second. */
const LINE = { offline: false, latency: 400, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const VISITS = 8

/** Opens pages of a signed-in user. */
async function signedIn(browser: Browser, server: BenchServer): Promise<BrowserContext> {
  const { text } = await server.get('/auth/me')
  const session = JSON.stringify({ token: server.token, user: JSON.parse(text) as unknown, kept: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(`localStorage.setItem('em.session', ${JSON.stringify(session)})`)
  return context
}

/** Milliseconds from now until something is true. */
async function until(found: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await found
  return performance.now() - start
}

/** Megabytes that the page's script holds. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await devtools.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 1e6
}

async function longList(context: BrowserContext, address: string, say: Say): Promise<void> {
  const page = await context.newPage()
  const opened = until(
    page
      .goto(`${address}/#/trade-capture/transactions`)
      .then(() => page.locator('[data-cell="0:0"]').waitFor()),
  )
  say(`list of ${TRADES} trades: first rows after ${ms(await opened)}, ${(await heapOf(page)).toFixed(0)} MB`)
  await page.locator('[data-cell="0:0"]').focus()
  // Rows that are not loaded yet are there without their dates.
  const last = page.locator(`tr[aria-rowindex="${TRADES + 1}"]`).filter({ hasText: / 20\d\d/ })
  const reached = page.keyboard.press('Control+End').then(() => last.waitFor({ timeout: 120_000 }))
  const end = await until(reached)
  say(`to the last row: ${ms(end)}, ${(await heapOf(page)).toFixed(0)} MB`)
  await page.keyboard.press('Control+Home')
  say(`back to the first: ${ms(await until(page.locator('[data-cell="0:0"]').waitFor()))}`)
  await page.locator('[data-cell="0:0"]').hover()
  const drawn: number[] = []
  for (let round = 0; round < 30; round += 1) {
    await page.mouse.wheel(0, 40_000)
    drawn.push(
      await until(
        page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'),
      ),
    )
  }
  const { p50, p95 } = spreadOf(drawn)
  say(`a wheel of 40,000 px until it is drawn: p50 ${ms(p50)}, p95 ${ms(p95)}`)
  await page.close()
}

async function firstScreen(context: BrowserContext, address: string, say: Say, line: typeof LINE | null) {
  const found = { paint: [] as number[], heading: [] as number[], figures: [] as number[] }
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (line !== null) await devtools.send('Network.emulateNetworkConditions', line)
    const start = performance.now()
    const since = () => performance.now() - start
    await page.goto(address, { waitUntil: 'commit' })
    const [heading, figures] = await Promise.all([
      page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor().then(since),
      page.locator('[data-stat] .em-number').first().waitFor().then(since),
    ])
    found.heading.push(heading)
    found.figures.push(figures)
    found.paint.push(
      (await page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0",
      )) as number,
    )
    await page.close()
  }
  const text = Object.entries(found).map(
    ([what, times]) => `${what} p50 ${ms(spreadOf(times).p50)}, max ${ms(Math.max(...times))}`,
  )
  say(`first screen ${line === null ? 'without a slow line' : 'at 400 ms, 1.6 Mbit/s'}: ${text.join('; ')}`)
}

export async function benchScreens(say: Say): Promise<void> {
  const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: '2016-01-04', to: '2026-11-18' }
  await withBook(
    say,
    async (client) => {
      await generateBook(client, { trades: TRADES, ...size }, () => undefined)
      await client.query('ANALYZE')
    },
    async (server) => {
      const address = `http://127.0.0.1:${server.port}`
      const browser = await chromium.launch({ executablePath: await findChromium() })
      try {
        const context = await signedIn(browser, server)
        await longList(context, address, say)
        await firstScreen(context, address, say, null)
        await firstScreen(context, address, say, LINE)
      } finally {
        await browser.close()
      }
    },
    TODAY,
  )
}
