import { equities } from '@em/contract/equities/equities'
import { notificationsStore } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeHashQuery, navigate } from '../lib/hash.ts'
import { useWrite } from '../lib/query.ts'
import { network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { notify } from './notify.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)
/** The save and the failed save of a screen's form. */
function Saving() {
  const save = useWrite(equities.routes.remove)
  const send = (query: object) => save.mutate({ params: { id: 1 }, query } as never)
  return (
    <>
      <button type="button" onClick={() => send({})}>
        Save
      </button>
      <button type="button" onClick={() => send({ dryRun: '1' })}>
        Look
      </button>
    </>
  )
}

it('an error goes when the next save succeeds, not with a refused one or a preview', async () => {
  let status = 422
  network({ ...usual, 'DELETE /equities/1': () => ({ status, body: {} }) })
  const { user } = show(<Saving />)
  act(() => notify.error('Failed to save transaction'))
  await screen.findByText('Failed to save transaction')
  const click = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    await act(() => new Promise((done) => setTimeout(done)))
  }
  await click('Save')
  status = 200
  await click('Look')
  expect(shown()).toEqual(['Failed to save transaction'])
  await click('Save')
  await waitFor(() => expect(shown()).toEqual([]))
})

it('the result of long work stays until it is closed, the last two of them', async () => {
  network(usual)
  show(<p>A screen</p>)
  act(() => {
    for (const number of [1, 2, 3]) notify.done(`Import ${number} recorded.`)
  })
  await screen.findByText('Import 3 recorded.')
  await waitFor(() => expect(shown()).toEqual(['Import 2 recorded.', 'Import 3 recorded.']))
  const { autoClose } = notificationsStore.getState().notifications[0] ?? {}
  expect(autoClose).toBe(false)
  act(() => navigate('/trade-capture/buy'))
  expect(shown()).toHaveLength(2)
  notificationsStore.setState((now) => ({ ...now, notifications: [] }))
})

it('an error stays while its tab is shown and goes with it; what went well may be read on the next', async () => {
  network(usual)
  navigate('/trade-capture/buy')
  show(<p>A screen</p>)
  act(() => {
    notify.error('Failed to save transaction')
    notify.success('Equity saved successfully!')
  })
  await screen.findByText('Failed to save transaction')
  act(() => changeHashQuery({ search: 'x' }))
  // A message that fades out is on the page a moment longer: the store says which ones stay.
  expect(shown()).toContain('Failed to save transaction')
  act(() => navigate('/trade-capture/sell'))
  await waitFor(() => expect(screen.queryByText('Failed to save transaction')).toBeNull())
  expect(shown()).toEqual(['Equity saved successfully!'])
})
