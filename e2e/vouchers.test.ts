/** Files of a draft are deleted; those of a posted entry stay, marked as removed with a reason. */
import { expect } from 'vitest'
import { button, dialog, field, says } from './pages/form.ts'
import { stories } from './support/story.ts'

const { story } = stories()

story('vouchers stay', { allowed: [/status of 409/] }, async ({ page, go, at, account, another }) => {
  const entry = (status: string) =>
    at.post(
      '/journal-entries',
      {
        date: '2026-06-10',
        description: `Capital paid in, ${status}`,
        status,
        lines: [
          { account_code: '1010', debit: 500 },
          { account_code: '3000', credit: 500 },
        ],
      },
      account.token,
    ) as Promise<{ data: { id: number } }>
  const attach = (id: number, file_name: string, owner_kind = 'journal-entry') =>
    at.post(
      '/attachments',
      { owner_kind, owner_id: id, file_name, data: Buffer.from(file_name).toString('base64') },
      account.token,
    )
  const { id: draft } = (await entry('Draft')).data
  await attach(draft, 'sketch.txt', 'journal-draft')
  const { id } = (await entry('Posted')).data
  for (const name of ['invoice.txt', 'receipt.txt']) await attach(id, name)

  // A draft's file is deleted, as ever; another browser shows the same draft meanwhile.
  const addressOf = (of: number) => `accounting-entries/journal-entries?entry=${of}`
  await go(addressOf(draft))
  await button(dialog(page, `Journal entry ${draft}`), 'Delete sketch.txt').click()
  await button(dialog(page, 'Delete'), 'Delete').click()
  await dialog(page, `Journal entry ${draft}`).getByText('No files attached.').waitFor()

  await go(addressOf(id))
  const shown = dialog(page, `Journal entry ${id}`)
  const files = shown.getByRole('region', { name: 'Attachments' })
  const removal = dialog(page, 'Remove file')
  // Escape closes the question alone, and asks before it throws a reason away.
  await button(files, 'Remove invoice.txt').click()
  await page.keyboard.press('Escape')
  await removal.waitFor({ state: 'hidden' })
  expect(await shown.isVisible()).toBe(true)
  await button(files, 'Remove invoice.txt').click()
  await field(removal, 'Reason').fill('Another')
  await page.keyboard.press('Escape')
  const discard = dialog(page, 'Discard your changes?')
  await button(discard, 'Cancel').click()
  await discard.waitFor({ state: 'hidden' })
  expect(await field(removal, 'Reason').inputValue()).toBe('Another')

  // Without a reason nothing happens; a double click removes once.
  await field(removal, 'Reason').fill('  ')
  await button(removal, 'Remove').click()
  await removal.getByText('Enter the reason for removing it.').waitFor()
  await field(removal, 'Reason').fill('Belongs to another entry')

  const other = await another()
  await other.goto(`${at.url}/#/${addressOf(id)}`)
  const there = dialog(other, `Journal entry ${id}`)
  await button(there, 'Remove invoice.txt').click()
  await field(dialog(other, 'Remove file'), 'Reason').fill('Too late')

  await button(removal, 'Remove').dblclick()
  await removal.waitFor({ state: 'hidden' })
  await says(page, 'invoice.txt is marked as removed.')
  await files.getByText(/^Removed by .+: Belongs to another entry$/).waitFor()
  const names = await files.getByRole('listitem').getByRole('button').allTextContents()
  expect(names).toEqual(['receipt.txt', 'Remove', 'invoice.txt'])
  const [download] = await Promise.all([page.waitForEvent('download'), button(files, 'invoice.txt').click()])
  expect(download.suggestedFilename()).toBe('invoice.txt')

  // The second person gets a message, and the list shows the same.
  await button(dialog(other, 'Remove file'), 'Remove').click()
  await dialog(other, 'Remove file')
    .getByText(/has marked this file as removed already\.$/)
    .waitFor()
  await there.getByText('Belongs to another entry').waitFor()
  const trail = await at.get<{ removal_reason: string | null }[]>(
    `/attachments?owner_kind=journal-entry&owner_id=${id}`,
    account.token,
  )
  expect(trail.map(({ removal_reason }) => removal_reason)).toEqual([null, 'Belongs to another entry'])
})
