/**
 * `npm run screens -- <folder> [--url http://...] [--only name] [--figures | --guide]`: a picture of every tab and main dialog of the demo,
 * 1440 and 390 pixels wide, light and dark. Prints what it wrote; exit 1 when a screen could not be reached or a page
 * complained. With `--figures` no pictures: says which screens write one figure in two ways. With `--guide` the pictures
 * of the user guide, of a demo loaded for them, into docs/guide/pictures.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { button, field } from '../e2e/pages/form.ts'
import { onDay, openBrowser, watchPage } from '../e2e/support/browser.ts'
import { type Demo, findDemo, freshDemo } from './screens/demo.ts'
import { FIGURES, type Figure, writtenTwice } from './screens/figures.ts'
import { GUIDE, GUIDE_SIZE, guidePictures, webpOf } from './screens/guide.ts'
import { morePictures } from './screens/more-pictures.ts'
import { type Picture, phonePictures, pictures } from './screens/pictures.ts'

const EMAIL = 'demo@example.lk'
const PASSWORD = 'demo-book'
const WIDTHS = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const
const SCHEMES = ['light', 'dark'] as const
/** Wait until the screen no longer moves: the last transition of the kit takes 300 ms. */
const STILL_MS = 400

/** Removes the drafts of a picture, so that they are not offered in the next one. */
const NO_DRAFTS =
  "for (const key of Object.keys(localStorage)) if (key.includes('.draft.')) localStorage.removeItem(key)"

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    only: { type: 'string', multiple: true },
    figures: { type: 'boolean' },
    guide: { type: 'boolean' },
  },
})
const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), positionals[0] ?? 'screens')
const problems: string[] = []

/** The tallest picture; a longer page is cut there. */
const TALLEST = 2400

async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(STILL_MS)
  const size = page.viewportSize()
  // A dialog is shown over the unchanged screen; a page is shown to its end, in a window that is high enough
  // for it.
  if (size !== null && (await page.locator('[role="dialog"]:visible').count()) === 0) {
    const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ ...size, height: Math.min(TALLEST, Math.max(size.height, needed)) })
    await page.evaluate('window.scrollTo(0, 0)')
    await page.waitForTimeout(STILL_MS)
  }
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path })
  if (size !== null) await page.setViewportSize(size)
  console.log(path)
}

/** A picture of the guide: its first screen. */
async function guidePicture(page: Page, name: string): Promise<void> {
  await whole(page)
  await page.mouse.move(0, 0)
  const path = join(GUIDE, 'pictures', `${name}.webp`)
  await writeFile(path, await webpOf(page))
  console.log(path)
}

/** Waits until no part of a screen is drawn as a skeleton. */
async function whole(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(STILL_MS)
  for (let waited = 0; waited < 20 && (await page.locator('[class*="Skeleton"]').count()) > 0; waited += 1)
    await page.waitForTimeout(STILL_MS)
}

/** A screen's figures, each to be written in one way. */
async function checkFigures(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  // A screen without figures has none after a while either.
  await page
    .locator('.em-number:not(.em-absent)')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined)
  await whole(page)
  const figures = await page.evaluate<Figure[]>(FIGURES)
  const found = writtenTwice(figures)
  console.log(`${name}: ${figures.length} figures, ${found.length === 0 ? 'one way each' : found.join('; ')}`)
  problems.push(...found)
}

async function visit(page: Page, demo: Demo, picture: Picture, suffix: string): Promise<void> {
  const started = problems.length
  try {
    // By way of nothing: each picture starts from a page of its own, without what the last left behind.
    await page.goto('about:blank')
    await page.goto(`${demo.url}/#/${picture.at}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await picture.open?.(page)
  } catch (error) {
    problems.push(`${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
  }
  if (options.figures === true) await checkFigures(page, picture.name)
  else if (options.guide === true) await guidePicture(page, picture.name)
  else await takePicture(page, `${picture.name}-${suffix}`)
  for (let at = started; at < problems.length; at += 1)
    problems[at] = `${picture.name}-${suffix}: ${problems[at]}`
}

/** Signs in as a person does, with a picture of the empty form; answers what the browser then keeps. */
async function signIn(page: Page, demo: Demo, suffix: string): Promise<void> {
  await page.goto(demo.url)
  await field(page, 'Email').waitFor()
  if (wanted('sign-in') && options.figures !== true && options.guide !== true)
    await takePicture(page, `sign-in-${suffix}`)
  await field(page, 'Email').fill(EMAIL)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Keep me signed in').check()
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

const shownByGuide = options.guide === true ? guidePictures() : undefined

function wanted(name: string): boolean {
  return (options.only?.includes(name) ?? true) && (shownByGuide?.has(name) ?? true)
}

async function walk(browser: Browser, demo: Demo, width: keyof typeof WIDTHS, colorScheme: 'light' | 'dark') {
  const suffix = `${width}-${colorScheme}`
  const phone = width < 600 ? { isMobile: true, hasTouch: true } : {}
  const context = await browser.newContext({
    viewport: options.guide === true ? GUIDE_SIZE : WIDTHS[width],
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...phone,
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(onDay(demo.today))
  await context.addInitScript(`if (location.protocol === 'http:') ${NO_DRAFTS}`)
  const page = await context.newPage()
  watchPage(page, [], problems)
  await signIn(page, demo, suffix)
  if (options.guide === true) await button(page, 'Close the tour').click()
  for (const picture of [...pictures, ...morePictures, ...(width < 600 ? phonePictures : [])]) {
    if (wanted(picture.name)) await visit(page, demo, picture, suffix)
  }
  await context.close()
}

async function main(): Promise<void> {
  const isOneWalk = options.figures === true || options.guide === true
  if (!isOneWalk) await mkdir(folder, { recursive: true })
  const demo = await (options.guide === true && options.url === undefined
    ? freshDemo()
    : findDemo(options.url))
  try {
    const browser = await openBrowser()
    if (isOneWalk) await walk(browser, demo, 1440, 'light')
    else
      for (const width of [1440, 390] as const)
        for (const scheme of SCHEMES) await walk(browser, demo, width, scheme)
    await browser.close()
  } finally {
    await demo.stop()
  }
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
