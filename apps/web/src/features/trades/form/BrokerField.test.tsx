import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { BrokerField } from './BrokerField.tsx'

const ASIA = 'Asia Securities (Pvt) Ltd'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  network({
    ...usual,
    'GET /brokers': {
      body: [
        { id: 1, name: ASIA, isActive: true },
        { id: 2, name: 'Lanka Trust', isActive: true },
        { id: 3, name: 'Lanka Securities', isActive: true },
      ],
    },
    'GET /broker-names': {
      body: [{ name: 'ASL', broker: { id: 1, name: ASIA }, adoptedAt: '', adoptedBy: null }],
    },
  })
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
})

function Form({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <BrokerField label="Broker Name" value={value} onChange={setValue} />
      <button type="button">Next</button>
    </>
  )
}
const field = () => screen.findByLabelText<HTMLInputElement>('Broker Name', { selector: 'input' })

it('a name with one match becomes the registered name, and can be put back as it was typed', async () => {
  const { user } = show(<Form />)
  await user.type(await field(), 'asia sec')
  await waitFor(async () => {
    await user.click(await field())
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect((await field()).value).toBe(ASIA)
  })
  expect(screen.getByText(/asia sec is read as/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Keep asia sec' }))
  expect((await field()).value).toBe('asia sec')
  expect(await screen.findByText(/New broker\?/)).toBeDefined()
  // It stays so, wherever one goes.
  await user.click(await field())
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect((await field()).value).toBe('asia sec')
})

it('an adopted name becomes its broker’s; one that several brokers begin with is asked about', async () => {
  const { user } = show(<Form />)
  const type = async (text: string) => {
    await user.clear(await field())
    await user.type(await field(), text)
    await user.click(screen.getByRole('button', { name: 'Next' }))
  }
  // The names are read when the field is entered first.
  await type('Lanka')
  expect(await screen.findByText(/New broker\?/)).toBeDefined()
  expect((await field()).value).toBe('Lanka')
  await type('asl')
  expect((await field()).value).toBe(ASIA)
  await type('Lanka Tru')
  expect((await field()).value).toBe('Lanka Trust')
})

it('a name that the user did not type stays as it is recorded', async () => {
  const { user } = show(<Form start="ASL" />)
  await user.click(await field())
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText(`A name of ${ASIA}`)).toBeDefined()
  expect((await field()).value).toBe('ASL')
})
