/** How a person fills in a form: by the labels they read. */
import type { Locator, Page } from 'playwright-core'

type Scope = Page | Locator

const pageOf = (scope: Scope): Page => ('goto' in scope ? scope : scope.page())

/** The input under a label. A required one's asterisk is no part of its name. */
export function field(scope: Scope, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\*)?$`)
  return scope.getByLabel(name).and(pageOf(scope).locator('input, textarea, button, select'))
}

/** A list closes again, as when the page scrolls; it is opened so often, each time for so many milliseconds. */
const OPENINGS = 10
const OPEN_MS = 5_000

/** Chooses from a list of options that opens under a field. */
export async function choose(scope: Scope, label: string, option: string): Promise<void> {
  const wanted = pageOf(scope).getByRole('option', { name: option, exact: true })
  for (let opening = 1; ; opening += 1) {
    if (!(await wanted.isVisible())) await field(scope, label).click()
    try {
      await wanted.click({ timeout: OPEN_MS })
      return
    } catch (error) {
      if (opening === OPENINGS) throw error
    }
  }
}

/** Types into a searching field and takes the first of what it finds. */
export async function pick(scope: Scope, label: string, text: string): Promise<void> {
  await field(scope, label).fill(text)
  const option = pageOf(scope).getByRole('option').filter({ hasText: text }).first()
  await option.click()
  // The list gives the focus back when it goes; what is typed before that is lost.
  await option.waitFor({ state: 'hidden' })
}

export async function fill(scope: Scope, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(scope, label).fill(value)
}

export function button(scope: Scope, name: string): Locator {
  return scope.getByRole('button', { name, exact: true })
}

/** The dialog whose title begins so. */
export function dialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Agrees to a question: presses the button in the dialog on top that asks it. */
export async function agree(page: Page, question: string, name = 'Delete'): Promise<void> {
  const asked = page.getByRole('dialog').filter({ hasText: question })
  await button(asked, name).click()
  await asked.waitFor({ state: 'hidden' })
}

/** Waits for a message in the corner or on the page. */
export async function says(page: Page, sentence: string | RegExp): Promise<void> {
  await page.getByText(sentence).first().waitFor()
}

/** A row of a table that holds this text. */
export function row(scope: Scope, text: string): Locator {
  return scope.getByRole('row').filter({ hasText: text })
}
