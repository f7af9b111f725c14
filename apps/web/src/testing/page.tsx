import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Providers } from '../app/Providers.tsx'
import { createQueryClient } from '../lib/query.ts'

/** Puts something on the page inside all that the application puts around it. */
export function show(content: ReactNode) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const user = userEvent.setup({ delay: null })
  return {
    user,
    ...render(
      <Providers client={client} motion={false}>
        {content}
      </Providers>,
    ),
  }
}

/** Goes a step back in the history and waits until the page has followed. */
export async function goBack(): Promise<void> {
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    window.history.back()
    await arrived
  })
}
