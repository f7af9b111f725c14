import { batches } from '@em/contract/batches/batches'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { type ToSubmit, useSubmission } from './useSubmission.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)
afterEach(() => localStorage.clear())

const RECORD = `POST ${batches.record.path}`
const rows: ToSubmit = {
  source: 'bulk-buy',
  fileName: null,
  defaults: {},
  rows: [{ symbol: 'JKH.N0000' }],
  order: 'ymd',
  decisions: new Map(),
}

function Submitting() {
  const { submit, recording } = useSubmission('rows.bulk-buy', {
    onFound: () => undefined,
    onFoundFailed: () => undefined,
  })
  return (
    <button type="button" disabled={recording} onClick={() => void submit(rows).catch(() => undefined)}>
      Submit
    </button>
  )
}

test('after a lost answer the same rows are sent as the same request, and as another once they were recorded', async () => {
  let lost = true
  const log = network({
    ...usual,
    [RECORD]: () => (lost ? 'unreachable' : { status: 201, body: { id: 1 } }),
  })
  const { user, unmount } = show(<Submitting />)
  const sent = (): Asked[] => log.filter((one) => `${one.method} ${one.path}`.includes(batches.record.path))
  const submit = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(sent()).toHaveLength(times))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false),
    )
  }
  await submit(1)
  // The page is loaded anew.
  unmount()
  show(<Submitting />)
  lost = false
  await submit(2)
  await submit(3)
  const [first, again, next] = sent()
  expect(again?.body).toEqual(first?.body)
  expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(next?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})
