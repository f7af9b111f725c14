/** A user who is signed in already: for stories that are not about signing in. */
import type { Page } from 'playwright-core'
import type { Installation } from '../support/installation.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

/** Opens an address as this person; the page keeps the session, as with "Keep me signed in". */
export async function openAs(page: Page, at: Installation, who: Person, address: string): Promise<void> {
  const { email, password } = who
  const answer = await at.post('/auth/login', { email, password }, '')
  const session = JSON.stringify(JSON.stringify({ ...answer, kept: true }))
  await page.addInitScript(`localStorage.setItem('em.session', ${session})`)
  await page.goto(`${at.url}/#/${address}`)
}
