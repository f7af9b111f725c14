/** The features that an edition allows. */
import { expect } from 'vitest'
import { button, dialog, pick } from './pages/form.ts'
import { PORTFOLIO } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: (at, token) => at.post('/portfolios', PORTFOLIO, token) })

story(
  'in the standard edition FIFO and Cherry Picking open the premium popup, and nothing is chosen',
  async ({ page, go }) => {
    await go('master-data-management/valuation-method')
    await pick(page, 'Portfolio ID', 'GROWTH')
    const popup = dialog(page, 'Premium Feature')
    for (const method of [/FIFO|First In/i, /Cherry/i]) {
      const radio = page.getByRole('radio', { name: method })
      await radio.click()
      await popup.waitFor()
      expect(await popup.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(
        /^mailto:/,
      )
      await button(popup, 'Maybe Later').click()
      await popup.waitFor({ state: 'hidden' })
      expect(await radio.isChecked()).toBe(false)
    }
  },
)
