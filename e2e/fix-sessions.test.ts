/** A session with a broker: it is added, started, receives; a gap is seen open and closed; it is stopped. */
import { afterAll, expect } from 'vitest'
import { Broker, executionReport, F1 } from '../tools/fix-broker/broker.ts'
import { button, choose, dialog, fill, says } from './pages/form.ts'
import { stories } from './support/story.ts'

const broker = new Broker()
const port = await broker.listen()
afterAll(() => broker.close())

const { story } = stories({ ownProcess: true, settings: { FIX_HOSTS: `localhost:${port}` } })
const DEAL = { day: '20260105', settles: '20260107' }

story('executions arrive on a session, and what was lost comes again', async ({ page, go }) => {
  await go('integration-and-automation/broker-feed-fix-integration')
  await page.getByText('No FIX sessions yet').waitFor()
  await button(page, 'Add session').first().click()
  const adding = dialog(page, /FIX session/)
  await fill(adding, {
    Session: 'Drop copy',
    Broker: 'ABC Securities',
    SenderCompID: 'EQUITYMGR',
    TargetCompID: 'CSEBRK',
    Host: 'localhost',
    Port: String(port),
  })
  await adding.getByLabel('TLS').press('Space')
  await choose(adding, 'Days', 'Every day')
  await button(adding, 'Save FIX session').click()
  await says(page, 'FIX session saved successfully!')

  await button(page, 'Start Drop copy').click()
  const grid = page.getByRole('grid', { name: 'FIX sessions' })
  await grid.getByText('Connected', { exact: true }).waitFor()

  broker.holdResends()
  broker.next('drop')
  for (const execution of F1) broker.send(executionReport(execution, DEAL))
  await grid.getByText('Open: 2', { exact: true }).waitFor()
  broker.sendHeld()
  await grid.getByText('None, 1 closed', { exact: true }).waitFor()
  for (const text of ['E-501', 'E-502', 'E-503'])
    await page.getByText(new RegExp(`^Fill: buy 33[34] JKH.N0000 at 10..0, ${text}$`)).waitFor()

  await page.getByText(/E-502$/).click()
  const message = dialog(page, 'Execution report 3')
  await message.getByText(/\|17=E-502\|/).waitFor()
  await page.keyboard.press('Escape')

  await button(page, 'Stop Drop copy').click()
  await grid.getByText('Stopped', { exact: true }).waitFor()
  await expect.poll(() => broker.isConnected).toBe(false)
})
