/** Reports by schedule: set up at the screen, made now, downloaded from the dialog. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { button, choose, dialog } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

story('the Daily Holdings Report is scheduled as a PDF, made now and downloaded', async ({ page, go }) => {
  await go('reporting-and-compliance/daily-holdings-report')
  await button(page, 'Schedules').click()
  const schedules = dialog(page, 'Schedules of the Daily Holdings Report')
  await button(schedules, 'New schedule').click()
  await choose(schedules, 'Portfolio', 'All portfolios')
  await choose(schedules, 'File', 'PDF')
  await button(schedules, 'Schedule report').click()
  await schedules.getByText('Each trading day at 16:30, PDF.').waitFor()
  await button(schedules, 'Run now').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    schedules.getByRole('button', { name: /^Download Daily Holdings .*\.pdf$/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Daily Holdings \d{4}-\d\d-\d\d\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
