import { screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetMissing, lazyPart, load, NEW_VERSION, PartMissing } from '../lib/parts.ts'
import { show } from '../testing/page.tsx'
import { notify } from '../ui/notify.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'

const gone = () => Promise.reject<{ default: () => null }>(new TypeError('Failed to fetch'))

beforeEach(() => {
  globalThis.fetch = () => Promise.resolve(new Response(''))
  // React reports what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(forgetMissing)

it('a screen of an earlier version says so, with a way to go on', async () => {
  const Screen = lazyPart(gone)
  show(
    <PartBoundary>
      <Suspense>
        <Screen />
      </Suspense>
    </PartBoundary>,
  )
  expect(await screen.findByText(NEW_VERSION)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

it('a dialog that cannot load says it across the page, and the rest stays', async () => {
  const Dialog = lazyPart(gone)
  function Page() {
    const [asked, ask] = useState(0)
    return (
      <>
        <button type="button" onClick={() => ask((times) => times + 1)}>
          Search
        </button>
        <PartBoundary quiet part={`${asked}`}>
          <Suspense>{asked > 0 && <Dialog />}</Suspense>
        </PartBoundary>
      </>
    )
  }
  const { user } = show(<Page />)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect((await screen.findByRole('alert')).textContent).toContain(NEW_VERSION)
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Search' })).toBeTruthy()
})

it('an export whose part is gone says the same', async () => {
  show(<p>Ledger</p>)
  notify.error('The file could not be created. Please try again.', await load(gone).catch((error) => error))
  expect((await screen.findByRole('alert')).textContent).toContain(NEW_VERSION)
  expect(screen.queryByText(/could not be made/)).toBeNull()
})

it('without the server it is the connection', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const error = await load(gone).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(PartMissing)
  expect(String(error)).toContain('Check the connection')
})
