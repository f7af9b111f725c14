/** WCAG 2.2 AA by axe: what is seriously wrong with a page, in words. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}

const TAGS = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Rules whose result can differ between light and dark; the others are checked in light alone. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
// The avatar shows initials, which are no name: it is called after the person.
const run = (rules: object, within: string) =>
  `axe.run({ include: ['${within}'], exclude: ['[aria-label^="User Profile"]'] }, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`

/**
 * Serious accessibility faults of the current page, in words. Colours alone in the dark. A colour on its way
 * from disabled is none: what is wrong is still wrong on a second check, once the transitions have ended.
 * `within` is what is checked: all of it where left out.
 */
export async function faults(page: Page, within = 'html'): Promise<string[]> {
  if ((await faultsNow(page, within)).length === 0) return []
  await transitionsEnded(page)
  return faultsNow(page, within)
}

async function faultsNow(page: Page, within: string): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(await readFile(axe, 'utf8'))
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    run(isDark ? COLOURS : TAGS, within),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes
          .slice(0, 5)
          .map(({ target, failureSummary }) => `  ${target.join(' ')} ${failureSummary ?? ''}`)
          .join('\n')}`,
    )
}

/** Waits until a screen has come to rest: its title, its requests, its transitions. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  // A button that was disabled until something came has neither colour for a moment.
  await transitionsEnded(page)
}

const transitionsEnded = (page: Page) =>
  page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => null)`,
  )
