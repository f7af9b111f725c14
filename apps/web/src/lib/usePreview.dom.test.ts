import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePreview } from './usePreview.ts'

test('nothing is asked once it is saved, and the last answer stays', async () => {
  const ask = vi.fn(async () => 'what it would do')
  const look = renderHook(({ sent, saving }) => usePreview(sent, ask, saving), {
    initialProps: { sent: 'a', saving: false },
  })
  await waitFor(() => expect(look.result.current.preview).toBe('what it would do'))
  look.rerender({ sent: 'a', saving: true })
  expect(look.result.current.preview).toBe('what it would do')
  // Saved before typing had paused: the look at 'b' is never asked for.
  look.rerender({ sent: 'b', saving: false })
  look.rerender({ sent: 'b', saving: true })
  await new Promise((done) => setTimeout(done, 500))
  expect(ask).toHaveBeenCalledTimes(1)
})
