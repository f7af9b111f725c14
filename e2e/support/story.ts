/** A story: one person at a browser, on an installation that the stories of the file share. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_TODAY } from '../../tools/demo/book.ts'
import { onDay, openBrowser, watchPage } from './browser.ts'
import {
  type Account,
  type Installation,
  type InstallationOptions,
  startInstallation,
  TODAY,
} from './installation.ts'

/** How long a story waits for what must come: generous, since a busy machine is no fault of the page. */
const PATIENCE_MS = 60_000
const failures = join(import.meta.dirname, '..', '..', '.cache', 'e2e')

export interface Scene {
  readonly page: Page
  readonly context: BrowserContext
  readonly at: Installation
  /** Who is signed in; made through the API, as are the token's calls. */
  readonly account: Account
  /** Opens an address like `trade-capture/buy` in this page and waits for the shell. */
  go(address: string): Promise<void>
  /** Another window of the same browser. */
  another(): Promise<Page>
}

export interface StoryOptions {
  /** Complaints of the page that the story provokes: `/status of 409/`. */
  allowed?: readonly RegExp[]
  /** False: without an account and a session. */
  signedIn?: boolean
  context?: BrowserContextOptions
  /** For a story longer than others. */
  timeout?: number
}

export interface StoryBook {
  story(name: string, play: (scene: Scene) => Promise<void>): void
  story(name: string, options: StoryOptions, play: (scene: Scene) => Promise<void>): void
}

/** One for all files of this process: each story has a profile of its own. */
let opening: Promise<Browser> | undefined

/** Starts an installation for the stories of a file; `prepare` fills the book. */
export function stories(
  options: InstallationOptions & {
    prepare?: (at: Installation, token: string, admin: Account) => Promise<unknown>
  } = {},
): StoryBook {
  let at: Installation
  let browser: Browser
  beforeAll(async () => {
    opening ??= openBrowser()
    at = await startInstallation(options)
    browser = await opening
    if (options.prepare) {
      const admin = await at.signUp()
      await options.prepare(at, admin.token, admin)
    }
  })

  const story: StoryBook['story'] = (name, second, third?: (scene: Scene) => Promise<void>) => {
    const [chosen, play] = typeof second === 'function' ? [{}, second] : [second, third]
    test(name, { ...(chosen.timeout !== undefined && { timeout: chosen.timeout }) }, async () => {
      const account = chosen.signedIn === false ? NO_ACCOUNT : await at.signUp()
      const context = await openContext(browser, at, account, chosen.context)
      await context.addInitScript(onDay(options.demo ? DEMO_TODAY : (options.settings?.['TODAY'] ?? TODAY)))
      const problems: string[] = []
      context.on('page', (page) => watchPage(page, chosen.allowed ?? [], problems))
      const page = await context.newPage()
      const go = async (address: string) => {
        await page.goto(`${at.url}/#/${address}`)
        await page.getByRole('main').first().waitFor()
      }
      try {
        await play?.({ page, context, at, account, go, another: () => context.newPage() })
        expect(problems, 'complaints of the page').toEqual([])
      } catch (error) {
        await keepPicture(page, name)
        throw error
      } finally {
        await context.close()
      }
    })
  }
  return { story }
}

const NO_ACCOUNT: Account = { email: '', password: '', token: '', session: '' }

async function openContext(
  browser: Browser,
  at: Installation,
  account: Account,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const localStorage = account.session === '' ? [] : [{ name: 'em.session', value: account.session }]
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Fades are for people.
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: at.url, localStorage }] },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Saves a picture of the page of a failed story in `.cache/e2e`. */
async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(failures, { recursive: true })
  const path = join(failures, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}.png`)
  await page.screenshot({ path }).catch(() => undefined)
}
